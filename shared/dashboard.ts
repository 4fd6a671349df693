import * as z from "zod/mini";
import { Day } from "./day.ts";
import { Amount } from "./money.ts";
import type { Routes } from "./route.ts";
import { Count, Id, Unreadable } from "./text.ts";

export const UpcomingRenewal = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  client_phone: z.string(),
  frequency: z.string(),
  amount: Amount,
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
  overdueAmount: z.number(),
  /** What the active subscriptions bring in a month, every frequency brought to one month. */
  monthlyRecurringRevenue: z.number(),
  annualRecurringRevenue: z.number(),
  /** Clients and subscriptions of any status: those made as samples, and the others. */
  sampleRecords: Count,
  realRecords: Count,
});
export type DashboardStats = z.output<typeof DashboardStats>;

export const dashboardRoutes = {
  "GET /api/v1/dashboard/stats": {
    access: "staff",
    answer: z.object({
      stats: DashboardStats,
      upcomingRenewals: z.array(UpcomingRenewal),
      unreadable: Unreadable,
      today: Day,
    }),
  },
} as const satisfies Routes;
