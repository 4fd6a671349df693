import { normalizeLine, replaceHarmful } from "../characters.ts";
import { type Day, dayAt } from "../day.ts";
import { fromCents, MAX_CENTS } from "../money.ts";
import { parseDay } from "../parse-day.ts";
import { isMistyped } from "../payment-reference.ts";
import { MAX_LENGTHS, type StatementLine } from "../payments/statement-line.ts";
import type { Answer, Confirmation, StatusResult } from "./routes.ts";

// M-Pesa's callbacks and results, read as the lines that its statement has.

export const accepted: Answer = { ResultCode: 0, ResultDesc: "Accepted" };

/** Refuses only an account number that cannot be right: with another one, the money can still be assigned. */
export const validationAnswer = (account: unknown): Answer =>
  (typeof account === "string" || typeof account === "number") && isMistyped(String(account))
    ? { ResultCode: "C2B00012", ResultDesc: "Invalid Account Number" }
    : accepted;

/** `300.00` → 30000; undefined if it is no amount that can be recorded. */
export function centsIn(amount: string): number | undefined {
  if (!/^\d{1,12}(?:\.\d{1,2}0*)?$/.test(amount)) return undefined;
  const cents = Math.round(Number(amount) * 100);
  return cents > 0 && cents <= MAX_CENTS ? cents : undefined;
}

const digits = /^(\d{8})(?:\d{4}|\d{6})$/;
const withZone = /^(.{8,20}?)[T ]+(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d):?(\d\d)?$/i;

/** `20261112143000`, `12/11/2026 14:30:00`, `2026-11-12T11:30:00Z`: the day in Nairobi, whose time it is without a zone. */
export function dayOfTime(time: string): Day | undefined {
  const [, date = "", clock, zone = "", minutes = "00"] = withZone.exec(time) ?? [];
  if (!clock) return parseDay(digits.exec(time)?.[1] ?? time, "dmy");
  const offset = zone.toUpperCase() === "Z" ? "Z" : `${zone}:${minutes}`;
  const instant = Date.parse(`${parseDay(date, "dmy")}T${clock}${offset}`);
  return Number.isNaN(instant) ? undefined : dayAt(instant);
}

const safe = (text: string, field: keyof typeof MAX_LENGTHS): string =>
  normalizeLine(replaceHarmful(text.toWellFormed())).trim().slice(0, MAX_LENGTHS[field]).toWellFormed();

export const announcedBy = (callback: Confirmation, today: Day) => ({
  code: callback.TransID,
  paid_on: dayOfTime(callback.TransTime) ?? today,
  cents: centsIn(callback.TransAmount) ?? 0,
  account: safe(callback.BillRefNumber, "account"),
  payer: safe(
    [callback.FirstName, callback.MiddleName, callback.LastName].filter(Boolean).join(" "),
    "payer",
  ),
});

/** Values that a Transaction Status query confirms. The account is not among them. */
export type Confirmed = { code: string; cents: number; payer: string; phone: string };

/** Undefined unless the transaction was completed, and paid to this paybill number. */
export function confirmedBy({ Result }: StatusResult, shortCode: string): Confirmed | undefined {
  const parameters = new Map(
    Result.ResultParameters?.ResultParameter.map(({ Key, Value }): [string, string] => [Key, Value]),
  );
  const textOf = (key: string) => parameters.get(key) ?? "";
  const cents = centsIn(textOf("Amount"));
  const receiver = textOf("CreditPartyName");
  const isOurs = receiver === "" || receiver.split(/\s/)[0] === shortCode;
  if (Result.ResultCode !== "0" || textOf("TransactionStatus") !== "Completed" || !isOurs || !cents)
    return undefined;
  const code = textOf("ReceiptNo").toUpperCase();
  // `254799000111 - JANE DOE`
  const [, phone = "", payer = textOf("DebitPartyName")] =
    /^(\+?\d{9,15})\s*-\s*(.*)$/.exec(textOf("DebitPartyName")) ?? [];
  return { code, cents, payer: safe(payer, "payer"), phone: safe(phone, "phone") };
}

type Paid = { code: string; paid_on: Day; cents: number; account: string; payer: string; phone: string };

export const lineOf = ({ code, paid_on, cents, account, payer, phone }: Paid): StatementLine => ({
  code,
  paid_on,
  amount: fromCents(cents),
  currency: "KES",
  method: "mpesa",
  ...(payer && { payer }),
  ...(phone && { phone }),
  ...(account && { account }),
});

/** A transaction of Pull Transactions, with Safaricom's names. */
export type PulledTransaction = {
  transactionId: string;
  trxDate: string;
  amount: string;
  billreference: string;
  msisdn: string;
  transactiontype: string;
};

/** The money that came in, or a sentence for people, without personal data, that says why the row is none that we can record. */
export function readPulled(pulled: PulledTransaction): { line: StatementLine } | { listed: string } {
  const { transactionId, amount, trxDate, transactiontype } = pulled;
  const code = safe(transactionId, "code").toUpperCase();
  const listed = (why: string) => ({ listed: `${code || "A row without a code"}: ${why}` });
  if (!code)
    return listed("M-Pesa’s list has it, and we cannot record it. Look for it in the M-Pesa portal.");
  if (/revers/i.test(transactiontype))
    return listed("M-Pesa’s list has a reversal. Undo the payment that it took back.");
  const cents = centsIn(amount);
  if (!cents)
    return listed(
      `we cannot read the amount “${safe(amount, "code")}” in M-Pesa’s list. Record the payment by hand.`,
    );
  const paid_on = dayOfTime(trxDate);
  if (!paid_on)
    return listed(
      `we cannot read the time “${safe(trxDate, "code")}” in M-Pesa’s list. Record the payment by hand.`,
    );
  const account = safe(pulled.billreference, "account");
  return { line: lineOf({ code, paid_on, cents, payer: "", account, phone: safe(pulled.msisdn, "phone") }) };
}

/** The money that came in. */
export const pulledLines = (page: readonly PulledTransaction[]): StatementLine[] =>
  page.map(readPulled).flatMap((read) => ("line" in read ? read.line : []));
