import { noNextDateText } from "../../../../shared/billing/next-billing-date.ts";
import { isFree } from "../../../../shared/money.ts";
import { isFrequency } from "../../../../shared/subscriptions/subscription.ts";
import type { Plan } from "../../components/many/ManyDialog.tsx";
import { statusNames } from "../../labels/billing.ts";
import { formatDay } from "../../labels/dates.ts";
import type { Entry } from "./portfolio.ts";

export type BulkAction = "pay" | "remind" | "mute" | "unmute" | "pause" | "resume";

/** `reminded`: the subscriptions with a reminder sent today. */
export function planOf(
  action: BulkAction,
  entries: readonly Entry[],
  reminded: ReadonlySet<string>,
): Plan<Entry> {
  const plan = { rows: [] as Entry[], skipped: [] as { row: Entry; reason: string }[] };
  for (const row of entries) {
    const reason = skipReasons[action](row, reminded);
    if (reason === undefined) plan.rows.push(row);
    else plan.skipped.push({ row, reason });
  }
  return plan;
}

type SkipReason = (entry: Entry, reminded: ReadonlySet<string>) => string | undefined;

/** Why an action skips a subscription: it is done already, or would be wrong. */
const skipReasons: Record<BulkAction, SkipReason> = {
  pay: ({ subscription: { status, frequency, amount, next_billing_date }, state }) => {
    if (status !== "active") return statusNames[status].toLowerCase();
    if (isFree(amount)) return "free";
    if (!isFrequency(frequency)) return noNextDateText(frequency);
    return state.name === "none" ? `not due until ${formatDay(next_billing_date)}` : undefined;
  },
  remind: (entry, reminded) => {
    const { id, subscription, state, client_active, client_muted, client_email, mail_problem } = entry;
    const { status, sample, amount, muted, next_billing_date } = subscription;
    if (status !== "active") return statusNames[status].toLowerCase();
    if (isFree(amount)) return "free";
    if (sample) return "sample data gets no email";
    if (state.name === "none") return `not due until ${formatDay(next_billing_date)}`;
    if (!client_active) return "the client is inactive";
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
