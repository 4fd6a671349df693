import type { LoggedReminder } from "../../../../shared/reminders.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import {
  deliveryStatuses,
  kindNames,
  type OutcomeGroup,
  outcomeGroupOf,
  reasonText,
} from "../../words/reminders.ts";

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
  const {
    state,
    kind,
    subscription_id,
    client_name,
    reason,
    service = "",
    reader = "The company",
  } = reminder;
  const to = subscription_id === undefined ? reader : client_name;
  const text = searchable(to, service, kindNames[kind], deliveryStatuses[state].name, reasonText(reason));
  const line = { id: idOf(reminder, place), reminder, group: outcomeGroupOf[state], to, text };
  lines.set(reminder, line);
  return line;
}

export const log: ListRules<Line> = {
  textOf: ({ text }) => text,
  filters: { outcome: ({ group }) => group },
  sortKeys: {
    at: ({ reminder }) => Date.parse(reminder.at),
    to: ({ to }) => to,
    what: ({ reminder }) => `${kindNames[reminder.kind]} ${reminder.period}`,
    outcome: ({ reminder }) => deliveryStatuses[reminder.state].name,
  },
  usualOrder: { id: "at", desc: true },
};

/** How many there are of each, for the filter to say. */
export function countsOf(all: readonly Line[]): Record<OutcomeGroup, number> {
  const counts = { delivered: 0, "under-way": 0, skipped: 0, problems: 0 };
  for (const { group } of all) counts[group] += 1;
  return counts;
}
