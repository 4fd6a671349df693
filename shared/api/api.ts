import { accountPageRoutes } from "../account-page-routes.ts";
import { activityRoutes } from "../activity/activity.ts";
import { calendarRoutes } from "../calendar.ts";
import { clientRoutes } from "../clients/client.ts";
import { dashboardRoutes } from "../dashboard/dashboard.ts";
import { importRoutes } from "../imports/import.ts";
import { invoiceRoutes } from "../invoices/routes.ts";
import { messageRoutes } from "../messages/message.ts";
import { paybillRoutes } from "../paybill/routes.ts";
import { paymentRoutes } from "../payments/payment.ts";
import { peopleRoutes } from "../people/people.ts";
import { reminderRoutes } from "../reminders/routes.ts";
import { sampleRoutes } from "../samples/samples.ts";
import { settingsRoutes } from "../settings/routes.ts";
import { staffRoutes } from "../staff/staff.ts";
import { subscriptionRoutes } from "../subscriptions/routes.ts";

/** The whole API. Each resource is one Lambda function, `lambdas/<resource>/handler.ts`. */
export const api = {
  clients: clientRoutes,
  subscriptions: subscriptionRoutes,
  payments: paymentRoutes,
  invoices: invoiceRoutes,
  imports: importRoutes,
  dashboard: dashboardRoutes,
  settings: settingsRoutes,
  reminders: reminderRoutes,
  messages: messageRoutes,
  samples: sampleRoutes,
  activity: activityRoutes,
  staff: staffRoutes,
  calendar: calendarRoutes,
  account: accountPageRoutes,
  people: peopleRoutes,
  paybill: paybillRoutes,
} as const;

export type Resource = keyof typeof api;

/** Deployed only in a stage that is connected with M-Pesa. */
export const optionalResources: readonly Resource[] = ["paybill"];

type Merge<U> = (U extends unknown ? (routes: U) => void : never) extends (routes: infer R) => void
  ? R
  : never;
/** Every route by its key, of all resources. */
export type AllRoutes = Merge<(typeof api)[Resource]>;
