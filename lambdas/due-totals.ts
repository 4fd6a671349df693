import * as z from "zod/mini";
import { Day } from "../shared/day.ts";
import { Currency } from "../shared/money.ts";
import { Id } from "../shared/text.ts";

/** What a run found due, and the first of it by name. */
export const DueTotals = z.object({
  count: z._default(z.int(), 0),
  /** In dollars, as every version has it, and in shillings. */
  cents: z._default(z.int(), 0),
  kes_cents: z.optional(z.int()),
  first: z._default(
    z.array(
      z.object({
        client_id: Id,
        service: z.optional(z.string()),
        period: Day,
        /** What is left, and what was paid in part. */
        cents: z.int(),
        currency: z.optional(Currency),
        paid: z.optional(z.int()),
        muted: z.optional(z.boolean()),
      }),
    ),
    [],
  ),
});
export type DueTotals = z.output<typeof DueTotals>;
