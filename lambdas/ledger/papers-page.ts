import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import pLimit from "p-limit";
import * as z from "zod/mini";
import { invoiceProgress } from "../../shared/billing/invoice-progress.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import type { Day } from "../../shared/day.ts";
import type { InvoicesQuery, ListedInvoice, OpenedInvoice } from "../../shared/invoices/routes.ts";
import { fromCents } from "../../shared/money.ts";
import { Id, invalidCursor } from "../../shared/text.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { cursorOf, KeyPart, placeOf } from "../platform/dynamo/cursor.ts";
import { database, getItem, queryAll, table } from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { notFound } from "../platform/http/refusals.ts";
import { invoiceOnWire, PaperRow, wholeInvoiceOnWire } from "./paper-row.ts";
import { ChargeRow, toCharge } from "./rows.ts";

/** A page of this many rows, each with some lines, fits into a response. */
const PAGE_ROWS = 500;

type Listing = { index: "by-month" | "by-client"; partition: "month" | "client_id"; value: string };

/** A page of the papers of a month, newest first. */
const papersOfMonth = (month: string, cursor: string | undefined) =>
  listedPage({ index: "by-month", partition: "month", value: month }, cursor);

/** All papers of a month, newest first. */
export async function allPapersOfMonth(month: string): Promise<ListedInvoice[]> {
  const all: ListedInvoice[] = [];
  let cursor: string | undefined;
  do {
    const page = await papersOfMonth(month, cursor);
    all.push(...page.invoices);
    cursor = page.cursor;
  } while (cursor);
  return all;
}

/** A page of the papers of a client, newest first. */
export const papersOfClient = (client_id: string, cursor: string | undefined) =>
  listedPage({ index: "by-client", partition: "client_id", value: client_id }, cursor);

/** The same with all that stands on them. */
export async function wholePapersOfClient(client_id: string, cursor: string | undefined) {
  const { rows, ...page } = await papersPage(
    { index: "by-client", partition: "client_id", value: client_id },
    cursor,
  );
  return { invoices: rows.map((row) => wholeInvoiceOnWire(row)), ...page };
}

async function listedPage(listing: Listing, cursor: string | undefined) {
  const { rows, ...page } = await papersPage(listing, cursor);
  return { invoices: await listed(rows), ...page };
}

const PlaceWritten = z.object({ id: Id, written: KeyPart });

async function papersPage({ index, partition, value }: Listing, cursor: string | undefined) {
  const start = cursor === undefined ? undefined : placeOf(PlaceWritten, cursor, invalidCursor);
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("papers"),
      IndexName: index,
      KeyConditionExpression: "#partition = :value",
      ExpressionAttributeNames: { "#partition": partition },
      ExpressionAttributeValues: { ":value": value },
      ScanIndexForward: false,
      Limit: PAGE_ROWS,
      ...(start && { ExclusiveStartKey: { [partition]: value, ...start } }),
    }),
  );
  const { rows, ...unreadable } = readable(PaperRow, Items);
  return {
    rows,
    ...unreadable,
    ...(LastEvaluatedKey && { cursor: cursorOf(PlaceWritten.parse(LastEvaluatedKey)) }),
  };
}

const PlaceUnconfirmed = z.object({ id: Id, day: KeyPart });

/** A page of the papers that have a number, but none of the control unit, oldest first. */
export async function unconfirmedPapers(cursor: string | undefined) {
  const start = cursor === undefined ? undefined : placeOf(PlaceUnconfirmed, cursor, invalidCursor);
  const { Items = [], LastEvaluatedKey } = await database.send(
    new QueryCommand({
      ...unconfirmedQuery(),
      Limit: PAGE_ROWS,
      ...(start && { ExclusiveStartKey: { unconfirmed: "yes", ...start } }),
    }),
  );
  const { rows, ...unreadable } = readable(
    PaperRow,
    await batchGet("papers", byId(Items.map(({ id }) => String(id)))),
  );
  // The index can still have those that were confirmed a moment ago.
  const waiting = rows.filter((row) => row.unconfirmed);
  return {
    invoices: await listed(waiting.sort((a, b) => compareTexts(a.written, b.written))),
    ...unreadable,
    ...(LastEvaluatedKey && { cursor: cursorOf(PlaceUnconfirmed.parse(LastEvaluatedKey)) }),
  };
}

const unconfirmedQuery = (): QueryCommandInput => ({
  TableName: table("papers"),
  IndexName: "unconfirmed",
  KeyConditionExpression: "unconfirmed = :yes",
  ExpressionAttributeValues: { ":yes": "yes" },
});

