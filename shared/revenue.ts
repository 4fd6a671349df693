import { monthsOf } from "./billing.ts";
import type { Frequency } from "./subscriptions.ts";

// What subscriptions of different frequencies bring in, as one sum (MRR and ARR).

/** Cents a month, to the nearest, of amounts in cents added up by frequency. */
export function monthlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  return Math.round(yearlyCents(centsByFrequency) / 12);
}

export function yearlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  const yearly = (Object.keys(monthsOf) as Frequency[]).map(
    (frequency) => (centsByFrequency[frequency] ?? 0) * (12 / monthsOf[frequency]),
  );
  return yearly.reduce((sum, cents) => sum + cents, 0);
}
