import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { frequencyName } from "../../labels/billing.ts";
import { deliveryStatuses, kindNames, reasonText } from "../../labels/reminders.ts";
import type { Line } from "./log.ts";
import type { Expected } from "./next-run.tsx";

export const sendLogExport = (day: Day): CsvExport<Line> => ({
  name: `send log ${day}`,
  columns: [
    ["When", ({ reminder }) => reminder.at],
    ["To", ({ to }) => to],
    ["Email", ({ reminder }) => kindNames[reminder.kind]],
    ["Service", ({ reminder }) => reminder.service],
    ["Period due", ({ reminder }) => (reminder.subscription_id ? reminder.period : "")],
    ["Sent by hand", ({ reminder }) => (reminder.resend ? "yes" : "")],
    ["Result", ({ reminder }) => deliveryStatuses[reminder.state].name],
    ["Reason", ({ reminder }) => reasonText(reminder.reason)],
    ["Subscription id", ({ reminder }) => reminder.subscription_id],
  ],
});

export const nextRunExport: CsvExport<Expected> = {
  name: "next run",
  columns: [
    ["To", ({ reminder }) => reminder.client_name],
    ["Email", ({ reminder }) => kindNames[reminder.kind]],
    ["Service", ({ reminder }) => reminder.service],
    ["Period due", ({ reminder }) => reminder.period],
    ["Amount", ({ reminder }) => reminder.amount],
    ["Frequency", ({ reminder }) => frequencyName(reminder.frequency)],
    ["Result", ({ reminder }) => (reminder.skipped === undefined ? "Will be sent" : "Skipped")],
    ["Reason", ({ reminder }) => reasonText(reminder.skipped)],
    ["Subscription id", ({ id }) => id],
    ["Currency", ({ reminder }) => currencyOf(reminder)],
  ],
};
