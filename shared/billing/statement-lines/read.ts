import { formatDay } from "../../dates.ts";
import { type Day, LAST_DAY } from "../../day.ts";
import { type Columns, type Field, normalisedName } from "../../imports/columns.ts";
import type { Problem, Row } from "../../imports/row.ts";
import { cellsProblem, type Table, type YieldNow } from "../../imports/table.ts";
import { type DayOrder, parseCents, parseCurrency, parseDay } from "../../imports/values.ts";
import { type Currency, fromCents } from "../../money.ts";
import { lineKey, MAX_LENGTHS, type StatementLine } from "../../payments/statement-line.ts";

export type Name =
  | ("number" | "day" | "paidIn")
  | ("status" | "payer" | "account" | "details" | "withdrawn" | "linked");

export const statementFields: readonly Field<Name>[] = [
  {
    name: "number",
    label: "Receipt number",
    required: true,
    aliases: [
      "receiptno",
      "receiptnumber",
      "transactionid",
      "transactionreference",
      "referenceno",
      "reference",
    ],
  },
  {
    name: "day",
    label: "Paid on",
    required: true,
    aliases: ["completiontime", "transactiondate", "valuedate", "postingdate", "date"],
  },
  {
    name: "paidIn",
    label: "Paid in",
    required: true,
    aliases: ["paidin", "moneyin", "credit", "credits", "creditamount", "deposit", "deposits", "amount"],
  },
  { name: "payer", label: "Who paid", aliases: ["otherpartyinfo", "payer", "name", "sender", "from"] },
  { name: "account", label: "Account they gave", aliases: ["acno", "accountno", "accountnumber", "account"] },
  {
    name: "details",
    label: "Details",
    aliases: ["details", "description", "narration", "narrative", "particulars"],
  },
  { name: "status", label: "Status", aliases: ["transactionstatus", "status"] },
  {
    name: "withdrawn",
    label: "Withdrawn",
    aliases: ["withdrawn", "moneyout", "debit", "debits", "withdrawal"],
  },
  { name: "linked", label: "Linked transaction", aliases: ["linkedtransactionid"] },
];

/** Whether the columns are those of the M-Pesa organisation portal. */
export const isMpesa = (header: readonly string[]): boolean => {
  const names = new Set(header.map(normalisedName));
  return ["receiptno", "completiontime", "paidin", "otherpartyinfo"].every((name) => names.has(name));
};

/** A line with an incoming payment. */
export type Line = StatementLine & {
  currency: Currency;
  /** The same in every file. */
  id: string;
  cents: number;
};

/** The number of skipped rows by reason. */
export type LeftOut = Map<string, number>;
type Statement = { lines: Line[]; leftOut: LeftOut };

const cut = (text: string, most: number): string => text.replaceAll(/\s+/g, " ").trim().slice(0, most).trim();

type ReadOptions = { table: Table; columns: Columns<Name>; order: DayOrder; currency: Currency; today: Day };

/** Reads the lines of a statement, or returns the problems of all unreadable lines. */
export async function linesOf(
  options: ReadOptions,
  yieldNow: YieldNow,
): Promise<Statement | { problems: Problem[] }> {
  const { rows } = options.table;
  const lines = new Map<string, Line>();
  const leftOut: LeftOut = new Map();
  const problems: Problem[] = [];
  const reversed = reversedIn(options);
  for (const [index, row] of rows.entries()) {
    await yieldNow(index / rows.length);
    const read = lineOf(row, options, reversed);
    if ("problem" in read) problems.push(read.problem);
    else if ("why" in read) leftOut.set(read.why, (leftOut.get(read.why) ?? 0) + 1);
    else if (lines.has(read.line.id)) leftOut.set("duplicate", (leftOut.get("duplicate") ?? 0) + 1);
    else lines.set(read.line.id, read.line);
  }
  return problems.length > 0 ? { problems } : { lines: [...lines.values()], leftOut };
}

/** The receipts of reversed payments: a withdrawal line names each of them. */
function reversedIn({ table, columns }: ReadOptions): Set<string> {
  const { linked, details, paidIn } = columns;
  if (linked === undefined || details === undefined || paidIn === undefined) return new Set();
  return new Set(
    table.rows.flatMap(({ cells }) =>
      /revers/i.test(cells[details] ?? "") && !((parseCents(cells[paidIn] ?? "") ?? 0) > 0)
        ? (cells[linked] ?? "").toUpperCase() || []
        : [],
    ),
  );
}

type ParsedLine = { line: Line } | { why: string } | { problem: Problem };

const completedStatuses = new Set([
  "",
  "completed",
  "complete",
  "success",
  "successful",
  "posted",
  "cleared",
]);

function lineOf(row: Row, options: ReadOptions, reversed: ReadonlySet<string>): ParsedLine {
  const { table, columns, order, currency, today } = options;
  const cell = (name: Name) => (columns[name] === undefined ? "" : (row.cells[columns[name]] ?? ""));
  const problem = (name: Name, text: string): ParsedLine => ({
    problem: { line: row.line, text: `${table.header[columns[name] ?? -1] ?? ""}: ${text}` },
  });
  // The total, and notes below it.
  if (cell("day") === "" && !/\d/.test(cell("number"))) return { why: "without a payment" };
  const cells = cellsProblem(table, row);
  if (cells) return { problem: cells };
  const status = cell("status");
  if (!completedStatuses.has(normalisedName(status))) return { why: status.toLowerCase() };
  const paidIn = cell("paidIn");
  const cents = parseCents(paidIn);
  if (cents === undefined && paidIn !== "") return problem("paidIn", `“${paidIn}” is not an amount.`);
  if (!cents || cents < 0) return { why: "without an incoming amount" };
  if ((parseCurrency(paidIn) ?? currency) !== currency)
    return problem("paidIn", `“${paidIn}” has another currency than the statement.`);
  const paid_on = parseDay(cell("day"), order);
  if (!paid_on || paid_on < "2000-01-01" || paid_on > LAST_DAY)
    return problem("day", cell("day") === "" ? "the date is missing." : `“${cell("day")}” is not a date.`);
  if (paid_on > today)
    return problem("day", `${formatDay(paid_on)} is in the future; today is ${formatDay(today)}.`);
  const number = cut(cell("number"), 100);
  if (number === "") return problem("number", "the receipt number is missing.");
  if (reversed.has(number.toUpperCase())) return { why: "reversed" };
  const method = isMpesa(table.header) ? "mpesa" : "bank";
  const [, phone = "", name] = /^(\+?[\d*\s]{7,20}?)\s*-\s*(.*)$/s.exec(cell("payer")) ?? [];
  return {
    line: {
      id: lineKey({ number, method, paid_on, cents }),
      number,
      method,
      paid_on,
      cents,
      amount: fromCents(cents),
      currency,
      payer: cut(name ?? cell("payer"), MAX_LENGTHS.payer),
      phone: cut(phone, MAX_LENGTHS.phone),
      account: cut(cell("account"), MAX_LENGTHS.account),
      details: cut(cell("details"), MAX_LENGTHS.details),
    },
  };
}
