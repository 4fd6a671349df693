import type { ActivityEntry } from "../../../../shared/activity/activity.ts";
import type { Span } from "../../../../shared/day-span.ts";
import type { Colleague } from "../../../../shared/staff/staff.ts";
import { request } from "../../../api.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import { activityNames, differences } from "../../labels/activity.ts";
import { keyOf } from "../../queries/cache.ts";
import { spanQuery } from "../../queries/span-query.ts";

/** Changes between two days, or of this month. */
export const activityOf = (span?: Span) =>
  spanQuery(keyOf("activity"), span, async (query, signal) => {
    const { entries, ...page } = await request("GET /api/v1/activity", { query }, signal);
    return { ...page, rows: entries };
  });

export type ActivityRow = {
  id: string;
  entry: ActivityEntry;
  /** The name of the changed record. */
  subject: string;
  lines: string[];
  text: string;
};

/** Entries contain the ids of assigned staff; `staff` has their names. */
export function rowOf(entry: ActivityEntry, staff: readonly Colleague[] = []): ActivityRow {
  const subject = entry.member ?? entry.client_name ?? entry.message_from ?? fallbackName(entry);
  const withNames = (fields: ActivityEntry["before"]) =>
    fields && "assigned" in fields
      ? {
          ...fields,
          assigned: staff.find(({ id }) => id === fields.assigned)?.name ?? "a former member of staff",
        }
      : fields;
  const lines =
    entry.text === undefined
      ? differences({ before: withNames(entry.before), after: withNames(entry.after) })
      : [entry.text];
  const text = searchable(entry.name, subject, entry.service ?? "", activityNames[entry.kind], ...lines);
  return { id: entry.id, entry, subject, lines, text };
}

const fallbackName = ({ client_id, message_id }: ActivityEntry) =>
  client_id ? "Deleted client" : message_id ? "Deleted message" : "Settings";

export const activityRules: ListRules<ActivityRow> = {
  textOf: ({ text }) => text,
  filters: { by: ({ entry }) => entry.name, kind: ({ entry }) => entry.kind },
  sortKeys: { at: ({ entry }) => entry.at },
  defaultOrder: { id: "at", desc: true },
};

export const nameOf = ({ entry, subject }: ActivityRow): string => `${activityNames[entry.kind]}, ${subject}`;
