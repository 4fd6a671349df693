import * as z from "zod/mini";
import { formatDay } from "./dates.ts";
import { addDays, type Day, daysBetween, monthOf, TypedDay } from "./day.ts";
import { invalidCursor } from "./text.ts";

// The days that a list by day covers.

export const MAX_SPAN_DAYS = 366;

/** Where the next page of a list by day starts. Absent on the last page. */
export const DayCursor = z.string().check(z.regex(/^[\w-]{1,500}$/, invalidCursor));

/** Both days are included. Without `to` it is today; without `from`, the first day of the month of `to`. */
export const DaySpanQuery = z.strictObject({
  from: z.optional(TypedDay),
  to: z.optional(TypedDay),
  cursor: z.optional(DayCursor),
});

export type Span = { from: Day; to: Day };

export const spanOf = ({ from, to }: { from?: Day; to?: Day }, today: Day): Span => {
  const last = to ?? today;
  return { from: from ?? `${monthOf(last)}-01`, to: last };
};

/** Why a list cannot cover these days; undefined if it can. */
export function spanProblem({ from, to }: Span): string | undefined {
  if (from > to) return `The first day, ${formatDay(from)}, is after the last, ${formatDay(to)}.`;
  if (addDays(from, MAX_SPAN_DAYS) <= to) return `Please ask for at most ${MAX_SPAN_DAYS} days at once.`;
  return undefined;
}

const PARALLEL_PARTS = 4;
/** A month or two have few pages. */
const MAX_DAYS_TOGETHER = 62;

/** The parts in which a browser reads a span in parallel, the last days first. */
export function partsOf({ from, to }: Span): Span[] {
  const days = daysBetween(from, to) + 1;
  if (days <= MAX_DAYS_TOGETHER) return [{ from, to }];
  const length = Math.ceil(days / PARALLEL_PARTS);
  return Array.from({ length: PARALLEL_PARTS }, (_, index) => {
    const first = addDays(to, 1 - length * (index + 1));
    return { from: first < from ? from : first, to: addDays(to, -length * index) };
  });
}
