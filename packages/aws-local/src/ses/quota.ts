import { AwsError } from "../aws-error.ts";

export interface Quota {
  /** Recipients in any 24 hours of the business clock. */
  max24HourSend: number;
  /** Recipients in any second of real time. */
  maxSendRate: number;
}

/** What SES says when the quota of 24 hours is used up. */
export const dayUsedUp = "Daily message quota exceeded.";

/** Counts recipients against SES's two quotas. Nothing is remembered over restarts. */
export function openQuota({ max24HourSend, maxSendRate }: Quota, now: () => number) {
  let day: { at: number; recipients: number }[] = [];
  let second: typeof day = [];
  const within = (sends: typeof day, at: number, span: number) =>
    sends.filter((send) => send.at > at - span && send.at <= at);
  const total = (sends: typeof day) => sends.reduce((sum, { recipients }) => sum + recipients, 0);
  const lastDay = () => {
    day = within(day, now(), 24 * 3_600_000);
    return total(day);
  };

  return {
    /** What GetSendQuota answers. */
    xml: () =>
      `<Max24HourSend>${max24HourSend.toFixed(1)}</Max24HourSend>` +
      `<MaxSendRate>${maxSendRate.toFixed(1)}</MaxSendRate>` +
      `<SentLast24Hours>${lastDay().toFixed(1)}</SentLast24Hours>`,
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
      second = within(second, at, 1000);
      if (total(second) + recipients > maxSendRate && second.length > 0)
        throw new AwsError("Throttling", "Maximum sending rate exceeded.");
      if (lastDay() + counted > max24HourSend) throw new AwsError("Throttling", dayUsedUp);
      second.push({ at, recipients });
      day.push({ at: now(), recipients: counted });
    },
  };
}
