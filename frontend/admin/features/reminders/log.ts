import type { LoggedReminder } from "../../../../shared/reminders.ts";
import { type Order, type SortKey, sorted } from "../../components/table/order.ts";
import { matcher, searchable } from "../../components/table/search.ts";
import { fates, kindNames, type OutcomeGroup, outcomeGroupOf, reasonText } from "../../words/reminders.ts";

/** A line of the send log as it is shown. */
export type Line = { id: string; reminder: LoggedReminder; group: OutcomeGroup; to: string; text: string };

/** Stays the same when the log is fetched again with further lines, so that what has the focus keeps it. */
const idOf = ({ subscription_id, period, kind, resend, at }: LoggedReminder, place: number): string =>
  subscription_id ? [subscription_id, period, kind, resend && at].join(" ") : `company ${place}`;

const lines = new WeakMap<LoggedReminder, Line>();

/** Lines of thousands are made once each, though pages keep coming. */
export function lineOf(reminder: LoggedReminder, place: number): Line {
  const known = lines.get(reminder);
  if (known) return known;
  const { state, kind, subscription_id, client_name, reason, reader = "The company" } = reminder;
  const to = subscription_id === undefined ? reader : client_name;
  const text = searchable(to, kindNames[kind], fates[state].name, reasonText(reason));
  const line = { id: idOf(reminder, place), reminder, group: outcomeGroupOf[state], to, text };
  lines.set(reminder, line);
  return line;
}

const sortKeys: Record<string, (line: Line) => SortKey> = {
  at: ({ reminder }) => Date.parse(reminder.at),
  to: ({ to }) => to,
  what: ({ reminder }) => `${kindNames[reminder.kind]} ${reminder.period}`,
  fate: ({ reminder }) => fates[reminder.state].name,
};
export const sortable = Object.keys(sortKeys);
export const usualOrder: Order = { id: "at", desc: true };

export const inOrder = (all: readonly Line[], { id, desc }: Order): readonly Line[] =>
  sorted(all, sortKeys[id] ?? (() => undefined), desc);

export function filtered(all: readonly Line[], group: string, search: string): readonly Line[] {
  if (!group && !search.trim()) return all;
  const matches = matcher(search);
  return all.filter((line) => (!group || line.group === group) && matches(line.text));
}

/** How many there are of each, for the filter to say. */
export function countsOf(all: readonly Line[]): Record<OutcomeGroup, number> {
  const counts = { delivered: 0, "under-way": 0, skipped: 0, problems: 0 };
  for (const { group } of all) counts[group] += 1;
  return counts;
}
