import type { ActivityEntry, NamedEntry } from "../../../../shared/activity/activity.ts";
import { activityFields } from "../../../../shared/activity/fields.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import { type Day, dayAt } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import type { Colleague } from "../../../../shared/staff/staff.ts";
import { differences, valueLines } from "../../rules/activity/changes.ts";
import { type SentencePart, screenName, sentenceOf, sentenceText } from "../../rules/activity/sentences.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { type ListRules, rulesOf } from "../../rules/list-rules.ts";
import type { Names } from "../../rules/names.ts";
import { recordOf, sentenceOfSeveral } from "./sentences-of-several.ts";

// The activity: its search, file, and lines by day, from the declared fields.

/** An entry, with `before`, `after` and `screen` as text. */
export type ActivityRow = Omit<NamedEntry, "before" | "after"> & {
  entry: NamedEntry;
  parts: SentencePart[];
  sentence: string;
  before: string;
  after: string;
};

/** Entries contain the ids of assigned staff; `staff` has their names. */
export function rowOf(stored: ActivityEntry, names: Names, staff: readonly Colleague[] = []): ActivityRow {
  const named = (values: ActivityEntry["before"]) => {
    if (!values || !("assigned" in values)) return values;
    const colleague = staff.find(({ id, former_ids = [] }) =>
      [id, ...former_ids].includes(String(values.assigned)),
    );
    return { ...values, assigned: colleague?.name ?? "a former member of staff" };
  };
  const client = names.clientOf(stored.client_id);
  const entry: NamedEntry = {
    ...stored,
    before: named(stored.before),
    after: named(stored.after),
    client_name: client?.name ?? (stored.client_id && names.loading ? "…" : undefined),
    company: client?.company,
    service: names.serviceOf(stored.subscription_id),
  };
  const parts = sentenceOf(entry);
  return {
    ...entry,
    entry,
    parts,
    sentence: sentenceText(parts),
    before: valueLines(entry.kind, entry.before),
    after: valueLines(entry.kind, entry.after),
    ...(entry.screen && { screen: screenName(entry.screen) }),
  };
}

export const activityRowFields: RowFields<ActivityRow> = {
  sentence: { label: "What happened", kind: "text", description: "", searched: true },
  ...activityFields,
};

export const activityRules: ListRules<ActivityRow> = {
  ...rulesOf<ActivityRow>(activityRowFields, {
    filters: { by: ({ name }) => name, kind: ({ kind }) => kind },
    defaultOrder: { id: "", desc: false },
  }),
  // The newest first, as the server sends them.
  sortKeys: {},
};

export const activityExport = (from: Day, to: Day): CsvExport<ActivityRow> =>
  exportOf(`activity ${from} to ${to}`, activityRowFields);

/** A line of a day: one entry, or several in a row of one person about one record or of one kind. */
export type ActivityLine = {
  id: string;
  /** The newest entry first. */
  rows: readonly [ActivityRow, ...ActivityRow[]];
  parts: SentencePart[];
};

export type ActivityDay = { day: Day; lines: ActivityLine[] };

/** The rows by day, in their order. */
export function daysOf(rows: readonly ActivityRow[]): ActivityDay[] {
  const days = Map.groupBy(rows, ({ at }) => dayAt(Date.parse(at)));
  return [...days].map(([day, ofDay]) => ({ day, lines: linesOf(ofDay) }));
}

function linesOf(rows: readonly ActivityRow[]): ActivityLine[] {
  const groups: [ActivityRow, ...ActivityRow[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && continues(group, row)) group.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => {
    const [first] = group;
    const entries = group.map(({ entry }) => entry) as [NamedEntry, ...NamedEntry[]];
    return {
      id: first.id,
      rows: group,
      parts: group.length === 1 ? first.parts : sentenceOfSeveral(entries),
    };
  });
}

const continues = (group: readonly ActivityRow[], { name, kind, entry }: ActivityRow): boolean =>
  group.every((row) => row.name === name) &&
  (group.every((row) => row.kind === kind) || group.every((row) => recordOf(row.entry) === recordOf(entry)));

/** Adds to the sentence: the values, the whole note and the screen. */
export function detailsOf({ entry, sentence, screen }: ActivityRow): string[] {
  const details = entry.text === undefined ? differences(entry) : [entry.text];
  const isSaid = (detail: string) => sentence.endsWith(detail.replace(/^[^:]*: /, ""));
  return [
    ...(details.every(isSaid) ? [] : details),
    ...(screen ? [screen.charAt(0).toUpperCase() + screen.slice(1)] : []),
  ];
}
