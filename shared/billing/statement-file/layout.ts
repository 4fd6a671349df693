import * as z from "zod/mini";
import { columnsProblem, matchColumns, normalisedName } from "../../imports/columns.ts";
import { readingOf } from "../../imports/reading.ts";
import { idOf } from "../../imports/record-id.ts";
import type { Table } from "../../imports/table.ts";
import { Currency } from "../../money.ts";
import { columnNames, isMpesa, statementFields } from "./columns.ts";

const MAX_COLUMNS = 1_000;

/** How to read statements with the same columns: chosen once, for everybody. */
export const StatementLayout = z.strictObject({
  /** The index of each column, from 0. */
  columns: z.partialRecord(z.enum(columnNames), z.int().check(z.minimum(0), z.maximum(MAX_COLUMNS - 1))),
  /** What comes first in a date that could be read in two ways. */
  order: z.enum(["dmy", "mdy"]),
  currency: Currency,
});
export type StatementLayout = z.output<typeof StatementLayout>;

/** The id of a layout: files with the same names of columns have the same one. */
export const layoutKey = (header: readonly string[]): Promise<string> =>
  idOf("statement layout", ...header.map(normalisedName));

/** How to read a table; undefined if somebody has to choose. M-Pesa's columns are known, and its dates start with the day. */
export function layoutOf(
  table: Table,
  chosenBefore: StatementLayout | undefined,
): StatementLayout | undefined {
  const { header } = table;
  const layout: StatementLayout | undefined = isMpesa(header)
    ? { columns: matchColumns(header, statementFields), order: "dmy", currency: "KES" }
    : chosenBefore;
  if (!layout || columnsProblem(layout.columns, statementFields)) return undefined;
  if (Object.values(layout.columns).some((at) => header[at] === undefined)) return undefined;
  const { order, problem } = readingOf({ table, columns: layout.columns }, ["day"], { order: layout.order });
  return problem || !order ? undefined : { ...layout, order };
}
