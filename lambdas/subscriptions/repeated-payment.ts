import { closedText, isOpen, isSameCharge, isWaived } from "../../shared/billing/account.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import type { NewRenewal } from "../../shared/subscriptions/subscription.ts";
import { onRecordText, refuseUndone, storedEarlier } from "../billing/on-record.ts";
import type { PaymentRow } from "../billing/rows.ts";
import { chargesOfClient, readPayments } from "../billing/store.ts";
import { Conflict } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as subscriptions from "./store.ts";

/**
 * The payment that this request repeats; undefined if it is new.
 * @throws Conflict if another payment has paid the period
 */
export async function lookUp(
  row: subscriptions.Row,
  input: NewRenewal,
  paid_on: Day,
): Promise<PaymentRow | undefined> {
  if (input.id !== undefined) {
    const same = await storedEarlier(input.id);
    if (same && same.made_from !== madeFrom(input))
      throw new Conflict(
        `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
      );
    if (same) refuseUndone(same);
    if (same) return same;
  }
  const key = { subscription_id: row.id, period: input.period };
  const charge = (await chargesOfClient(row.client_id, `${row.id}#${input.period}`))[0];
  const payments = await readPayments(charge?.paid_by ?? []);
  const repeated = payments.find((payment) =>
    input.id === undefined
      ? isRepeat(payment, input, paid_on)
      : payment.id === input.id && payment.made_from === madeFrom(input),
  );
  if (repeated) return repeated;
  if (charge && !isOpen(charge)) {
    const paid = payments.findLast((payment) => payment.allocations.some((one) => isSameCharge(one, key)));
    // The charge may be newer than the subscription, which was read before.
    const { next_billing_date } = (await subscriptions.get(row.id)) ?? row;
    const how = paid ? `${isWaived(charge) ? " after a part was paid" : ""}: ${onRecordText(paid)}` : "";
    throw new Conflict(
      `${closedText(charge)}${how}. This payment was not recorded. The period to pay next is due ${next_billing_date}.`,
    );
  }
  const sameReference =
    input.id === undefined && payments.find(({ reference }) => reference === input.reference);
  if (sameReference)
    throw new Conflict(
      `Another payment is on record for the period due ${input.period}: ${onRecordText(sameReference)}. This payment was not recorded. Each payment of a period needs its own reference.`,
    );
  return undefined;
}

/** The request as it is compared under an id, without the amount that was due when somebody typed it. */
export const madeFrom = ({ id: _, due: __, ...input }: NewRenewal): string => digestOf(input);

/**
 * Whether a payment is the one that a request without an id asks for: the same period, reference, amount, method and day.
 * An absent amount means what was due, an absent day means today.
 */
function isRepeat(payment: PaymentRow, input: NewRenewal, paid_on: Day): boolean {
  if (payment.made_from === madeFrom(input) && payment.paid_on === paid_on) return true;
  const { period, reference, method, currency, amount, periods = 1, in_full } = input;
  const first = payment.allocations.map((one) => one.period).sort()[0];
  return (
    first === period &&
    payment.reference === reference &&
    payment.method === method &&
    payment.paid_on === paid_on &&
    (currency === undefined || payment.currency === currency) &&
    (amount === undefined
      ? payment.allocations.length === periods && payment.allocations.every(({ part }) => !part)
      : payment.cents === toCents(amount)) &&
    (!in_full || payment.allocations.every(({ part }) => !part))
  );
}
