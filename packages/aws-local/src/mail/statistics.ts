import type { SesEvent } from "./events.ts";

interface Interval {
  Timestamp: number;
  DeliveryAttempts: number;
  Bounces: number;
  Complaints: number;
  Rejects: number;
}

const QUARTER = 15 * 60_000;

/** Counts what became of mail, in intervals of 15 minutes of the business clock, as SES does. */
export function openStatistics(now: () => number) {
  const intervals = new Map<number, Interval>();
  return {
    count(event: SesEvent): void {
      const Timestamp = Math.floor(now() / QUARTER) * QUARTER;
      const interval = intervals.get(Timestamp) ?? {
        Timestamp,
        DeliveryAttempts: 0,
        Bounces: 0,
        Complaints: 0,
        Rejects: 0,
      };
      intervals.set(Timestamp, interval);
      if (event.eventType === "Send") interval.DeliveryAttempts += event.mail.destination.length;
      if (event.eventType === "Bounce") interval.Bounces += event.bounce.bouncedRecipients.length;
      if (event.eventType === "Complaint") interval.Complaints += event.complaint.complainedRecipients.length;
      if (event.eventType === "Reject") interval.Rejects += event.mail.destination.length;
    },
    list: () => [...intervals.values()],
  };
}
