import type { Account } from "../../shared/billing/account.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { type TransactItem, tryTransact } from "../platform/dynamo/database.ts";
import { Conflict } from "../platform/http/errors.ts";
import { accountChanges, type Changed } from "./account-changes.ts";
import { lineOnRecordText, readLine, recordedIn, takeLine, typedLineKey } from "./lines.ts";
import { paymentRecords } from "./payment-activity.ts";
import { continueLater } from "./queue.ts";
import { queueReceipt } from "./receipts.ts";
import type { PaymentRow } from "./rows.ts";
import type { StoredAccount } from "./store.ts";

type NewPayment = {
  before: StoredAccount;
  after: Account;
  /** Without allocations; they are in `after`. */
  payment: PaymentRow;
  sample?: true | undefined;
  /** The subscription that the person named. */
  subscription_id?: string;
};

/**
 * Stores a new payment that somebody typed, with all that changes in the account, and queues its receipt. Undefined if
 * somebody else changed the account or recorded the code in between: look again.
 * @throws Conflict if a payment with this M-Pesa code is on record
 */
export async function storeTyped(
  { before, after, payment, sample, ...about }: NewPayment,
  context: ChangeContext,
): Promise<{ recorded: PaymentRow; changes: Changed } | undefined> {
  const line = sample ? undefined : await lineOfTyped(payment);
  const row = { ...payment, ...line?.lineFacts };
  const changes = accountChanges(before, after, { today: context.today, added: [row], sample });
  const recorded = changes.payments.find(({ id }) => id === row.id) ?? row;
  const items = [
    ...(line?.items ?? []),
    ...(sample ? [] : counterUpdates({}, paymentCounts(recorded))),
    ...paymentRecords("payment-recorded", undefined, recorded, context, about),
  ];
  if (!(await commit(changes, items, context))) return undefined;
  await queueReceipt(recorded, context);
  return { recorded, changes };
}

/** What the code of a typed payment says, and the items that reserve it. Undefined without an M-Pesa code. */
export async function lineOfTyped(payment: PaymentRow) {
  const key = typedLineKey(payment.reference, payment.method);
  if (key === undefined) return undefined;
  const state = await readLine(key);
  const [recorded] = recordedIn(state).filter(({ id }) => id !== payment.id);
  if (recorded) throw new Conflict(await lineOnRecord(recorded));
  return takeLine(state, payment);
}

export const lineOnRecord = async (recorded: PaymentRow): Promise<string> =>
  lineOnRecordText(recorded, (await clients.get(recorded.client_id))?.name ?? "Unknown Client");

/** Stores a changed account with other items. False if somebody else changed it in between. */
export async function commit(
  { items, isUnfinished, client_id }: Changed,
  others: readonly TransactItem[],
  { now }: ChangeContext,
): Promise<boolean> {
  if (!(await tryTransact([...items, ...others]))) return false;
  if (isUnfinished) await continueLater(client_id, now);
  return true;
}
