import { signatureOf } from "../../shared/emails/reminder-words.ts";
import { reminderEmail } from "../../shared/emails/to-clients.ts";
import { fromCents } from "../../shared/money.ts";
import * as clients from "../clients/store.ts";
import { logFailure } from "../log.ts";
import type { Moment } from "../moment.ts";
import * as renewals from "../renewals/store.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type ReminderKey, reasonToSkip } from "./due.ts";
import { periodKindOf } from "./email-key.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

/**
 * Sends one reminder, unless the ledger knows it already. Everything is read again here: between the list and the
 * email somebody may have paid, paused or corrected an address.
 */
export async function sendReminder(key: ReminderKey, moment: Moment): Promise<Outcome> {
  const outcome = await sendOnce(key, moment, () => draft(key, moment));
  if (key.more === undefined && (outcome.state === "sent" || outcome.state === "settled")) {
    await subscriptions
      .markReminded(key.subscription_id, periodKindOf(key))
      .catch((error) => logFailure("not marked", error, { subscription: key.subscription_id }));
  }
  return outcome;
}

async function draft(key: ReminderKey, { today }: Moment): Promise<Draft> {
  const company = await settings.get();
  const row = await subscriptions.get(key.subscription_id);
  const client = row && (await clients.get(row.client_id));
  // Asked last, so that a payment recorded while all this was read is seen.
  const paid = async () => ((await renewals.isPaid(key)) ? "already paid" : undefined);
  const skip = reasonToSkip(key, { row, client, company, today }) ?? (await paid());
  if (skip !== undefined || !row || !client)
    return { skip: skip ?? "", ...(row && { client_id: row.client_id }) };

  const { kind, period } = key;
  const amount = fromCents(row.amount_cents);
  const facts = { kind, period, today, client: client.name, frequency: row.frequency, amount };
  return {
    client_id: client.id,
    email: reminderEmail(facts, company),
    to: client.email,
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}
