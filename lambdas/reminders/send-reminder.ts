import { type Charge, compareCharges, isSameCharge, leftOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { periodDays } from "../../shared/billing/schedule.ts";
import type { Day } from "../../shared/day.ts";
import { reminderEmail } from "../../shared/emails/reminder-email.ts";
import { type ReminderCharge, signatureOf } from "../../shared/emails/reminder-text.ts";
import { reminderTone } from "../../shared/emails/templates.ts";
import { domainOf } from "../../shared/mail-domain.ts";
import { fromCents, fromSums, sumsOf } from "../../shared/money.ts";
import { isNamed, reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { accountRowsOf } from "../billing/read-accounts.ts";
import { accountUrl } from "../clients/link-store.ts";
import * as clients from "../clients/store.ts";
import { variable } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import type * as subscriptions from "../subscriptions/store.ts";
import { idsOf, markReminded, planOf, rowsOf } from "./client-plan.ts";
import type { ClientDue, ReminderKey } from "./due.ts";
import type { EmailKey } from "./email-key.ts";
import { reasonToLeaveOut, reasonToSkip } from "./reasons.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

/**
 * Sends a client one email with every charge that is overdue or that the schedule has reached, unless the ledger has all of
 * it. Reads everything again after the claim, because somebody may have paid, paused or corrected an address since.
 */
export async function sendReminder(job: ClientDue, moment: Moment): Promise<Outcome> {
  const { today } = moment;
  const plan = await planOf(job, today);
  const { client_id, keys, charges, last } = plan;
  const ids = [...new Set([...plan.rows.keys(), ...keys.map(({ subscription_id }) => subscription_id)])];
  if (keys.length === 0) {
    if (last !== undefined) await markReminded(plan, { on: last, unsent: [], today });
    return { state: "already-sent" };
  }
  const outcome = await sendOnce(keys, moment, (claimed) =>
    draft({ client_id, ids, keys: claimed as readonly ReminderKey[], nameable: charges }, today),
  );
  if (outcome.state === "sent") {
    const unsent = keys.filter((key) => !outcome.keys?.includes(key));
    await markReminded(plan, { on: today, unsent, today });
  }
  return outcome;
}

/** Sends the same email on request of a person: for some charges, with all others that are due. */
export async function sendByHand({ client_id, due }: ClientDue, moment: Moment): Promise<Outcome> {
  const ids = await idsOf(client_id, due);
  return sendOnce(due, moment, (claimed) =>
    draft({ client_id, ids, keys: claimed as readonly ReminderKey[] }, moment.today),
  );
}

type Claimed = {
  client_id: string;
  ids: readonly string[];
  keys: readonly ReminderKey[];
  /** The charges that the email can name besides those of the keys; all of the client's if absent. */
  nameable?: readonly Charge[];
};

async function draft({ client_id, ids, keys, nameable }: Claimed, today: Day): Promise<Draft> {
  const [{ company, templateOf }, client, accounts] = await Promise.all([
    settings.forClients(),
    clients.get(client_id),
    accountRowsOf([client_id]),
  ]);
  // Read last, to see a payment recorded in the meantime.
  const rows = await rowsOf(client_id, ids);
  const facts = { company, promised_until: accounts.get(client_id)?.promised_until, today };
  const until = [reminderWindowEnd(today, company), ...keys.map(({ period }) => period)].sort().at(-1) as Day;
  const open = openCharges([...rows.values()], until);
  const skips = new Map<EmailKey, string>();
  for (const key of keys) {
    const reason = reasonToSkip(key, { row: rows.get(key.subscription_id), client, ...facts });
    if (reason !== undefined) skips.set(key, reason);
  }
  const sent = keys.filter((key) => !skips.has(key));
  const [reason = "no longer due"] = skips.values();
  if (!client || sent.length === 0) return { skip: reason, skips, client_id };

  const isListed = (charge: Charge): boolean => {
    if (sent.some((key) => isSameCharge(key, charge))) return true;
    const row = rows.get(charge.subscription_id);
    const canBeNamed = !nameable || nameable.some((one) => isSameCharge(one, charge));
    return (
      row !== undefined &&
      canBeNamed &&
      isNamed(charge, today, company) &&
      reasonToLeaveOut(row, charge.period, facts) === undefined
    );
  };
  const charges = open.filter(isListed).sort(compareCharges);
  const { name, language, payment_reference: reference } = client;
  const oldest = charges[0] as Charge;
  return {
    client_id,
    skips,
    named: {
      charges: charges.length,
      subscriptions: new Set(charges.map(({ subscription_id }) => subscription_id)).size,
      since: oldest.period,
      amounts: fromSums(sumsOf(charges, leftOf)),
    },
    serviceOf: ({ subscription_id }) => rows.get(subscription_id)?.service,
    email: reminderEmail(
      {
        client: name,
        language,
        reference,
        today,
        link: await accountUrl(client),
        charges: charges.map((charge) => inEmail(charge, rows.get(charge.subscription_id))),
      },
      company,
      templateOf(reminderTone(oldest.period, today), language),
    ),
    to: client.email,
    thread: threadOf(client_id, accounts.get(client_id)?.debt_since ?? oldest.period),
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}

/**
 * The emails about one debt are one thread until all is paid. SES writes its own Message-ID, so they refer to an id that no
 * email has; mail programs still put them together.
 */
const threadOf = (client_id: string, since: Day): string =>
  `<${since}.${client_id}@${domainOf(variable("MAIL_FROM"))}>`;

/** A charge in wire form. */
function inEmail(charge: Charge, row: subscriptions.Row | undefined): ReminderCharge {
  const { period, service, currency, cents, waived_cents = 0, paid_cents } = charge;
  return {
    frequency: row?.frequency ?? "",
    service,
    currency,
    period,
    covered: row && periodDays(row, period),
    amount: fromCents(cents - waived_cents),
    ...(paid_cents > 0 && { paid: fromCents(paid_cents) }),
  };
}
