import { type Charge, compareCharges, isAskedFor, isOverdue } from "../billing/account.ts";
import type { Day } from "../day.ts";
import { type ReminderDays, scheduledKind } from "./reminder.ts";

/** `reminded.keys` has the kinds of reminder that a subscription's charges have had: `2026-12-31#upcoming#resend#…`. */
type Subscription = {
  id: string;
  muted?: boolean | undefined;
  reminded?: { keys: readonly string[] } | undefined;
};

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
  const subscriptionOf = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const open = charges.filter(isAskedFor).toSorted(compareCharges);
  const due = open.filter((charge) => isDue(charge, today, days));
  const muted = new Set(
    due.filter(({ subscription_id }) => subscriptionOf.get(subscription_id ?? "")?.muted),
  );
  const asked = open.filter(
    (charge) =>
      wasAskedByHand(charge, subscriptionOf.get(charge.subscription_id ?? "")) ||
      (due.includes(charge) && !muted.has(charge)),
  );
  return asked.length > 0 ? asked : due;
}

const wasAskedByHand = ({ period }: Charge, subscription: Subscription | undefined): boolean =>
  subscription?.reminded?.keys.some((key) => key.startsWith(`${period}#`) && key.includes("#resend#")) ??
  false;
