import type { Day } from "../../../../shared/day.ts";
import type { Exported } from "../../components/table/export.ts";
import { activityNames, screenName } from "../../words/activity.ts";
import type { Done } from "./log.ts";

/** What was done between two days as a file. */
export const activityExported = (from: Day, to: Day): Exported<Done> => ({
  name: `activity ${from} to ${to}`,
  columns: [
    ["When", ({ entry }) => entry.at],
    ["Who", ({ entry }) => entry.name],
    ["Screen", ({ entry }) => (entry.screen ? screenName(entry.screen) : "")],
    ["Whose", ({ of }) => of],
    ["Service", ({ entry }) => entry.service],
    ["What", ({ entry }) => activityNames[entry.kind]],
    ["Details", ({ lines }) => lines.join("\n")],
    ["Client id", ({ entry }) => entry.client_id],
    ["Subscription id", ({ entry }) => entry.subscription_id],
    ["Message id", ({ entry }) => entry.message_id],
  ],
});
