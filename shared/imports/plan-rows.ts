import { normalizeText } from "../characters.ts";
import { count } from "../count.ts";
import { unescapeFormula } from "../csv.ts";
import { type Field, type Fields, headingOf } from "../field.ts";
import { cellOf, valueText } from "../lists/fields.ts";
import { type Currency, currencyOf, fromCents } from "../money.ts";
import { type Columns, type Field as FileField, normalisedName } from "./columns.ts";
import { isSamePhone, parsePhone } from "./phones.ts";
import { quoted, type Row } from "./row.ts";
import { cellsProblem, type Table, type YieldNow } from "./table.ts";
import { type DayOrder, parseCents, parseCurrency, parseDay } from "./values.ts";

/** What happens to a row of a file. */
export type RowStatus = "new" | "changed" | "same" | "wrong";

export type Difference = { label: string; before: string; after: string };

/** The plan for one row, without regard to the others. `A` is the action that saves it. */
export type RowPlan<A> = {
  name: string;
  /** The record's id, if it is known. */
  recordId?: string | undefined;
} & (
  | { status: "new" | "changed"; differences: readonly Difference[]; action: A }
  | { status: "same" }
  | { status: "wrong"; problem: string }
);

export type PlannedRow<A> = RowPlan<A> & { id: string; row: Row };

/** How a file is read. */
export type ReadOptions<N extends string> = { table: Table; columns: Columns<N>; order: DayOrder };

/** A cell by its field's name; undefined if the file has no such column, which differs from an empty cell. */
export type Cells<N extends string> = (name: N) => string | undefined;

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
      ...new Set([...[headingOf(field), field.label].map(normalisedName), ...(columnNames[name] ?? [])]),
    ],
  }));

type Parsed<N extends string> = {
  /** The values that differ from the stored record. */
  values: Partial<Record<N, string | boolean | number>>;
  differences: Difference[];
  problems: string[];
};

const expectedOf = ({ names, kind }: Field): string => {
  if (names) return `one of: ${Object.values(names).join(", ")}`;
  const expected: Partial<Record<Field["kind"], string>> = {
    amount: "a clear amount",
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
function parseCell(
  { names, kind }: Field,
  cell: string,
  order: DayOrder,
): string | boolean | number | undefined {
  if (names) return parseChoice(cell, names);
  if (kind === "yes-no") return parseYesNo(cell);
  if (kind === "day") return parseDay(cell, order);
  if (kind === "phone") return parsePhone(cell);
  if (kind !== "amount") return cell;
  const cents = parseCents(cell);
  return cents === undefined ? undefined : fromCents(cents);
}

/** `usual`: the currency of amounts of new records without one. */
type ParseOptions = { order: DayOrder; usual: Currency };

/** The cells of a row as values of these fields, compared with the stored record, if there is one. */
export function parseCells<N extends string>(
  fields: Fields<N>,
  cells: Cells<N>,
  stored: Readonly<Partial<Record<N, unknown>>> | undefined,
  { order, usual }: ParseOptions = { order: "dmy", usual: "USD" },
): Parsed<N> {
  const parsed: Parsed<N> = { values: {}, differences: [], problems: [] };
  const before = stored ? currencyOf(stored as { currency?: Currency }) : usual;
  const after = parseCurrency(cells("currency" as N) ?? "") ?? before;
  for (const [name, field] of Object.entries(fields) as [N, Field][]) {
    const cell = field.readOnly ? undefined : cells(name);
    if (cell === undefined || (stored && isUnchanged(field, cell, stored[name]))) continue;
    const value = parseCell(field, cell, order);
    if (value === undefined) {
      if (cell) parsed.problems.push(`${headingOf(field)}: ${quoted(cell)} is not ${expectedOf(field)}.`);
      continue;
    }
    const known = stored?.[name] ?? (field.kind === "yes-no" ? false : undefined);
    const difference = {
      label: headingOf(field),
      before: valueText(field, known, before),
      after: valueText(field, value, after),
    };
    if (difference.before === difference.after) continue;
    parsed.values[name] = value;
    parsed.differences.push(stored ? difference : { ...difference, before: "" });
  }
  return parsed;
}

/** Plans every row. Several rows about one record are all wrong, because it is unclear which one counts. */
export async function planRows<N extends string, A>(
  { table, columns }: ReadOptions<N>,
  planRow: (cells: Cells<N>) => Promise<RowPlan<A>>,
  yieldNow: YieldNow = async () => {},
): Promise<PlannedRow<A>[]> {
  const planned: PlannedRow<A>[] = [];
  for (const [index, row] of table.rows.entries()) {
    await yieldNow(index / table.rows.length);
    const cells: Cells<N> = (name) => {
      const at = columns[name];
      const cell = at === undefined ? undefined : row.cells[at];
      return cell === undefined ? undefined : plain(unescapeFormula(cell));
    };
    // A short row only lacks its last cells. In a long row, every cell may be in the wrong column.
    const tooLong = row.cells.length > table.header.length ? cellsProblem(table, row) : undefined;
    const plan = await planRow(cells);
    planned.push({
      ...(tooLong ? { name: plan.name, status: "wrong" as const, problem: tooLong.text } : plan),
      id: String(row.line),
      row,
    });
  }
  const byRecord = Map.groupBy(
    planned.filter(({ recordId }) => recordId !== undefined),
    ({ recordId }) => recordId,
  );
  return planned.map((one): PlannedRow<A> => {
    const { id, row, name, recordId } = one;
    const sameRecord = recordId === undefined ? [] : (byRecord.get(recordId) ?? []);
    const others = sameRecord.filter((other) => other !== one);
    if (others.length === 0) return one;
    const lines = others.map((other) => count(other.row.line)).join(", ");
    return {
      id,
      row,
      name,
      recordId,
      status: "wrong",
      problem: `Line ${lines} is about the same record. Keep only one of them.`,
    };
  });
}

/** Yes and no as people write them, also in Swahili; undefined for anything else. */
export function parseYesNo(cell: string): boolean | undefined {
  if (/^(yes|y|true|1|x|ndiyo)$/i.test(cell)) return true;
  return /^(|no|n|false|0|-|hapana)$/i.test(cell) ? false : undefined;
}

/** The option that a cell names, as on screen or as in the API. */
function parseChoice<C extends string>(cell: string, names: Readonly<Record<C, string>>): C | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  return (Object.entries(names) as [C, string][]).find(([choice, name]) =>
    [choice, name].some((one) => letters(one) === letters(cell)),
  )?.[0];
}

/** A payment reference as stored: spreadsheets remove leading zeros. */
export const parseReference = (cell: string): string => cell.replaceAll(/[\s.-]/g, "").padStart(7, "0");

/** Joins problems, without repeats. */
export const joinProblems = (all: readonly (string | undefined)[]): string =>
  [...new Set(all.filter(Boolean))].join(" ");
