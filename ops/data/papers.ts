import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import {
  atLeastThoseOf,
  LAST_NUMBERS,
  LastNumbers,
  moveNumbers,
  noNumbers,
} from "../../lambdas/ledger/last-numbers.ts";
import { PaperRow } from "../../lambdas/ledger/paper-row.ts";
import { ChargeRow } from "../../lambdas/ledger/rows.ts";
import { conditionFailed } from "../../lambdas/platform/dynamo/database.ts";
import type { Invoiced } from "../../shared/billing/account.ts";
import { invoicedByPapers } from "../../shared/billing/invoiced-by-papers.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import { numberIn, placeOf } from "../../shared/invoices/number.ts";
import type { TableMap } from "./tables.ts";

const documents = (client: DynamoDBClient) =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

async function rowsIn(client: DynamoDBClient, TableName: string): Promise<Record<string, unknown>[]> {
  const pages = paginateScan({ client: documents(client) }, { TableName, ConsistentRead: true });
  return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
}

/** The invoices and credit notes of some tables, each once. */
export async function papersIn(client: DynamoDBClient, tableNames: readonly string[]): Promise<PaperRow[]> {
  const rows = (await Promise.all(tableNames.map((name) => rowsIn(client, name)))).flat();
  const papers = rows.flatMap((row) => PaperRow.safeParse(row).data ?? []);
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()];
}

const MAX_TRIES = 5;

/**
 * Raises the last numbers to those that papers have, so that none is given twice. They are never lowered. `sources` are tables
 * whose papers, and last numbers, count as well. Returns a sentence if they were too low.
 */
export async function raiseLastNumbers(
  client: DynamoDBClient,
  TableName: string,
  sources: readonly string[] = [],
): Promise<string[]> {
  const database = documents(client);
  for (let tries = 1; ; tries += 1) {
    // The row comes last: what is numbered meanwhile is in it.
    const rows = (await Promise.all([TableName, ...sources].map((name) => rowsIn(client, name)))).flat();
    const { Item } = await database.send(
      new GetCommand({ TableName, Key: { id: LAST_NUMBERS }, ConsistentRead: true }),
    );
    const row = LastNumbers.safeParse(Item).data;
    const before = row ?? noNumbers;
    const after = rows.reduce<LastNumbers>(
      (last, other) => highest(last, LastNumbers.safeParse(other).data ?? noNumbers),
      atLeastThoseOf(rows, before),
    );
    if (after.serial === before.serial && isSame(after.places, before.places)) return [];
    try {
      await database.send(new PutCommand(moveNumbers(row, after, TableName).Put));
      return [`the last numbers of invoices: ${textOf(before)}, now ${textOf(after)}`];
    } catch (error) {
      if (!conditionFailed(error) || tries === MAX_TRIES) throw error;
    }
  }
}

function highest(a: LastNumbers, b: LastNumbers): LastNumbers {
  const places = { ...a.places };
  for (const [series, place] of Object.entries(b.places))
    places[series] = Math.max(places[series] ?? 0, place);
  return { ...a, serial: Math.max(a.serial, b.serial), places };
}

const isSame = (a: LastNumbers["places"], b: LastNumbers["places"]) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((series) => a[series] === b[series]);

const textOf = ({ serial, places }: LastNumbers) =>
  [
    serial,
    ...Object.entries(places)
      .map(([series, place]) => numberIn(series, place))
      .sort(compareTexts),
  ].join(", ");

/** What the papers of each client say of its charges, by the client's id. */
export const invoicedByClient = (papers: readonly PaperRow[]): Map<string, Map<string, Invoiced[]>> =>
  new Map(
    [...Map.groupBy(papers, ({ client_id }) => client_id)].map(([id, own]) => [id, invoicedByPapers(own)]),
  );

/** What differs between papers and charges, and what is wrong with the numbers, in sentences. A person has to look. */
export async function paperProblems(client: DynamoDBClient, tableNames: TableMap): Promise<string[]> {
  const papers = await papersIn(client, [tableNames.papers]);
  const rows = await rowsIn(client, tableNames.charges);
  const charges = new Map(
    rows
      .flatMap((row) => ChargeRow.safeParse(row).data ?? [])
      .map((charge) => [`${charge.client_id} ${charge.id}`, charge]),
  );
  const names = new Map(papers.map(({ id, number }) => [id, number ?? id]));
  const problems: string[] = [];
  for (const [client_id, byCharge] of invoicedByClient(papers))
    for (const [id, parts] of byCharge) {
      const key = `${client_id} ${id}`;
      const charge = charges.get(key);
      charges.delete(key);
      if (sumOf(parts) === sumOf(charge?.invoiced ?? [])) continue;
      const invoices = parts.map(({ invoice }) => names.get(invoice) ?? invoice).join(", ");
      problems.push(
        charge
          ? `the charge ${id} of the client ${client_id} says ${sumOf(charge.invoiced ?? [])} cents on invoices; ${invoices} says ${sumOf(parts)}`
          : `the charge ${id} of the client ${client_id} is gone; ${invoices} says ${sumOf(parts)} cents`,
      );
    }
  for (const { client_id, id, invoiced = [] } of charges.values())
    if (invoiced.length > 0)
      problems.push(`the charge ${id} of the client ${client_id} names invoices that are missing`);
  return [...problems, ...numberProblems(papers)];
}

const sumOf = (parts: readonly Invoiced[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Numbers that are missing or stand on two papers. */
function numberProblems(papers: readonly PaperRow[]): string[] {
  const places = papers
    .flatMap(({ number = "", serial = 0 }) => {
      const place = placeOf(number);
      return place ? [place, { series: "serial", place: serial }] : [];
    })
    .sort((a, b) => compareTexts(a.series, b.series));
  return [...Map.groupBy(places, ({ series }) => series)].flatMap(([series, own]) => {
    const counts = Map.groupBy(own, ({ place }) => place);
    const last = Math.max(...counts.keys());
    const missing = Array.from({ length: last }, (_, at) => at + 1).filter((place) => !counts.has(place));
    const twice = [...counts].filter(([, all]) => all.length > 1).map(([place]) => place);
    return [
      ...(missing.length > 0 ? [`of ${series}, these numbers are missing: ${missing.join(", ")}`] : []),
      ...(twice.length > 0 ? [`of ${series}, these numbers are given twice: ${twice.join(", ")}`] : []),
    ];
  });
}
