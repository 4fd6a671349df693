import * as z from "zod/mini";
import { MAX_ALLOCATIONS } from "../billing/payments.ts";
import { Day, TypedDay } from "../day.ts";
import { Amount, Currency, MAX_CENTS, toCents } from "../money.ts";
import { ChargeId, Id, line, Text } from "../text.ts";

// Lines of statements of M-Pesa or a bank: money that came in, or that went out again.

const amountProblem = "Please give the amount of the line as a number with at most two decimals, not zero.";
const LineAmount = z
  .number(amountProblem)
  .check(
    z.refine(
      (amount) =>
        amount !== 0 &&
        Math.abs(toCents(amount)) <= MAX_CENTS &&
        Math.abs(amount * 100 - toCents(amount)) < 1e-4,
      amountProblem,
    ),
  );

/** The maximum lengths of a line's texts; the reader of the file cuts longer ones. */
export const MAX_LENGTHS = { code: 100, payer: 200, phone: 50, account: 100, details: 300 };

export const LineMethod = z.enum(["mpesa", "bank"]);

export const StatementLine = z.strictObject({
  /** M-Pesa's receipt code, or the bank's reference. */
  code: z.optional(line("code", MAX_LENGTHS.code)),
  paid_on: TypedDay,
  /** Negative if the money went out again. */
  amount: LineAmount,
  currency: Currency,
  method: LineMethod,
  payer: z.optional(line("name", MAX_LENGTHS.payer)),
  phone: z.optional(line("phone number", MAX_LENGTHS.phone)),
  /** The account that the payer typed. */
  account: z.optional(line("account", MAX_LENGTHS.account)),
  details: z.optional(line("details", MAX_LENGTHS.details)),
  /** The balance after this line. */
  balance: z.optional(z.number()),
  /** 2 for the second of several lines of a file that are identical, and so on. */
  copy: z.optional(z.int().check(z.minimum(2))),
});
export type StatementLine = z.output<typeof StatementLine>;

/** By its id, or by its period. */
export const NamedCharge = z
  .strictObject({
    charge_id: z.optional(ChargeId),
    subscription_id: z.optional(Id),
    period: z.optional(Day),
    amount: Amount,
  })
  .check(
    z.refine(
      ({ charge_id, subscription_id, period }) => charge_id !== undefined || (subscription_id && period),
      "Please name the charge by its id, or by its subscription and period.",
    ),
  );

/** A payment pays these charges first. */
export const NamedCharges = z
  .array(NamedCharge)
  .check(z.maxLength(MAX_ALLOCATIONS, `A payment pays ${MAX_ALLOCATIONS} charges at most.`));

/** A line to record for a client, or to keep until somebody assigns it. */
export const NewLine = z.extend(StatementLine, {
  client_id: z.optional(Id),
  /** Paid first; by default the client's oldest open charges. */
  to: z.optional(NamedCharges),
});
export type NewLine = z.output<typeof NewLine>;

/** For one call. */
export const MAX_MATCHED_LINES = 200;
export const MAX_NEW_LINES = 2_000;
/** Enough for 200 lines of the longest texts, and for 2,000 usual ones. */
export const MAX_LINES_BYTES = 3_000_000;

const tooMany = (most: number) => `Please send ${most} lines at most in one call.`;
export const MatchedLines = z
  .array(StatementLine)
  .check(z.maxLength(MAX_MATCHED_LINES, tooMany(MAX_MATCHED_LINES)));
export const NewLines = z
  .array(NewLine)
  .check(
    z.minLength(1, "Please send at least one line."),
    z.maxLength(MAX_NEW_LINES, tooMany(MAX_NEW_LINES)),
  );

/** Whose a line is, and why. It changes nothing. */
export const LineMatch = z.object({
  code: z.optional(Text),
  verdict: z.enum(["recorded", "sure", "doubtful", "unmatched", "reversal"]),
  client_id: z.optional(Id),
  client_name: z.optional(Text),
  /** The charges it would pay; the rest is the client's credit. */
  to: z.optional(z.array(NamedCharge)),
  /** The amount of the line that is not recorded, if a part of it is. */
  rest: z.optional(z.number()),
  /** The payment that is recorded, waits, or is reversed. */
  payment_id: z.optional(Id),
  /** The payment is stored, and waits to be assigned. */
  waiting: z.optional(z.literal(true)),
  /** Somebody decided that it is no client's payment. */
  ignored: z.optional(z.literal(true)),
  why: Text,
  /** The clients that it can be of, the most likely first. */
  candidates: z.array(z.object({ client_id: Id, client_name: Text, why: Text })),
});
export type LineMatch = z.output<typeof LineMatch>;

/** The outcome of a line. `queued`: it is stored, and a job records it in a moment. */
export const LineResult = z.object({
  code: z.optional(Text),
  state: z.enum(["recorded", "queued", "unmatched", "ignored", "undone", "reversed"]),
  payment_id: z.optional(Id),
  /** Why it was not recorded for the client; it waits to be assigned. */
  error: z.optional(z.string()),
  /** Says in a sentence who decided about the line before, and how. */
  note: z.optional(z.string()),
  /** Whose payment it is then. */
  client_id: z.optional(Id),
  client_name: z.optional(Text),
});
export type LineResult = z.output<typeof LineResult>;

const missingReason = "Please say why you ignore this payment.";
export const IgnoreReason = line("reason", 200, missingReason).check(z.minLength(1, missingReason));
