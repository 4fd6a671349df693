import * as z from "zod/mini";
import { Day } from "./day.ts";
import { Language } from "./languages.ts";
import { Amount, Amounts, Currency } from "./money.ts";
import { PaymentReference } from "./payment-reference.ts";
import type { Routes } from "./route.ts";
import { Count, Id, Text, Unreadable } from "./text.ts";
import { DueNote } from "./timeline.ts";

export const UpcomingRenewal = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  client_phone: z.string(),
  client_reference: z.optional(PaymentReference),
  client_language: z.optional(Language),
  service: z.optional(Text),
  frequency: z.string(),
  amount: Amount,
  currency: z.optional(Currency),
  /** What was paid of it, in part. */
  paid: z.optional(Amount),
  next_billing_date: Day,
  sample: z.optional(z.literal(true)),
});
export type UpcomingRenewal = z.output<typeof UpcomingRenewal>;

/** Samples count as long as there is nothing else, and are left out of every figure once a real record exists. */
export const DashboardStats = z.object({
  totalActiveClients: Count,
  totalActiveSubscriptions: Count,
  /** Active and due today or within the 7 days after. */
  renewalsThisWeek: Count,
  /** Active and due from today to the end of the calendar month. */
  renewalsThisMonth: Count,
  /** Active and due before today. */
  overdueSubscriptions: Count,
  /** What is left to be paid of them. */
  overdueAmount: z.number(),
  /** What the active subscriptions bring in a month, every frequency brought to one month. */
  monthlyRecurringRevenue: z.number(),
  annualRecurringRevenue: z.number(),
  /** What these three, and what was received, are in: the usual currency, or the only one in use. Absent of dollars. */
  currency: z.optional(Currency),
  /** The same three in each currency, where several are in use. */
  byCurrency: z.optional(z.object({ overdue: Amounts, monthly: Amounts, annual: Amounts })),
  /** Clients and subscriptions of any status: those made as samples, and the others. */
  sampleRecords: Count,
  realRecords: Count,
});
export type DashboardStats = z.output<typeof DashboardStats>;

/** A client with a subscription: whoever has more has found their way. */
const atTheStart = 2;

/** Whether nothing runs yet, or no longer. */
export const firstRun = ({ totalActiveClients, totalActiveSubscriptions }: DashboardStats) =>
  totalActiveClients === 0 && totalActiveSubscriptions === 0;

/** Whether somebody is still setting up, and not only looking around with samples. */
export const settingUp = ({ realRecords, sampleRecords }: DashboardStats) =>
  sampleRecords === 0 && realRecords <= atTheStart;

/** What came in within a month, `YYYY-MM`. */
export const MonthReceived = z.object({
  month: z.string(),
  amount: z.number(),
  /** Whatever they were in. */
  payments: Count,
  /** The amount in each currency, where several are in use. */
  byCurrency: z.optional(Amounts),
});
export type MonthReceived = z.output<typeof MonthReceived>;

/** The months before this one of which is told what came in. */
export const monthsBack = 12;

export const dashboardRoutes = {
  "GET /api/v1/dashboard/stats": {
    access: "staff",
    answer: z.object({
      stats: DashboardStats,
      upcomingRenewals: z.array(UpcomingRenewal),
      /** The months back and this one, the earliest first; absent as long as the payments are not counted. */
      received: z.optional(z.array(MonthReceived)),
      /** At a first run, and while somebody is setting up: whether a test of an email was ever sent. */
      tested: z.optional(z.boolean()),
      /** Notes whose day has come, and that nobody has dealt with; absent when there are none. */
      notes: z.optional(z.array(DueNote)),
      unreadable: Unreadable,
      today: Day,
    }),
  },
} as const satisfies Routes;
