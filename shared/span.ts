import * as z from "zod/mini";
import { addDays, type Day, monthOf, TypedDay } from "./day.ts";

// The days that a list by days reaches over.

/** A list reaches over so many days at most. */
export const longestSpan = 366;

export const noSuchStretch = "There is no such page between these days.";

/** Where the next page of a list by days starts. Absent on the last page. */
export const DayCursor = z.string().check(z.regex(/^[\w-]{1,500}$/, noSuchStretch));

/** Both days included. Absent, `to` is today and `from` the first day of its month. */
export const SpanAsked = z.strictObject({
  from: z.optional(TypedDay),
  to: z.optional(TypedDay),
  cursor: z.optional(DayCursor),
});

export type Span = { from: Day; to: Day };

export const spanOf = ({ from, to }: { from?: Day; to?: Day }, today: Day): Span => {
  const last = to ?? today;
  return { from: from ?? `${monthOf(last)}-01`, to: last };
};

/** The complaint about days between which no list is given. */
export function spanProblem({ from, to }: Span): string | undefined {
  if (from > to) return `The first day, ${from}, is after the last, ${to}.`;
  if (addDays(from, longestSpan) <= to) return `Please ask for at most ${longestSpan} days at once.`;
  return undefined;
}
