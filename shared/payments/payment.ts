import * as z from "zod/mini";
import { OwedAmounts, PaymentAnswer, PaymentChange } from "../clients/account.ts";
import { Day } from "../day.ts";
import { DayCursor, DaySpanQuery } from "../day-span.ts";
import type { Routes } from "../route.ts";
import { Renewal } from "../subscriptions/subscription.ts";
import { Count, Id, Text, Unreadable } from "../text.ts";
import {
  IgnoredLine,
  KnownLine,
  LineQuery,
  MAX_QUERIED_LINES,
  MAX_SAVED_LINES,
  StatementLine,
  WaitingLine,
} from "./statement-line.ts";

/** A payment with its client and service. */
export const Payment = z.extend(
  z.partial(Renewal, { subscription_id: true, period: true, next_billing_date: true }),
  {
    amount: z.number(),
    /** The part of a payment that pays no period yet; it has no subscription and no period. */
    credit: z.optional(z.literal(true)),
    /** Credit that was paid back, with a negative amount. */
    refund: z.optional(z.literal(true)),
    /** Absent if the subscription no longer exists. */
    client_id: z.optional(Id),
    client_name: z.string(),
    service: z.optional(Text),
    sample: z.optional(z.literal(true)),
  },
);
export type Payment = z.output<typeof Payment>;

export const paymentRoutes = {
  /** Payments between two days, newest first. */
  "GET /api/v1/payments": {
    access: "staff",
    query: DaySpanQuery,
    response: z.object({
      payments: z.array(Payment),
      from: Day,
      to: Day,
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
  /** Corrects a payment. A smaller sum opens the newest charges again, a larger one pays the oldest. */
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
  /** Which of these statement lines are on record; unknown lines are left out. */
  "POST /api/v1/payments/lines/known": {
    access: "staff",
    body: z.strictObject({ lines: z.array(LineQuery).check(z.maxLength(MAX_QUERIED_LINES)) }),
    response: z.object({ lines: z.array(KnownLine) }),
  },
  /** Unmatched statement lines, by the day of payment. */
  "GET /api/v1/payments/lines": {
    access: "staff",
    query: z.strictObject({ cursor: z.optional(DayCursor) }),
    response: z.object({
      lines: z.array(WaitingLine),
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
  /** Saves unmatched lines. Lines on record are not changed. */
  "POST /api/v1/payments/lines": {
    access: "staff",
    body: z.strictObject({
      lines: z.array(StatementLine).check(z.minLength(1), z.maxLength(MAX_SAVED_LINES)),
    }),
    response: z.object({ kept: Count }),
  },
  /** Ignores a line, with a reason. A repeated call changes nothing. */
  "POST /api/v1/payments/lines/ignore": {
    access: "staff",
    body: IgnoredLine,
    response: z.object({ line: KnownLine }),
  },
} as const satisfies Routes;
