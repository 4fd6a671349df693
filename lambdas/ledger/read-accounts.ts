import { type Account, type Charge, periodOf } from "../../shared/billing/account.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { accountPayments, openChargesOfClient, readClientPayments } from "./account-store.ts";
import { billed, owing } from "./billed-subscription.ts";
import { AccountRow, toCharge } from "./rows.ts";

/** The clients' rows, with the day until which they promised to pay, read consistently. */
export async function accountRowsOf(ids: readonly string[]): Promise<Map<string, AccountRow>> {
  const items = await batchGet(
    "accounts",
    ids.map((client_id) => ({ client_id })),
  );
  const { rows } = readable(AccountRow, items);
  return new Map(rows.map((row) => [row.client_id, row]));
}

export type OwingAccount = { account: AccountRow; open: Charge[] };

/** The open charges of an account. Very many are not all in its row. */
export const openOf = async ({ client_id, open, more }: AccountRow): Promise<Charge[]> =>
  more
    ? (await openChargesOfClient(client_id)).map(toCharge)
    : open.map(({ charge: id, left, paid = 0, held, told, reminded, ...rest }) => ({
        id,
        ...periodOf(id),
        ...rest,
        cents: left + paid,
        paid_cents: paid,
        ...(held && { on_hold: held }),
        ...(told && { told_on: told }),
        ...(reminded && { reminded_on: reminded }),
      }));

const openOfAll = async (accounts: Iterable<AccountRow>): Promise<Map<string, Charge[]>> =>
  new Map(await Promise.all([...accounts].map(async (row) => [row.client_id, await openOf(row)] as const)));

/** Subscriptions with their open charges. */
export async function withOpenCharges(rows: readonly subscriptions.Row[]): Promise<subscriptions.OwingRow[]> {
  const accounts = await accountRowsOf([...new Set(rows.map(({ client_id }) => client_id))]);
  const open = await openOfAll(accounts.values());
  return rows.map((row) => owing(row, open.get(row.client_id) ?? [], accounts.get(row.client_id)?.version));
}

/** The accounts of many clients with their open charges and credit, for proposals. Nothing may be stored from them. */
export async function readAccounts(ids: readonly string[]): Promise<Map<string, Account>> {
  const accounts = await accountRowsOf(ids);
  const rows = [...accounts.values()];
  const [owned, paid, open] = await Promise.all([
    batchGet("subscriptions", byId(rows.flatMap(({ subscription_ids }) => subscription_ids))),
    readClientPayments(rows.flatMap(({ credit_ids }) => credit_ids)),
    openOfAll(rows),
  ]);
  const byClient = Map.groupBy(readable(subscriptions.Row, owned).rows, ({ client_id }) => client_id);
  const payments = Map.groupBy(
    paid.filter(({ state }) => state === "recorded"),
    ({ client_id }) => client_id,
  );
  return new Map(
    ids.map((id): [string, Account] => {
      const ofClient = byClient.get(id) ?? [];
      return [
        id,
        {
          active: !accounts.get(id)?.inactive,
          subscriptions: ofClient.map(billed).sort((a, b) => (a.id < b.id ? -1 : 1)),
          charges: open.get(id) ?? [],
          payments: accountPayments(payments.get(id) ?? []),
        },
      ];
    }),
  );
}
