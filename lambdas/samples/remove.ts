import type { Day } from "../../shared/day.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import { accountChanges } from "../ledger/account-changes.ts";
import { type ChargeRow, chargeKey } from "../ledger/rows.ts";
import { chargesOfClient, readAccount } from "../ledger/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { removalMark } from "../platform/dynamo/changes.ts";
import {
  clientCounts,
  counterUpdates,
  counterUpdatesIfOnlySamples,
  readCounters,
  subscriptionCounts,
} from "../platform/dynamo/counters.ts";
import {
  isAbsent,
  isUnchanged,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { Forbidden } from "../platform/http/errors.ts";
import * as subscriptions from "../subscriptions/store.ts";

// Each sample is removed in one transaction with its counters. After a failure, the removal can be repeated.

const adminsOnly = () =>
  new Forbidden("There are real records now, so only an administrator can remove the sample data.");

type Removal = { countersOf: typeof counterUpdates; context: ChangeContext };

/** A transaction has at most 100 items: two for each charge and its payment, and some fifteen others. */
const MAX_CHARGES = 40;

/** Removes all samples. Once there are real records, only an administrator may. */
export async function removeSamples(
  admin: boolean,
  context: ChangeContext,
): Promise<{ clients: number; subscriptions: number }> {
  const { real_records, sample_records } = await readCounters();
  if (!admin && real_records > 0) throw adminsOnly();
  // Finding samples reads every record.
  if (sample_records === 0) return { clients: 0, subscriptions: 0 };
  // Somebody may create a real record meanwhile, so each transaction checks this again.
  const removal: Removal = { countersOf: admin ? counterUpdates : counterUpdatesIfOnlySamples, context };
  // Subscriptions first, so that a failure leaves none without its client.
  const subscriptions = await removeSubscriptions(removal);
  const clients = await removeClients(removal);
  // Those that were created meanwhile. Without their client, no more can be created.
  const createdMeanwhile = await removeSubscriptions(removal);
  return { clients, subscriptions: subscriptions + createdMeanwhile };
}

/** Removes all sample subscriptions with their payments, and returns their number. */
async function removeSubscriptions(removal: Removal): Promise<number> {
  let removed = 0;
  for await (const row of subscriptions.samples()) if (await removeSubscription(row, removal)) removed += 1;
  return removed;
}

async function removeClients(removal: Removal): Promise<number> {
  let removed = 0;
  for await (const row of clients.samples()) if (await removeClient(row, removal)) removed += 1;
  return removed;
}

async function removeSubscription(row: subscriptions.Row, removal: Removal): Promise<boolean> {
  const { countersOf, context } = removal;
  const removed = (count: number) =>
    activity.eventRecord("sample-removed", subscriptions.aboutOf(row), context, {
      before: { payments: count },
    });
  const { id, client_id } = row;
  const read = async () =>
    chargeRemoval(client_id, await chargesOfClient(client_id, `${id}#`), context.today, row);
  let { items, payments, more } = await read();
  while (more) {
    // If somebody else has changed the account, read it again.
    await tryTransact([...items, removed(payments), removalMark("payments")]);
    ({ items, payments, more } = await read());
  }
  const failed = await tryTransact([
    subscriptions.deletion(row),
    ...items,
    ...countersOf(subscriptionCounts(row), {}),
    removed(payments),
    removalMark("subscriptions", "payments"),
  ]);
  if (!failed) return true;
  const [changed, accountChanged] = failed;
  if (!changed && !(items.length > 0 && accountChanged)) throw adminsOnly();
  const now = await subscriptions.get(row.id);
  return now?.sample ? removeSubscription(now, removal) : false;
}

/**
 * The transaction items that remove charges of a client with their payments; with the last ones of a subscription it leaves
 * the account.
 */
async function chargeRemoval(
  client_id: string,
  found: readonly ChargeRow[],
  today: Day,
  subscription?: subscriptions.Row,
) {
  const more = found.length > MAX_CHARGES;
  const charges = found.slice(0, MAX_CHARGES);
  const paidBy = charges.flatMap(({ paid_by = [] }) => paid_by);
  const before = await readAccount(client_id, paidBy);
  const keys = new Set(charges.map(({ key }) => key));
  const after = {
    ...before.account,
    subscriptions: before.account.subscriptions.filter((one) => more || one.id !== subscription?.id),
    charges: before.account.charges.filter((charge) => !keys.has(chargeKey(charge))),
    payments: before.account.payments.filter((payment) => !paidBy.includes(payment.id)),
  };
  const { items } = accountChanges(before, after, {
    today,
    ...(subscription && { writtenByCaller: [subscription] }),
  });
  // A client that was removed meanwhile has no account any more.
  return { items: before.row ? items : items.slice(1), payments: new Set(paidBy).size, more };
}

/** Removes what stayed with a client when a subscription went to another one. */
async function removeChargesLeft(client_id: string, today: Day): Promise<void> {
  for (;;) {
    const { row, charges } = await readAccount(client_id);
    const found = charges.filter(({ subscription_id }) => !row?.subscription_ids.includes(subscription_id));
    if (found.length === 0) return;
    // If somebody else has changed the account, read it again.
    await tryTransact([...(await chargeRemoval(client_id, found, today)).items, removalMark("payments")]);
  }
}

async function removeClient(row: clients.Row, removal: Removal): Promise<boolean> {
  const { countersOf, context } = removal;
  await removeChargesLeft(row.id, context.today);
  const before = await readAccount(row.id);
  // What pays no charge.
  const { payments } = before.account;
  if (payments.length > MAX_CHARGES) {
    const after = { ...before.account, payments: payments.slice(MAX_CHARGES) };
    await tryTransact([
      ...accountChanges(before, after, { today: context.today }).items,
      removalMark("payments"),
    ]);
    return removeClient(row, removal);
  }
  const failed = await tryTransact([
    clients.deletion(row),
    {
      Delete: {
        TableName: table("accounts"),
        Key: { client_id: row.id },
        ...(before.row ? isUnchanged(before.row) : isAbsent("client_id")),
      },
    },
    ...payments.map(({ id }) => ({ Delete: { TableName: table("payments"), Key: { id } } })),
    ...countersOf(clientCounts(row), {}),
    activity.eventRecord("sample-removed", { subject: row.id }, context),
    removalMark("clients", "payments"),
  ]);
  if (!failed) return true;
  if (!failed[0] && !failed[1]) throw adminsOnly();
  const now = await clients.get(row.id);
  return now?.sample ? removeClient(now, removal) : false;
}

/** Writes the items. Returns undefined, or for each item whether its condition failed. */
async function tryTransact(items: TransactItem[]): Promise<boolean[] | undefined> {
  try {
    await transact(items);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRefused) return error.failed;
    throw error;
  }
}
