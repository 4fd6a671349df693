import type { ActivityEntry } from "../../../../shared/activity.ts";
import type { Span } from "../../../../shared/span.ts";
import type { Colleague } from "../../../../shared/staff.ts";
import { request } from "../../../api.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import { keyOf } from "../../queries/cache.ts";
import { spanQuery } from "../../queries/span-query.ts";
import { activityNames, differences } from "../../words/activity.ts";

/** What was done between two days, or this month so far. */
export const activityOf = (asked?: Span) =>
  spanQuery(keyOf("activity"), asked, async (query, signal) => {
    const { entries, ...page } = await request("GET /api/v1/activity", { query }, signal);
    return { ...page, rows: entries };
  });

export type Done = {
  id: string;
  entry: ActivityEntry;
  /** Whose it is. */
  of: string;
  lines: string[];
  text: string;
};

/** Colleagues stand in a record by their ids. */
export function doneOf(entry: ActivityEntry, staff: readonly Colleague[] = []): Done {
  const of = entry.member ?? entry.client_name ?? entry.message_from ?? nameless(entry);
  const named = (fields: ActivityEntry["before"]) =>
    fields && "assigned" in fields
      ? { ...fields, assigned: staff.find(({ id }) => id === fields.assigned)?.name ?? "a colleague" }
      : fields;
  const lines =
    entry.text === undefined
      ? differences({ before: named(entry.before), after: named(entry.after) })
      : [entry.text];
  const text = searchable(entry.name, of, entry.service ?? "", activityNames[entry.kind], ...lines);
  return { id: entry.id, entry, of, lines, text };
}

const nameless = ({ client_id, message_id }: ActivityEntry) =>
  client_id ? "A client that is gone" : message_id ? "A message that is gone" : "Settings";

export const activityRules: ListRules<Done> = {
  textOf: ({ text }) => text,
  filters: { by: ({ entry }) => entry.name, kind: ({ entry }) => entry.kind },
  sortKeys: { at: ({ entry }) => entry.at },
  usualOrder: { id: "at", desc: true },
};

export const nameOf = ({ entry, of }: Done): string => `${activityNames[entry.kind]}, ${of}`;
