import { AwsError } from "../aws-error.ts";

const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const HOURLY = 5;

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Cognito's brakes. Wrong passwords: from the fifth on, locked for 1 second and twice as long after each
 * further one, up to 15 minutes; attempts while locked do not count; 15 quiet minutes clear the account.
 * Codes: five an hour. Held in memory.
 */
export function createAttempts() {
  const failures = new Map<string, { count: number; lockedUntil: number; last: number }>();
  const uses = new Map<string, number[]>();

  return {
    /** NotAuthorizedException while the account is locked. */
    checkPassword(key: string): void {
      if ((failures.get(key)?.lockedUntil ?? 0) > Date.now())
        throw new AwsError("NotAuthorizedException", "Password attempts exceeded");
    },

    passwordFailed(key: string): void {
      const last = Date.now();
      const before = failures.get(key);
      const quiet = !before || last - Math.max(before.last, before.lockedUntil) > LONGEST_LOCK_MS;
      const count = quiet ? 1 : before.count + 1;
      const lock = count < FREE_FAILURES ? 0 : Math.min(2 ** (count - FREE_FAILURES) * 1000, LONGEST_LOCK_MS);
      failures.set(key, { count, lockedUntil: last + lock, last });
    },

    passwordSucceeded: (key: string) => void failures.delete(key),

    /** Counts one more; LimitExceededException when it was done five times within the last hour. */
    countHourly(what: string): void {
      const recent = (uses.get(what) ?? []).filter((at) => at > Date.now() - HOUR_MS);
      if (recent.length >= HOURLY)
        throw new AwsError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
      uses.set(what, [...recent, Date.now()]);
    },

    clearHourly: (what: string) => void uses.delete(what),
  };
}
