import { saysCharge, saysReversal } from "../../../../../../shared/billing/matching/codes.ts";
import { identityOf } from "../../../../../../shared/billing/matching/identity.ts";
import { normalizeLine, replaceHarmful } from "../../../../../../shared/characters.ts";
import { formatDay } from "../../../../../../shared/dates.ts";
import { type Day, FIRST_DAY, LAST_DAY } from "../../../../../../shared/day.ts";
import { quoted } from "../../../../../../shared/errors.ts";
import { type Currency, fromCents, MAX_CENTS } from "../../../../../../shared/money.ts";
import { parseCents, parseCurrency } from "../../../../../../shared/parse-amount.ts";
import { parseDay } from "../../../../../../shared/parse-day.ts";
import type { ColumnName, StatementLayout } from "../../../../../../shared/payments/layout.ts";
import { MAX_LENGTHS } from "../../../../../../shared/payments/statement-line.ts";
import type { Problem, Row } from "../../../../components/import/row.ts";
import { cellsProblem, type Table, type YieldNow } from "../../../../components/import/table.ts";
import { hasReceiptCodes, remarkColumns } from "./columns.ts";
import { currenciesIn } from "./stated.ts";
import { sideOf, stateOf } from "./words.ts";

/** A line of a statement: money that came in, or the reversal of such a line. */
export type FileLine = {
  /** Its line in the file. */
  row: number;
  /** M-Pesa's receipt number, or a bank's reference. */
  code?: string;
  paid_on: Day;
  /** Negative for a reversal; its details name the reversed code. */
  amount: number;
  currency: Currency;
  method: "mpesa" | "bank";
  payer?: string;
  phone?: string;
  /** The account that the payer typed. */
  account?: string;
  details?: string;
  /** The balance after it. */
  balance?: number;
  /** 2 for the second line with the same identity. */
  copy?: number;
};

/** The number of rows without a payment, by reason. */
export type LeftOut = Map<string, number>;

type StatementFile = {
  lines: FileLine[];
  /** Rows that could not be read. They do not stop the others. */
  unread: Problem[];
  leftOut: LeftOut;
};

type ReadOptions = { table: Table; layout: StatementLayout; today: Day };
type Reading = ReadOptions &
  Pick<FileLine, "method"> & {
    remarks: readonly number[];
    /** The rows that the balances contradict. */
    contradicted: ReadonlySet<Row>;
  };
type ReadRow = { line: FileLine } | { why: string } | { problem: string };

/** Reads every row of a statement: each is a line, or left out for a reason, or listed as unread. */
export async function readStatement(options: ReadOptions, yieldNow: YieldNow): Promise<StatementFile> {
  const { table, layout } = options;
  const method = hasReceiptCodes(table, layout.columns) ? "mpesa" : "bank";
  const contradicted = contradictedRows(table.rows, (row) => movementOf(row, layout));
  const remarks = remarkColumns(table, layout.columns);
  const reading: Reading = { ...options, method, remarks, contradicted };
  const file: StatementFile = { lines: [], unread: [], leftOut: new Map() };
  const copies = new Map<string, number>();
  for (const [index, row] of table.rows.entries()) {
    await yieldNow(index / table.rows.length);
    const read = readRow(row, reading);
    if ("problem" in read) file.unread.push({ line: row.line, text: read.problem });
    else if ("why" in read) file.leftOut.set(read.why, (file.leftOut.get(read.why) ?? 0) + 1);
    else {
      // A receipt code is one payment, however often its row comes.
      const identity = method === "mpesa" ? JSON.stringify(row.cells) : identityOf(read.line);
      const copy = (copies.get(identity) ?? 0) + 1;
      copies.set(identity, copy);
      file.lines.push(copy > 1 ? { ...read.line, copy } : read.line);
    }
  }
  return file;
}

function movementOf({ cells }: Row, { columns, words }: StatementLayout): Movement {
  const cell = (name: ColumnName) => cells[columns[name] ?? -1] ?? "";
  const balance = cell("balance") === "" ? undefined : centsOf(cell("balance"));
  const paidIn = centsOf(cell("paidIn"));
  const withdrawn = centsOf(cell("withdrawn"));
  if (balance === undefined || paidIn === undefined || withdrawn === undefined) return undefined;
  const isOut = paidIn === 0 || sideOf(cell("side"), words) === "out";
  return { cents: isOut ? -Math.abs(paidIn || withdrawn) : paidIn, balance };
}

const MAX_WHY_LENGTH = 40;

