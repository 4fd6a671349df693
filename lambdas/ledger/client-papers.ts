import type { Charge } from "../../shared/billing/account.ts";
import { type InvoiceProgress, invoiceProgress } from "../../shared/billing/invoice-progress.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { queryAll } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { readCharges } from "./account-store.ts";
import { PaperRow } from "./paper-row.ts";
import { readPapers } from "./papers.ts";
import { toCharge } from "./rows.ts";

// What a client may see of its invoices and credit notes: only those with a number.

const NUMBER = /^(?:INV|CRN)-(\d{4})-\d{6,9}$/;

/** A client's invoice or credit note with this number. The index may lag behind by a second. */
export async function paperWithNumber(client_id: string, number: string): Promise<PaperRow | undefined> {
  const year = Number(NUMBER.exec(number)?.[1]);
  if (Number.isNaN(year)) return undefined;
  // The year of a number is that of the day in Nairobi; the index has the instant in UTC.
  const [row] = await papersOfClient(client_id, {
    from: `${year - 1}-12-31`,
    to: `${year + 1}-01-01`,
    filter: { number },
  });
  return row;
}

/** The numbers of the credit notes of an invoice, oldest first. */
export async function creditNotesOf({ id, client_id, written }: PaperRow): Promise<string[]> {
  const rows = await papersOfClient(client_id, { from: written, to: "9999", filter: { of: id } });
  return rows.flatMap(({ number }) => number ?? []);
}

type Written = { from: string; to: string; filter: Partial<Pick<PaperRow, "number" | "of">> };

async function papersOfClient(client_id: string, { from, to, filter }: Written): Promise<PaperRow[]> {
  const filters = Object.entries(filter);
  const items = await queryAll("papers", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client AND written BETWEEN :from AND :to",
    FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ":client": client_id,
      ":from": from,
      ":to": to,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
  });
  return items.map((item) => read(PaperRow, item));
}

/** The invoice of a credit note. */
export const invoiceOf = async ({ of }: PaperRow): Promise<PaperRow | undefined> =>
  (await readPapers(of === undefined ? [] : [of]))[0];

/** What has become of an invoice up to now. */
export async function progressOf({ id, client_id, lines }: PaperRow): Promise<InvoiceProgress> {
  const ids = [...new Set(lines.map(({ charge }) => charge))];
  const charges = new Map((await readCharges(client_id, ids)).map((row) => [row.id, toCharge(row)]));
  return invoiceProgress(
    id,
    lines.map(({ charge, gross_cents }) => ({ gross_cents, charge: charges.get(charge) })),
  );
}

/** The numbers of the invoices of charges, by the ids of the invoices. */
export async function invoiceNumbers(
  charges: readonly Pick<Charge, "invoiced">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = charges.flatMap(({ invoiced = [] }) => invoiced.map(({ invoice }) => invoice));
  const items = await batchGet("papers", byId(ids), { attributes: ["id", "number"] });
  return new Map(items.flatMap(({ id, number }) => (number ? [[String(id), String(number)]] : [])));
}
