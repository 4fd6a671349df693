import type { ActivityEntry } from "../../../../shared/activity.ts";
import type { Span } from "../../../../shared/span.ts";
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

export function doneOf(entry: ActivityEntry): Done {
  const of = entry.member ?? entry.client_name ?? (entry.client_id ? "A client that is gone" : "Settings");
  const lines = entry.text === undefined ? differences(entry) : [entry.text];
  const text = searchable(entry.name, of, entry.service ?? "", activityNames[entry.kind], ...lines);
  return { id: entry.id, entry, of, lines, text };
}

export const activityRules: ListRules<Done> = {
  textOf: ({ text }) => text,
  filters: { by: ({ entry }) => entry.name, kind: ({ entry }) => entry.kind },
  sortKeys: { at: ({ entry }) => entry.at },
  usualOrder: { id: "at", desc: true },
};

export const nameOf = ({ entry, of }: Done): string => `${activityNames[entry.kind]}, ${of}`;
