import { normalizeText } from "../../../../shared/characters.ts";
import { unescapeFormula } from "../../../../shared/csv.ts";
import { type Field, type Fields, headingOf } from "../../../../shared/field.ts";
import { type Columns, type Field as FileField, normalisedName } from "../../csv/columns.ts";
import { cellsProblem, type Row, type Table } from "../../csv/table.ts";
import type { DayOrder } from "../../csv/values.ts";
import { yieldToMain } from "../../csv/yield-to-main.ts";
import { count } from "../../labels/count.ts";
import { cellOf, valueText } from "../table/fields.ts";

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

/** The columns that an import looks for. The name in our own file comes first. */
export const fileFieldsOf = <N extends string>(fields: Fields<N>, required: readonly N[]): FileField<N>[] =>
  (Object.entries(fields) as [N, Field][]).map(([name, field]) => ({
    name,
    label: headingOf(field),
    required: required.includes(name),
    aliases: [...new Set([headingOf(field), field.label, ...(field.columnNames ?? [])].map(normalisedName))],
  }));

type Parsed<N extends string> = {
  /** The values that differ from the stored record. */
  values: Partial<Record<N, string | boolean>>;
  differences: Difference[];
  problems: string[];
};

/** The cells of a row as values of these fields, compared with the stored record, if there is one. */
export function parseCells<N extends string>(
  fields: Fields<N>,
  cells: Cells<N>,
  stored: Readonly<Partial<Record<N, unknown>>> | undefined,
): Parsed<N> {
  const parsed: Parsed<N> = { values: {}, differences: [], problems: [] };
  for (const [name, field] of Object.entries(fields) as [N, Field][]) {
    const cell = field.readOnly ? undefined : cells(name);
    if (cell === undefined || (stored && isAsExported(cell, cellOf(field, stored[name])))) continue;
    const value = field.names
      ? parseChoice(cell, field.names)
      : field.kind === "yes-no"
        ? parseYesNo(cell)
        : cell;
    if (value === undefined) {
      const expected = field.names ? "valid" : "yes or no";
      if (cell) parsed.problems.push(`${headingOf(field)}: “${cell}” is not ${expected}.`);
      continue;
    }
    const isYesNo = field.kind === "yes-no";
    const before = valueText(field, stored?.[name] ?? (isYesNo ? false : undefined));
    const after = valueText(field, value);
    if (before === after) continue;
    parsed.values[name] = value;
    parsed.differences.push({ label: headingOf(field), before: stored ? before : "", after });
  }
  return parsed;
}

/** A new record's id, computed from its row: importing the row again gives the same id. */
export async function idOf(...identity: string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16);
  // UUID version 8 (RFC 9562): custom format.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Plans every row. Several rows about one record are all wrong, because it is unclear which one counts. */
export async function planRows<N extends string, A>(
  { table, columns }: ReadOptions<N>,
  planRow: (cells: Cells<N>) => Promise<RowPlan<A>>,
  onProgress: (share: number) => void = () => {},
): Promise<PlannedRow<A>[]> {
  const yieldNow = yieldToMain(onProgress);
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
export function parseChoice<C extends string>(
  cell: string,
  names: Readonly<Record<C, string>>,
): C | undefined {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  return (Object.entries(names) as [C, string][]).find(([choice, name]) =>
    [choice, name].some((one) => letters(one) === letters(cell)),
  )?.[0];
}

/** Joins problems, without repeats. */
export const joinProblems = (all: readonly (string | undefined)[]): string =>
  [...new Set(all.filter(Boolean))].join(" ");
