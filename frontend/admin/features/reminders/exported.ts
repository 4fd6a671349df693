import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { Exported } from "../../components/table/export.ts";
import { frequencyName } from "../../words/billing.ts";
import { deliveryStatuses, kindNames, reasonText } from "../../words/reminders.ts";
import type { Expected } from "./expected.tsx";
import type { Line } from "./log.ts";

/** The send log of a day as a file. */
export const logExported = (day: Day): Exported<Line> => ({
  name: `send log ${day}`,
  columns: [
    ["When", ({ reminder }) => reminder.at],
    ["To", ({ to }) => to],
    ["What", ({ reminder }) => kindNames[reminder.kind]],
    ["Service", ({ reminder }) => reminder.service],
    ["Period due", ({ reminder }) => (reminder.subscription_id ? reminder.period : "")],
    ["By hand", ({ reminder }) => (reminder.resend ? "yes" : "")],
    ["Outcome", ({ reminder }) => deliveryStatuses[reminder.state].name],
    ["Why", ({ reminder }) => reasonText(reminder.reason)],
    ["Subscription id", ({ reminder }) => reminder.subscription_id],
  ],
});

/** The next run as a file. */
export const expectedExported: Exported<Expected> = {
  name: "next run",
  columns: [
    ["To", ({ reminder }) => reminder.client_name],
    ["What", ({ reminder }) => kindNames[reminder.kind]],
    ["Service", ({ reminder }) => reminder.service],
    ["Period due", ({ reminder }) => reminder.period],
    ["Amount", ({ reminder }) => reminder.amount],
    ["Frequency", ({ reminder }) => frequencyName(reminder.frequency)],
    ["Outcome", ({ reminder }) => (reminder.skipped === undefined ? "Will be sent" : "Skipped")],
    ["Why", ({ reminder }) => reasonText(reminder.skipped)],
    ["Subscription id", ({ id }) => id],
    ["Currency", ({ reminder }) => currencyOf(reminder)],
  ],
};
