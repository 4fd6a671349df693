import { type AnyAccount, owedIn } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { refundCredit, undoRefund } from "../../shared/billing/refunds.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import {
  creditOnWire,
  type NewRefund,
  type OwedAmounts,
  owedOnWire,
  type RefundAnswer,
} from "../../shared/payments/client-account.ts";
import { futurePaymentProblem, isReceived } from "../../shared/subscriptions/subscription.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, Invalid } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as activity from "../stores/activity-store.ts";
import { accountItems } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { clientWithMoney } from "./client-with-money.ts";
import { findRepeat } from "./find-repeat.ts";
import { paymentOnWire } from "./payment-answer.ts";
import { type ClientPaymentRow, typedRow, undoneRow } from "./payment-row.ts";
import { putPayment } from "./statement-lines.ts";

/** Records once that credit was paid back. A repeat has the same id and content. */
export async function refund(
  client_id: string,
  input: NewRefund,
  context: ChangeContext,
): Promise<RefundAnswer> {
  const problem =
    futurePaymentProblem(input.paid_on ?? context.today, context.today) ??
    (toCents(input.amount) === 0 ? "Please give the amount that was refunded." : undefined) ??
    (isReceived({ method: input.method }) ? undefined : "Withheld tax is not paid back by us.");
  if (problem) throw new Invalid(problem);
  return changeAccounts([client_id], context, (reading) => refunded(reading, client_id, input, context), {
    onlyOpen: true,
  });
}

function refunded(
  reading: Reading,
  client_id: string,
  { id, ...content }: NewRefund,
  context: ChangeContext,
): Decision<RefundAnswer> {
  const { today } = context;
  const { amount, currency, method, reference, paid_on = today } = content;
  const cents = toCents(amount);
  if (clientWithMoney(reading, client_id).sample)
    throw new Conflict("This is sample data: nothing is refunded.");
  const before = reading.openAccount(client_id);
  const made_from = digestOf(content);
  const repeated = findRepeat(reading, { id, client_id, made_from });
  if (repeated) return { changes: [], answer: answerOf(repeated, before, today) };
  const [after, refund_of] = changeDraft(before, (account) => {
    bringUpToDate(account, today);
    return refundCredit(account, currency, cents);
  });
  const row = typedRow(
    { id, client_id, paid_on, cents, currency, reference, method, refund_of, made_from },
    context,
  );
  const refund_ids = [...(before.row?.refund_ids ?? []), id];
  return {
    changes: [accountItems(before, after, { today, refund_ids })],
    items: [
      putPayment(row),
      ...activity.changeRecords("credit-refunded", { subject: client_id }, {}, recorded(row), context),
    ],
    answer: answerOf(row, { account: after }, today),
  };
}

/** Makes refunded money credit again. */
export function undoneRefund(
  reading: Reading,
  row: ClientPaymentRow,
  context: ChangeContext,
): Decision<{ owed: OwedAmounts[] }> {
  const { id, client_id, refund_of = [] } = row;
  const before = reading.account(client_id);
  const [after] = changeDraft(before, (account) => {
    undoRefund(account, refund_of);
    bringUpToDate(account, context.today);
  });
  const refund_ids = (before.row?.refund_ids ?? []).filter((refundId) => refundId !== id);
  // The refund stays as undone, so that a repeat of its id does not make it again.
  const added = [undoneRow(row, context)];
  return {
    changes: [accountItems(before, after, { today: context.today, refund_ids, added })],
    items: activity.changeRecords("refund-undone", { subject: client_id }, recorded(row), {}, context),
    answer: { owed: owedOnWire(owedIn(after, context.today)) },
  };
}

const recorded = ({ cents, currency, method, reference, paid_on }: ClientPaymentRow) => ({
  amount: fromCents(cents),
  currency,
  method,
  reference,
  paid_on,
});

const answerOf = (row: ClientPaymentRow, { account }: { account: AnyAccount }, today: Day): RefundAnswer => {
  const owed = owedIn(account, today);
  return { refund: paymentOnWire(row), credit: creditOnWire(owed), owed: owedOnWire(owed) };
};
