import { bringUpToDate } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { accountChanges } from "./account-changes.ts";
import { changed, checkSize } from "./change.ts";
import { readAccount } from "./store.ts";

const CONCURRENCY = 10;

/**
 * Writes the charges that fall due, moves the dates of free subscriptions, and lets the charges until a day take credit. A
 * client whose account cannot be changed now is left for the next run: every change of an account does the same first.
 * Returns the rows as they are stored then.
 */
export async function bringClientsUpToDate(
  rows: readonly subscriptions.Row[],
  context: ChangeContext,
  until: Day,
  hasTimeLeft: () => boolean,
): Promise<subscriptions.Row[]> {
  const clients = [
    ...new Set(rows.filter((row) => isBehind(row, context.today, until)).map(({ client_id }) => client_id)),
  ];
  const now = new Map<string, subscriptions.Row>();
  for (let at = 0; at < clients.length && hasTimeLeft(); at += CONCURRENCY)
    for (const changed of await Promise.all(
      clients.slice(at, at + CONCURRENCY).map((id) => bringClient(id, context, until)),
    ))
      for (const row of changed) now.set(row.id, row);
  return rows.map((row) => now.get(row.id) ?? row);
}

function isBehind(row: subscriptions.Row, today: Day, until: Day): boolean {
  if (isFree(row.amount_cents)) return row.next_billing_date < today;
  const [first] = row.open_charges;
  const last = row.open_charges.at(-1);
  if (!first || !last) return false;
  return last.period <= today || (row.has_credit === true && first.period <= until);
}

/** Returns the client's subscriptions as they are stored then; none if the account cannot be changed now. */
async function bringClient(
  client_id: string,
  context: ChangeContext,
  until: Day,
  triesLeft = 3,
): Promise<subscriptions.Row[]> {
  try {
    const before = await readAccount(client_id);
    const [after] = changed(before, (account) => bringUpToDate(account, context.today, until));
    const { items, subscriptions: changedRows } = accountChanges(before, after);
    // The index that was read first may lag behind.
    if (items.length === 1) return before.subscriptions;
    const records = changedRows.flatMap(([row, now]) =>
      isFree(row.amount_cents) ? subscriptions.recordOf(row, now, context) : [],
    );
    checkSize([...items, ...records]);
    await transact([...items, ...records]);
    const changedById = new Map(changedRows.map(([, row]) => [row.id, row]));
    return before.subscriptions.map((row) => changedById.get(row.id) ?? row);
  } catch (error) {
    // Another change at the same moment may have done it: look again.
    if (error instanceof TransactionRefused && triesLeft > 1)
      return bringClient(client_id, context, until, triesLeft - 1);
    logFailure("account not brought up to date", error, { client: client_id });
    return [];
  }
}
