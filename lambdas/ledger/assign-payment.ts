import type { Allocation } from "../../shared/billing/account.ts";
import { recordPayment } from "../../shared/billing/payments.ts";
import type { PaymentAnswer } from "../../shared/clients/account.ts";
import { fromCents } from "../../shared/money.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { Conflict, Invalid, notFound } from "../platform/http/errors.ts";
import { accountChanges } from "./account-changes.ts";
import { changed } from "./change.ts";
import { inParts } from "./in-parts.ts";
import { putUnmatched } from "./lines.ts";
import { paymentRecords } from "./payment-activity.ts";
import { answerOf } from "./payment-answer.ts";
import { queueReceipt, wantsReceipt } from "./receipts.ts";
import { type AnyPaymentRow, hasClient, isRecorded, type PaymentRow, type UnmatchedRow } from "./rows.ts";
import { getAnyPayment, readAccount } from "./store.ts";
import { commit } from "./store-payment.ts";
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
  await clientToPay(to.client_id);
  await undoById(id, context, { isMoved: true });
  return assign(id, to, context);
}

/** The same, but another client's payment stays that client's. @throws NotFound, or Conflict */
export async function recordFor(
  present: AnyPaymentRow,
  to: Assignment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  if (hasClient(present)) {
    if (!isRecorded(present) || present.refund_of) throw notFound("payment");
    if (present.client_id !== to.client_id)
      throw new Conflict("Somebody else assigned this payment to another client in the meantime.");
    return answerOf(present, await readAccount(to.client_id), context.today);
  }
  if (present.state === "reversed") throw new Conflict("This payment was reversed, so it is nobody's.");
  if (present.state === "ignored") {
    const { name = "Somebody", reason = "" } = present.ignored ?? {};
    throw new Conflict(`${name} ignored this payment (${reason}). Put it back before you assign it.`);
  }
  return inParts(to.client_id, context.today, () => record(present, to, context));
}

async function record(
  unmatched: UnmatchedRow,
  { client_id, to }: Assignment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  await clientToPay(client_id);
  const { id, cents, currency, paid_on } = unmatched;
  const before = await readAccount(client_id, [id]);
  // Somebody else recorded it since it was read.
  if (before.payments.some((one) => one.id === id)) return again(unmatched, { client_id, to }, context);
  const [after] = changed(before, (account) =>
    recordPayment(account, { id, cents, currency, allocations: [] }, { to, credit: true }, context.today),
  );
  const { state: _, chosen: __, ignored: ___, expires_at: ____, ...said } = unmatched;
  const receipt = await wantsReceipt(paid_on, context);
  const payment: PaymentRow = { ...said, client_id, allocations: [], receipt };
  const changes = accountChanges(before, after, { today: context.today, added: [payment], unmatched });
  const recorded = changes.payments.find((one) => one.id === id) ?? payment;
  const items = [
    ...counterUpdates({}, paymentCounts(recorded)),
    ...paymentRecords("payment-recorded", undefined, recorded, context),
  ];
  // Somebody else assigned it, or changed the account: look again.
  if (!(await commit(changes, items, context))) return again(unmatched, { client_id, to }, context);
  await queueReceipt(recorded, context);
  return answerOf(recorded, { account: after }, context.today, changes);
}

async function again({ id }: UnmatchedRow, to: Assignment, context: ChangeContext) {
  const present = await getAnyPayment(id);
  if (!present) throw notFound("payment");
  return recordFor(present, to, context);
}

async function clientToPay(client_id: string) {
  const client = await clients.get(client_id);
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
  if (!present) throw notFound("payment");
  if (hasClient(present)) {
    if (!isRecorded(present) || present.refund_of) throw notFound("payment");
    if (change.state === "ignored")
      throw new Conflict("A client's payment cannot be ignored. Undo it first.");
    await undoById(id, context, { isMoved: true });
    return setState(id, change, context);
  }
  if (present.state === "reversed") throw new Conflict("This payment was reversed already.");
  const { state, reason } = change;
  if (present.state === state) return unmatchedAnswer(present);
  if (state === "ignored" && reason === undefined)
    throw new Invalid("Please say why you ignore this payment.");
  const ignored =
    state === "ignored" ? { at: context.now, name: context.actor.name, reason: reason ?? "" } : undefined;
  const after: UnmatchedRow = { ...present, state, ignored, chosen: undefined };
  const { cents, currency, paid_on, reference } = present;
  const written = await tryTransact([
    putUnmatched(after, present),
    activity.eventRecord(
      state === "ignored" ? "line-ignored" : "line-restored",
      { subject: activity.linesSubject },
      context,
      { after: { amount: fromCents(cents), currency, paid_on, reference, reason } },
    ),
  ]);
  return written ? unmatchedAnswer(after) : setState(id, change, context);
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
