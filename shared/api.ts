import { activityRoutes } from "./activity.ts";
import { calendarRoutes } from "./calendar.ts";
import { clientRoutes } from "./clients.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { messageRoutes } from "./messages.ts";
import { paymentRoutes } from "./payments.ts";
import { reminderRoutes } from "./reminders.ts";
import { sampleRoutes } from "./samples.ts";
import { settingsRoutes } from "./settings.ts";
import { staffRoutes } from "./staff.ts";
import { subscriptionRoutes } from "./subscriptions.ts";

/** The whole API. Each resource is one Lambda function, `lambdas/<resource>/handler.ts`. */
export const api = {
  clients: clientRoutes,
  subscriptions: subscriptionRoutes,
  payments: paymentRoutes,
  dashboard: dashboardRoutes,
  settings: settingsRoutes,
  reminders: reminderRoutes,
  messages: messageRoutes,
  samples: sampleRoutes,
  activity: activityRoutes,
  staff: staffRoutes,
  calendar: calendarRoutes,
} as const;

export type Resource = keyof typeof api;

type Merge<U> = (U extends unknown ? (routes: U) => void : never) extends (routes: infer R) => void
  ? R
  : never;
/** Every route by its key, of all resources. */
export type AllRoutes = Merge<(typeof api)[Resource]>;
