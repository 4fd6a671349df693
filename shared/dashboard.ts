import * as z from "zod";
import { Day } from "./day.ts";
import { Amount } from "./money.ts";
import type { Routes } from "./route.ts";
import { Frequency } from "./subscriptions.ts";
import { Id } from "./text.ts";

const count = z.int().min(0);

export const UpcomingRenewal = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  frequency: Frequency,
  amount: Amount,
  next_billing_date: Day,
});
export type UpcomingRenewal = z.output<typeof UpcomingRenewal>;

export const DashboardStats = z.object({
  totalActiveClients: count,
  totalActiveSubscriptions: count,
  /** Active and due today or within the 7 days after. */
  renewalsThisWeek: count,
  /** Active and due from today to the end of the calendar month. */
  renewalsThisMonth: count,
  /** Active and due before today. */
  overdueSubscriptions: count,
  overdueAmount: z.number(),
  /** What the active subscriptions bring in a month, every frequency brought to one month. */
  monthlyRecurringRevenue: z.number(),
  annualRecurringRevenue: z.number(),
  /** Clients and subscriptions of any status: those made as samples, and the others. */
  sampleRecords: count,
  realRecords: count,
});
export type DashboardStats = z.output<typeof DashboardStats>;

export const dashboardRoutes = {
  "GET /api/v1/dashboard/stats": {
    access: "staff",
    answer: z.object({ stats: DashboardStats, upcomingRenewals: z.array(UpcomingRenewal), today: Day }),
  },
} as const satisfies Routes;
