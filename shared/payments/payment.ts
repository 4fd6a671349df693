import * as z from "zod/mini";
import { OwedAmounts, PaymentAnswer, PaymentChange } from "../clients/account.ts";
import { Day } from "../day.ts";
import { DayCursor, DaySpanQuery } from "../day-span.ts";
import { changedFields } from "../list-page.ts";
import type { Routes } from "../route.ts";
import { Renewal } from "../subscriptions/subscription.ts";
import { Id, Instant, Text, Unreadable } from "../text.ts";
import { StoredLayout } from "./layout.ts";
import { LineMatch, LineResult, MAX_LINES_BYTES, MatchedLines, NewLines } from "./statement-line.ts";

/** Typed by hand, from the file of a statement, or by M-Pesa itself. */
export const PaymentSource = z.enum(["hand", "statement", "mpesa"]);
export type PaymentSource = z.output<typeof PaymentSource>;

/** A payment of a client. */
export const Payment = z.extend(
  z.partial(Renewal, { subscription_id: true, period: true, next_billing_date: true }),
  {
    amount: z.number(),
    /** The part of a payment that pays no period yet; it has no subscription and no period. */
    credit: z.optional(z.literal(true)),
    /** Credit that was paid back, with a negative amount. */
    refund: z.optional(z.literal(true)),
    /** Absent if nobody has it. */
    client_id: z.optional(Id),
    /** Absent if it counts. `announced`: M-Pesa has not confirmed it yet. */
    state: z.optional(z.enum(["unmatched", "ignored", "reversed", "announced"])),
    source: z.optional(PaymentSource),
    /** What its statement says. */
    payer: z.optional(Text),
    phone: z.optional(Text),
    account: z.optional(Text),
    details: z.optional(Text),
    /** Of what M-Pesa announced: it has not confirmed it in 48 hours, callbacks name two accounts, or a stranger called. */
    doubts: z.optional(z.array(z.enum(["unconfirmed", "disputed", "unknown_source"]))),
    /** Who ignored it, when and why. */
    ignored: z.optional(z.object({ at: Instant, name: Text, reason: Text })),
  },
);
export type Payment = z.output<typeof Payment>;

/** A payment with what its client and subscription say. */
export type NamedPayment = Payment & {
  client_name: string;
  company?: string | undefined;
  service?: string | undefined;
  sample?: true | undefined;
};

/** Those that count, between two days; or all in another state, oldest first. */
const PaymentsQuery = z.extend(DaySpanQuery, {
  /** Only what changed since this instant, of the payments that count. */
  since: z.optional(Instant),
  state: z.optional(z.enum(["recorded", "unmatched", "ignored", "announced"])),
  /** Only what is recorded with this M-Pesa code, whenever it was. */
  code: z.optional(z.string().check(z.regex(/^[A-Z0-9]{10}$/, "An M-Pesa code has ten letters and digits."))),
});
export type PaymentsQuery = z.output<typeof PaymentsQuery>;

export const paymentRoutes = {
  /** Payments between two days, newest first. */
  "GET /api/v1/payments": {
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
  /**
   * Corrects a payment: a smaller sum opens the newest charges again, a larger one pays the oldest. Or assigns it to a
   * client, ignores it, or makes it unmatched again.
   */
  "PUT /api/v1/payments/{id}": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: PaymentChange,
    response: PaymentAnswer,
  },
  /** Undoes a payment: everything that it paid is open again. */
  "DELETE /api/v1/payments/{id}": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    /** `note` says that the client gets a correction of the receipt. */
    response: z.object({
      owed: z.array(OwedAmounts),
      subscriptions: PaymentAnswer.shape.subscriptions,
      note: z.optional(z.string()),
    }),
  },
  /** Whose each of some statement lines is. Changes nothing. */
  "POST /api/v1/payments/match": {
    access: "staff",
    body: z.strictObject({ lines: MatchedLines }),
    maxBodyBytes: MAX_LINES_BYTES,
    response: z.object({ matches: z.array(LineMatch) }),
  },
  /**
   * Records statement lines for their clients, once each. Lines without a client are kept until somebody assigns them, and
   * a reversal undoes the payment that it names. What one call has no time for is recorded by a job.
   */
  "POST /api/v1/payments": {
    access: "staff",
    body: z.strictObject({ lines: NewLines }),
    maxBodyBytes: MAX_LINES_BYTES,
    response: z.object({ lines: z.array(LineResult) }),
  },
  /** How people read statements of other layouts, for everybody. */
  "GET /api/v1/payments/layouts": {
    access: "staff",
    response: z.object({ layouts: z.array(StoredLayout) }),
  },
  "PUT /api/v1/payments/layouts": {
    access: "staff",
    body: StoredLayout,
    response: z.object({ layouts: z.array(StoredLayout) }),
  },
} as const satisfies Routes;
