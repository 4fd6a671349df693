import { type Day, lastDay } from "../../../../../shared/day.ts";
import { type Currency, fromCents } from "../../../../../shared/money.ts";
import { lineKey, longest, type StatementLine } from "../../../../../shared/statement-lines.ts";
import type { Columns, Field } from "../../../csv/columns.ts";
import { plainName } from "../../../csv/columns.ts";
import type { Problem } from "../../../csv/decode.ts";
import { cellsProblem, type Row, type Table } from "../../../csv/table.ts";
import { inTurns } from "../../../csv/turns.ts";
import { centsIn, currencyBeside, type DayOrder, dayIn, ordersOf } from "../../../csv/values.ts";
import { formatDay } from "../../../words/dates.ts";

export type Name =
  | ("number" | "day" | "paidIn")
  | ("status" | "payer" | "account" | "details" | "withdrawn" | "linked");

export const statementFields: readonly Field<Name>[] = [
  {
    name: "number",
    label: "Receipt number",
    required: true,
    known: [
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
    known: ["completiontime", "transactiondate", "valuedate", "postingdate", "date"],
  },
  {
    name: "paidIn",
    label: "Paid in",
    required: true,
    known: ["paidin", "moneyin", "credit", "credits", "creditamount", "deposit", "deposits", "amount"],
  },
  { name: "payer", label: "Who paid", known: ["otherpartyinfo", "payer", "name", "sender", "from"] },
  { name: "account", label: "Account they gave", known: ["acno", "accountno", "accountnumber", "account"] },
  {
    name: "details",
    label: "Details",
    known: ["details", "description", "narration", "narrative", "particulars"],
  },
  { name: "status", label: "Status", known: ["transactionstatus", "status"] },
  {
    name: "withdrawn",
    label: "Withdrawn",
    known: ["withdrawn", "moneyout", "debit", "debits", "withdrawal"],
  },
  { name: "linked", label: "Linked transaction", known: ["linkedtransactionid"] },
];

/** M-Pesa's own columns, as its portal for organisations names them. */
export const isMpesa = (header: readonly string[]): boolean => {
  const names = new Set(header.map(plainName));
  return ["receiptno", "completiontime", "paidin", "otherpartyinfo"].every((name) => names.has(name));
};

/** A line that paid something in. */
export type Line = StatementLine & {
  currency: Currency;
  /** By which it is known, in this file and every other. */
  id: string;
  cents: number;
};

/** Why rows are no payments, with how many they are. */
export type LeftOut = Map<string, number>;
export type Read = { lines: Line[]; leftOut: LeftOut };

const cut = (text: string, most: number): string => text.replaceAll(/\s+/g, " ").trim().slice(0, most).trim();

type How = { table: Table; columns: Columns<Name>; order: DayOrder; currency: Currency; today: Day };

const dayTexts = ({ table, columns }: Pick<How, "table" | "columns">) =>
  table.rows.map(({ cells }) => cells[columns.day ?? -1] ?? "");
/** In which orders the days of a file can be read. */
export const ordersIn = (how: Pick<How, "table" | "columns">): DayOrder[] => ordersOf(dayTexts(how));

/** Reads the lines of a statement; where one cannot be, what is wrong with each of those, and no line. */
export async function linesOf(
  how: How,
  onProgress: (share: number) => void,
): Promise<Read | { problems: Problem[] }> {
  const { rows } = how.table;
  const lines = new Map<string, Line>();
  const leftOut: LeftOut = new Map();
  const problems: Problem[] = [];
  const reversed = reversedIn(how);
  const turn = inTurns(onProgress);
  for (const [index, row] of rows.entries()) {
    await turn(index / rows.length);
    const read = lineOf(row, how, reversed);
    if ("problem" in read) problems.push(read.problem);
    else if ("why" in read) leftOut.set(read.why, (leftOut.get(read.why) ?? 0) + 1);
    else if (lines.has(read.line.id)) leftOut.set("stand twice", (leftOut.get("stand twice") ?? 0) + 1);
    else lines.set(read.line.id, read.line);
  }
  return problems.length > 0 ? { problems } : { lines: [...lines.values()], leftOut };
}

/** The receipts that M-Pesa has paid back: another line that withdraws names each. */
function reversedIn({ table, columns }: How): Set<string> {
  const { linked, details, paidIn } = columns;
  if (linked === undefined || details === undefined || paidIn === undefined) return new Set();
  return new Set(
    table.rows.flatMap(({ cells }) =>
      /revers/i.test(cells[details] ?? "") && !((centsIn(cells[paidIn] ?? "") ?? 0) > 0)
        ? (cells[linked] ?? "").toUpperCase() || []
        : [],
    ),
  );
}

type One = { line: Line } | { why: string } | { problem: Problem };

const done = new Set(["", "completed", "complete", "success", "successful", "posted", "cleared"]);

function lineOf(row: Row, how: How, reversed: ReadonlySet<string>): One {
  const { table, columns, order, currency, today } = how;
  const at = (name: Name) => (columns[name] === undefined ? "" : (row.cells[columns[name]] ?? ""));
  const broken = (name: Name, text: string): One => ({
    problem: { line: row.line, text: `${table.header[columns[name] ?? -1] ?? ""}: ${text}` },
  });
  // The sum at the end, and what banks write below it.
  if (at("day") === "" && !/\d/.test(at("number"))) return { why: "are no payments" };
  const cells = cellsProblem(table, row);
  if (cells) return { problem: cells };
  const status = at("status");
  if (!done.has(plainName(status))) return { why: `are ${status.toLowerCase()}` };
  const cents = centsIn(at("paidIn"));
  if (cents === undefined && at("paidIn") !== "") return broken("paidIn", `“${at("paidIn")}” is no amount.`);
  if (!cents || cents < 0) return { why: "paid nothing in" };
  if ((currencyBeside(at("paidIn")) ?? currency) !== currency)
    return broken("paidIn", `“${at("paidIn")}” is in another currency than the statement.`);
  const paid_on = dayIn(at("day"), order);
  if (!paid_on || paid_on < "2000-01-01" || paid_on > lastDay)
    return broken("day", at("day") === "" ? "the day is missing." : `“${at("day")}” is no day.`);
  if (paid_on > today)
    return broken("day", `${formatDay(paid_on)} is in the future; today is ${formatDay(today)}.`);
  const number = cut(at("number"), 100);
  if (number === "") return broken("number", "the receipt number is missing.");
  if (reversed.has(number.toUpperCase())) return { why: "were reversed" };
  const method = isMpesa(table.header) ? "mpesa" : "bank";
  const [, phone = "", name] = /^(\+?[\d*\s]{7,20}?)\s*-\s*(.*)$/s.exec(at("payer")) ?? [];
  return {
    line: {
      ...{ id: lineKey({ number, method, paid_on, cents }), number, method, paid_on, cents },
      ...{ amount: fromCents(cents), currency },
      payer: cut(name ?? at("payer"), longest.payer),
      phone: cut(phone, longest.phone),
      account: cut(at("account"), longest.account),
      details: cut(at("details"), longest.details),
    },
  };
}
