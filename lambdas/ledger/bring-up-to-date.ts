import { type Account, isAskedFor } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TooManyItems } from "../platform/http/errors.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { accountItems } from "./account-items.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import type { Reading } from "./reading.ts";
import { owing } from "./subscription-fields.ts";

/** As many as usually fit into one transaction, with one update of the sums for all. */
const BATCH_CLIENTS = 15;

type Limits = {
  until: Day;
  /** The clients whose credit pays a charge until then. */
  withCredit: ReadonlySet<string>;
  hasTimeLeft: () => boolean;
};

/**
 * Writes the charges that fall due, moves the dates of free subscriptions, and lets the charges until a day take credit. A
 * client whose account cannot be changed now is left for the next run: every change of an account does the same first.
 * Returns the rows as they are stored then.
 */
export async function bringClientsUpToDate(
  rows: readonly subscriptions.OwingRow[],
  context: ChangeContext,
  { until, withCredit, hasTimeLeft }: Limits,
): Promise<subscriptions.OwingRow[]> {
  const behind = rows.filter((row) => withCredit.has(row.client_id) || isBehind(row, context.today));
  const clients = [...new Set(behind.map(({ client_id }) => client_id))];
  const now = new Map<string, subscriptions.OwingRow>();
  for (let at = 0; at < clients.length && hasTimeLeft(); at += BATCH_CLIENTS) {
    const changed = await bringClients(clients.slice(at, at + BATCH_CLIENTS), context, until);
    for (const row of changed) now.set(row.id, row);
  }
  return rows.map((row) => now.get(row.id) ?? row);
}

/**
 * Continues a change of an account until nothing is left to do, or no time.
 * @throws if that fails, so that it is tried again
 */
export async function continueAccount(
  client_id: string,
  context: ChangeContext,
  hasTimeLeft?: () => boolean,
): Promise<void> {
  await bringTogether([client_id], context, addDays(context.today, DUE_SOON_DAYS), hasTimeLeft);
}

/** A charge that is due today also changes the order of the debts. */
function isBehind(row: subscriptions.OwingRow, today: Day): boolean {
  if (isFree(row.amount_cents)) return row.next_billing_date < today;
  const asked = row.open.filter(isAskedFor);
  const last = asked.at(-1);
  return last !== undefined && (last.due <= today || asked.some(({ due }) => due === today));
}

/** Returns the clients' subscriptions as they are stored then, without those of accounts that cannot be changed now. */
async function bringClients(
  ids: readonly string[],
  context: ChangeContext,
  until: Day,
): Promise<subscriptions.OwingRow[]> {
  try {
    return await bringTogether(ids, context, until);
  } catch (error) {
    // Each by itself: one of them is in the way.
    if (ids.length > 1)
      return (await Promise.all(ids.map((id) => bringClients([id], context, until)))).flat();
    logFailure("account not brought up to date", error, { client: ids[0] });
    return [];
  }
}

async function bringTogether(
  ids: readonly string[],
  context: ChangeContext,
  until: Day,
  hasTimeLeft = () => true,
): Promise<subscriptions.OwingRow[]> {
  const inParts = (account: Account) => void bringUpToDate(account, context.today, until);
  // Of several clients, one that has very many charges is changed by itself.
  const options = ids.length > 1 ? { tooMany: () => new TooManyItems() } : { inParts };
  const { rows, unfinished } = await changeAccounts(
    ids,
    context,
    (reading) => broughtUpToDate(reading, ids, context, until),
    { ...options, withClients: false, onlyOpen: true },
  );
  if (unfinished.length === 0 || !hasTimeLeft()) return rows;
  return [...rows, ...(await bringTogether(unfinished, context, until, hasTimeLeft))];
}

function broughtUpToDate(
  reading: Reading,
  ids: readonly string[],
  context: ChangeContext,
  until: Day,
): Decision<{ rows: subscriptions.OwingRow[]; unfinished: string[] }> {
  const { today } = context;
  const all = ids.map((id) => {
    const before = reading.openAccount(id);
    const [after] = changeDraft(before, (account) => bringUpToDate(account, today, until));
    return { before, change: accountItems(before, after, { today }) };
  });
  const changes = all.flatMap(({ change }) => (change.isChanged ? change : []));
  const moved = changes.flatMap((change) => change.subscriptions);
  const now = new Map(moved.map(([, row]) => [row.id, row]));
  const unfinished = changes.flatMap(({ client_id, isUnfinished }) => (isUnfinished ? client_id : []));
  const done = all.filter(({ before }) => !unfinished.includes(before.client_id));
  return {
    changes,
    items: moved.flatMap(([row, after]) =>
      isFree(row.amount_cents) ? subscriptions.recordOf(row, after, context) : [],
    ),
    continues: false,
    answer: {
      // Read from the table, because the index that found them may lag behind.
      rows: done.flatMap(
        ({
          before: {
            row: account,
            account: { charges },
            subscriptions: rows,
          },
        }) => rows.map((row) => now.get(row.id) ?? owing(row, charges, account?.version)),
      ),
      unfinished,
    },
  };
}
