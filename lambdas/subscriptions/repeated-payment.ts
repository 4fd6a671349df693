import { closedText, isOpen, isSameCharge, isWaived } from "../../shared/billing/account.ts";
import { formatDay } from "../../shared/dates.ts";
import type { NewRenewal } from "../../shared/subscriptions/subscription.ts";
import { onRecordText, refuseUndone, storedEarlier } from "../ledger/on-record.ts";
import type { PaymentRow } from "../ledger/rows.ts";
import { chargesOfClient, readPayments } from "../ledger/store.ts";
import { Conflict } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as subscriptions from "./store.ts";

/**
 * The payment that this request repeats; undefined if it is new.
 * @throws Conflict if another payment has paid the period
 */
export async function lookUp(row: subscriptions.Row, input: NewRenewal): Promise<PaymentRow | undefined> {
  const same = await storedEarlier(input.id);
  if (same && same.made_from !== madeFrom(row.id, input))
    throw new Conflict(
      `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
    );
  if (same) refuseUndone(same);
  if (same) return same;
  const key = { subscription_id: row.id, period: input.period };
  const charge = (await chargesOfClient(row.client_id, `${row.id}#${input.period}`))[0];
  if (charge && !isOpen(charge)) {
    const payments = await readPayments(charge.paid_by ?? []);
    // The same request was stored in between.
    if (payments.some((payment) => payment.id === input.id)) return lookUp(row, input);
    const paid = payments.findLast((payment) => payment.allocations.some((one) => isSameCharge(one, key)));
    // The charge may be newer than the subscription, which was read before.
    const { next_billing_date } = (await subscriptions.get(row.id)) ?? row;
    const how = paid ? `${isWaived(charge) ? " after a part was paid" : ""}: ${onRecordText(paid)}` : "";
    throw new Conflict(
      `${closedText(charge)}${how}. This payment was not recorded. The period to pay next is due ${formatDay(next_billing_date)}.`,
    );
  }
  return undefined;
}

/** The request as it is compared under its id, without the amount that was due when somebody typed it. */
export const madeFrom = (subscription_id: string, { id: _, due: __, ...input }: NewRenewal): string =>
  digestOf({ subscription_id, ...input });
