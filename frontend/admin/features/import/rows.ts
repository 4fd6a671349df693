import { count, counted } from "../../../../shared/count.ts";
import { type CsvExport, unescapeFormula } from "../../../../shared/csv.ts";
import { type Columns, type Field, normalisedName } from "../../../../shared/imports/columns.ts";
import {
  type Duplicates,
  type Import,
  type ImportAction,
  type ImportRow,
  MAX_EMPTIED,
  MAX_IMPORT_CELL,
  MAX_PART_BYTES,
  MAX_PART_ROWS,
} from "../../../../shared/imports/import.ts";
import { type DayOrder, parseDay } from "../../../../shared/parse-day.ts";
import { searchable } from "../../../../shared/search.ts";

import type { Table } from "../../components/import/table.ts";
import type { ListRules } from "../../rules/list-rules.ts";
import { statusNames } from "../../rules/subscription-labels.ts";

/** A row of the list. */
export type Entry = ImportRow & { id: string };
/** A row as listed, with what somebody has chosen for it. */
export const entryOf = (row: ImportRow, choice?: Duplicates): Entry => ({
  ...row,
  id: String(row.row),
  ...(choice && { why: `${row.why ?? ""} ${choiceTexts[choice]}`.trim() }),
});
const choiceTexts: Record<Duplicates, string> = {
  new: "It becomes a new record.",
  update: "It updates the record.",
  skip: "It is skipped.",
};
export const nameOfRow = ({ name, row }: Entry): string => name || `Row ${count(row)}`;

/** Sorted by how much attention a row needs. */
export const rowActions = ["wrong", "duplicate", "update", "new", "same"] as const satisfies ImportAction[];
export const actionNames: Record<ImportAction, string> = {
  new: "New",
  update: "Changed",
  same: "Same",
  duplicate: "Possibly the same",
  wrong: "Wrong",
};

/** A row in one line: its problem, or its changes. */
export function summaryOf({ action, why, changes = [], undone, left }: ImportRow): string {
  if (undone) return "Undone.";
  if (left !== undefined) return `Left as it is. ${left}`;
  if (why !== undefined) return why;
  if (action === "same") return "No changes.";
  if (action === "wrong" || action === "duplicate") return "Skipped.";
  const texts = changes.map(({ label, before, after }) =>
    action === "new" ? `${label}: ${after}` : `${label}: ${before || "(empty)"} → ${after || "(empty)"}`,
  );
  return texts.join("; ") || "Imported.";
}

export const entryRules: ListRules<Entry> = {
  textOf: (row) => searchable(row.name, summaryOf(row), ...(row.cells ?? [])),
  filters: { action: ({ action, left }) => (left === undefined ? action : "left") },
  sortKeys: {
    row: ({ row }) => row,
    name: ({ name }) => name,
    action: ({ action }) => rowActions.indexOf(action),
  },
  defaultOrder: { id: "action", desc: false },
};

/** Until a look shows how fast it is. */
const MS_PER_ROW = 3;
const MIN_MS = 1_000;
const MAX_MS = 60_000;

/**
 * Returns a function that says when to look at a working import again: when it is probably done, so that a large one is not
 * asked about all the time.
 */
export function lookTimer(clock: () => number) {
  let first: { at: number; done: number } | undefined;
  return ({ counts: { rows, done } }: Pick<Import, "counts">): number => {
    first = first && done >= first.done ? first : { at: clock(), done };
    const perRow = done > first.done ? (clock() - first.at) / (done - first.done) : MS_PER_ROW;
    return Math.min(MAX_MS, MIN_MS + perRow * (rows - done));
  };
}

/** Says how an import ended, or where it stopped: `Done. 3 clients added, 1 changed.` */
export function outcomeText({ state, counts }: Pick<Import, "state" | "counts">, noun: string): string {
  if (state === "failed")
    return `The import stopped at row ${count(counts.done + 1)}. What was saved stays saved. Nothing is saved twice if you continue.`;
  const rest =
    counts.left > 0 ? ` ${counted(counts.left, noun)} left as they are, because of later changes.` : "";
  if (state === "undone") return `Undone. ${counted(counts.undone, noun)} removed or set back.${rest}`;
  const parts = [
    `${counted(counts.new, noun)} added`,
    counts.update > 0 && `${count(counts.update)} changed`,
    counts.wrong > 0 && `${count(counts.wrong)} wrong`,
    counts.duplicate > 0 && `${count(counts.duplicate)} skipped as possibly the same`,
  ];
  return `Done. ${parts.filter(Boolean).join(", ")}.`;
}

/** The fields that would be emptied in many records: these are asked about. */
export const emptiedFields = ({ emptied }: Pick<Import, "emptied">): [field: string, records: number][] =>
  Object.entries(emptied).filter(([, records]) => records > MAX_EMPTIED);

type Choices = {
  duplicates: Duplicates;
  empty: readonly string[];
  /** By the numbers of rows with a choice of their own. */
  rows: Readonly<Record<string, Duplicates>>;
};

