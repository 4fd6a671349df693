import { AwsError } from "../aws-error.ts";

const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Cognito's brakes. Wrong passwords: from the fifth on, locked for 1 second and twice as long after each
 * further one, up to 15 minutes; attempts while locked do not count; 15 quiet minutes clear the account.
 * Codes: so many an hour. Held in memory.
 */
export function createAttempts() {
  const failures = new Map<string, { count: number; lockedUntil: number; last: number }>();
  const uses = new Map<string, number[]>();

  return {
    /** NotAuthorizedException while the account is locked. */
    checkPassword(key: string): void {
      const account = failures.get(key);
      if (account && account.lockedUntil > Date.now()) {
        throw new AwsError("NotAuthorizedException", "Password attempts exceeded");
      }
    },

    passwordFailed(key: string): void {
      const now = Date.now();
      const before = failures.get(key);
      const quiet = !before || now - Math.max(before.last, before.lockedUntil) > LONGEST_LOCK_MS;
      const count = quiet ? 1 : before.count + 1;
      const lock = count < FREE_FAILURES ? 0 : Math.min(2 ** (count - FREE_FAILURES) * 1000, LONGEST_LOCK_MS);
      failures.set(key, { count, lockedUntil: now + lock, last: now });
    },

    passwordSucceeded(key: string): void {
      failures.delete(key);
    },

    /** LimitExceededException when `what` has been done `most` times within the last hour. */
    checkHourly(what: string, most: number): void {
      const recent = (uses.get(what) ?? []).filter((at) => at > Date.now() - HOUR_MS);
      uses.set(what, recent);
      if (recent.length >= most) {
        throw new AwsError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
      }
    },

    countHourly(what: string): void {
      uses.set(what, [...(uses.get(what) ?? []), Date.now()]);
    },

    clearHourly(what: string): void {
      uses.delete(what);
    },
  };
}
