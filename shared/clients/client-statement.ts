import * as z from "zod/mini";
import { Day, TypedDay } from "../day.ts";
import { Currency } from "../money.ts";
import { Id, OptionalId, Text, Unreadable } from "../text.ts";

const Amounts = z.array(z.object({ currency: Currency, amount: z.number() }));

/** The service that a charge is for, or that a payment pays. Without `subscription_id` it does not recur. */
const Item = z.object({
  subscription_id: z.optional(Id),
  service: z.optional(Text),
  frequency: z.optional(z.string()),
});

/** An entry moves the balance on a day. */
export const StatementEntry = z.object({
  day: Day,
  kind: z.enum(["charge", "change", "waiver", "payment", "refund"]),
  text: z.string(),
  currency: Currency,
  /** Added to the balance: a payment is negative. */
  amount: z.number(),
  items: z.array(Item),
  /** Of a charge and of what became of it. */
  due: z.optional(Day),
  covered: z.optional(z.object({ from: Day, to: Day })),
  on_hold: z.optional(z.literal(true)),
  /** The numbers of the invoices of a charge. */
  invoices: z.optional(z.array(z.string())),
  /** Of what became of a charge. */
  by: z.optional(Text),
  reason: z.optional(Text),
  /** Of a payment. */
  method: z.optional(Text),
  reference: z.optional(Text),
  receipt_number: z.optional(Text),
});
export type StatementEntry = z.output<typeof StatementEntry>;

/** A statement that goes to the client by email. */
export const NewStatement = z.strictObject({ from: TypedDay, to: TypedDay, id: OptionalId }).check(
  z.refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: "The statement cannot end before it begins.",
  }),
);
export type NewStatement = z.output<typeof NewStatement>;

/** Covers the days between two days, both included, and has the balances before and after. */
export const ClientStatement = z.object({
  /** Absent if it begins with the first record. */
  from: z.optional(Day),
  to: Day,
  opening: Amounts,
  entries: z.array(StatementEntry),
  closing: Amounts,
  /** The part of the charges that is on hold: owed, and not asked for. */
  on_hold: Amounts,
  /** The closing balance by age: not overdue, 1–30, 31–60, 61–90, over 90 days. */
  ages: z.array(z.object({ currency: Currency, amounts: z.array(z.number()) })),
  /** The next charge to come of each subscription; empty if the statement ends before today. */
  coming: z.array(
    z.extend(Item, {
      day: Day,
      currency: Currency,
      amount: z.number(),
      on_hold: z.optional(z.literal(true)),
    }),
  ),
  unreadable: Unreadable,
  today: Day,
});
export type ClientStatement = z.output<typeof ClientStatement>;
