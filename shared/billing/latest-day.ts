import { formatDay } from "../dates.ts";
import { addMonths, type Day } from "../day.ts";

const MAX_YEARS_AHEAD = 5;

/** Why a charge, a price or an end cannot have a day: it is too far ahead. */
export function latestDayProblem(day: Day, today: Day): string | undefined {
  const last = addMonths(today, 12 * MAX_YEARS_AHEAD);
  if (day <= last) return undefined;
  return `Please choose a day until ${formatDay(last)}: at most five years ahead.`;
}
