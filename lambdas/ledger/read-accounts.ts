import type { Account } from "../../shared/billing/account.ts";
import { openAndHeldCharges } from "../../shared/billing/open-charges.ts";
import { LAST_DAY } from "../../shared/day.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { readable } from "../platform/dynamo/rows.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { AccountRow, isRecorded } from "./rows.ts";
import { accountPayments, readPayments } from "./store.ts";
import { billed } from "./subscription-fields.ts";

/** The clients' rows, with the day until which they promised to pay, read consistently. */
export async function accountRowsOf(ids: readonly string[]): Promise<Map<string, AccountRow>> {
  const items = await batchGet(
    "accounts",
    ids.map((client_id) => ({ client_id })),
  );
  const { rows } = readable(AccountRow, items);
  return new Map(rows.map((row) => [row.client_id, row]));
}

/** The accounts of many clients with their open charges and credit, for proposals. Nothing may be stored from them. */
export async function readAccounts(ids: readonly string[]): Promise<Map<string, Account>> {
  const items = await batchGet(
    "accounts",
    ids.map((client_id) => ({ client_id })),
  );
  const { rows } = readable(AccountRow, items);
  const [owned, paid] = await Promise.all([
    batchGet("subscriptions", byId(rows.flatMap(({ subscription_ids }) => subscription_ids))),
    readPayments(rows.flatMap(({ credit_ids }) => credit_ids)),
  ]);
  const byClient = Map.groupBy(readable(subscriptions.Row, owned).rows, ({ client_id }) => client_id);
  const payments = Map.groupBy(paid.filter(isRecorded), ({ client_id }) => client_id);
  const accounts = new Map(rows.map((row) => [row.client_id, row]));
  return new Map(
    ids.map((id): [string, Account] => {
      const ofClient = byClient.get(id) ?? [];
      return [
        id,
        {
          active: !accounts.get(id)?.inactive,
          subscriptions: ofClient.map(billed).sort((one, other) => (one.id < other.id ? -1 : 1)),
          charges: openAndHeldCharges(ofClient, LAST_DAY),
          payments: accountPayments(payments.get(id) ?? []),
        },
      ];
    }),
  );
}
