import type { LoggedReminder } from "../../../../shared/reminders/reminder.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import {
  deliveryStatuses,
  kindNames,
  type OutcomeGroup,
  outcomeGroupOf,
  reasonText,
} from "../../labels/reminders.ts";

export type Line = { id: string; reminder: LoggedReminder; group: OutcomeGroup; to: string; text: string };

/** Stays the same when the log is fetched again with more lines, so that the focus is kept. */
const idOf = ({ subscription_id, period, kind, resend, at }: LoggedReminder, place: number): string =>
  subscription_id ? [subscription_id, period, kind, resend && at].join(" ") : `company ${place}`;

const cache = new WeakMap<LoggedReminder, Line>();

/** Cached, because thousands of lines are rebuilt while pages load. */
export function lineOf(reminder: LoggedReminder, place: number): Line {
  const cached = cache.get(reminder);
  if (cached) return cached;
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
  cache.set(reminder, line);
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
  defaultOrder: { id: "at", desc: true },
};

/** The number of emails in each group, for the filter. */
export function countsOf(all: readonly Line[]): Record<OutcomeGroup, number> {
  const counts = { delivered: 0, "under-way": 0, skipped: 0, problems: 0 };
  for (const { group } of all) counts[group] += 1;
  return counts;
}
