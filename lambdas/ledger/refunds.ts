import { creditSums, owedOf } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { refundCredit, undoRefund } from "../../shared/billing/refunds.ts";
import { creditOnWire, type NewRefund, owedOnWire, type RefundAnswer } from "../../shared/clients/account.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import { futurePaymentProblem, isReceived } from "../../shared/subscriptions/subscription.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { stamped } from "../platform/dynamo/changes.ts";
import { isAbsent, table } from "../platform/dynamo/database.ts";
import { Conflict, Invalid, notFound } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { accountChanges } from "./account-changes.ts";
import { changed } from "./change.ts";
import { onRecordText, refuseUndone, storedEarlier } from "./on-record.ts";
import { creditsIn } from "./renewals.ts";
import { isRecorded, type PaymentRow } from "./rows.ts";
import { getPayment, readAccount, type StoredAccount } from "./store.ts";
import { commit } from "./store-payment.ts";

/** Records once that credit was paid back. A repeat has the same id and content. */
export async function refund(
  client_id: string,
  input: NewRefund,
  context: ChangeContext,
): Promise<RefundAnswer> {
  const { id, amount, currency, method, reference } = input;
  const paid_on = input.paid_on ?? context.today;
  const cents = toCents(amount);
  const problem =
    futurePaymentProblem(paid_on, context.today) ??
    (cents === 0 ? "Please give the amount that was refunded." : undefined) ??
    (isReceived({ method }) ? undefined : "Withheld tax is not paid back by us.");
  if (problem) throw new Invalid(problem);
  const client = await clients.get(client_id);
  if (!client) throw notFound("client");
  if (client.sample) throw new Conflict("This is sample data: nothing is refunded.");
  clients.refuseErased(client);
  const before = await readAccount(client_id);
  const { id: _, ...content } = input;
  const made_from = digestOf(content);
  const repeated = await findRepeat({ id, client_id, made_from });
  if (repeated) return answerOf(repeated, before, context.today);
  const [after, refund_of] = changed(before, (account) => {
    bringUpToDate(account, context.today);
    return refundCredit(account, currency, cents);
  });
  const row: PaymentRow = {
    id,
    client_id,
    paid_on,
    cents,
    currency,
    reference,
    method,
    recorded_at: context.now,
    source: "hand",
    allocations: [],
    refund_of,
    made_from,
  };
  const refund_ids = [...(before.row?.refund_ids ?? []), row.id];
  const written = await commit(
    accountChanges(before, after, { today: context.today, refund_ids }),
    [
      { Put: { TableName: table("payments"), Item: stamped(row), ...isAbsent() } },
      ...activity.changeRecords("credit-refunded", { subject: client_id }, {}, recorded(row), context),
    ],
    context,
  );
  // Somebody else changed the account: look again.
  return written
    ? answerOf(row, { ...before, account: after }, context.today)
    : refund(client_id, input, context);
}

/** Makes refunded money credit again. */
export async function undoRefundOf(row: PaymentRow, context: ChangeContext) {
  const { id, client_id, refund_of = [] } = row;
  const before = await readAccount(client_id, [id]);
  if (!before.payments.some((one) => one.id === id && isRecorded(one))) throw notFound("payment");
  const [after] = changed(before, (account) => {
    undoRefund(account, refund_of);
    bringUpToDate(account, context.today);
  });
  const refund_ids = (before.row?.refund_ids ?? []).filter((one) => one !== id);
  // It stays as undone, so that a repeat of its id does not make it again.
  const undone_by = { at: context.now, name: context.actor.name };
  const added: PaymentRow[] = [{ ...row, state: "undone", undone_by }];
  const written = await commit(
    accountChanges(before, after, { today: context.today, refund_ids, added }),
    activity.changeRecords("refund-undone", { subject: client_id }, recorded(row), {}, context),
    context,
  );
  if (written) return { owed: owedOnWire(owedIn({ ...before, account: after }, context.today)) };
  const present = await getPayment(id);
  if (!present || !isRecorded(present)) throw notFound("payment");
  return undoRefundOf(present, context);
}

const recorded = ({ cents, currency, method, reference, paid_on }: PaymentRow) => ({
  amount: fromCents(cents),
  currency,
  method,
  reference,
  paid_on,
});

async function findRepeat({
  id,
  client_id,
  made_from,
}: Pick<PaymentRow, "id" | "client_id" | "made_from">): Promise<PaymentRow | undefined> {
  const same = await storedEarlier(id);
  if (same && (same.client_id !== client_id || same.made_from !== made_from))
    throw new Conflict(`This was stored by an earlier attempt, with other content: ${onRecordText(same)}.`);
  if (same) refuseUndone(same);
  return same;
}

const owedIn = ({ account }: StoredAccount, today: Day) =>
  owedOf(account.charges, creditSums(account.payments), today);

const answerOf = (row: PaymentRow, account: StoredAccount, today: Day): RefundAnswer => {
  const owed = owedIn(account, today);
  const [refunded] = creditsIn([row]);
  if (!refunded) throw new Error("A refund is an entry of the credit.");
  return { refund: refunded, credit: creditOnWire(owed), owed: owedOnWire(owed) };
};
