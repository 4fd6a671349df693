import { count } from "../../../../shared/count.ts";
import type { Columns } from "../../../../shared/imports/columns.ts";
import type { Table } from "./table.ts";

// Rows and columns that somebody has hidden in a spreadsheet, by hand or with a filter.

type Chosen<N extends string> = { table: Table; columns: Columns<N> };

const MAX_NAMED = 5;

/** Names the hidden cells among those that are read: `row 3 and the column “Phone”`. Empty if there are none. */
export function hiddenText<N extends string>({ table, columns }: Chosen<N>): string {
  const { rows, headers } = hiddenOf({ table, columns });
  return [
    rows.length > 0 && `${rows.length === 1 ? "row" : "rows"} ${listed(rows.map(count))}`,
    headers.length > 0 &&
      `the ${headers.length === 1 ? "column" : "columns"} ${listed(headers.map((name) => `“${name}”`))}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

function hiddenOf<N extends string>({ table: { header, rows, hidden }, columns }: Chosen<N>) {
  const read = new Set<unknown>(Object.values(columns));
  return {
    rows: rows.flatMap(({ line }) => (hidden?.lines.has(line) ? [line] : [])),
    headers: header.flatMap((name, at) =>
      hidden?.columns.has(at) && read.has(at) ? [name || `Column ${at + 1}`] : [],
    ),
  };
}

function listed(names: readonly string[]): string {
  if (names.length > MAX_NAMED)
    return `${names.slice(0, MAX_NAMED).join(", ")} and ${count(names.length - MAX_NAMED)} more`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The table without what is hidden, and the columns that are left. */
export function withoutHidden<N extends string>({ table, columns }: Chosen<N>): Chosen<N> {
  const { lines, columns: hidden } = table.hidden ?? { lines: new Set<number>(), columns: new Set<number>() };
  return {
    table: { ...table, rows: table.rows.filter(({ line }) => !lines.has(line)) },
    columns: Object.fromEntries(
      (Object.entries(columns) as [N, number][]).filter(([, at]) => !hidden.has(at)),
    ) as Columns<N>,
  };
}
