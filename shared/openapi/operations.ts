import type { AllRoutes, Resource } from "../api.ts";
import { accountOperations } from "./operations/account.ts";
import { activityOperations } from "./operations/activity.ts";
import { calendarOperations } from "./operations/calendar.ts";
import { clientOperations } from "./operations/clients.ts";
import { dashboardOperations } from "./operations/dashboard.ts";
import { importOperations } from "./operations/imports.ts";
import { messageOperations } from "./operations/messages.ts";
import type { Operations } from "./operations/operation.ts";
import { paymentOperations } from "./operations/payments.ts";
import { peopleOperations } from "./operations/people.ts";
import { reminderOperations } from "./operations/reminders.ts";
import { sampleOperations } from "./operations/samples.ts";
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
};

export const operations: Operations<AllRoutes> = {
  ...clientOperations,
  ...subscriptionOperations,
  ...paymentOperations,
  ...importOperations,
  ...dashboardOperations,
  ...settingsOperations,
  ...reminderOperations,
  ...messageOperations,
  ...sampleOperations,
  ...activityOperations,
  ...staffOperations,
  ...calendarOperations,
  ...accountOperations,
  ...peopleOperations,
};
