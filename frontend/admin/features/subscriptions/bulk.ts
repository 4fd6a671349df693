import type { Charge } from "../../../../shared/billing/account.ts";
import { isAskedOf } from "../../../../shared/billing/agreed.ts";
import { noNextDateText } from "../../../../shared/billing/next-billing-date.ts";
import { openChargesOf } from "../../../../shared/billing/open-charges.ts";
import { payableCharges } from "../../../../shared/billing/payable.ts";
import { stateOfDay } from "../../../../shared/billing/renewal-state.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { LAST_DAY } from "../../../../shared/day.ts";
import { isFree } from "../../../../shared/money.ts";
import { wasSent } from "../../../../shared/reminders/reminder.ts";
import { isFrequency } from "../../../../shared/subscriptions/subscription.ts";
import { statusNames } from "../../rules/subscription-labels.ts";
import type { Entry } from "./portfolio.ts";

// Actions for many subscriptions, and the reasons to skip some.

export type BulkAction = "pay" | "remind" | "mute" | "unmute" | "pause" | "resume";

type Texts = { title: string; button: string; noun: string; done: string; summary: string };

export const bulkTexts: Record<BulkAction, Texts> = {
  pay: {
    title: "Record payments",
    button: "Record",
    noun: "payment",
    done: "recorded",
    summary:
      "Records a payment of what is left of the oldest due amount of each, also if it is on hold, and moves the next billing date on. If receipts are switched on, each client gets one.",
  },
  remind: {
    title: "Send reminders",
    button: "Send",
    noun: "reminder",
    done: "sent",
    summary: "Each client gets an email about what is due, at most one a day. This cannot be undone.",
  },
  mute: {
    title: "Mute reminders",
    button: "Mute",
    noun: "subscription",
    done: "muted",
    summary: "The daily run sends no reminders for these until you unmute them.",
  },
  unmute: {
    title: "Unmute reminders",
    button: "Unmute",
    noun: "subscription",
    done: "unmuted",
    summary: "The daily run sends reminders for these again.",
  },
  pause: {
    title: "Pause subscriptions",
    button: "Pause",
    noun: "subscription",
    done: "paused",
    summary:
      "What these owe is on hold until they are active again: it can be paid, counts nowhere, and no reminders are sent. Their dates do not change.",
  },
  resume: {
    title: "Resume subscriptions",
    button: "Resume",
    noun: "subscription",
    done: "resumed",
    summary: "These are active again. Their dates do not change: past dates are overdue.",
  },
};

/** The subscriptions with a reminder in this part of the send log. */
export const remindedIn = (
  log: readonly { subscription_id?: string | undefined; state: Parameters<typeof wasSent>[0] }[],
) =>
  new Set(
    log.flatMap(({ subscription_id, state }) => (subscription_id && wasSent(state) ? [subscription_id] : [])),
  );

/** The change that an action writes, if it changes subscriptions. */
export const bulkChanges = {
  mute: { muted: true },
  unmute: { muted: false },
  pause: { status: "paused" },
  resume: { status: "active" },
} as const;

/** `reminded`: the subscriptions with a reminder sent today. */
export function planOf(
  action: BulkAction,
  entries: readonly Entry[],
  reminded: ReadonlySet<string>,
): { rows: Entry[]; skipped: { row: Entry; reason: string }[] } {
  const plan = { rows: [] as Entry[], skipped: [] as { row: Entry; reason: string }[] };
  for (const row of entries) {
    const reason = skipReasons[action](row, reminded);
    if (reason === undefined) plan.rows.push(row);
    else plan.skipped.push({ row, reason });
  }
  return plan;
}

/** The oldest open charge, also if it is on hold. */
export const chargeToPay = ({ subscription }: Pick<Entry, "subscription">): Charge | undefined =>
  payableCharges(openChargesOf([subscription], LAST_DAY))[0]?.charge;

type SkipReason = (entry: Entry, reminded: ReadonlySet<string>) => string | undefined;

/** Why an action skips a subscription: it is done already, or would be wrong. */
const skipReasons: Record<BulkAction, SkipReason> = {
  pay: (entry) => {
    const { status, frequency, amount } = entry.subscription;
    const charge = chargeToPay(entry);
    if (!charge) return isFree(amount) ? "free" : statusNames[status].toLowerCase();
    if (!isFrequency(frequency)) return noNextDateText(frequency);
    const isDue = stateOfDay(charge.due, entry.today).name !== "none";
    return isDue ? undefined : `not due until ${formatDay(charge.due)}`;
  },
  remind: (entry, reminded) => {
    const { id, subscription, state, client_active, client_muted, client_email, mail_problem } = entry;
    const { status, sample, amount, muted, next_billing_date } = subscription;
    if (!isAskedOf(subscription)) return statusNames[status].toLowerCase();
    if (isFree(amount) && state.name === "none") return "free";
    if (sample) return "sample data gets no email";
    if (!client_active) return "the client is inactive";
    if (state.name === "none") return `not due until ${formatDay(next_billing_date)}`;
    if (mail_problem || client_email === "") return "email does not reach the client";
    if (muted || client_muted) return "muted: you can remind it individually";
    return reminded.has(id) ? "already reminded today" : undefined;
  },
  mute: (entry) => (entry.subscription.muted ? "already muted" : unknownFrequency(entry)),
  unmute: (entry) => (entry.subscription.muted ? unknownFrequency(entry) : "not muted"),
  pause: (entry) => {
    const { status } = entry.subscription;
    return status === "active" ? unknownFrequency(entry) : `already ${statusNames[status].toLowerCase()}`;
  },
  resume: (entry) => {
    const { status } = entry.subscription;
    return status === "paused" ? unknownFrequency(entry) : statusNames[status].toLowerCase();
  },
};

/** This version must not save over a frequency it does not know. */
const unknownFrequency = ({ subscription: { frequency } }: Entry) =>
  isFrequency(frequency) ? undefined : noNextDateText(frequency);