/** The button that starts an import: `Add 3, change up to 2`. Empty if there is nothing to save. */
export function startText(
  { counts, emptied }: Pick<Import, "counts" | "emptied">,
  { duplicates, empty, rows }: Choices,
): string {
  const chosen = Object.values(rows);
  const having = (choice: Duplicates) =>
    chosen.filter((rowChoice) => rowChoice === choice).length +
    (duplicates === choice ? counts.duplicate - chosen.length : 0);
  const [isNew, isUpdate] = [having("new") > 0, having("update") > 0];
  const added = counts.new + having("new");
  const changed = counts.update + having("update");
  const isUncertain = isUpdate || emptiedFields({ emptied }).some(([field]) => !empty.includes(field));
  const parts = [
    added > 0 && `add ${isNew ? "up to " : ""}${count(added)}`,
    changed > 0 && `change ${isUncertain ? "up to " : ""}${count(changed)}`,
  ];
  return parts
    .filter(Boolean)
    .join(", ")
    .replace(/^./, (letter) => letter.toUpperCase());
}

/** Asks a person to decide before an import starts, or says why there is nothing to start. */
export function questionsText({ counts }: Pick<Import, "counts">, button: string): string {
  const { wrong, duplicate } = counts;
  if (button) {
    const wrongRows = wrong > 0 ? " Open a wrong row to correct it; otherwise it is skipped." : "";
    return `Nothing is saved yet. Check what happens to each row.${wrongRows}`;
  }
  if (wrong > 0) return "There is nothing to save yet. Open a wrong row to correct it.";
  return duplicate > 0
    ? "There is nothing to save yet. Choose what happens to the rows that are possibly the same."
    : "There is nothing to save: every row matches what is already stored.";
}

/** Says which invoices the subscriptions that a file ends are credited on; empty if it ends none. */
export function endsText(rows: readonly Pick<ImportRow, "action" | "changes">[]): string {
  const ends = rows.filter(
    ({ action, changes = [] }) =>
      action === "update" &&
      changes.some(
        ({ field, after }) =>
          (field === "ends_on" && after !== "") || (field === "status" && after === statusNames.inactive),
      ),
  ).length;
  return ends > 0
    ? `${counted(ends, "subscription")} ${ends === 1 ? "ends" : "end"}. Credit notes are written for the periods that go and are on invoices.`
    : "";
}

/** Added to the file of rows to correct. */
const PROBLEM = "Problem";

/** The wrong rows as a file to correct and import again. */
export const fileToCorrect = (
  { name, columns }: Pick<Import, "name" | "columns">,
  fields: readonly Field[],
): CsvExport<ImportRow> => ({
  name: `${name.replace(/( to correct)?\.\w+$/, "")} to correct`,
  columns: [
    ...columns.map(
      (column, at) =>
        [
          fields.find((field) => field.name === column)?.label ?? column,
          ({ cells = [] }: ImportRow) => unescapeFormula(cells[at] ?? ""),
        ] as const,
    ),
    [PROBLEM, ({ why }) => why],
  ],
});

type Chosen<N extends string> = { table: Table; columns: Columns<N> };

/** The columns of a file as the server reads them, and its rows. `days`: the fields that hold dates. */
export function rowsToSend<N extends string>(
  { table, columns }: Chosen<N>,
  days: readonly N[],
  order: DayOrder,
): { columns: N[]; rows: string[][] } {
  // In the order of the file: a short row only lacks its last cells.
  const chosen = (Object.entries(columns) as [N, number][]).sort(([, a], [, b]) => a - b);
  const cellOf = (name: N, text: string) => {
    const day = order === "mdy" && days.includes(name) ? parseDay(text, order) : undefined;
    return (day ?? text).slice(0, MAX_IMPORT_CELL);
  };
  const rows = table.rows.map(({ cells, problem }) => {
    // One cell more than columns says that it is no row.
    if (problem !== undefined)
      return [(cells[0] ?? "").slice(0, MAX_IMPORT_CELL), ...Array.from(chosen, () => "")];
    const present = chosen.filter(([, at]) => at < cells.length);
    const row = present.map(([name, at]) => cellOf(name, cells[at] ?? ""));
    const isTooLong = cells.slice(table.header.length).some((cell) => cell !== "");
    return isTooLong ? [...row, ""] : row;
  });
  return { columns: chosen.map(([name]) => name), rows };
}

/** Rows for one request each. */
export function* partsOf(rows: readonly string[][]): Generator<{ from: number; rows: string[][] }> {
  let part: string[][] = [];
  let bytes = 0;
  for (const [at, row] of rows.entries()) {
    // At most three bytes for each UTF-16 unit, or six for an escaped one.
    const size = row.reduce((sum, cell) => sum + 3 * cell.length + 3, 2);
    if (part.length === MAX_PART_ROWS || (part.length > 0 && bytes + size > MAX_PART_BYTES / 2)) {
      yield { from: at + 1 - part.length, rows: part };
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield { from: rows.length + 1 - part.length, rows: part };
}

/** The names of columns that the import ignores. */
export const ignoredColumns = <N extends string>(
  { header }: Table,
  columns: Columns<N>,
  expected: readonly string[],
): string[] => {
  const read = new Set<unknown>(Object.values(columns));
  return header.filter(
    (name, at) =>
      name !== "" && !read.has(at) && ![...expected, PROBLEM.toLowerCase()].includes(normalisedName(name)),
  );
};
