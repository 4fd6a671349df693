import type { Account, Allocation } from "../../shared/billing/account.ts";
import { correctPayment } from "../../shared/billing/payments.ts";
import { toCents } from "../../shared/money.ts";
import type { PaymentAnswer, PaymentChange } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict } from "../platform/http/refusals.ts";
import * as clients from "../stores/client-store.ts";
import type { Reading } from "./account-reading.ts";
import { isTax } from "./account-store.ts";
import type { Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { changePayment } from "./change-payment.ts";
import { allocationsOf, checkTyped } from "./payment-answer.ts";
import { lineOfTyped, paymentDecision } from "./payment-decision.ts";
import type { ClientPaymentRow } from "./payment-row.ts";
import { leaveLine, typedLineKey } from "./statement-lines.ts";

/** Corrects a payment. @throws NotFound, or Conflict with the rest that nothing open can use */
export const correct = (id: string, change: PaymentChange, context: ChangeContext): Promise<PaymentAnswer> =>
  changePayment(id, context, (reading, payment) => corrected(reading, payment, change, context), {
    tooMany: () =>
      new Conflict(
        "This payment pays too many periods to be corrected at once. Undo it, and record it again.",
      ),
  });

function corrected(
  reading: Reading,
  present: ClientPaymentRow,
  asked: PaymentChange,
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const { today } = context;
  const { id, client_id } = present;
  if (present.state === "refund")
    throw new Conflict("A refund cannot be corrected. Undo it, and record it again.");
  const {
    paid_on = present.paid_on,
    reference = present.reference,
    method = present.method,
    amount,
    to,
    currency,
    credit,
    in_full,
    why,
  } = asked;
  checkTyped({ ...asked, paid_on, reference, method }, today);
  const client = reading.client(client_id);
  if (client) clients.refuseErased(client);
  const before = reading.account(client_id);
  const cents = amount === undefined ? present.cents : toCents(amount);
  const allocations = to && allocationsOf(to);
  const [after] = changeDraft(before, (account) =>
    correctPayment(
      account,
      id,
      { cents, currency, to: allocations, credit, in_full, why, is_tax: isTax(method) },
      today,
    ),
  );
  const typed: ClientPaymentRow = { ...present, paid_on, reference, method };
  const { lineFacts, items } = client?.sample ? sameLine : otherLine(reading, present, typed);
  const row = { ...typed, ...lineFacts, revision: revisionOf(present, typed, after) };
  const change = { before, after, row, corrected: present, sample: client?.sample, items };
  return paymentDecision(change, context);
}

/** Another one if the receipt would say something else. */
function revisionOf(
  before: ClientPaymentRow,
  { paid_on, reference, method }: ClientPaymentRow,
  after: Account,
) {
  const payment = after.payments.find(({ id }) => id === before.id);
  if (!payment) return before.revision;
  const receiptFacts = (
    row: Pick<ClientPaymentRow, "cents" | "currency" | "paid_on" | "reference" | "method">,
    paid: Allocation[],
  ) =>
    JSON.stringify([
      row.cents,
      row.currency,
      row.paid_on,
      row.reference,
      row.method,
      ...paid.map(({ charge_id, cents }) => `${charge_id} ${cents}`).sort(),
    ]);
  const isSame =
    receiptFacts(before, before.allocations) ===
    receiptFacts({ ...payment, paid_on, reference, method }, payment.allocations);
  return isSame ? before.revision : (before.revision ?? 0) + 1;
}

const sameLine = { lineFacts: {}, items: [] };

/** Another M-Pesa code was typed: the payment leaves the line of the first, and takes that of the other. */
function otherLine(reading: Reading, present: ClientPaymentRow, typed: ClientPaymentRow) {
  // A payment of a statement keeps its line, whatever code is typed.
  if (present.source !== "hand" || typedLineKey(typed.reference, typed.method) === present.line)
    return sameLine;
  const leaving = present.line === undefined ? [] : leaveLine(reading.line(present.line), present.id);
  const newLine = lineOfTyped(reading, typed) ?? { lineFacts: { line: undefined }, items: [] };
  return { lineFacts: newLine.lineFacts, items: [...leaving, ...newLine.items] };
}
