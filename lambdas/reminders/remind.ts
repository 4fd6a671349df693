import * as z from "zod";
import { dueSoonDays } from "../../shared/billing.ts";
import { addDays, type Day } from "../../shared/day.ts";
import type { ReminderCounts, ReminderKind } from "../../shared/notifications.ts";
import type { Settings } from "../../shared/settings.ts";
import * as clients from "../clients/store.ts";
import type { Moment } from "../http.ts";
import { logFailure } from "../log.ts";
import { send } from "../mail.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { claim, type Outcome, record, type Subject } from "./ledger.ts";
import { reminderLetter } from "./letters.ts";

/**
 * Sends every reminder that is due and was not sent: one for each period, of the latest kind only.
 * The button and the daily run both come here, and the ledger keeps them from doing anything twice.
 */
export async function remind(moment: Moment): Promise<ReminderCounts> {
  const counts = { sent: 0, skipped: 0, failed: 0 };
  const company = await settings.get();
  for await (const row of subscriptions.dueUntil(addDays(moment.today, dueSoonDays))) {
    // Nobody is asked to pay for what is free.
    if (row.amount_cents === 0) continue;
    const subject = subjectOf(row, moment.today);
    if (!(await claim(subject, moment))) continue;
    const outcome = await attempt(subject, company, moment.today);
    await record(subject, outcome, moment);
    counts[outcome.state] += 1;
  }
  return counts;
}

const subjectOf = ({ id, next_billing_date }: subscriptions.Row, today: Day): Subject => ({
  subscription_id: id,
  period: next_billing_date,
  kind: next_billing_date < today ? "overdue" : "upcoming",
});

async function attempt(subject: Subject, company: Settings, today: Day): Promise<Outcome> {
  try {
    return await sendOrSkip(subject, company, today);
  } catch (error) {
    logFailure("reminder not sent", error, { subscription: subject.subscription_id, period: subject.period });
    return { state: "failed", reason: error instanceof Error ? error.name : "unknown" };
  }
}

const isSwitchedOn = (kind: ReminderKind, company: Settings) =>
  kind === "upcoming" ? company.notify_renewals : company.notify_overdue;

/** Everything is read again here: between the list and the letter somebody may have paid or paused. */
async function sendOrSkip(subject: Subject, company: Settings, today: Day): Promise<Outcome> {
  const skipped = (reason: string) => ({ state: "skipped", reason }) as const;
  if (!isSwitchedOn(subject.kind, company)) return skipped("this kind of reminder is switched off");

  const row = await subscriptions.get(subject.subscription_id);
  if (row?.status !== "active" || row.next_billing_date !== subject.period) return skipped("no longer due");
  const client = await clients.get(row.client_id);
  if (!client) return skipped("the client does not exist");
  if (client.status !== "active") return skipped("the client is inactive");
  if (row.sample || client.sample) return skipped("sample data");
  if (!z.email().safeParse(client.email).success) return skipped("no valid address");

  const due = { ...row, period: subject.period };
  const written = reminderLetter(subject.kind, due, client, company, today);
  const replyTo = company.company_email || undefined;
  return { state: "sent", message_id: await send(written, client.email, replyTo) };
}
