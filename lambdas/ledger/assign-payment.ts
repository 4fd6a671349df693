import type { Allocation } from "../../shared/billing/account.ts";
import { recordPayment } from "../../shared/billing/payments.ts";
import type { PaymentAnswer } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../platform/http/refusals.ts";
import * as clients from "../stores/client-store.ts";
import type { Reading } from "./account-reading.ts";
import { readPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { lineRecord } from "./payment-activity.ts";
import { answerOf, paymentOnWire } from "./payment-answer.ts";
import { paymentDecision } from "./payment-decision.ts";
import { assignedRow, type PaymentRow, type UnmatchedRow } from "./payment-row.ts";
import { wantsReceipt } from "./receipt-entries.ts";
import { putPayment } from "./statement-lines.ts";
import { undoById } from "./undo-payment.ts";

type Assignment = { client_id: string; to?: readonly Allocation[] | undefined };

/**
 * Makes an unmatched payment that of a client. What pays no charge is the client's credit, as the money is here. Another
 * client's payment is undone first: if that is interrupted, it is unmatched. A repeat changes nothing.
 * @throws NotFound, or Conflict if somebody else decided otherwise
 */
export async function assign(id: string, to: Assignment, context: ChangeContext): Promise<PaymentAnswer> {
  const present = await readPayment(id);
  if (!present) throw notFound("payment");
  if (present.state !== "recorded" || present.client_id === to.client_id)
    return recordFor(present, to, context);
  const client = await clients.get(to.client_id);
  refuseClient(client);
  await undoById(id, context, "move");
  return assign(id, to, context);
}

/** The same, but another client's payment stays that client's. @throws NotFound, or Conflict */
export async function recordFor(
  { id, paid_on }: PaymentRow,
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
  if (unmatched.state === "recorded") {
    if (unmatched.client_id !== client_id)
      throw new Conflict("Somebody else assigned this payment to another client in the meantime.");
    return { changes: [], answer: answerOf(unmatched, reading.openAccount(client_id), today) };
  }
  if (isElsewhere(unmatched)) throw notFound("payment");
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
  const row = assignedRow(unmatched, { client_id, receipt });
  return paymentDecision({ before, after, row, unmatched }, context);
}

/** A refund, an undone payment, or one that M-Pesa has not confirmed: nobody can assign it. */
const isElsewhere = (row: PaymentRow): row is Exclude<PaymentRow, UnmatchedRow> =>
  row.state === "refund" || row.state === "undone" || row.state === "announced";

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
  const present = await readPayment(id);
  if (present?.state === "recorded" && change.state === "unmatched") await undoById(id, context, "move");
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
  if (present.state === "recorded")
    throw state === "ignored"
      ? new Conflict("A client's payment cannot be ignored. Undo it first.")
      : changedMeanwhile("this payment");
  if (isElsewhere(present)) throw notFound("payment");
  if (present.state === "reversed") throw new Conflict("This payment was reversed already.");
  if (present.state === state) return { changes: [], answer: unmatchedAnswer(present) };
  if (state === "ignored" && reason === undefined)
    throw new Invalid("Please say why you ignore this payment.");
  const ignored =
    state === "ignored" ? { at: context.now, name: context.actor.name, reason: reason ?? "" } : undefined;
  const after: UnmatchedRow = { ...present, state, ignored, chosen: undefined };
  const record = lineRecord(ignored ? "line-ignored" : "line-restored", present, context, reason);
  return { changes: [], items: [putPayment(after, present), record], answer: unmatchedAnswer(after) };
}

const unmatchedAnswer = (row: UnmatchedRow): PaymentAnswer => ({ payment: paymentOnWire(row), owed: [] });
