import type { dashboardRoutes } from "../../dashboard.ts";
import * as example from "../examples.ts";
import type { Operations } from "./operation.ts";

const { client, subscription, today } = example;

export const dashboardOperations: Operations<typeof dashboardRoutes> = {
  "GET /api/v1/dashboard/stats": {
    summary: "Read today's figures, the largest overdue debts and the renewals of the next week",
    description:
      "`rows` limits the renewals listed; counts and sums stay complete. A debt is in `overdue` by its place among those of its currency.",
    response: {
      stats: {
        totalActiveClients: 1,
        totalActiveSubscriptions: 1,
        renewalsThisWeek: 1,
        renewalsThisMonth: 1,
        overdueSubscriptions: 0,
        overdueAmount: 0,
        dueSoonAmount: 149.99,
        monthlyRecurringRevenue: 149.99,
        annualRecurringRevenue: 1799.88,
        sampleRecords: 0,
        realRecords: 2,
      },
      upcomingRenewals: [
        {
          id: subscription.id,
          client_id: client.id,
          client_name: client.name,
          client_email: client.email,
          client_phone: client.phone,
          frequency: "monthly",
          amount: 149.99,
          next_billing_date: "2026-12-28",
        },
      ],
      upcomingDays: [{ day: "2026-12-28", renewals: 1, amounts: { USD: 149.99 } }],
      overdue: [],
      owed: [{ currency: "USD", overdue: 0, due_soon: 149.99, on_hold: 0, credit: 0, ages: [0, 0, 0, 0] }],
      nextRun: { day: "2026-12-25", until: "2027-01-01", clients: 1 },
      received: [{ month: "2026-12", amount: 149.99, payments: 1 }],
      today,
    },
  },
};
