import { bringUpToDate } from "../../shared/billing/payments.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { type TransactItem, TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { TooManyItems } from "../platform/http/errors.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { accountChanges, type Changed, itemsOf } from "./account-changes.ts";
import { changed } from "./change.ts";
import { storeParts } from "./in-parts.ts";
import { readAccount } from "./store.ts";

/** As many as usually fit into one transaction, with one update of the sums for all. */
const BATCH_CLIENTS = 15;
const MAX_TRIES = 3;

type Limits = {
  until: Day;
  /** The clients whose credit pays a charge until then. */
  withCredit: ReadonlySet<string>;
  hasTimeLeft: () => boolean;
};

/** A client's account as it is, and what it becomes. */
type Change = { client_id: string; rows: subscriptions.Row[]; account: Changed; records: TransactItem[] };

/**
 * Writes the charges that fall due, moves the dates of free subscriptions, and lets the charges until a day take credit. A
 * client whose account cannot be changed now is left for the next run: every change of an account does the same first.
 * Returns the rows as they are stored then.
 */
export async function bringClientsUpToDate(
  rows: readonly subscriptions.Row[],
  context: ChangeContext,
  { until, withCredit, hasTimeLeft }: Limits,
): Promise<subscriptions.Row[]> {
  const behind = rows.filter((row) => withCredit.has(row.client_id) || isBehind(row, context.today));
  const clients = [...new Set(behind.map(({ client_id }) => client_id))];
  const now = new Map<string, subscriptions.Row>();
  for (let at = 0; at < clients.length && hasTimeLeft(); at += BATCH_CLIENTS) {
    const changed = await bringClients(clients.slice(at, at + BATCH_CLIENTS), context, until);
    for (const row of changed) now.set(row.id, row);
  }
  return rows.map((row) => now.get(row.id) ?? row);
}

/** Continues a change of an account until nothing is left to do. */
export async function continueAccount(client_id: string, context: ChangeContext): Promise<void> {
  await bringClients([client_id], context, addDays(context.today, DUE_SOON_DAYS));
}

/** A charge that is due today also changes the order of the debts. */
function isBehind(row: subscriptions.Row, today: Day): boolean {
  if (isFree(row.amount_cents)) return row.next_billing_date < today;
  const asked = row.open_charges.filter(({ on_hold }) => !on_hold);
  const last = asked.at(-1);
  return last !== undefined && (last.period <= today || asked.some(({ period }) => period === today));
}

/** Returns the clients' subscriptions as they are stored then, without those of accounts that cannot be changed now. */
async function bringClients(
  ids: readonly string[],
  context: ChangeContext,
  until: Day,
  tries = 1,
): Promise<subscriptions.Row[]> {
  const changes = (await Promise.all(ids.map((id) => changeOf(id, context, until)))).flat();
  try {
    await store(changes, context.today);
    const unfinished = changes.filter(({ account }) => account.isChanged && account.isUnfinished);
    const others = changes.filter((change) => !unfinished.includes(change)).flatMap(rowsAfter);
    if (unfinished.length === 0) return others;
    const ids = unfinished.map(({ client_id }) => client_id);
    return [...others, ...(await bringClients(ids, context, until))];
  } catch (error) {
    const failed = changes.map(({ client_id }) => client_id);
    // Each by itself: one of them is in the way.
    if (failed.length > 1)
      return (await Promise.all(failed.map((id) => bringClients([id], context, until)))).flat();
    const [only] = failed;
    if (only !== undefined && error instanceof TooManyItems && tries < MAX_TRIES) {
      await storeParts(only, context.today, (account) => bringUpToDate(account, context.today, until));
      return bringClients(failed, context, until, tries + 1);
    }
    // Another change at the same moment may have done it: look again.
    if (error instanceof TransactionRefused && tries < MAX_TRIES)
      return bringClients(failed, context, until, tries + 1);
    logFailure("account not brought up to date", error, { client: failed[0] });
    return [];
  }
}

/** None if the account cannot be read or changed. */
async function changeOf(client_id: string, context: ChangeContext, until: Day): Promise<Change[]> {
  try {
    const before = await readAccount(client_id);
    const { today } = context;
    const [after] = changed(before, (account) => bringUpToDate(account, today, until));
    const account = accountChanges(before, after, { today });
    const records = account.subscriptions.flatMap(([row, now]) =>
      isFree(row.amount_cents) ? subscriptions.recordOf(row, now, context) : [],
    );
    return [{ client_id, rows: before.subscriptions, account, records }];
  } catch (error) {
    logFailure("account not brought up to date", error, { client: client_id });
    return [];
  }
}

/** Stores the accounts that change in one transaction. */
async function store(all: readonly Change[], today: Day): Promise<void> {
  const changes = all.filter(({ account }) => account.isChanged);
  if (changes.length === 0) return;
  const accounts = changes.map(({ account }) => account);
  await transact([...itemsOf(accounts, today), ...changes.flatMap(({ records }) => records)]);
}

/** Read from the table, because the index that found them may lag behind. */
const rowsAfter = ({ rows, account }: Change): subscriptions.Row[] =>
  rows.map((row) => account.subscriptions.find(([{ id }]) => id === row.id)?.[1] ?? row);
