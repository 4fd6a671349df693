import { type Columns, normalisedName } from "../../../../../../shared/imports/columns.ts";
import type { Currency } from "../../../../../../shared/money.ts";
import { parseCurrency } from "../../../../../../shared/parse-amount.ts";
import {
  type ColumnName,
  MAX_WORD_LENGTH,
  type StatementLayout,
} from "../../../../../../shared/payments/layout.ts";
import { columnsProblem } from "../../../../components/import/columns.ts";
import { readingOf } from "../../../../components/import/reading.ts";
import type { Table } from "../../../../components/import/table.ts";
import {
  guessColumns,
  hasReceiptCodes,
  isMpesa,
  SAMPLE_ROWS,
  sideCandidate,
  statementFields,
  valuesIn,
} from "./columns.ts";
import { statedAccount, statedCurrency } from "./stated.ts";
import { sideOf, stateOf, type WordMeanings, wordKey } from "./words.ts";

/** A column with more different words is none of states. */
const MAX_UNKNOWN_WORDS = 12;

/**
 * The id of a layout: files with the same names of columns have the same one. A bank has the same columns for accounts in
 * several currencies, so the number of the account is a part of it, if the file says it.
 */
export const layoutKey = (header: readonly string[], account?: string): Promise<string> =>
  idOf(
    "statement layout",
    ...header.map(normalisedName),
    ...(account === undefined ? [] : ["account", account]),
  );

export const keyOfTable = (table: Table): Promise<string> => layoutKey(table.header, statedAccount(table));

/** How to read a table; undefined if somebody has to choose. M-Pesa's columns are known, and its dates start with the day. */
export function layoutOf(
  table: Table,
  chosenBefore: StatementLayout | undefined,
): StatementLayout | undefined {
  const { header } = table;
  const layout: StatementLayout | undefined = isMpesa(header)
    ? { columns: guessColumns(table), order: "dmy", currency: "KES", words: chosenBefore?.words }
    : chosenBefore;
  if (!layout || columnsProblem(layout.columns, statementFields)) return undefined;
  if (Object.values(layout.columns).some((at) => header[at] === undefined)) return undefined;
  if (unknownWords(table, layout.columns, layout.words).length > 0) return undefined;
  const { order, problem } = readingOf({ table, columns: layout.columns }, ["day"], { order: layout.order });
  const currency = currencyOfTable(table, layout.columns) ?? layout.currency;
  return problem || !order ? undefined : { ...layout, order, currency };
}

/** The currency that a table says itself. */
export const currencyOfTable = (table: Table, columns: Columns<ColumnName>): Currency | undefined =>
  statedCurrency(table) ??
  (hasReceiptCodes(table, columns) ? "KES" : undefined) ??
  currencyOfAmounts(table, columns);

/** The currency that every amount of the first rows names; other amounts are compared with it. */
function currencyOfAmounts({ rows }: Table, { paidIn }: Columns<ColumnName>): Currency | undefined {
  const [currency, ...otherCurrencies] = new Set(
    valuesIn(rows.slice(0, SAMPLE_ROWS), paidIn).map(parseCurrency),
  );
  return otherCurrencies.length === 0 ? currency : undefined;
}

/** Whether nothing in a file says its currency, nor of which account it is: then no earlier choice answers for it. */
export const isCurrencyOpen = (table: Table, columns: Columns<ColumnName>): boolean =>
  columns.currency === undefined &&
  currencyOfTable(table, columns) === undefined &&
  statedAccount(table) === undefined;

/** Proposes columns to the person who chooses them: as they were chosen before, or as they seem to be. */
export function columnsToConfirm(
  table: Table,
  chosenBefore: StatementLayout | undefined,
): Columns<ColumnName> {
  if (chosenBefore) return chosenBefore.columns;
  const columns = guessColumns(table);
  const side = sideCandidate(table, columns);
  return side === undefined ? columns : { ...columns, side };
}

type ColumnOfWords = "side" | "status";
export type UnknownWord = { column: ColumnOfWords; word: string; text: string };

/** The words of a file of which nobody has said yet what they mean. */
export function unknownWords(
  { rows }: Table,
  columns: Columns<ColumnName>,
  meanings: WordMeanings = {},
): UnknownWord[] {
  const known = { side: sideOf, status: stateOf };
  return (["side", "status"] as const).flatMap((column) => {
    const unknown = new Map(
      valuesIn(rows, columns[column])
        .filter((text) => known[column](text, meanings) === undefined)
        .map((text) => [wordKey(text).slice(0, MAX_WORD_LENGTH), text]),
    );
    return [...unknown].slice(0, MAX_UNKNOWN_WORDS).map(([word, text]) => ({ column, word, text }));
  });
}

/** Why somebody has to choose other columns, although all that are needed are chosen. */
export function textProblem({ header, rows }: Table, columns: Columns<ColumnName>): string | undefined {
  const { details, account, payer } = columns;
  if (details !== undefined || account !== undefined || payer !== undefined) return undefined;
  const at = header.findIndex(
    (_, index) =>
      !Object.values(columns).includes(index) &&
      valuesIn(rows, index).some((cell) => /\p{L}{3}/u.test(cell) && cell.length > MIN_TEXT_LENGTH),
  );
  return at < 0
    ? undefined
    : `No column of texts is read. Choose “${header[at] || `Column ${at + 1}`}” as Details, or what else it is.`;
}
const MIN_TEXT_LENGTH = 8;

/** The same texts give the same id. */
async function idOf(...identity: string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16);
  // UUID version 8 (RFC 9562): custom format.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
