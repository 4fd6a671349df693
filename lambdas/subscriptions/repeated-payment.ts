import { chargeId, closedText, isOpen, isWaived } from "../../shared/billing/account.ts";
import { formatDay } from "../../shared/dates.ts";
import type { NewRenewal } from "../../shared/subscriptions/subscription.ts";
import { onRecordText, refuseUndone, storedEarlier } from "../ledger/on-record.ts";
import type { Reading } from "../ledger/reading.ts";
import type { PaymentRow } from "../ledger/rows.ts";
import { Conflict } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import type * as subscriptions from "./store.ts";

/**
 * The payment that this request repeats; undefined if it is new.
 * @throws Conflict if another payment has paid the period
 */
export function lookUp(reading: Reading, row: subscriptions.Row, input: NewRenewal): PaymentRow | undefined {
  const same = storedEarlier(reading, input.id);
  if (same && same.made_from !== madeFrom(row.id, input))
    throw new Conflict(
      `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
    );
  if (same) refuseUndone(same);
  if (same) return same;
  const id = chargeId({ subscription_id: row.id, period: input.period });
  const charge = reading.account(row.client_id).charges.find((one) => one.id === id);
  if (charge && !isOpen(charge)) {
    const payments = reading.paymentsOf(row.client_id, charge.paid_by ?? []);
    const paid = payments.findLast((payment) =>
      payment.allocations.some(({ charge_id }) => charge_id === id),
    );
    const { next_billing_date } = row;
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