/** How many papers up to a day have no number of the control unit: at most `most` are counted. */
export async function countUnconfirmed(until: Day, most: number): Promise<{ count: number; more: boolean }> {
  const { Count = 0, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      ...unconfirmedQuery(),
      KeyConditionExpression: "unconfirmed = :yes AND #day <= :until",
      ExpressionAttributeNames: { "#day": "day" },
      ExpressionAttributeValues: { ":yes": "yes", ":until": until },
      Select: "COUNT",
      Limit: most,
    }),
  );
  return { count: Count, more: LastEvaluatedKey !== undefined };
}

/** @throws NotFound */
export async function openedInvoice(id: string): Promise<OpenedInvoice> {
  const row = await readPaper(id);
  if (!row) throw notFound("invoice");
  return openedPaper(row);
}

/** With what has become of it up to now. */
export async function openedPaper(row: PaperRow): Promise<OpenedInvoice> {
  const [invoice, [progress]] = await Promise.all([
    row.of === undefined ? undefined : readPaper(row.of),
    progressOf([row]),
  ]);
  return { ...wholeInvoiceOnWire(row, invoice), ...progress };
}

const PARALLEL_READS = 10;

/** The papers with these numbers. */
export async function papersNumbered(numbers: Iterable<string>): Promise<PaperRow[]> {
  const limited = pLimit(PARALLEL_READS);
  const found = await Promise.all(
    [...new Set(numbers)].map((number) =>
      limited(() =>
        queryAll("papers", {
          IndexName: "by-number",
          KeyConditionExpression: "#number = :number",
          ExpressionAttributeNames: { "#number": "number" },
          ExpressionAttributeValues: { ":number": number },
        }),
      ),
    ),
  );
  return readable(PaperRow, await batchGet("papers", byId(found.flat().map(({ id }) => String(id))))).rows;
}

export async function readPaper(id: string): Promise<PaperRow | undefined> {
  const item = await getItem("papers", { id });
  return item && read(PaperRow, item);
}

const Numbered = z.pick(PaperRow, { id: true, number: true });

/** As lists show them: with what has become of each, from the charges on it. */
async function listed(rows: readonly PaperRow[]): Promise<ListedInvoice[]> {
  const [credited, progress] = await Promise.all([
    batchGet("papers", byId(rows.flatMap(({ of }) => of ?? [])), {
      attributes: ["id", "number"],
      consistent: false,
    }),
    progressOf(rows),
  ]);
  const numbers = new Map(readable(Numbered, credited).rows.map(({ id, number }) => [id, number]));
  return rows.map((row, at) => {
    const { lines, buyer } = wholeInvoiceOnWire(row);
    const of_number = row.of && numbers.get(row.of);
    return {
      ...invoiceOnWire(row),
      ...progress[at],
      lines,
      buyer,
      ...(of_number !== undefined && { of_number }),
    };
  });
}

const nameOf = ({ client_id, id }: { client_id: string; id: string }) => `${client_id} ${id}`;

/** What has become of each invoice; nothing of a credit note. */
async function progressOf(rows: readonly PaperRow[]) {
  const keys = rows.flatMap(({ kind, client_id, lines }) =>
    kind === "invoice"
      ? lines.map(({ charge: id }) => [nameOf({ client_id, id }), { client_id, id }] as const)
      : [],
  );
  const items = await batchGet("charges", [...new Map(keys).values()]);
  const charges = new Map(
    readable(ChargeRow, items).rows.map((charge) => [nameOf(charge), toCharge(charge)]),
  );
  return rows.map(({ id, kind, client_id, lines }) => {
    if (kind !== "invoice") return {};
    const { left_cents, credited_cents, not_collected_cents } = invoiceProgress(
      id,
      lines.map(({ charge, gross_cents }) => ({
        gross_cents,
        charge: charges.get(nameOf({ client_id, id: charge })),
      })),
    );
    return {
      left: fromCents(left_cents),
      credited: fromCents(credited_cents),
      not_collected: fromCents(not_collected_cents),
    };
  });
}

/** The first page of a list, by what was asked. */
export async function invoicesPage({ month, state, cursor }: InvoicesQuery, thisMonth: string) {
  if (state === "unconfirmed") return unconfirmedPapers(cursor);
  const asked = month ?? thisMonth;
  return { ...(await papersOfMonth(asked, cursor)), month: asked };
}
