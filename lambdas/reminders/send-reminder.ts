import { periodDays } from "../../shared/billing/schedule.ts";
import { signatureOf } from "../../shared/emails/reminder-text.ts";
import { reminderTone } from "../../shared/emails/templates.ts";
import { reminderEmail } from "../../shared/emails/to-clients.ts";
import { fromCents } from "../../shared/money.ts";
import { firstSendDay } from "../../shared/reminders/reminder.ts";
import * as clients from "../clients/store.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as renewals from "../renewals/store.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type ReminderKey, reasonToSkip } from "./due.ts";
import { periodKindOf } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

/**
 * Sends one reminder, unless the ledger has it already. Reads everything again, because somebody may have paid, paused
 * or corrected an address since the reminder was queued.
 */
export async function sendReminder(key: ReminderKey, moment: Moment): Promise<Outcome> {
  const outcome = await sendOnce(key, moment, () => draft(key, moment));
  const isDone =
    outcome.state === "sent" ||
    outcome.state === "already-sent" ||
    (outcome.state === "skipped" && outcome.reason === REMINDED_SINCE);
  if (key.more === undefined && isDone) {
    await subscriptions
      .markReminded(key.subscription_id, periodKindOf(key))
      .catch((error) => logFailure("reminder not marked", error, { subscription: key.subscription_id }));
  }
  return outcome;
}

const REMINDED_SINCE = "reminded of since";

/**
 * Skips a kind if a reminder of another kind went out on its first day or later. After a change of the schedule only
 * future kinds go out, and none repeats a reminder that went out late.
 */
async function skipIfRemindedSince({ more, ...key }: ReminderKey): Promise<string | undefined> {
  if (more !== undefined) return undefined;
  const last = await ledger.lastReminderDay(key);
  return last !== undefined && last >= firstSendDay(key.kind, key.period) ? REMINDED_SINCE : undefined;
}

async function draft(key: ReminderKey, { today }: Moment): Promise<Draft> {
  const [{ company, templateOf }, row] = await Promise.all([
    settings.forClients(),
    subscriptions.get(key.subscription_id),
  ]);
  const client = row && (await clients.get(row.client_id));
  // Read last, to see a payment recorded in the meantime.
  const skipIfPaid = async () => ((await renewals.isPaid(key)) ? "already paid" : undefined);
  const skip =
    reasonToSkip(key, { row, client, company, today }) ??
    (await skipIfRemindedSince(key)) ??
    (await skipIfPaid());
  if (skip !== undefined || !row || !client)
    return { skip: skip ?? "", ...(row && { client_id: row.client_id }) };

  const { payment_reference: reference } = client;
  const { period } = key;
  const amount = fromCents(row.amount_cents);
  const { currency, frequency, service } = row;
  const { name, language } = client;
  const facts = { period, today, client: name, language, frequency, service, amount, currency, reference };
  const covered = periodDays(row, period);
  const words = templateOf(reminderTone(period, today), language);
  return {
    client_id: client.id,
    service,
    email: reminderEmail({ ...facts, ...subscriptions.paidOf(row), covered }, company, words),
    to: client.email,
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}
