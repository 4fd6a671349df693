import { whyNone } from "../../../../shared/billing.ts";
import { isFrequency } from "../../../../shared/subscriptions.ts";
import type { Plan } from "../../components/many/ManyDialog.tsx";
import { statusNames } from "../../words/billing.ts";
import { formatDay } from "../../words/dates.ts";
import type { Entry } from "./portfolio.ts";

/** What can be done with many subscriptions at once. */
export type Deed = "pay" | "remind" | "mute" | "unmute" | "pause" | "resume";

/** `reminded`: the subscriptions that got a reminder today. */
export function planOf(deed: Deed, entries: readonly Entry[], reminded: ReadonlySet<string>): Plan<Entry> {
  const plan = { doing: [] as Entry[], skipped: [] as { row: Entry; why: string }[] };
  for (const row of entries) {
    const why = obstacles[deed](row, reminded);
    if (why === undefined) plan.doing.push(row);
    else plan.skipped.push({ row, why });
  }
  return plan;
}

type Obstacle = (entry: Entry, reminded: ReadonlySet<string>) => string | undefined;

/** Why something is not done for a subscription: it is so already, or would be wrong. */
const obstacles: Record<Deed, Obstacle> = {
  pay: ({ subscription: { status, frequency, next_billing_date }, state }) => {
    if (status !== "active") return statusNames[status].toLowerCase();
    if (!isFrequency(frequency)) return whyNone(frequency);
    return state.name === "none" ? `not due until ${formatDay(next_billing_date)}` : undefined;
  },
  remind: (entry, reminded) => {
    const { id, subscription, state, client_active, client_muted, client_email, mail_problem } = entry;
    const { status, sample, amount, muted, next_billing_date } = subscription;
    if (status !== "active") return statusNames[status].toLowerCase();
    if (sample) return "sample data is never written to";
    if (state.name === "none") return `not due until ${formatDay(next_billing_date)}`;
    if (amount === 0) return "free";
    if (!client_active) return "the client is inactive";
    if (mail_problem || client_email === "") return "the client's address takes no mail";
    if (muted || client_muted) return "muted: it can be reminded of by itself";
    return reminded.has(id) ? "reminded today already" : undefined;
  },
  mute: (entry) => (entry.subscription.muted ? "muted already" : unknownTo(entry)),
  unmute: (entry) => (entry.subscription.muted ? unknownTo(entry) : "not muted"),
  pause: (entry) => {
    const { status } = entry.subscription;
    return status === "active" ? unknownTo(entry) : `${statusNames[status].toLowerCase()} already`;
  },
  resume: (entry) => {
    const { status } = entry.subscription;
    return status === "paused" ? unknownTo(entry) : statusNames[status].toLowerCase();
  },
};

/** What this version does not know it does not save over. */
const unknownTo = ({ subscription: { frequency } }: Entry) =>
  isFrequency(frequency) ? undefined : whyNone(frequency);
