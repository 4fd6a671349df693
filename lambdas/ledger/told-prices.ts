import type { Day } from "../../shared/day.ts";
import { changeStamp } from "../platform/dynamo/changed-since.ts";
import {
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  table,
  tryTransact,
} from "../platform/dynamo/database.ts";
import { updateItem } from "../platform/dynamo/update-if.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { readRow } from "./account-store.ts";
import type { AccountRow } from "./rows.ts";

/** Leaves room for the account in a transaction of 100 items. */
const MAX_PRICES = 90;

export type WaitingPrices = { account: AccountRow; rows: subscriptions.Row[] };

/** The subscriptions of a client whose waiting price is part of a change. The account is read first. */
export async function waitingPrices(client_id: string, change: string): Promise<WaitingPrices | undefined> {
  const account = await readRow(client_id);
  if (!account) return undefined;
  const rows = [...(await subscriptions.getMany(account.subscription_ids)).values()].filter(
    (row) => row.client_id === client_id && row.next_price?.change === change,
  );
  return { account, rows };
}

/**
 * Marks the prices as told to the client, if nobody has changed the account since it was read: from then on nobody replaces
 * them. `told_on` undefined takes that back. A saved form stays valid, because the version of the subscription stays.
 */
export async function markPricesTold(
  { account, rows }: WaitingPrices,
  told_on: Day | undefined,
): Promise<boolean> {
  let { version: seen } = account;
  for (let start = 0; start < rows.length; start += MAX_PRICES) {
    const items = rows.slice(start, start + MAX_PRICES).map((row) => priceItem(row, told_on));
    if (!(await tryTransact([versionItem(account.client_id, seen), ...items]))) return false;
    seen += 1;
  }
  return true;
}

/** Takes that back, as no email went out. */
export async function withdrawPricesTold(client_id: string, change: string): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const waiting = await waitingPrices(client_id, change);
    if (!waiting || (await markPricesTold(waiting, undefined))) return;
    await pauseBefore(tries);
  }
}

const versionItem = (client_id: string, seen: number): TransactItem =>
  updateItem(
    { TableName: table("accounts"), Key: { client_id } },
    { set: { version: seen + 1, ...changeStamp() }, onlyIf: "#version = :seen", values: { seen } },
  );

const priceItem = ({ id, version, next_price }: subscriptions.Row, told_on: Day | undefined): TransactItem =>
  updateItem(
    { TableName: table("subscriptions"), Key: { id } },
    {
      set: { next_price: { ...next_price, told_on }, ...changeStamp() },
      onlyIf: "#version = :seen",
      values: { seen: version },
    },
  );
