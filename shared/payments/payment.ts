import * as z from "zod/mini";
import { Day } from "../day.ts";
import { DayCursor, DaySpanQuery } from "../day-span.ts";
import { changedFields } from "../list-page.ts";
import { Currency } from "../money.ts";
import type { Routes } from "../route.ts";
import { Id, Instant, Text, Unreadable } from "../text.ts";
import { ClientPayment, OwedAmounts, PaymentAnswer, PaymentChange } from "./client-account.ts";
import { StoredLayout } from "./layout.ts";
import { LineMatch, LineResult, MAX_LINES_BYTES, MatchedLines, NewLines } from "./statement-line.ts";

/** Typed by hand, from the file of a statement, or by M-Pesa itself. */
export const PaymentSource = z.enum(["hand", "statement", "mpesa"]);
export type PaymentSource = z.output<typeof PaymentSource>;

/** A row of the list: what a payment pays of one charge, the credit of a payment, a refund, or a payment that nobody has. */
export const Payment = z.extend(z.omit(ClientPayment, { allocations: true, credit: true, state: true }), {
  /** The payment, which may have a row for each of several periods. */
  id: z.optional(Id),
  currency: z.optional(Currency),
  /** The payment pays this charge. */
  charge_id: z.optional(z.string()),
  /** Absent if that does not recur. */
  subscription_id: z.optional(Id),
  /** The billing cycle, named by its due day. */
  period: z.optional(Day),
  /** Of what does not recur. */
  service: z.optional(Text),
  /** A part payment: the rest of the period is still due. */
  part: z.optional(z.literal(true)),
  /** The billing date after this payment; for a part payment, the same period. */
  next_billing_date: z.optional(Day),
  /** The part of a payment that pays no period yet; it has no subscription and no period. */
  credit: z.optional(z.literal(true)),
  /** Absent if nobody has it. */
  client_id: z.optional(Id),
  /** Absent if it counts. `announced`: M-Pesa has not confirmed it yet. */
  state: z.optional(z.enum(["unmatched", "ignored", "reversed", "announced"])),
  source: z.optional(PaymentSource),
  /** From the payment's statement. */
  payer: z.optional(Text),
  phone: z.optional(Text),
  account: z.optional(Text),
  details: z.optional(Text),
  /** Of what M-Pesa announced: it has not confirmed it in 48 hours, callbacks name two accounts, or a stranger called. */
  doubts: z.optional(z.array(z.enum(["unconfirmed", "disputed", "unknown_source"]))),
  /** Who ignored it, when and why. */
  ignored: z.optional(z.object({ at: Instant, name: Text, reason: Text })),
});
export type Payment = z.output<typeof Payment>;

/** A payment with what its client and subscription say. */
export type NamedPayment = Payment & {
  client_name: string;
  company?: string | undefined;
  sample?: true | undefined;
};

/** Payments between two days that count; or all in another state, oldest first. */
const PaymentsQuery = z.extend(DaySpanQuery, {
  /** Only what changed since this instant, of the payments that count. */
  since: z.optional(Instant),
  state: z.optional(z.enum(["recorded", "unmatched", "ignored", "announced"])),
  /** Only what is recorded with this M-Pesa code, whenever it was. */
  code: z.optional(z.string().check(z.regex(/^[A-Z0-9]{10}$/, "An M-Pesa code has ten letters and digits."))),
  /** Only what is recorded with this certificate of withheld tax, whenever it was. */
  certificate: z.optional(Text),
});
export type PaymentsQuery = z.output<typeof PaymentsQuery>;

export const paymentRoutes = {
  "GET /api/v1/payments": {
    summary: "List payments by day",
    description:
      "The default is this month; at most 366 days. With `state` `unmatched` or `ignored`, all payments that nobody has, oldest first. With `since`: only what changed between these days, the ids of all payments that `changed`, and the `mark` for the next time.",
    access: "staff",
    query: PaymentsQuery,
    response: z.object({
      payments: z.array(Payment),
      from: Day,
      to: Day,
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
      ...changedFields,
      /** With `since`: the ids of all payments that changed. Those without an entry left the list. */
      changed: z.optional(z.array(Id)),
    }),
  },
  "PUT /api/v1/payments/{id}": {
    summary: "Correct a payment",
    description:
      "Absent fields are not changed. A smaller amount opens the newest charges again; a larger one pays the oldest open charges. With `to` or another currency, everything is allocated again. `client_id` of another client assigns it, with `to` and nothing else; `state` `ignored` with a `reason` ignores it, and `unmatched` takes either back. Take an ignore back before you assign.",
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: PaymentChange,
    response: PaymentAnswer,
  },
  "DELETE /api/v1/payments/{id}": {
    summary: "Undo a payment",
    description: "Everything that it paid is open again.",
    access: "staff",
    params: z.strictObject({ id: Id }),
    response: z.object({
      owed: z.array(OwedAmounts),
      subscriptions: PaymentAnswer.shape.subscriptions,
      /** Says that the client gets a correction of the receipt. */
      note: z.optional(z.string()),
      /** A charge is open again that is not due yet: its invoice was written early, and stays. */
      invoice_stays: z.optional(z.literal(true)),
    }),
  },
  "POST /api/v1/payments/match": {
    summary: "Match statement lines with clients",
    description:
      "Says for each line whose it is, and why. It changes nothing. `sure` means that nothing contradicts; `to` is what the payment would pay. A negative amount went out again.",
    access: "staff",
    body: z.strictObject({ lines: MatchedLines }),
    maxBodyBytes: MAX_LINES_BYTES,
    response: z.object({ matches: z.array(LineMatch) }),
  },
  "POST /api/v1/payments": {
    summary: "Record or keep statement lines",
    description:
      "Each line is recorded once, also if several people send it or send it again. A line with `client_id` becomes that client's payment; what pays no charge is credit. One without is kept until somebody assigns it. A reversal undoes the payment that it names. An ignored line stays ignored. `queued` lines are recorded by a job in a moment.",
    access: "staff",
    body: z.strictObject({ lines: NewLines }),
    maxBodyBytes: MAX_LINES_BYTES,
    response: z.object({ lines: z.array(LineResult) }),
  },
  "GET /api/v1/payments/layouts": {
    summary: "List how statements are read",
    description: "The columns that somebody chose for files of other layouts, for everybody.",
    access: "staff",
    response: z.object({ layouts: z.array(StoredLayout) }),
  },
  "PUT /api/v1/payments/layouts": {
    summary: "Remember how a statement is read",
    access: "staff",
    body: StoredLayout,
    response: z.object({ layouts: z.array(StoredLayout) }),
  },
} as const satisfies Routes;
