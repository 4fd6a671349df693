import { type CsvExport, unescapeFormula } from "../csv.ts";
import type { ListRules } from "../lists/rules.ts";
import { searchable } from "../lists/search.ts";
import { type Columns, normalisedName } from "./columns.ts";
import type { PlannedRow, RowStatus } from "./plan-rows.ts";
import type { Table } from "./table.ts";
import type { DayOrder } from "./values.ts";

/** Sorted by how much attention a row needs. */
export const rowStatuses = ["wrong", "changed", "new", "same"] as const;
export const statusNames: Record<RowStatus, string> = {
  new: "New",
  changed: "Changed",
  same: "Same",
  wrong: "Wrong",
};

export const rowRules: ListRules<PlannedRow<unknown>> = {
  textOf: (one) => searchable(one.name, summaryOf(one), ...one.row.cells),
  filters: { status: ({ status }) => status },
  sortKeys: {
    line: ({ row }) => row.line,
    name: ({ name }) => name,
    status: ({ status }) => rowStatuses.indexOf(status),
  },
  defaultOrder: { id: "status", desc: false },
};

/** A row in one line: its problem, or its changes. */
export function summaryOf(one: PlannedRow<unknown>): string {
  if (one.status === "same") return "No changes.";
  if (one.status === "wrong") return one.problem;
  return one.differences
    .map(({ label, before, after }) =>
      one.status === "new"
        ? `${label}: ${after}`
        : `${label}: ${before || "(empty)"} → ${after || "(empty)"}`,
    )
    .join("; ");
}

/** Added to the file of rows to correct. */
const problemColumn = "Problem";

/** The wrong rows as a file to correct and import again, and its columns. */
export function fileToCorrect<N extends string>({
  name,
  table,
  columns,
}: {
  name: string;
  table: Table;
  columns: Columns<N>;
}) {
  const kept = table.header.flatMap((header, at) => (header === problemColumn ? [] : [{ header, at }]));
  const file: CsvExport<PlannedRow<unknown>> = {
    name: `${name.replace(/( to correct)?\.\w+$/, "")} to correct`,
    columns: [
      ...kept.map(
        ({ header, at }) =>
          [header, ({ row }: PlannedRow<unknown>) => unescapeFormula(row.cells[at] ?? "")] as const,
      ),
      [problemColumn, (one) => (one.status === "wrong" ? one.problem : "")],
    ],
  };
  return {
    file,
    header: [...kept.map(({ header }) => header), problemColumn],
    columns: Object.fromEntries(
      Object.entries(columns).map(([field, at]) => [field, kept.findIndex((one) => one.at === at)]),
    ),
  };
}

/** The texts of all date columns. */
export const daysOf = <N extends string>(
  { table, columns }: { table: Table; columns: Columns<N> },
  names: readonly N[],
): string[] =>
  names.flatMap((name) => {
    const at = columns[name];
    return at === undefined ? [] : table.rows.map(({ cells }) => cells[at] ?? "");
  });

/** The names of columns that the import ignores. */
export const ignoredColumns = <N extends string>(
  { header }: Table,
  columns: Columns<N>,
  expected: readonly string[],
): string[] => {
  const read = new Set<unknown>(Object.values(columns));
  return header.filter(
    (name, at) => name !== "" && !read.has(at) && !expected.includes(normalisedName(name)),
  );
};

/** Why the dates of a file cannot be read. */
export const daysProblem = (orders: readonly DayOrder[], order: DayOrder | undefined): string | undefined => {
  if (orders.length === 0)
    return "The dates contradict each other: some have the day first, others the month first.";
  return order ? undefined : "Choose how to read the dates.";
};
