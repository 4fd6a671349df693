import { type Day, daysBetween } from "../day.ts";
import type { Settings, SettingsChange } from "./settings.ts";

/** A rate for dollars that is older is no good for an invoice. */
export const MAX_RATE_DAYS = 7;

type Rate = Pick<Settings, "kes_per_usd" | "kes_per_usd_day">;

/** The day of the rate for dollars after a change: as typed, else today if the rate changed. Without a rate there is none. */
export function rateDayAfter(
  before: Rate,
  { kes_per_usd = before.kes_per_usd, kes_per_usd_day }: Pick<SettingsChange, keyof Rate>,
  today: Day,
): Day | null {
  if (kes_per_usd === null) return null;
  const isSame = kes_per_usd_day === undefined && kes_per_usd === before.kes_per_usd;
  return kes_per_usd_day ?? (isSame ? before.kes_per_usd_day : null) ?? today;
}

/** Whether the company writes invoices and has no rate for dollars, or an old one. */
export const needsRate = (
  { invoices_from, kes_per_usd_day }: Pick<Settings, "invoices_from" | "kes_per_usd_day">,
  today: Day,
): boolean =>
  invoices_from !== null && (kes_per_usd_day === null || daysBetween(kes_per_usd_day, today) > MAX_RATE_DAYS);
