import type { Day } from "../../shared/day.ts";
import { type TransactItem, table, tryTransact } from "../platform/dynamo/database.ts";
import { type Change, updateItem } from "../platform/dynamo/update-if.ts";

type Told = { id: string; told_on?: Day | undefined };

/** Leaves room for the account in a transaction of 100 items. */
const MAX_CHARGES = 90;

/**
 * Marks charges as told to their client, if nobody has changed the account since this version of it was read:
 * from then on no change of a price touches them.
 */
export async function markTold(
  client_id: string,
  version: number,
  charges: readonly Told[],
  today: Day,
): Promise<boolean> {
  for (let start = 0, seen = version; start < charges.length; start += MAX_CHARGES, seen += 1) {
    const marked = charges
      .slice(start, start + MAX_CHARGES)
      .map(({ id }) =>
        chargeItem(client_id, id, { set: { told_on: today }, onlyIf: "attribute_exists(id)" }),
      );
    const account = accountItem(client_id, {
      set: { version: seen + 1 },
      onlyIf: "#version = :seen",
      values: { seen },
    });
    if (!(await tryTransact([account, ...marked]))) return false;
  }
  return true;
}

/** Takes that back, as no email went out. A charge that is gone by now needs nothing. */
export async function withdrawTold(client_id: string, charges: readonly Told[]): Promise<void> {
  for (const { id, told_on } of charges)
    await tryTransact([
      accountItem(client_id, { add: { version: 1 }, onlyIf: "attribute_exists(client_id)" }),
      chargeItem(client_id, id, {
        ...(told_on ? { set: { told_on } } : { remove: ["told_on"] }),
        onlyIf: "attribute_exists(id)",
      }),
    ]);
}

const accountItem = (client_id: string, change: Change): TransactItem =>
  updateItem({ TableName: table("accounts"), Key: { client_id } }, change);
const chargeItem = (client_id: string, id: string, change: Change): TransactItem =>
  updateItem({ TableName: table("charges"), Key: { client_id, id } }, change);