function readRow(row: Row, reading: Reading): ReadRow {
  const { table, layout } = reading;
  const cell = (name: ColumnName) => row.cells[layout.columns[name] ?? -1] ?? "";
  if (row.problem !== undefined) return { problem: row.problem };
  if (isNote(row, cell)) return { why: "without a payment" };
  // Banks leave out empty cells at the end of a row.
  const { length } = table.header;
  const padded = [...row.cells, ...Array<string>(Math.max(0, length - row.cells.length)).fill("")];
  const cells = cellsProblem(table, { ...row, cells: padded });
  if (cells) return { problem: cells.text };
  const status = cell("status");
  const state = stateOf(status, layout.words);
  if (state === undefined)
    return problemIn("status", `${quoted(status)} is a state that we do not know.`, reading);
  if (state === "not") return { why: cut(status, MAX_WHY_LENGTH).toLowerCase() };
  const currency = currencyOf(cell("currency"), layout.currency);
  if (!currency)
    return problemIn("currency", `${quoted(cell("currency"))} is no currency that we record.`, reading);
  const amount = amountOf(row, cell, currency, reading);
  if (!("cents" in amount)) {
    // A row that is cut off is none without an amount.
    const cutOff = row.cells.length < length && "why" in amount && amount.why === withoutAmount;
    if (cutOff) return { problem: cellsProblem(table, row)?.text ?? "" };
    return "why" in amount ? amount : problemIn(amount.column, amount.problem, reading);
  }
  const day = dayOf(cell("day"), reading);
  if ("problem" in day) return problemIn("day", day.problem, reading);
  if (amount.cents > 0 && reading.contradicted.has(row)) return problemIn("balance", balanceFalls, reading);
  return { line: lineOf(row, cell, { ...amount, currency }, day.day, reading) };
}

/** The currency of a row; undefined if it says one that is not recorded. */
function currencyOf(cell: string, currency: Currency): Currency | undefined {
  if (!/[\p{L}$]/u.test(cell)) return currency;
  const [single, ...otherCurrencies] = currenciesIn(cell);
  return otherCurrencies.length === 0 && (single === "KES" || single === "USD") ? single : undefined;
}

const balanceFalls =
  "the balance falls by this amount, but it is read as money that came in. Change the columns, or read the file without its balances.";

const withoutAmount = "without an amount";

type CellOf = (name: ColumnName) => string;

const problemIn = (column: ColumnName, problem: string, { table, layout }: Reading): ReadRow => ({
  problem: `${table.header[layout.columns[column] ?? -1] ?? ""}: ${problem}`,
});

/** The total, and notes below it. A row with an amount is one only if it says so. */
function isNote({ cells }: Row, cell: CellOf): boolean {
  if (cell("day") !== "" || /\d/.test(cell("code"))) return false;
  return !centsOf(cell("paidIn")) || /\b(total|balance|brought|carried|jumla|salio)/i.test(cells.join(" "));
}

type AmountOfRow =
  | { cents: number; reversed?: string }
  | { why: string }
  | { column: "paidIn" | "withdrawn" | "side"; problem: string };

/** The amount that came in, or that a reversal took back. */
function amountOf(row: Row, cell: CellOf, currency: Currency, { layout }: Reading): AmountOfRow {
  const read = { paidIn: centsOf(cell("paidIn")), withdrawn: centsOf(cell("withdrawn")) };
  const column = read.paidIn === 0 ? "withdrawn" : "paidIn";
  const cents = read[column];
  const text = cell(column);
  if (cents === undefined) return { column, problem: `${quoted(text)} is not an amount.` };
  if (cents === 0) return { why: withoutAmount };
  const side = sideOf(cell("side"), layout.words);
  if (cell("side") !== "" && side === undefined)
    return {
      column: "side",
      problem: `${quoted(cell("side"))} does not say whether money came in or went out.`,
    };
  const isPaidIn = column === "paidIn" && cents > 0;
  // A column for each side, or a sign, and a word that says otherwise.
  const hasSide = column === "withdrawn" || cents < 0 || layout.columns.withdrawn !== undefined;
  if (side !== undefined && hasSide && (side === "in") !== isPaidIn)
    return {
      column: "side",
      problem: `${quoted(cell("side"))} contradicts ${quoted(text)}: one says that money came in, the other that it went out.`,
    };
  const wentBack = stateOf(cell("status"), layout.words) === "went back";
  const incoming = isPaidIn && side !== "out" && !wentBack;
  const reversed = reversedBy(row, cell) ?? (wentBack && isPaidIn ? "" : undefined);
  if (!incoming && reversed === undefined) return { why: "withdrawn" };
  if ((parseCurrency(text) ?? currency) !== currency)
    return { column, problem: `${quoted(text)} has another currency than the statement.` };
  if (Math.abs(cents) > MAX_CENTS) return { column, problem: `${quoted(text)} is too large.` };
  return incoming ? { cents } : { cents: -Math.abs(cents), reversed: reversed ?? "" };
}

