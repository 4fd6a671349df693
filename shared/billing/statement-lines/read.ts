import type { Day } from "../../day.ts";
import type { Columns } from "../../imports/columns.ts";
import type { Problem } from "../../imports/row.ts";
import type { Table, YieldNow } from "../../imports/table.ts";
import type { DayOrder } from "../../imports/values.ts";
import { type Currency, toCents } from "../../money.ts";
import { lineKey, parseReceiptNumber, type StatementLine } from "../../payments/statement-line.ts";
import type { ColumnName } from "../statement-file/columns.ts";
import { type LeftOut, readStatement } from "../statement-file/read.ts";

/** A line with an incoming payment. */
export type Line = StatementLine & {
  currency: Currency;
  /** The same in every file. */
  id: string;
  cents: number;
};

type Statement = { lines: Line[]; leftOut: LeftOut };

type ReadOptions = {
  table: Table;
  columns: Columns<ColumnName>;
  order: DayOrder;
  currency: Currency;
  today: Day;
};

/** The lines with a code that are not reversed, or the problems of all unreadable rows. */
export async function linesOf(
  { table, today, columns, order, currency }: ReadOptions,
  yieldNow: YieldNow,
): Promise<Statement | { problems: Problem[] }> {
  const layout = { columns, order, currency };
  const { lines: all, unread, leftOut } = await readStatement({ table, layout, today }, yieldNow);
  const leave = (why: string) => leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  const reversed = new Set(
    all.flatMap(({ amount, details = "" }) =>
      amount < 0 ? details.split(/[^\w]+/).flatMap((word) => parseReceiptNumber(word) ?? []) : [],
    ),
  );
  const problems = [...unread];
  const lines = new Map<string, Line>();
  for (const { code: number = "", row, amount, balance: _, copy: __, ...line } of all) {
    const cents = toCents(amount);
    const id = lineKey({ ...line, number, cents });
    if (cents < 0) leave("withdrawn");
    else if (number === "") problems.push({ line: row, text: "The receipt number is missing." });
    else if (reversed.has(number.toUpperCase())) leave("reversed");
    else if (lines.has(id)) leave("duplicate");
    else
      lines.set(id, { payer: "", phone: "", account: "", details: "", ...line, number, amount, cents, id });
  }
  return problems.length > 0 ? { problems } : { lines: [...lines.values()], leftOut };
}
