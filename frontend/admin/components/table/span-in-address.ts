import { Day } from "../../../../shared/day.ts";
import { type Span, spanProblem } from "../../../../shared/day-span.ts";
import type { Address } from "./use-address.ts";

/** The days in the address; undefined if they are invalid. */
export function spanInAddress({ get }: Address): Span | undefined {
  const span = { from: get("from"), to: get("to") };
  const valid = Day.safeParse(span.from).success && Day.safeParse(span.to).success;
  return valid && !spanProblem(span) ? span : undefined;
}
