import type { Frequency } from "../subscriptions/subscription.ts";
import { MONTHS_BY_FREQUENCY } from "./schedule.ts";

// Monthly and yearly recurring revenue (MRR, ARR) of subscriptions with different frequencies.

/** Cents a month, rounded, from sums of amounts in cents by frequency. */
export function monthlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  return Math.round(yearlyCents(centsByFrequency) / 12);
}

export function yearlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  const yearly = (Object.keys(MONTHS_BY_FREQUENCY) as Frequency[]).map(
    (frequency) => (centsByFrequency[frequency] ?? 0) * (12 / MONTHS_BY_FREQUENCY[frequency]),
  );
  return yearly.reduce((sum, cents) => sum + cents, 0);
}
