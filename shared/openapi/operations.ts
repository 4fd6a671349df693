import type { AllRoutes, Resource } from "../api.ts";
import * as company from "../company.ts";
import * as example from "./examples.ts";
import { accountOperations } from "./operations/account.ts";
import { activityOperations } from "./operations/activity.ts";
import { clientOperations } from "./operations/clients.ts";
import { importOperations } from "./operations/imports.ts";
import { messageOperations } from "./operations/messages.ts";
import type { Operations } from "./operations/operation.ts";
import { paybillOperations } from "./operations/paybill.ts";
import { paymentOperations } from "./operations/payments.ts";
import { peopleOperations } from "./operations/people.ts";
import { reminderOperations } from "./operations/reminders.ts";
import { settingsOperations } from "./operations/settings.ts";
import { staffOperations } from "./operations/staff.ts";
import { subscriptionOperations } from "./operations/subscriptions.ts";

export const resources: Record<Resource, string> = {
  clients: "Businesses that pay, and their history.",
  subscriptions: "What clients pay for regularly, and their payments.",
  payments: "Payments received, and lines of statements.",
  imports: "Clients, subscriptions and payments from files.",
  dashboard: "Today's figures.",
  settings: "The company profile and the email templates.",
  reminders: "Emails to clients: due, sent and planned.",
  messages: "Messages from the contact form.",
  samples: "Sample records for trying the product.",
  activity: "Who changed what.",
  staff: "People with access to the back-office, and their roles.",
  calendar: "Due subscriptions, for calendar apps.",
  account: "Clients' own pages.",
  people: "What is stored about a person: find, download and erase it.",
  paybill: "Callbacks of M-Pesa.",
};

const { client, subscription, today } = example;

export const operations: Operations<AllRoutes> = {
  ...clientOperations,
  ...subscriptionOperations,
  ...paymentOperations,
  ...importOperations,
  ...settingsOperations,
  ...reminderOperations,
  ...messageOperations,
  ...activityOperations,
  ...staffOperations,
  ...accountOperations,
  ...peopleOperations,
  ...paybillOperations,
  "GET /api/v1/calendar/{id}/{secret}": {
    summary: "Read due subscriptions as iCalendar",
    description:
      "Calendar apps cannot sign in, so the secret address gives access. Events have the client's name, service and amount. Any wrong address returns 404.",
    response: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${company.name.value}//${company.backOfficeName}//EN\r\nEND:VCALENDAR`,
  },
  "GET /api/v1/samples": {
    summary: "List the sample clients that somebody edited or paid",
    description:
      "Samples stay samples whatever is saved over them. Removing them also removes these changes.",
    response: { changed: [{ id: client.id, name: client.name }] },
  },
  "DELETE /api/v1/samples": {
    summary: "Delete all sample data",
    description: "If real records exist, only an administrator may do this.",
    response: { removed: { clients: 5, subscriptions: 6 } },
  },
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
