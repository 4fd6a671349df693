import * as z from "zod/mini";
import { Day } from "../../../shared/day.ts";
import { Currency } from "../../../shared/money.ts";
import { Id } from "../../../shared/text.ts";

/** Subscriptions with charges that a daily run found due: their number, the sums owed, and the details of the first ones. */
export const DueTotals = z.object({
  count: z._default(z.int(), 0),
  /** The sum in dollars. */
  cents: z._default(z.int(), 0),
  /** The sum in shillings. */
  kes_cents: z.optional(z.int()),
  first: z._default(
    z.array(
      z.object({
        client_id: Id,
        /** Absent if it does not recur. */
        subscription_id: z.optional(Id),
        service: z.optional(z.string()),
        /** The oldest open period, and how many there are if not one. */
        period: Day,
        periods: z.optional(z.int()),
        /** The sum that is left to pay of all of them. */
        sums: z.partialRecord(Currency, z.int()),
        /** The sum that was paid in part. */
        paid: z.optional(z.partialRecord(Currency, z.int())),
      }),
    ),
    [],
  ),
});
export type DueTotals = z.output<typeof DueTotals>;
