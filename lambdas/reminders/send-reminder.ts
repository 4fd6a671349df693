import { coveredBy } from "../../shared/billing.ts";
import { signatureOf } from "../../shared/emails/reminder-words.ts";
import { reminderEmail } from "../../shared/emails/to-clients.ts";
import { reminderTone } from "../../shared/emails/worded.ts";
import { fromCents } from "../../shared/money.ts";
import { firstDayOf } from "../../shared/reminders.ts";
import * as clients from "../clients/store.ts";
import { logFailure } from "../log.ts";
import type { Moment } from "../moment.ts";
import * as renewals from "../renewals/store.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type ReminderKey, reasonToSkip } from "./due.ts";
import { periodKindOf } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

/**
 * Sends one reminder, unless the ledger knows it already. Everything is read again here: between the list and the
 * email somebody may have paid, paused or corrected an address.
 */
export async function sendReminder(key: ReminderKey, moment: Moment): Promise<Outcome> {
  const outcome = await sendOnce(key, moment, () => draft(key, moment));
  const done = ["sent", "settled"].includes(outcome.state);
  if (key.more === undefined && (done || (outcome.state === "skipped" && outcome.reason === remindedSince))) {
    await subscriptions
      .markReminded(key.subscription_id, periodKindOf(key))
      .catch((error) => logFailure("not marked", error, { subscription: key.subscription_id }));
  }
  return outcome;
}

const remindedSince = "reminded of since";

/**
 * Whether a period was reminded of on the kind's first day or later, under another kind: whoever changes the schedule
 * calls for what is to come, and nothing comes again that a release before has sent late.
 */
async function reminded({ more, ...key }: ReminderKey): Promise<string | undefined> {
  if (more !== undefined) return undefined;
  const last = await ledger.lastReminded(key);
  return last !== undefined && last >= firstDayOf(key.kind, key.period) ? remindedSince : undefined;
}

async function draft(key: ReminderKey, { today }: Moment): Promise<Draft> {
  const [{ company, wordsOf }, row] = await Promise.all([
    settings.forClients(),
    subscriptions.get(key.subscription_id),
  ]);
  const client = row && (await clients.get(row.client_id));
  // Asked last, so that a payment recorded while all this was read is seen.
  const paid = async () => ((await renewals.isPaid(key)) ? "already paid" : undefined);
  const skip = reasonToSkip(key, { row, client, company, today }) ?? (await reminded(key)) ?? (await paid());
  if (skip !== undefined || !row || !client)
    return { skip: skip ?? "", ...(row && { client_id: row.client_id }) };

  const { payment_reference: reference } = await clients.withReference(client);
  const { period } = key;
  const amount = fromCents(row.amount_cents);
  const { currency, frequency, service } = row;
  const { name, language } = client;
  const facts = { period, today, client: name, language, frequency, service, amount, currency, reference };
  const covered = coveredBy(row, period);
  const words = wordsOf(reminderTone(period, today), language);
  return {
    client_id: client.id,
    service,
    email: reminderEmail({ ...facts, ...subscriptions.paidOf(row), covered }, company, words),
    to: client.email,
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}