/** An empty cell, or a dash, is no amount. */
const centsOf = (cell: string): number | undefined => (/^[-–—.]*$/.test(cell) ? 0 : parseCents(cell));

const receiptNumber = /\b[A-Z](?=[A-Z]*\d)[A-Z0-9]{9}\b/i;

/** The code that a withdrawal reverses; empty if it does not say which. Undefined for any other withdrawal. */
function reversedBy({ cells }: Row, cell: CellOf): string | undefined {
  const says = cells.some((text) => text !== cell("payer") && saysReversal(text));
  const linked = /\d/.test(cell("linked")) ? cell("linked") : "";
  const code = linked || (says && receiptNumber.exec(cell("details"))?.[0]) || "";
  if (saysCharge(cell("details")) && !(says && code)) return undefined;
  return says || linked ? code : undefined;
}

function dayOf(cell: string, { layout, today }: Reading): { day: Day } | { problem: string } {
  const day = parseDay(cell, layout.order);
  if (!day || day < FIRST_DAY || day > LAST_DAY)
    return { problem: cell === "" ? "the date is missing." : `${quoted(cell)} is not a date.` };
  if (day > today) return { problem: `${formatDay(day)} is in the future; today is ${formatDay(today)}.` };
  return { day };
}

const MAX_CODE_LENGTH = 100;

function lineOf(
  { line: row, cells }: Row,
  cell: CellOf,
  { cents, reversed, currency }: { cents: number; reversed?: string; currency: Currency },
  paid_on: Day,
  { method, remarks }: Reading,
): FileLine {
  const code = cut(cell("code"), MAX_CODE_LENGTH);
  const remarkText = [cell("details"), ...remarks.map((at) => cells[at] ?? "")].filter(Boolean).join(" ");
  // Banks write in any column that money went back.
  const reversalText =
    cells.find((text) => text !== cell("payer") && text !== code && saysReversal(text)) ?? "";
  const details = cut(
    reversed || saysReversal(remarkText) ? remarkText : `${reversalText} ${remarkText}`,
    MAX_LENGTHS.details,
  );
  const isNamed = !reversed || details.toUpperCase().includes(reversed.toUpperCase());
  const [, phone = "", name] =
    /^(\+?[\d* ]{7,20}?) ?- ?(.*)$/.exec(cut(cell("payer"), MAX_LENGTHS.details)) ?? [];
  const balance = centsOf(cell("balance"));
  const texts = {
    code: /[\p{L}\p{N}]/u.test(code) && !/^n\/?a$/i.test(code) ? code : "",
    payer: cut(name ?? cell("payer"), MAX_LENGTHS.payer),
    phone: cut(phone, MAX_LENGTHS.phone),
    account: cut(cell("account"), MAX_LENGTHS.account),
    details: isNamed ? details : cut(`Reversal of ${reversed}. ${details}`, MAX_LENGTHS.details),
  };
  return {
    row,
    paid_on,
    amount: fromCents(cents),
    currency,
    method,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")),
    ...(cell("balance") !== "" && balance !== undefined && { balance: fromCents(balance) }),
  };
}

/** Text as the server accepts it: one line, without harmful characters, and no longer than its field. */
const cut = (text: string, most: number): string =>
  replaceHarmful(normalizeLine(text).replaceAll(/\s+/g, " "))
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();

/** Cents by which a row moves the balance: positive if they came in. Undefined for a row without amount or balance. */
type Movement = { cents: number; balance: number } | undefined;

/** Whether the balance of the row before moves by the amount (1), by its opposite (-1), or otherwise (0). */
const stepFrom = (before: Movement, movement: Movement): number => {
  if (!before || !movement || movement.cents === 0) return 0;
  const step = movement.balance - before.balance;
  return Math.abs(step) === Math.abs(movement.cents) ? Math.sign(step * movement.cents) : 0;
};

/** The rows that move their balance the other way than they are read, in the order of days that fits more rows. */
function contradictedRows(rows: readonly Row[], movementOf: (row: Row) => Movement): Set<Row> {
  const movements = rows.map(movementOf);
  const oldestFirst = movements.map((movement, at) => stepFrom(movements[at - 1], movement));
  const newestFirst = movements.map((movement, at) => stepFrom(movements[at + 1], movement));
  const fits = (steps: readonly number[]) => steps.filter((step) => step !== 0).length;
  const [first, last] = [fits(oldestFirst), fits(newestFirst)];
  if (first === last) return new Set();
  const steps = first > last ? oldestFirst : newestFirst;
  return new Set(rows.filter((_, at) => steps[at] === -1));
}
