import { type Charge, isOverdue } from "../billing/account.ts";
import { addDays, type Day, daysBetween } from "../day.ts";
import { type ReminderDays, type ReminderKind, scheduledKind } from "./reminder.ts";

/** The last due day of the charges that a reminder names. */
export const reminderWindowEnd = (today: Day, { remind_before }: ReminderDays): Day =>
  addDays(today, Math.max(-1, ...remind_before));

/** A charge, and the kind of reminder it is due for; a repeat has its first day. */
export type DueKind = { charge: Charge; kind: ReminderKind; repeat?: Day };

export type ReminderProgress = {
  today: Day;
  days: ReminderDays;
  /** The day of the client's last reminder. */
  last: Day | undefined;
  /** Whether a charge has had a kind. */
  isSettled: (due: DueKind) => boolean;
};

/**
 * The kinds of reminder that a client's open charges are due for and have not had: those of the schedule, else a repeat of
 * every overdue one.
 */
export function dueKinds(
  charges: readonly Charge[],
  { today, days, last, isSettled }: ReminderProgress,
): DueKind[] {
  const scheduled = charges.flatMap((charge): DueKind[] => {
    const kind = scheduledKind(charge.due, today, days);
    return kind === undefined || isSettled({ charge, kind }) ? [] : [{ charge, kind }];
  });
  if (scheduled.length > 0) return scheduled;
  const overdue = charges.filter(({ due }) => isOverdue(due, today));
  const repeat = repeatDay(overdue, today, days, last);
  if (repeat === undefined) return [];
  return overdue
    .map((charge): DueKind => ({ charge, kind: "overdue-repeat", repeat }))
    .filter((due) => !isSettled(due));
}

/** The first day of the repeat that has come; undefined if there is none. */
function repeatDay(
  overdue: readonly Charge[],
  today: Day,
  days: ReminderDays,
  last: Day | undefined,
): Day | undefined {
  if (last === undefined || !overdue.every(({ due }) => isRepeatable(due, today, days))) return undefined;
  const day = addDays(last, days.repeat_overdue_days);
  return day <= today ? day : undefined;
}

/** Whether reminders of an overdue charge are repeated, as the schedule has no later day for it. */
export const isRepeatable = (
  period: Day,
  today: Day,
  { remind_after, repeat_overdue_days }: ReminderDays,
): boolean =>
  repeat_overdue_days > 0 &&
  remind_after.length > 0 &&
  daysBetween(period, today) >= Math.max(...remind_after);
