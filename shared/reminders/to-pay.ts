import { type Charge, compareCharges, isAskedFor, isOverdue } from "../billing/account.ts";
import type { Day } from "../day.ts";
import { type ReminderDays, scheduledKind } from "./reminder.ts";

type Subscription = { id: string; muted?: boolean | undefined };

/** Whether a charge is overdue, or the schedule of reminders has reached it. */
export const isDue = ({ due }: Pick<Charge, "due">, today: Day, days: ReminderDays): boolean =>
  isOverdue(due, today) || scheduledKind(due, today, days) !== undefined;

/**
 * The charges that a client is asked to pay, oldest first: those that are due and not muted, and those of which a person
 * sent a reminder. Emails, chats and the client's own page ask for these and for their sum. A client with nothing else to
 * pay is asked for what is muted: no email of ours says otherwise.
 */
export function chargesToPay(
  charges: readonly Charge[],
  subscriptions: readonly Subscription[],
  today: Day,
  days: ReminderDays,
): Charge[] {
  const muted = new Set(subscriptions.flatMap(({ id, muted }) => (muted ? id : [])));
  const open = charges.filter(isAskedFor).toSorted(compareCharges);
  const due = open.filter((charge) => isDue(charge, today, days));
  const asked = open.filter(
    (charge) => charge.asked || (due.includes(charge) && !muted.has(charge.subscription_id ?? "")),
  );
  return asked.length > 0 ? asked : due;
}
