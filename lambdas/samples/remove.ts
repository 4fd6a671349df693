import type { Day } from "../../shared/day.ts";
import { accountDeletion, accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import type { ChargeRow } from "../ledger/rows.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import {
  type Counts,
  clientCounts,
  counterUpdatesIfOnlySamples,
  readCounters,
  subscriptionCounts,
} from "../platform/dynamo/counters.ts";
import { Forbidden } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

// Each sample is removed in one transaction with its counters. After a failure, the removal can be repeated.

const adminsOnly = () =>
  new Forbidden("There are real records now, so only an administrator can remove the sample data.");

type Removal = { admin: boolean; context: ChangeContext };

/** A transaction has at most 100 items: two for each charge and its payment, and some fifteen others. */
const MAX_CHARGES = 40;

/** Removes all samples. Once there are real records, only an administrator may. */
export async function removeSamples(removal: Removal): Promise<{ clients: number; subscriptions: number }> {
  const { real_records, sample_records } = await readCounters();
  if (!removal.admin && real_records > 0) throw adminsOnly();
  // Finding samples reads every record.
  if (sample_records === 0) return { clients: 0, subscriptions: 0 };
  // Subscriptions first, so that a failure leaves none without its client.
  const subscriptions = await removeSubscriptions(removal);
  const clients = await removeClients(removal);
  // Remove the subscriptions that were created meanwhile. Without their client, no more can be created.
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

/** Somebody may create a real record meanwhile, so each transaction checks this again. */
const counted = (counts: Counts, { admin }: Removal): Pick<Decision<unknown>, "counts" | "conditions"> =>
  admin
    ? { counts: [counts, {}] }
    : {
        conditions: counterUpdatesIfOnlySamples(counts, {}).map((item) => ({ item, refusal: adminsOnly })),
      };

/** `more`: one transaction was too small, and a part is left. */
type Done = { removed: boolean; more: boolean };
const removesFrom = ["payments"] as const;
const nothingRemoved = { changes: [], answer: { removed: false, more: false } };

/** Repeats a change until nothing is left to do. */
async function untilDone(
  client_id: string,
  context: ChangeContext,
  decide: (reading: Reading) => Decision<Done>,
): Promise<boolean> {
  for (;;) {
    const { removed, more } = await changeAccounts([client_id], context, (reading) => ({
      ...decide(reading),
      continues: false,
    }));
    if (!more) return removed;
  }
}

const removeSubscription = ({ id, client_id }: subscriptions.Row, removal: Removal): Promise<boolean> =>
  untilDone(client_id, removal.context, (reading) => withoutSubscription(reading, id, client_id, removal));

function withoutSubscription(
  reading: Reading,
  id: string,
  client_id: string,
  removal: Removal,
): Decision<Done> {
  const row = reading.subscription(id);
  if (!row?.sample) return nothingRemoved;
  const ownCharges = reading
    .account(client_id)
    .charges.filter(({ subscription_id }) => subscription_id === id);
  const { context } = removal;
  const {
    removal: written,
    payments,
    more,
  } = withoutCharges(reading, client_id, ownCharges, context.today, row);
  const record = activity.eventRecord("sample-removed", subscriptions.aboutOf(row), context, {
    before: { payments },
  });
  const { changes, items } = written;
  if (more) return { changes, items: [...items, record], removesFrom, answer: { removed: false, more } };
  return {
    changes,
    items: [...items, subscriptions.deletion(row), record],
    ...counted(subscriptionCounts(row), removal),
    removesFrom: ["subscriptions", "payments"],
    answer: { removed: true, more },
  };
}

/** Removes charges of a client with their payments; with the last ones of a subscription it leaves the account. */
function withoutCharges(
  reading: Reading,
  client_id: string,
  allCharges: readonly ChargeRow[],
  today: Day,
  subscription?: subscriptions.Row,
) {
  const hasMore = allCharges.length > MAX_CHARGES;
  const charges = allCharges.slice(0, MAX_CHARGES);
  const paidBy = new Set(charges.flatMap(({ paid_by = [] }) => paid_by));
  reading.paymentsOf(client_id, [...paidBy]);
  const before = reading.account(client_id);
  const ids = new Set(charges.map(({ id }) => id));
  const after = {
    ...before.account,
    subscriptions: before.account.subscriptions.filter((listed) => hasMore || listed.id !== subscription?.id),
    charges: before.account.charges.filter((charge) => !ids.has(charge.id)),
    payments: before.account.payments.filter((payment) => !paidBy.has(payment.id)),
  };
  const writtenByCaller = subscription ? [subscription] : [];
  const change = accountItems(before, after, { today, writtenByCaller });
  return {
    // A client that was removed meanwhile has no account any more.
    removal: before.row ? { changes: [change], items: [] } : { changes: [], items: change.ownItems.slice(1) },
    payments: paidBy.size,
    more: hasMore,
  };
}

async function removeClient({ id }: clients.Row, removal: Removal): Promise<boolean> {
  const { context } = removal;
  await untilDone(id, context, (reading) => withoutChargesLeft(reading, id, context));
  return untilDone(id, context, (reading) => withoutClient(reading, id, removal));
}

/** Removes what stayed with a client when a subscription went to another one. */
function withoutChargesLeft(reading: Reading, id: string, { today }: ChangeContext): Decision<Done> {
  const { row, charges } = reading.account(id);
  const chargesLeft = charges.filter(
    ({ subscription_id = "" }) => !row?.subscription_ids.includes(subscription_id),
  );
  if (chargesLeft.length === 0) return nothingRemoved;
  const { removal, more } = withoutCharges(reading, id, chargesLeft, today);
  return { ...removal, removesFrom, answer: { removed: false, more } };
}

function withoutClient(reading: Reading, id: string, removal: Removal): Decision<Done> {
  const row = reading.client(id);
  if (!row?.sample) return nothingRemoved;
  const before = reading.account(id);
  const { today } = removal.context;
  // Only credit is left: payments that pay no charge.
  const { payments } = before.account;
  if (payments.length > MAX_CHARGES) {
    const after = { ...before.account, payments: payments.slice(MAX_CHARGES) };
    return { changes: [accountItems(before, after, { today })], answer: { removed: false, more: true } };
  }
  return {
    changes: [],
    items: [
      clients.deletion(row),
      ...accountDeletion(before),
      activity.eventRecord("sample-removed", { subject: id }, removal.context),
    ],
    ...counted(clientCounts(row), removal),
    removesFrom: ["clients", "payments"],
    answer: { removed: true, more: false },
  };
}
