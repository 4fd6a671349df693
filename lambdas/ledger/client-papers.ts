import type { Charge } from "../../shared/billing/account.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { queryAll } from "../platform/dynamo/database.ts";
import type { PaperRow } from "./paper-row.ts";
import { papersNumbered } from "./papers-page.ts";

// What a client may see of its invoices and credit notes: only those with a number.

const NUMBER = /^(?:INV|CRN)-\d{4}-\d{6,9}$/;

/** A client's invoice or credit note with this number. The index may lag behind by a second. */
export async function paperWithNumber(client_id: string, number: string): Promise<PaperRow | undefined> {
  const rows = NUMBER.test(number) ? await papersNumbered([number]) : [];
  return rows.find((row) => row.client_id === client_id);
}

/** The numbers of the credit notes of an invoice, oldest first. */
export async function creditNotesOf({ id, client_id, written }: PaperRow): Promise<string[]> {
  const items = await queryAll("papers", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client AND written > :written",
    FilterExpression: "#of = :invoice",
    ExpressionAttributeNames: { "#of": "of" },
    ExpressionAttributeValues: { ":client": client_id, ":written": written, ":invoice": id },
  });
  return items.flatMap(({ number }) => (number === undefined ? [] : String(number)));
}

/** The numbers of the invoices of charges, by the ids of the invoices. */
export async function invoiceNumbers(
  charges: readonly Pick<Charge, "invoiced">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = charges.flatMap(({ invoiced = [] }) => invoiced.map(({ invoice }) => invoice));
  const items = await batchGet("papers", byId(ids), { attributes: ["id", "number"] });
  return new Map(items.flatMap(({ id, number }) => (number ? [[String(id), String(number)]] : [])));
}
