import { AwsError } from "../aws-error.ts";

export interface Quota {
  /** Recipients in any 24 hours of the business clock. */
  max24HourSend: number;
  /** Recipients in any second of real time. */
  maxSendRate: number;
}

const DAY = 24 * 3_600_000;
const SECOND = 1000;

/** What SES says when the quota of 24 hours is used up. */
export const dayUsedUp = "Daily message quota exceeded.";

/** Counts recipients against SES's two quotas. Nothing is remembered over restarts. */
export function openQuota(quota: Quota, now: () => number) {
  let day: { at: number; recipients: number }[] = [];
  let second: { at: number; recipients: number }[] = [];
  const total = (sends: typeof day) => sends.reduce((sum, send) => sum + send.recipients, 0);

  function sentLast24Hours(): number {
    day = day.filter((send) => send.at > now() - DAY && send.at <= now());
    return total(day);
  }
  return {
    quota,
    sentLast24Hours,
    forget() {
      day = [];
      second = [];
    },
    /**
     * @param counted those of the recipients that count against the day
     * @throws AwsError Throttling, for which SES answers 400
     */
    take(recipients: number, counted: number): void {
      const at = Date.now();
      second = second.filter((send) => send.at > at - SECOND && send.at <= at);
      if (total(second) + recipients > quota.maxSendRate && second.length > 0)
        throw new AwsError("Throttling", "Maximum sending rate exceeded.");
      if (sentLast24Hours() + counted > quota.max24HourSend) throw new AwsError("Throttling", dayUsedUp);
      second.push({ at, recipients });
      day.push({ at: now(), recipients: counted });
    },
  };
}
