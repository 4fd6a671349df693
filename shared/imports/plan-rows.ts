import { normalizeText } from "../characters.ts";
import { count } from "../count.ts";
import { unescapeFormula } from "../csv.ts";
import type { Day } from "../day.ts";
import { quoted } from "../errors.ts";
import { type Field, type Fields, headingOf } from "../field.ts";
import { cellOf, valueText } from "../field-values.ts";
import { type Currency, currencyOf, fromCents } from "../money.ts";
import { parseCents, parseCurrency } from "../parse-amount.ts";
import { parseDay } from "../parse-day.ts";
import { addressIn } from "./addresses.ts";
import { type Field as FileField, normalisedName } from "./columns.ts";
import type { Difference } from "./import.ts";
import { isSamePhone, parsePhone } from "./phones.ts";
import { wholeNumber } from "./whole-numbers.ts";

/**
 * The plan for one row, without regard to the others. `W` saves it. Rows with one of the `keys` are
 * about one record; those with one of `alike` possibly are.
 */
export type RowPlan<W> = { name: string; keys?: readonly string[]; alike?: readonly string[] } & (
  | { action: "new"; changes: readonly Difference[]; write: W }
  | { action: "update"; id: string; changes: readonly Difference[]; write: W }
  | { action: "same"; id: string }
  | { action: "duplicate"; of: string; why: string }
  | { action: "wrong"; why: string }
);

export type PlannedRow<W> = { row: number } & (
  | RowPlan<W>
  /** Another row of the file is about the same record; with `alike`, possibly. */
  | { action: "duplicate"; name: string; of: number; why: string; alike?: readonly string[] | undefined }
);

/** A cell by its field's name; undefined if the file has no such column, which differs from an empty cell. */
export type Cells<N extends string> = (name: N) => string | undefined;

/** The rows of a file by their keys. */
export type SeenRows = { get: (key: string) => number | undefined; set: (key: string, row: number) => void };

// The same normalisation as on the server, so that stored values compare equal.
const plain = (text: string): string => normalizeText(text).trim();
/** Whether a cell equals the value in the exported list. */
export const isAsExported = (cell: string, exported: string | number | undefined): boolean =>
  cell === plain(String(exported ?? ""));

/**
 * The columns that an import looks for. `columnNames`: their names in files of other programs, in English and Swahili;
 * lower case, letters and digits only. The name in our own file comes first.
 */
export const fileFieldsOf = <N extends string>(
  fields: Fields<N>,
  required: readonly N[],
  columnNames: Readonly<Partial<Record<N, readonly string[]>>>,
): FileField<N>[] =>
  (Object.entries(fields) as [N, Field][]).map(([name, field]) => ({
    name,
    label: headingOf(field),
    required: required.includes(name),
    aliases: [
      ...new Set([
        ...[headingOf(field), field.label, name].map(normalisedName),
        ...(columnNames[name] ?? []),
      ]),
    ],
  }));

type AmountFrom = { amount: number; from: Day };
type Value = string | boolean | number | AmountFrom | null;

type Parsed<N extends string> = {
  /** The values that differ from the stored record. Null withdraws what is agreed. */
  values: Partial<Record<N, Value>>;
  changes: Difference[];
  problems: string[];
};

const expectedOf = ({ names, kind }: Field): string => {
  if (names) return `one of: ${Object.values(names).join(", ")}`;
  const expected: Partial<Record<Field["kind"], string>> = {
    amount: "a clear amount",
    "amount-from": "a price with its day, as in “120 from 2027-02-01”",
    day: "a date",
    phone:
      "a complete number: the spreadsheet kept only its first digits. Format the column as text and enter it again",
  };
  return expected[kind] ?? "yes or no";
};

/** Whether a cell leaves the stored value as it is. */
const isUnchanged = (field: Field, cell: string, value: unknown): boolean =>
  isAsExported(cell, cellOf(field, value)) ||
  (field.kind === "phone" && isSamePhone(cell, String(value ?? "")));

/** A cell as a value of the field; undefined if it is none. */
function parseCell({ names, kind }: Field, cell: string): Value | undefined {
  if (names) return parseChoice(cell, names);
  if (kind === "yes-no") return parseYesNo(cell);
  if (kind === "day") return parseDay(cell, "dmy");
  if (kind === "phone") return parsePhone(cell);
  if (kind === "amount-from") return parseAmountFrom(cell);
  if (kind !== "amount") return cell;
  const cents = parseCents(cell);
  return cents === undefined ? undefined : fromCents(cents);
}

/** `120 from 2027-02-01` */
function parseAmountFrom(cell: string): AmountFrom | undefined {
  const { amount = "", day = "" } = /^(?<amount>.*\S)\s+from\s+(?<day>.+)$/i.exec(cell)?.groups ?? {};
  const [cents, from] = [parseCents(amount), parseDay(day, "dmy")];
  return cents === undefined || from === undefined ? undefined : { amount: fromCents(cents), from };
}

/**
 * The cells of a row as values of these fields, compared with the stored record, or with a new one.
 * @param usual the currency of a new record, unless the row has another
 */
