import { isMistyped } from "../billing/payment-reference.ts";
import { normalizeLine, replaceHarmful } from "../characters.ts";
import { Day, dayAt } from "../day.ts";
import { fromCents, MAX_CENTS } from "../money.ts";
import { MAX_LENGTHS, type StatementLine } from "../payments/statement-line.ts";
import type { Answer, Confirmation, StatusResult } from "./routes.ts";

// What M-Pesa says of a payment, as the line that its statement has.

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

/** `20261112143000`, in Nairobi. */
export function dayOfTime(time: string): Day | undefined {
  const day = time.replace(/^(\d{4})(\d\d)(\d\d)\d*$/, "$1-$2-$3");
  return Day.safeParse(day).success ? day : undefined;
}

const safe = (text: string, field: keyof typeof MAX_LENGTHS): string =>
  normalizeLine(replaceHarmful(text.toWellFormed())).trim().slice(0, MAX_LENGTHS[field]).toWellFormed();

/** What a callback announces. */
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

/** What a Transaction Status query confirms. It does not say the account. */
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

/** Undefined if it is no money that came in. */
export function lineOfPulled(pulled: PulledTransaction): StatementLine | undefined {
  const cents = centsIn(pulled.amount);
  const time = Date.parse(pulled.trxDate);
  if (!cents || Number.isNaN(time) || !pulled.transactionId) return undefined;
  if (/revers/i.test(pulled.transactiontype)) return undefined;
  return lineOf({
    code: pulled.transactionId.toUpperCase(),
    paid_on: dayAt(time),
    cents,
    payer: "",
    account: safe(pulled.billreference, "account"),
    phone: safe(pulled.msisdn, "phone"),
  });
}
