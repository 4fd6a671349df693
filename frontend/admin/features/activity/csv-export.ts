import type { Day } from "../../../../shared/day.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { activityNames, screenName } from "../../labels/activity.ts";
import type { ActivityRow } from "./log.ts";

export const activityExport = (from: Day, to: Day): CsvExport<ActivityRow> => ({
  name: `activity ${from} to ${to}`,
  columns: [
    ["When", ({ entry }) => entry.at],
    ["Who", ({ entry }) => entry.name],
    ["Screen", ({ entry }) => (entry.screen ? screenName(entry.screen) : "")],
    ["Record", ({ subject }) => subject],
    ["Service", ({ entry }) => entry.service],
    ["Change", ({ entry }) => activityNames[entry.kind]],
    ["Details", ({ lines }) => lines.join("\n")],
    ["Client id", ({ entry }) => entry.client_id],
    ["Subscription id", ({ entry }) => entry.subscription_id],
    ["Message id", ({ entry }) => entry.message_id],
  ],
});
