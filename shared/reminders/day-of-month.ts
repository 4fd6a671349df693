import { addDays, addMonths, type Day } from "../day.ts";

/** Every month has these days. */
export const MAX_STATEMENT_DAY = 28;

/**
 * The last day with that number in its month, if no daily run has finished since; undefined if there is none. Without a run
 * before, it is only today.
 */
export function dayOfMonth(
  today: Day,
  day: number | null,
  lastRun: Day = addDays(today, -1),
): Day | undefined {
  if (day === null) return undefined;
  const inThisMonth = `${today.slice(0, 8)}${String(day).padStart(2, "0")}`;
  const last = inThisMonth <= today ? inThisMonth : addMonths(inThisMonth, -1);
  return last > lastRun ? last : undefined;
}

/** A monthly statement begins with the month before. What was open by then is its first balance. */
export const monthlySpan = (to: Day): { from: Day; to: Day } => ({
  from: addMonths(`${to.slice(0, 8)}01`, -1),
  to,
});
