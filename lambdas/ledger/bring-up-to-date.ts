import type { Account } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TooManyItems } from "../platform/http/refusals.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { accountItems, hasCome } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";

/** As many as usually fit into one transaction, with one update of the sums for all. */
const BATCH_CLIENTS = 15;

type Limits = {
  until: Day;
  hasTimeLeft: () => boolean;
  /** Reads their closed charges too: invoices of what is paid can be missing. */
  whole?: boolean;
};

/**
 * Writes the charges that fall due, moves the dates of free subscriptions, and lets the charges until a day take credit. A
 * client whose account cannot be changed now is left for the next run: every change of an account does the same first. Returns
 * whether all of it is done.
 */
export async function bringClientsUpToDate(
  clients: readonly string[],
  context: ChangeContext,
  { until, hasTimeLeft, whole }: Limits,
): Promise<boolean> {
  let isDone = true;
  for (let at = 0; at < clients.length; at += BATCH_CLIENTS) {
    if (!hasTimeLeft()) return false;
    const batch = clients.slice(at, at + BATCH_CLIENTS);
    if (!(await bringClients(batch, context, { until, whole }))) isDone = false;
  }
  return isDone;
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
  await bringTogether([client_id], context, { until: addDays(context.today, DUE_SOON_DAYS), hasTimeLeft });
}

async function bringClients(
  ids: readonly string[],
  context: ChangeContext,
  limits: Omit<Limits, "hasTimeLeft">,
): Promise<boolean> {
  try {
    await bringTogether(ids, context, limits);
    return true;
  } catch (error) {
    // Each by itself: one of them is in the way.
    if (ids.length > 1)
      return (await Promise.all(ids.map((id) => bringClients([id], context, limits)))).every(Boolean);
    logFailure("account not brought up to date", error, { client: ids[0] });
    return false;
  }
}

async function bringTogether(
  ids: readonly string[],
  context: ChangeContext,
  { until, hasTimeLeft = () => true, whole }: Omit<Limits, "hasTimeLeft"> & Partial<Limits>,
): Promise<void> {
  const inParts = (account: Account) => void bringUpToDate(account, context.today, until);
  // Of several clients, one that has very many charges is changed by itself.
  const options = ids.length > 1 ? { tooMany: () => new TooManyItems() } : { inParts };
  const unfinished = await changeAccounts(
    ids,
    context,
    (reading) => broughtUpToDate(reading, ids, context, until),
    { ...options, withClients: false, onlyOpen: !whole },
  );
  if (unfinished.length > 0 && hasTimeLeft())
    await bringTogether(unfinished, context, { until, hasTimeLeft, whole });
}

/** Answers whose accounts are not finished. */
function broughtUpToDate(
  reading: Reading,
  ids: readonly string[],
  context: ChangeContext,
  until: Day,
): Decision<string[]> {
  const { today } = context;
  const changes = ids
    .map((id) => {
      const before = reading.openAccount(id);
      const [after] = changeDraft(before, (account) => bringUpToDate(account, today, until));
      return accountItems(before, after, { today });
    })
    .filter(({ isChanged }) => isChanged);
  return {
    changes,
    items: changes
      .flatMap((change) => change.subscriptions)
      .flatMap(([row, after]) =>
        isFree(row.amount_cents) && !hasCome(row, after) ? subscriptions.recordOf(row, after, context) : [],
      ),
    continues: false,
    answer: changes.flatMap(({ client_id, isUnfinished }) => (isUnfinished ? client_id : [])),
  };
}
