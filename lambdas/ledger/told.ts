import type { Charge } from "../../shared/billing/account.ts";
import { changeStamp } from "../platform/dynamo/changed-since.ts";
import {
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
  tryTransact,
} from "../platform/dynamo/database.ts";
import { updateItem } from "../platform/dynamo/update-if.ts";
import { readRow } from "./account-store.ts";
import type { AccountRow } from "./rows.ts";

/** The days on which a client was told about a charge. */
export type Told = Pick<Charge, "id" | "told_on" | "reminded_on" | "asked">;

/** Leaves room for the account in a transaction of 100 items. */
const MAX_CHARGES = 90;

/**
 * Marks charges as told to their client, if nobody has changed the account since this row of it was read:
 * from then on no change of a price touches them.
 */
export async function markTold(row: AccountRow, charges: readonly Told[]): Promise<boolean> {
  let account = row;
  for (let start = 0; start < charges.length; start += MAX_CHARGES) {
    const part = charges.slice(start, start + MAX_CHARGES);
    const after = afterTelling(account, part);
    if (
      !(await tryTransact([
        accountItem(account, after),
        ...part.map((charge) => chargeItem(row.client_id, charge)),
      ]))
    )
      return false;
    account = after;
  }
  return true;
}

/** Takes that back, as no email went out. A charge that is gone by now needs nothing. */
export async function withdrawTold(client_id: string, charges: readonly Told[]): Promise<void> {
  for (const charge of charges)
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const account = await readRow(client_id);
      if (!account) return;
      try {
        await transact([
          accountItem(account, afterTelling(account, [charge])),
          chargeItem(client_id, charge),
        ]);
        break;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        const [, isGone] = error.failed;
        if (isGone) break;
      }
      await pauseBefore(tries);
    }
}

/** The account's row after a change of what the client was told. */
function afterTelling(row: AccountRow, charges: readonly Told[]): AccountRow {
  const toldById = new Map(charges.map((charge) => [charge.id, charge]));
  const open = row.open.map((openCharge) => {
    const { told_on, reminded_on, asked } = toldById.get(openCharge.charge) ?? {};
    return toldById.has(openCharge.charge)
      ? { ...openCharge, told: told_on, reminded: reminded_on, asked }
      : openCharge;
  });
  return { ...row, open, version: row.version + 1 };
}

const accountItem = ({ client_id, version: seen }: AccountRow, { version, open }: AccountRow): TransactItem =>
  updateItem(
    { TableName: table("accounts"), Key: { client_id } },
    { set: { version, open, ...changeStamp() }, onlyIf: "#version = :seen", values: { seen } },
  );

function chargeItem(client_id: string, { id, told_on, reminded_on, asked }: Told): TransactItem {
  const fields = Object.entries({ told_on, reminded_on, asked });
  return updateItem(
    { TableName: table("charges"), Key: { client_id, id } },
    {
      set: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
      remove: fields.flatMap(([name, value]) => (value === undefined ? name : [])),
      onlyIf: "attribute_exists(id)",
    },
  );
}
