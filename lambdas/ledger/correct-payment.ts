import type { Account, Allocation } from "../../shared/billing/account.ts";
import { correctPayment } from "../../shared/billing/payments.ts";
import type { PaymentAnswer, PaymentChange } from "../../shared/clients/account.ts";
import { toCents } from "../../shared/money.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { Conflict, notFound, TooManyItems } from "../platform/http/errors.ts";
import { accountChanges } from "./account-changes.ts";
import { changed } from "./change.ts";
import { leaveLine, typedLineKey } from "./lines.ts";
import { paymentRecords } from "./payment-activity.ts";
import { allocationsOf, answerOf, checkTyped } from "./payment-answer.ts";
import { queueReceipt } from "./receipts.ts";
import { isRecorded, type PaymentRow } from "./rows.ts";
import { getPayment, isTax, readAccount } from "./store.ts";
import { commit, lineOfTyped } from "./store-payment.ts";

/** Corrects a payment. @throws NotFound, or Conflict with the rest that nothing open can use */
export async function correct(
  id: string,
  change: PaymentChange,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  try {
    return await correctOnce(id, change, context);
  } catch (error) {
    if (!(error instanceof TooManyItems)) throw error;
    throw new Conflict(
      "This payment pays too many periods to be corrected at once. Undo it, and record it again.",
    );
  }
}

async function correctOnce(
  id: string,
  change: PaymentChange,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const present = await getPayment(id);
  if (!present || !isRecorded(present)) throw notFound("payment");
  const paid_on = change.paid_on ?? present.paid_on;
  if (present.refund_of) throw new Conflict("A refund cannot be corrected. Undo it, and record it again.");
  const reference = change.reference ?? present.reference;
  const method = change.method ?? present.method;
  checkTyped({ ...change, paid_on, reference, method }, context.today);
  const before = await readAccount(present.client_id, [id]);
  const client = await clients.get(present.client_id);
  if (client) clients.refuseErased(client);
  const cents = change.amount === undefined ? present.cents : toCents(change.amount);
  const [after] = changed(before, (account) =>
    correctPayment(
      account,
      id,
      {
        cents,
        currency: change.currency,
        to: change.to && allocationsOf(change.to),
        credit: change.credit,
        in_full: change.in_full,
        is_tax: isTax(method),
      },
      context.today,
    ),
  );
  const typed: PaymentRow = { ...present, paid_on, reference, method };
  const { lineFacts, items } = client?.sample
    ? { lineFacts: {}, items: [] }
    : await otherLine(present, typed);
  const corrected = { ...typed, ...lineFacts, revision: revisionOf(present, typed, after) };
  const changes = accountChanges(before, after, { today: context.today, added: [corrected] });
  const recorded = changes.payments.find((one) => one.id === id) ?? corrected;
  const written = await commit(
    changes,
    [
      ...items,
      ...(client?.sample ? [] : counterUpdates(paymentCounts(present), paymentCounts(recorded))),
      ...paymentRecords("payment-corrected", present, recorded, context),
    ],
    context,
  );
  if (!written) return correctOnce(id, change, context);
  await queueReceipt(recorded, context);
  return answerOf(recorded, { account: after }, context.today, changes);
}

/** Another one if the receipt would say something else. */
function revisionOf(before: PaymentRow, { paid_on, reference, method }: PaymentRow, after: Account) {
  const payment = after.payments.find(({ id }) => id === before.id);
  if (!payment) return before.revision;
  const receiptFacts = (
    row: Pick<PaymentRow, "cents" | "currency" | "paid_on" | "reference" | "method">,
    paid: Allocation[],
  ) =>
    JSON.stringify([
      row.cents,
      row.currency,
      row.paid_on,
      row.reference,
      row.method,
      ...paid.map(({ subscription_id, period, cents }) => `${subscription_id} ${period} ${cents}`).sort(),
    ]);
  const isSame =
    receiptFacts(before, before.allocations) ===
    receiptFacts({ ...payment, paid_on, reference, method }, payment.allocations);
  return isSame ? before.revision : (before.revision ?? 0) + 1;
}

/** Another M-Pesa code was typed: the payment leaves the line of the first, and takes that of the other. */
async function otherLine(present: PaymentRow, typed: PaymentRow) {
  const none = { lineFacts: {}, items: [] };
  // What a statement says of its payment stays.
  if (present.source !== "hand" || typedLineKey(typed.reference, typed.method) === present.line) return none;
  const left = present.line === undefined ? [] : await leaveLine(present.line, present.id);
  const taken = (await lineOfTyped(typed)) ?? { lineFacts: { line: undefined }, items: [] };
  return { lineFacts: taken.lineFacts, items: [...left, ...taken.items] };
}
