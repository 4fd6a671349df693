import { addDays, addMonths, laterOf } from "../../../../shared/day.ts";
import type { Span } from "../../../../shared/day-span.ts";
/** The periods that people choose from. */
export const statementPeriods = [
  ["", "Last 12 months"],
  ["year", "This year"],
  ["all", "All"],
  ["days", "From – to"],
] as const;

/** The address for a choice. A span has at most a year, so it starts a year before its end. */
export const addressFor = (period: string, { from, to }: Span) =>
  period === "days"
    ? { period: undefined, from: laterOf(from, addDays(addMonths(to, -12), 1)), to }
    : { period, from: undefined, to: undefined };
