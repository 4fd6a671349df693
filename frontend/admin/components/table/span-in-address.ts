import { Day } from "../../../../shared/day.ts";
import { type Span, spanProblem } from "../../../../shared/span.ts";
import type { Address } from "./use-address.ts";

/** The days that a list by days was asked for in the address; undefined where they cannot be. */
export function spanInAddress({ get }: Address): Span | undefined {
  const span = { from: get("from"), to: get("to") };
  const exist = Day.safeParse(span.from).success && Day.safeParse(span.to).success;
  return exist && !spanProblem(span) ? span : undefined;
}
