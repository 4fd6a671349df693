import { randomUUID } from "node:crypto";
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
import { onRecordText, storedEarlier } from "./on-record.ts";
import { creditsIn } from "./renewals.ts";
import type { PaymentRow } from "./rows.ts";
import { getPayment, paymentsOfClient, readAccount, type StoredAccount } from "./store.ts";
import { commit } from "./store-payment.ts";

/**
 * Records once that credit was paid back. A repeat has the same id and content or, without an id, the same reference,
 * amount, method and day.
 */
export async function refund(
  client_id: string,
  input: NewRefund,
  context: ChangeContext,
): Promise<RefundAnswer> {
  const { amount, currency, method, reference } = input;
  const paid_on = input.paid_on ?? context.today;
  const cents = toCents(amount);
  const problem =
    futurePaymentProblem(paid_on, context.today) ??
    (cents === 0 ? "Please give the amount that was refunded." : undefined) ??
    (isReceived({ method }) ? undefined : "Withheld tax is not paid back by us.") ??
    (input.id === undefined && reference === ""
      ? "Please give a reference, so that a repeated call is not a second refund."
      : undefined);
  if (problem) throw new Invalid(problem);
  const client = await clients.get(client_id);
  if (!client) throw notFound("client");
  if (client.sample) throw new Conflict("This is sample data: nothing is refunded.");
  const before = await readAccount(client_id);
  const { id: _, ...content } = input;
  const made_from = digestOf(content);
  const repeated = await findRepeat(client_id, input, { paid_on, cents, made_from });
  if (repeated) return answerOf(repeated, before, context.today);
  const [after, refund_of] = changed(before, (account) => {
    bringUpToDate(account, context.today);
    return refundCredit(account, currency, cents);
  });
  const row: PaymentRow = {
    id: input.id ?? randomUUID(),
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
  if (!before.payments.some((one) => one.id === id)) throw notFound("payment");
  const [after] = changed(before, (account) => {
    undoRefund(account, refund_of);
    bringUpToDate(account, context.today);
  });
  const refund_ids = (before.row?.refund_ids ?? []).filter((one) => one !== id);
  const written = await commit(
    accountChanges(before, after, { today: context.today, refund_ids }),
    activity.changeRecords("refund-undone", { subject: client_id }, recorded(row), {}, context),
    context,
  );
  if (written) return { owed: owedOnWire(owedIn({ ...before, account: after }, context.today)) };
  const present = await getPayment(id);
  if (!present) throw notFound("payment");
  return undoRefundOf(present, context);
}

const recorded = ({ cents, currency, method, reference, paid_on }: PaymentRow) => ({
  amount: fromCents(cents),
  currency,
  method,
  reference,
  paid_on,
});

async function findRepeat(
  client_id: string,
  { id, reference, method }: NewRefund,
  { paid_on, cents, made_from }: Pick<PaymentRow, "paid_on" | "cents" | "made_from">,
): Promise<PaymentRow | undefined> {
  if (id === undefined)
    return (await paymentsOfClient(client_id)).rows.find(
      (row) =>
        row.refund_of !== undefined &&
        row.reference === reference &&
        row.cents === cents &&
        row.method === method &&
        row.paid_on === paid_on,
    );
  const same = await storedEarlier(id);
  if (same && (same.client_id !== client_id || same.made_from !== made_from))
    throw new Conflict(`This was stored by an earlier attempt, with other content: ${onRecordText(same)}.`);
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
