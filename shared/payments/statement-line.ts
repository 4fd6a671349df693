import * as z from "zod/mini";
import { Day, TypedDay } from "../day.ts";
import { Amount, Currency } from "../money.ts";
import { whatsAppOf } from "../reminders/whatsapp.ts";
import { Id, Instant, line, Text } from "../text.ts";

// The incoming payments on statements of M-Pesa or a bank, and their status.

const missingNumber = "Please give the receipt number.";
/** M-Pesa's receipt number, or a bank's reference. */
export const LineNumber = line("receipt number", 100, missingNumber).check(z.minLength(1, missingNumber));

const LineMethod = z.enum(["mpesa", "bank"]);

type LineIdentity = { number: string; method?: string | undefined; paid_on: Day; cents: number };

/** The format of M-Pesa's receipt numbers. */
const receiptNumber = /^[A-Z](?=.*\d)[A-Z0-9]{9}$/;

/** M-Pesa's receipt number, if the typed text is one. */
export function parseReceiptNumber(typed: string): string | undefined {
  const number = typed.trim().toUpperCase();
  return receiptNumber.test(number) ? number : undefined;
}

/**
 * The key of a line, the same in every statement. M-Pesa's receipt numbers are unique. Banks repeat references, for example
 * of standing orders, so their key includes day and amount.
 */
export function lineKey({ number, method, paid_on, cents }: LineIdentity): string {
  const normalized = number.toUpperCase().replaceAll(/\s+/g, "");
  const unique = method === undefined ? receiptNumber.test(normalized) : method === "mpesa";
  return unique ? normalized : `${normalized} ${paid_on} ${cents}`;
}

export type Payer = { payment_reference?: string | undefined; phone: string };

/** Whether a line names the payer: by account number or by phone number. */
export function namesPayer({ account, phone }: { account: string; phone: string }, payer: Payer): boolean {
  const numbers: string[] = account.replaceAll(/(?<=\d)[\s.-]+(?=\d)/g, "").match(/\d+/g) ?? [];
  if (payer.payment_reference && numbers.includes(payer.payment_reference)) return true;
  const [one, other] = [whatsAppOf(phone), whatsAppOf(payer.phone)];
  return "number" in one && "number" in other && one.number === other.number;
}

const noAmount = "The line has no incoming amount.";
const identity = {
  number: LineNumber,
  method: LineMethod,
  paid_on: TypedDay,
  amount: Amount.check(z.minimum(0.01, noAmount)),
  /** M-Pesa's statements are in shillings. */
  currency: z.optional(Currency),
};

/** The maximum lengths of a statement's texts; the reader of the file cuts longer ones. */
export const MAX_LENGTHS = { payer: 200, phone: 50, account: 100, details: 300 };

export const StatementLine = z.strictObject({
  ...identity,
  /** The name on the statement. */
  payer: z._default(line("name", MAX_LENGTHS.payer), ""),
  phone: z._default(line("phone number", MAX_LENGTHS.phone), ""),
  /** The account that the payer typed. */
  account: z._default(line("account", MAX_LENGTHS.account), ""),
  details: z._default(line("details", MAX_LENGTHS.details), ""),
});
export type StatementLine = z.output<typeof StatementLine>;

export const MAX_SAVED_LINES = 25;
export const MAX_QUERIED_LINES = 200;

export const LineQuery = z.strictObject(identity);

const change = { at: Instant, name: Text };

/** An unmatched line, saved until somebody assigns or ignores it. */
export const WaitingLine = z.object({
  number: Text,
  method: LineMethod,
  paid_on: Day,
  amount: Amount,
  currency: z.optional(Currency),
  payer: Text,
  phone: Text,
  account: Text,
  details: Text,
  kept: z.object(change),
});
export type WaitingLine = z.output<typeof WaitingLine>;

/** The status of a line. */
export const KnownLine = z.object({
  key: z.string(),
  /** The recorded payment. */
  recorded: z.optional(
    z.object({
      subscription_id: z.optional(Id),
      client_name: z.string(),
      paid_on: Day,
      amount: Amount,
      currency: z.optional(Currency),
    }),
  ),
  /** A payment was recorded and then undone. */
  undone: z.optional(z.object(change)),
  waiting: z.optional(z.literal(true)),
  ignored: z.optional(z.object({ ...change, reason: Text })),
});
export type KnownLine = z.output<typeof KnownLine>;

const missingReason = "Please say why you ignore this payment.";
export const IgnoredLine = z.strictObject({
  ...identity,
  reason: line("reason", 200, missingReason).check(z.minLength(1, missingReason)),
});

/** The line of a payment. Only one payment can be recorded for a line. */
export const LineReference = z.strictObject({
  number: LineNumber,
  /** Record it although an earlier payment was undone or the line was ignored. */
  again: z.optional(z.literal(true)),
});
