import { dueSoonDays } from "../../shared/billing.ts";
import type { Client } from "../../shared/clients.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { signatureOf } from "../../shared/emails/reminder-words.ts";
import { reminderEmail } from "../../shared/emails/to-clients.ts";
import { fromCents } from "../../shared/money.ts";
import { type ReminderKind, reminderKind } from "../../shared/reminders.ts";
import type { Settings } from "../../shared/settings.ts";
import { isMailable } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import type { Moment } from "../http.ts";
import { logFailure } from "../log.ts";
import * as renewals from "../renewals/store.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { deliver, type Outcome, type Written } from "./deliver.ts";
import { entryOf, type Subject } from "./store.ts";

export type Reminding = Subject & { kind: ReminderKind };
export type { Outcome };
export type Due = { row: subscriptions.Row; subject: Reminding };

const rowsAtATime = 500;

/**
 * One page of the subscriptions that a day's run looks at, and the reminders due among them: one for each period,
 * of the latest kind. Nobody is asked to pay for what is free or paid; what was reminded of already is left out.
 */
export async function duePage(today: Day, from?: Record<string, unknown>) {
  const { rows: found, ...rest } = await subscriptions.duePage(
    addDays(today, dueSoonDays),
    rowsAtATime,
    from,
  );
  const isPaid = await renewals.paidAmong(found.filter((row) => row.renewals > 0).map(periodOf));
  const rows = found.filter((row) => !isPaid(periodOf(row)));
  const due: Due[] = rows
    .map((row) => ({ row, subject: subjectOf(row, today) }))
    .filter(({ row, subject }) => row.amount_cents > 0 && row.reminded !== entryOf(subject));
  return { rows, due, ...rest };
}

const periodOf = ({ id, next_billing_date }: subscriptions.Row) => ({
  subscription_id: id,
  period: next_billing_date,
});

export const subjectOf = (row: subscriptions.Row, today: Day): Reminding => ({
  ...periodOf(row),
  kind: reminderKind(row.next_billing_date, today),
});

export type Circumstances = {
  row: subscriptions.Row | undefined;
  client: Client | undefined;
  company: Settings;
  today: Day;
};

/** Why a reminder is not to be sent; undefined when it is. A person's own choice overrides switches and mutes. */
export function reasonToSkip(
  subject: Reminding,
  { row, client, company, today }: Circumstances,
): string | undefined {
  const chosen = subject.more !== undefined;
  if (row?.status !== "active" || row.next_billing_date !== subject.period) return "no longer due";
  if (subjectOf(row, today).kind !== subject.kind) return "overdue by now";
  if (row.amount_cents === 0) return "free of charge";
  if (!chosen && !(subject.kind === "upcoming" ? company.notify_renewals : company.notify_overdue))
    return "this kind of reminder is switched off";
  if (!chosen && row.muted) return "muted";
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (row.sample || client.sample) return "sample data";
  if (!isMailable(client.email)) return "no valid address";
  if (client.mail_problem) return "address suppressed";
  return undefined;
}

/**
 * Sends one reminder, unless the ledger knows it already. Everything is read again here: between the list and the
 * email somebody may have paid, paused or corrected an address.
 */
export async function remind(subject: Reminding, moment: Moment): Promise<Outcome> {
  const outcome = await deliver(subject, moment, () => write(subject, moment));
  if (subject.more === undefined && (outcome.state === "sent" || outcome.state === "settled")) {
    await subscriptions
      .markReminded(subject.subscription_id, entryOf(subject))
      .catch((error) => logFailure("not marked", error, { subscription: subject.subscription_id }));
  }
  return outcome;
}

async function write(subject: Reminding, { today }: Moment): Promise<Written> {
  const company = await settings.get();
  const row = await subscriptions.get(subject.subscription_id);
  const client = row && (await clients.get(row.client_id));
  // Asked last, so that a payment recorded while all this was read is seen.
  const paid = async () => ((await renewals.isPaid(subject)) ? "already paid" : undefined);
  const skip = reasonToSkip(subject, { row, client, company, today }) ?? (await paid());
  if (skip !== undefined || !row || !client)
    return { skip: skip ?? "", ...(row && { client_id: row.client_id }) };

  const { kind, period } = subject;
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
