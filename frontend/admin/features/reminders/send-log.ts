import type { CsvExport } from "../../../../shared/csv.ts";
import { formatDay, formatMoment } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import { formatSums, toSums } from "../../../../shared/money.ts";
import { reasonText } from "../../../../shared/reminders/email-failures.ts";
import { reminderFields } from "../../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../../shared/reminders/labels.ts";
import {
  type LoggedReminder,
  problemStates,
  type ReminderState,
  shownKind,
} from "../../../../shared/reminders/reminder.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { rulesOf } from "../../rules/list-rules.ts";

/** The delivery states in four groups, for the filter. */
export const outcomeGroups = ["delivered", "under-way", "skipped", "problems"] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

export const outcomeGroupNames: Record<OutcomeGroup, string> = {
  delivered: "Delivered",
  "under-way": "In progress",
  skipped: "Skipped",
  problems: "Problems",
};

const otherGroups: Record<Exclude<ReminderState, (typeof problemStates)[number]>, OutcomeGroup> = {
  claimed: "under-way",
  waiting: "under-way",
  sent: "under-way",
  delayed: "under-way",
  delivered: "delivered",
  skipped: "skipped",
};

const outcomeGroupOf = {
  ...otherGroups,
  ...Object.fromEntries(problemStates.map((state) => [state, "problems"])),
} as Record<ReminderState, OutcomeGroup>;

/** A line of the send log: `client_name` is the recipient also if that is the company, `reason` is text for people. */
export type Line = Omit<LoggedReminder, "period" | "named"> & {
  id: string;
  period?: Day;
  named?: string;
  group: OutcomeGroup;
};

/** Stays the same when the log is fetched again with more lines, so that the focus is kept. */
const idOf = ({ subscription_id, period, kind, resend, at }: LoggedReminder, place: number): string =>
  subscription_id ? [subscription_id, period, kind, resend && at].join(" ") : `company ${place}`;

const cache = new WeakMap<LoggedReminder, Line>();

/** Cached, because thousands of lines are rebuilt while pages load. */
export function lineOf(reminder: LoggedReminder, place: number): Line {
  const cached = cache.get(reminder);
  if (cached) return cached;
  const { period, reason, named, service, ...rest } = reminder;
  const { subscription_id, client_id, client_name, reader = "The company" } = reminder;
  const line: Line = {
    ...rest,
    id: idOf(reminder, place),
    group: outcomeGroupOf[reminder.state],
    client_name: client_id === undefined ? reader : client_name,
    // The day of a receipt or of an email to the company is no period.
    ...(subscription_id && { period: named?.since ?? period }),
    ...(service && (named?.subscriptions ?? 1) === 1 && { service }),
    ...(named && { named: namedText(named) }),
    kind: shownKind(reminder),
    ...(reason && { reason: reasonText(reason) }),
  };
  cache.set(reminder, line);
  return line;
}

/** `3 charges, $310.00` */
const namedText = ({ charges, amounts = {} }: NonNullable<LoggedReminder["named"]>): string =>
  [charges > 1 && `${charges} charges`, Object.keys(amounts).length > 0 && formatSums(toSums(amounts), "USD")]
    .filter(Boolean)
    .join(", ");

/** The line below a reminder's name. */
export const factsOf = ({ period, resend }: Line): string =>
  [period && `due ${formatDay(period)}`, resend && "sent by hand"].filter(Boolean).join(" · ");

export const lineFields: RowFields<Line> = reminderFields;

export const logRules = rulesOf<Line>(lineFields, {
  filters: { outcome: ({ group }) => group },
  defaultOrder: { id: "at", desc: true },
});

/** The number of emails in each group, for the filter. */
export function countsOf(all: readonly Line[]): Record<OutcomeGroup, number> {
  const counts = { delivered: 0, "under-way": 0, skipped: 0, problems: 0 };
  for (const { group } of all) counts[group] += 1;
  return counts;
}

export const sendLogExport = (day: Day): CsvExport<Line> => exportOf(`send log ${day}`, lineFields);

/** The meaning of the delivery status, and since when it is known. */
export const meaningOf = ({ subscription_id, state, settled_at }: Line): string =>
  [
    deliveryStatuses[state].meaning,
    // The daily run retries only reminders.
    subscription_id && (state === "failed" || state === "skipped") && "The next daily run tries again.",
    settled_at && `Status from ${formatMoment(settled_at)}.`,
  ]
    .filter(Boolean)
    .join(" ");
