import * as z from "zod/mini";
import { PaymentReference } from "./billing/payment-reference.ts";
import { DueNote } from "./clients/timeline.ts";
import { Day } from "./day.ts";
import { Language } from "./languages.ts";
import { Amount, Amounts, Currency } from "./money.ts";
import type { Routes } from "./route.ts";
import { Count, Id, Text, Unreadable } from "./text.ts";

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
  /** The part that is already paid. */
  paid: z.optional(Amount),
  next_billing_date: Day,
  sample: z.optional(z.literal(true)),
});
export type UpcomingRenewal = z.output<typeof UpcomingRenewal>;

/** Samples count only while no real record exists. */
export const DashboardStats = z.object({
  totalActiveClients: Count,
  totalActiveSubscriptions: Count,
  /** Active and due today or within the 7 days after. */
  renewalsThisWeek: Count,
  /** Active and due from today to the end of the calendar month. */
  renewalsThisMonth: Count,
  /** Active and due before today. */
  overdueSubscriptions: Count,
  /** The unpaid amount of these. */
  overdueAmount: z.number(),
  /** The monthly revenue of active subscriptions; every frequency is converted to a month. */
  monthlyRecurringRevenue: z.number(),
  annualRecurringRevenue: z.number(),
  /** The currency of these three and of `received`: the default currency, or the only one in use. Absent for dollars. */
  currency: z.optional(Currency),
  /** The same three by currency, if several are in use. */
  byCurrency: z.optional(z.object({ overdue: Amounts, monthly: Amounts, annual: Amounts })),
  /** Clients and subscriptions of any status. */
  sampleRecords: Count,
  realRecords: Count,
});
export type DashboardStats = z.output<typeof DashboardStats>;

/** One client with one subscription. With more records, setting up is over. */
const MAX_SETUP_RECORDS = 2;

/** Whether there is nothing active. */
export const isFirstRun = ({ totalActiveClients, totalActiveSubscriptions }: DashboardStats) =>
  totalActiveClients === 0 && totalActiveSubscriptions === 0;

/** Whether somebody is still setting up, without samples. */
export const isSettingUp = ({ realRecords, sampleRecords }: DashboardStats) =>
  sampleRecords === 0 && realRecords <= MAX_SETUP_RECORDS;

/** Payments received in a month, `YYYY-MM`. */
export const MonthReceived = z.object({
  month: z.string(),
  amount: z.number(),
  payments: Count,
  /** The amount by currency, if several are in use. */
  byCurrency: z.optional(Amounts),
});
export type MonthReceived = z.output<typeof MonthReceived>;

/** How many months before this one `received` covers. */
export const MONTHS_BACK = 12;

export const dashboardRoutes = {
  "GET /api/v1/dashboard/stats": {
    access: "staff",
    response: z.object({
      stats: DashboardStats,
      upcomingRenewals: z.array(UpcomingRenewal),
      /** The past months and this one, earliest first. */
      received: z.array(MonthReceived),
      /** On the first run and while setting up: whether a test email was ever sent. */
      tested: z.optional(z.boolean()),
      /** Notes that are due and not done; absent if there are none. */
      notes: z.optional(z.array(DueNote)),
      unreadable: Unreadable,
      today: Day,
    }),
  },
} as const satisfies Routes;
