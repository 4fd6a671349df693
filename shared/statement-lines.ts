import * as z from "zod/mini";
import { Day, TypedDay } from "./day.ts";
import { Amount, Currency } from "./money.ts";
import { Id, Instant, line, Text } from "./text.ts";

// The lines of statements (M-Pesa's, or a bank's) that paid something in, and what became of them.

const missingNumber = "Please give the receipt number.";
/** A receipt number of M-Pesa, or what a bank calls a payment. */
export const LineNumber = line("receipt number", 100, missingNumber).check(z.minLength(1, missingNumber));

/** How a statement's lines were paid: what M-Pesa's portal gives is M-Pesa's, and any other is a bank's. */
const LineMethod = z.enum(["mpesa", "bank"]);

type Named = { number: string; method?: string | undefined; paid_on: Day; cents: number };

/** As M-Pesa forms its receipt numbers. */
const code = /^[A-Z](?=.*\d)[A-Z0-9]{9}$/;

/** The receipt number of M-Pesa that something typed is. */
export function receiptNumberOf(typed: string): string | undefined {
  const number = typed.trim().toUpperCase();
  return code.test(number) ? number : undefined;
}

/**
 * What a line is known by, in whichever statement it stands, and whoever typed it: M-Pesa gives a receipt number once.
 * Banks give a reference again, with a standing order for example, so there day and amount belong to it.
 */
export function lineKey({ number, method, paid_on, cents }: Named): string {
  const said = number.toUpperCase().replaceAll(/\s+/g, "");
  const unique = method === undefined ? code.test(said) : method === "mpesa";
  return unique ? said : `${said} ${paid_on} ${cents}`;
}

const somethingPaid = "The line paid nothing in.";
const named = {
  number: LineNumber,
  method: LineMethod,
  paid_on: TypedDay,
  amount: Amount.check(z.minimum(0.01, somethingPaid)),
  /** What the statement is in: M-Pesa's are in shillings. */
  currency: z.optional(Currency),
};

/** How long what a statement says beside day and amount can be: more is cut off by whoever reads it. */
export const longest = { payer: 200, phone: 50, account: 100, details: 300 };

export const StatementLine = z.strictObject({
  ...named,
  /** Who paid, as the statement has it. */
  payer: z._default(line("name", longest.payer), ""),
  phone: z._default(line("phone number", longest.phone), ""),
  /** What they gave as the account. */
  account: z._default(line("account", longest.account), ""),
  details: z._default(line("details", longest.details), ""),
});
export type StatementLine = z.output<typeof StatementLine>;

/** As many as are kept, or asked about, at once. */
export const mostKept = 25;
export const mostAsked = 200;

export const LineAsked = z.strictObject(named);

const by = { at: Instant, name: Text };

/** A line that no payment was recorded of yet, kept for somebody to say whose it is. */
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
  kept: z.object(by),
});
export type WaitingLine = z.output<typeof WaitingLine>;

/** What is known of a line. */
export const KnownLine = z.object({
  key: z.string(),
  /** A payment of it is on record. */
  recorded: z.optional(
    z.object({
      subscription_id: z.optional(Id),
      client_name: z.string(),
      paid_on: Day,
      amount: Amount,
      currency: z.optional(Currency),
    }),
  ),
  /** It was recorded once, and then undone. */
  undone: z.optional(z.object(by)),
  waiting: z.optional(z.literal(true)),
  aside: z.optional(z.object({ ...by, reason: Text })),
});
export type KnownLine = z.output<typeof KnownLine>;

const missingReason = "Please say why no payment is recorded of it.";
export const SetAside = z.strictObject({
  ...named,
  reason: line("reason", 200, missingReason).check(z.minLength(1, missingReason)),
});

/** Which line of a statement a payment is recorded of: once, whoever records it. */
export const OfLine = z.strictObject({
  number: LineNumber,
  /** Although a payment of it was undone, or it was set aside. */
  again: z.optional(z.literal(true)),
});
