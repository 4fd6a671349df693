import * as z from "zod/mini";
import { type Charge, compareCharges, isAskedFor, leftOf, periodOf } from "../billing/account.ts";
import { Day } from "../day.ts";
import { Amount, Currency, fromCents, type Sums, sumsOf, toCents } from "../money.ts";
import { omit } from "../omit.ts";
import { ChargeId, Id, Text, Version } from "../text.ts";

/** A charge with an amount left to pay. */
export const OpenCharge = z.object({
  charge: ChargeId,
  /** The subscription, if it is a period of one. */
  subscription: z.optional(Id),
  due: Day,
  left: Amount,
  /** The part that is paid. */
  paid: z.optional(Amount),
  currency: Currency,
  service: z.optional(Text),
  /** Owed and payable, but not asked for: the subscription or the client is not active. */
  held: z.optional(z.literal(true)),
  /** The last day on which the client got an email that names it. */
  told: z.optional(Day),
});
export type OpenCharge = z.output<typeof OpenCharge>;

const Sum = z.object({ currency: Currency, amount: Amount });

/** The debts of a client. */
export const OwedAccount = z.object({
  client_id: Id,
  version: Version,
  sample: z.optional(z.literal(true)),
  /** All open charges, earliest due first. Empty if nothing is owed any more. */
  open: z.array(OpenCharge),
  credit: z.array(Sum),
  /** Asked for, and due before today. */
  owed: z.array(Sum),
  /** The due day of the oldest charge that is asked for. */
  oldest_due: z.optional(Day),
  /** The day until which the client promised to pay what is due. */
  promise: z.optional(Day),
});
export type OwedAccount = z.output<typeof OwedAccount>;

/** The charges of an answer. */
export const chargesIn = ({ open }: OwedAccount): Charge[] =>
  open.map(({ charge: id, left, paid = 0, held, told, ...rest }) => ({
    id,
    ...periodOf(id),
    ...omit(rest, "subscription"),
    cents: toCents(left) + toCents(paid),
    paid_cents: toCents(paid),
    ...(held && { on_hold: held }),
    ...(told && { told_on: told }),
  }));

export const sumsOnWire = (sums: Sums): z.output<typeof Sum>[] =>
  (Object.entries(sums) as [Currency, number][])
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => ({ currency, amount: fromCents(cents) }));

/** The open charges of an account, and the sums that follow from them. */
export function openOnWire(charges: readonly Charge[], today: Day) {
  const open = charges.toSorted(compareCharges);
  const asked = open.filter(isAskedFor);
  return {
    open: open.map(
      (charge): OpenCharge => ({
        charge: charge.id,
        subscription: periodOf(charge.id)?.subscription_id,
        due: charge.due,
        left: fromCents(leftOf(charge)),
        ...(charge.paid_cents > 0 && { paid: fromCents(charge.paid_cents) }),
        currency: charge.currency,
        ...(charge.service !== undefined && { service: charge.service }),
        ...(charge.on_hold && { held: true }),
        ...(charge.told_on && { told: charge.told_on }),
      }),
    ),
    owed: sumsOnWire(
      sumsOf(
        asked.filter(({ due }) => due < today),
        leftOf,
      ),
    ),
    oldest_due: asked[0]?.due,
  };
}
