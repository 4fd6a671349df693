import type { Allocation } from "../../shared/billing/account.ts";
import { recordPayment } from "../../shared/billing/payments.ts";
import { fromCents } from "../../shared/money.ts";
import type { PaymentAnswer } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { paymentCounts } from "../platform/dynamo/counters.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import { accountItems } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import { getAnyPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { paymentRecords } from "./payment-activity.ts";
import { answerOf } from "./payment-answer.ts";
import { receiptsOf, wantsReceipt } from "./receipt-entries.ts";
import { type AnyPaymentRow, hasClient, isRecorded, type PaymentRow, type UnmatchedRow } from "./rows.ts";
import { putUnmatched } from "./statement-lines.ts";
import { undoById } from "./undo-payment.ts";

type Assignment = { client_id: string; to?: readonly Allocation[] | undefined };

/**
 * Makes an unmatched payment that of a client. What pays no charge is the client's credit, as the money is here. Another
 * client's payment is undone first: if that is interrupted, it is unmatched. A repeat changes nothing.
 * @throws NotFound, or Conflict if somebody else decided otherwise
 */
export async function assign(id: string, to: Assignment, context: ChangeContext): Promise<PaymentAnswer> {
  const present = await getAnyPayment(id);
  if (!present) throw notFound("payment");
  if (!isRecorded(present) || present.refund_of || present.client_id === to.client_id)
    return recordFor(present, to, context);
  const client = await clients.get(to.client_id);
  refuseClient(client);
  await undoById(id, context, { isMoved: true });
  return assign(id, to, context);
}

/** The same, but another client's payment stays that client's. @throws NotFound, or Conflict */
export async function recordFor(
  { id, paid_on }: AnyPaymentRow,
  to: Assignment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const receipt = await wantsReceipt(paid_on, context);
  return changeAccounts([to.client_id], context, (reading) => record(reading, id, to, receipt, context), {
    onlyOpen: true,
  });
}

function record(
  reading: Reading,
  id: string,
  { client_id, to }: Assignment,
  receipt: true | undefined,
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const { today } = context;
  const unmatched = reading.payment(id);
  if (!unmatched) throw notFound("payment");
  if (hasClient(unmatched)) {
    if (!isRecorded(unmatched) || unmatched.refund_of) throw notFound("payment");
    if (unmatched.client_id !== client_id)
      throw new Conflict("Somebody else assigned this payment to another client in the meantime.");
    return { changes: [], answer: answerOf(unmatched, reading.openAccount(client_id), today) };
  }
  if (unmatched.state === "reversed") throw new Conflict("This payment was reversed, so it is nobody's.");
  if (unmatched.state === "ignored") {
    const { name = "Somebody", reason = "" } = unmatched.ignored ?? {};
    throw new Conflict(`${name} ignored this payment (${reason}). Put it back before you assign it.`);
  }
  refuseClient(reading.client(client_id));
  const before = reading.openAccount(client_id);
  const { cents, currency } = unmatched;
  const [after] = changeDraft(before, (account) =>
    recordPayment(account, { id, cents, currency, allocations: [] }, { to, credit: true }, today),
  );
  const { state: _, chosen: __, ignored: ___, expires_at: ____, ...said } = unmatched;
  const payment: PaymentRow = { ...said, client_id, allocations: [], receipt };
  const change = accountItems(before, after, {
    today,
    by: context.actor.name,
    added: [payment],
    unmatched,
  });
  const recorded = change.payments.find((one) => one.id === id) ?? payment;
  return {
    changes: [change],
    items: paymentRecords("payment-recorded", undefined, recorded, context),
    counts: [{}, paymentCounts(recorded)],
    outbox: receiptsOf(recorded, change, context),
    answer: answerOf(recorded, { account: after }, today, change),
  };
}

/** @throws NotFound or Conflict for a client who gets no payment of a statement */
function refuseClient(client: clients.Row | undefined): void {
  if (!client) throw notFound("client");
  if (client.sample) throw new Conflict("This is sample data: no payment of a statement is recorded for it.");
  clients.refuseErased(client);
}

/** Ignores an unmatched payment, with a reason, or takes that back. A repeat changes nothing. */
export async function setState(
  id: string,
  change: { state: "unmatched" | "ignored"; reason?: string | undefined },
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const present = await getAnyPayment(id);
  if (present && isRecorded(present) && !present.refund_of && change.state === "unmatched")
    await undoById(id, context, { isMoved: true });
  return changeAccounts([], context, (reading) => stateChange(reading, id, change, context));
}

function stateChange(
  reading: Reading,
  id: string,
  { state, reason }: { state: "unmatched" | "ignored"; reason?: string | undefined },
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const present = reading.payment(id);
  if (!present) throw notFound("payment");
  if (hasClient(present)) {
    if (!isRecorded(present) || present.refund_of) throw notFound("payment");
    throw state === "ignored"
      ? new Conflict("A client's payment cannot be ignored. Undo it first.")
      : changedMeanwhile("this payment");
  }
  if (present.state === "reversed") throw new Conflict("This payment was reversed already.");
  if (present.state === state) return { changes: [], answer: unmatchedAnswer(present) };
  if (state === "ignored" && reason === undefined)
    throw new Invalid("Please say why you ignore this payment.");
  const ignored =
    state === "ignored" ? { at: context.now, name: context.actor.name, reason: reason ?? "" } : undefined;
  const after: UnmatchedRow = { ...present, state, ignored, chosen: undefined };
  const { cents, currency, paid_on, reference } = present;
  const record = activity.eventRecord(
    state === "ignored" ? "line-ignored" : "line-restored",
    { subject: activity.linesSubject },
    context,
    { after: { amount: fromCents(cents), currency, paid_on, reference, reason } },
  );
  return { changes: [], items: [putUnmatched(after, present), record], answer: unmatchedAnswer(after) };
}

const unmatchedAnswer = ({
  id,
  state,
  paid_on,
  cents,
  currency,
  method,
  reference,
  recorded_at,
}: UnmatchedRow): PaymentAnswer => ({
  payment: {
    id,
    paid_on,
    amount: fromCents(cents),
    currency,
    method,
    reference,
    allocations: [],
    credit: 0,
    recorded_at,
    state: state === "ignored" ? "ignored" : "unmatched",
  },
  owed: [],
});