export function parseCells<N extends string>(
  fields: Fields<N>,
  cells: Cells<N>,
  stored: Readonly<Partial<Record<N, unknown>>> | undefined,
  usual: Currency = "USD",
): Parsed<N> {
  const parsed: Parsed<N> = { values: {}, changes: [], problems: [] };
  const before = stored ? currencyOf(stored as { currency?: Currency }) : usual;
  const after = parseCurrency(cells("currency" as N) ?? "") ?? before;
  for (const [name, field] of Object.entries(fields) as [N, Field][]) {
    const cell = field.readOnly ? undefined : cells(name);
    if (cell === undefined || (stored && isUnchanged(field, cell, stored[name]))) continue;
    const isWithdrawn = field.withdrawable && cell === "";
    const value = isWithdrawn ? null : parseCell(field, cell);
    if (field.kind === "amount-from" && (parseCurrency(cell.replace(/\s+from\s.*/i, "")) ?? after) !== after)
      parsed.problems.push(`${headingOf(field)}: ${quoted(cell)} has another currency than the row.`);
    if (value === undefined) {
      if (cell) parsed.problems.push(`${headingOf(field)}: ${quoted(cell)} is not ${expectedOf(field)}.`);
      continue;
    }
    const initial = name === "currency" ? usual : undefined;
    const current = stored ? stored[name] : initial;
    const absent = field.kind === "yes-no" ? false : undefined;
    const change = {
      field: name,
      label: headingOf(field),
      before: valueText(field, current ?? absent, before),
      after: valueText(field, value ?? undefined, after),
    };
    if (change.before === change.after) continue;
    parsed.values[name] = value;
    parsed.changes.push(stored ? change : { ...change, before: "" });
  }
  return parsed;
}

/** How the cells of some fields are read, whatever they are imported for. */
const readers: Readonly<Record<string, (cell: string) => string>> = {
  email: addressIn,
  client_email: addressIn,
  phone: wholeNumber,
  client_phone: wholeNumber,
  reference: wholeNumber,
  payment_reference: wholeNumber,
  client_reference: wholeNumber,
};

/** The cells of a row by the names of their columns; a short row only lacks its last cells. */
export const cellsOf =
  <N extends string>(columns: readonly N[], row: readonly string[]): Cells<N> =>
  (name) => {
    const at = columns.indexOf(name);
    const cell = at < 0 ? undefined : row[at];
    if (cell === undefined) return undefined;
    const text = plain(unescapeFormula(cell));
    return readers[name]?.(text) ?? text;
  };

const tooManyCells =
  "Its cells do not fit the columns: the row is cut off, a cell contains the delimiter, or a quotation mark is not closed.";

type PartRow = { row: number; cells: readonly string[] };

/**
 * Plans a part of a file. `seen` has the other rows, and gets these. A row is compared with those before it, and a
 * `corrected` one with all, as nothing was compared with it.
 */
export function planPart<N extends string, W>(
  rows: readonly PartRow[],
  columns: readonly N[],
  planRow: (cells: Cells<N>) => RowPlan<W>,
  seen: SeenRows,
  corrected: ReadonlySet<number> = new Set(),
): PlannedRow<W>[] {
  return rows.map(({ row, cells }): PlannedRow<W> => {
    const plan = planRow(cellsOf(columns, cells));
    // In a long row, every cell may be in the wrong column.
    if (cells.length > columns.length) return { row, name: plan.name, action: "wrong", why: tooManyCells };
    if (plan.action === "wrong") return { row, ...plan };
    const { name, keys = [], alike = [] } = plan;
    const before = (all: readonly string[]) =>
      all
        .map((key) => seen.get(key))
        .find(
          (candidate) =>
            candidate !== undefined && (candidate < row || (candidate > row && corrected.has(row))),
        );
    const same = before(keys);
    const original = same ?? before(alike);
    if (original !== undefined)
      return {
        row,
        name,
        action: "duplicate",
        of: original,
        why: `${same === undefined ? "Possibly the" : "The"} same as row ${count(original)}.`,
        ...(same === undefined && { alike }),
      };
    for (const key of [...keys, ...alike]) seen.set(key, row);
    return { row, ...plan };
  });
}

/** Yes and no as people write them, also in Swahili; undefined for anything else. */
export function parseYesNo(cell: string): boolean | undefined {
  if (/^(yes|y|true|1|x|ndiyo)$/i.test(cell)) return true;
  return /^(|no|n|false|0|-|hapana)$/i.test(cell) ? false : undefined;
}

/** The option that a cell names, as on screen or as in the API. */
export function parseChoice<C extends string>(
  cell: string,
  names: Readonly<Record<C, string>>,
): C | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  return (Object.entries(names) as [C, string][]).find(([choice, name]) =>
    [choice, name].some((text) => letters(text) === letters(cell)),
  )?.[0];
}

/** A payment reference as stored: spreadsheets remove leading zeros. */
export const parseReference = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");

/** Joins problems, without repeats. */
export const joinProblems = (all: readonly (string | undefined)[]): string =>
  [...new Set(all.filter(Boolean))].join(" ");
