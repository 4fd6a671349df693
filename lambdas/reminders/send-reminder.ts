import { type Charge, leftOf, periodOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { periodDays } from "../../shared/billing/schedule.ts";
import { type Day, LAST_DAY } from "../../shared/day.ts";
import { reminderEmail } from "../../shared/emails/reminder-email.ts";
import { type ReminderCharge, signatureOf } from "../../shared/emails/reminder-text.ts";
import { reminderTone } from "../../shared/emails/templates.ts";
import { domainOf } from "../../shared/mail-domain.ts";
import { fromCents, fromSums, sumsOf } from "../../shared/money.ts";
import { wasSent } from "../../shared/reminders/reminder.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import { accountUrl } from "../clients/link-store.ts";
import * as clients from "../clients/store.ts";
import { accountRowsOf } from "../ledger/read-accounts.ts";
import { markTold, withdrawTold } from "../ledger/told.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { idsOf, markReminded, planOf, rowsOf } from "./client-plan.ts";
import { type ClientDue, markOf, type ReminderKey } from "./due.ts";
import type { EmailKey } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { REMINDED_TODAY, reasonToSkip } from "./reasons.ts";
import { type Draft, type Outcome, sendOnce } from "./send-once.ts";

/**
 * Sends a client one email with every charge that is overdue or that the schedule has reached, unless the ledger has all of
 * it. Reads everything again after the claim, because somebody may have paid, paused or corrected an address since.
 */
export async function sendReminder(job: ClientDue, moment: Moment): Promise<Outcome> {
  const { today } = moment;
  const plan = await planOf(job, today);
  const { client_id, keys, last } = plan;
  const ids = [
    ...new Set([...plan.rows.keys(), ...keys.flatMap(({ about }) => periodOf(about)?.subscription_id ?? [])]),
  ];
  if (keys.length === 0) {
    if (last !== undefined) await markReminded(plan, { on: last, unsent: [], today });
    return { state: "already-sent" };
  }
  const outcome = await sendOnce(keys, moment, (claimed) => {
    // What is settled by now went out since the plan.
    const isHeld = last === today || claimed.length < keys.length;
    return draft({ client_id, ids, keys: claimed as readonly ReminderKey[], isHeld }, today);
  });
  if (outcome.state === "sent") {
    const unsent = keys.filter((key) => !outcome.keys?.includes(key));
    await markReminded(plan, { on: today, unsent, today });
  }
  return outcome;
}

/**
 * Sends the same email on request of a person: for some charges, with all others that are due. Marks them, so that the
 * client's own page asks for the same. `isHeld`: the client had an email today, and gets no other.
 */
export async function sendByHand(
  { client_id, due }: ClientDue,
  moment: Moment,
  isHeld = false,
): Promise<Outcome> {
  const ids = await idsOf(client_id, due);
  const outcome = await sendOnce(due, moment, (claimed) =>
    draft({ client_id, ids, keys: claimed as readonly ReminderKey[], isHeld }, moment.today),
  );
  if (outcome.state !== "sent" || !outcome.keys) return outcome;
  const sent = new Set(outcome.keys.flatMap(({ about }) => periodOf(about)?.subscription_id ?? []));
  for (const { id, reminded, former } of withKeys(await rowsOf(client_id, [...sent]), outcome.keys))
    if (!former)
      await subscriptions
        .markReminded(id, { on: moment.today, keys: reminded.keys })
        .catch((error) => logFailure("reminder not marked", error, { subscription: id }));
  return outcome;
}

/** The subscriptions, with the keys of an email beside those they are marked with. */
const withKeys = (rows: ReadonlyMap<string, subscriptions.OwingRow>, keys: readonly EmailKey[]) =>
  [...rows.values()].map((row) => {
    const own = keys.filter(({ about }) => periodOf(about)?.subscription_id === row.id).map(markOf);
    return { ...row, reminded: { keys: [...new Set([...(row.reminded?.keys ?? []), ...own])] } };
  });

type Claimed = {
  client_id: string;
  ids: readonly string[];
  keys: readonly ReminderKey[];
  isHeld: boolean;
};

async function draft({ client_id, ids, keys, isHeld }: Claimed, today: Day): Promise<Draft> {
  const [{ company, templateOf }, client, accounts] = await Promise.all([
    settings.forClients(),
    clients.get(client_id),
    accountRowsOf([client_id]),
  ]);
  // Read last, to see a payment recorded in the meantime.
  const rows = await rowsOf(client_id, ids);
  const facts = { company, promised_until: accounts.get(client_id)?.promised_until, today };
  const skips = new Map<EmailKey, string>();
  const rowOf = ({ about }: EmailKey) => rows.get(periodOf(about)?.subscription_id ?? "");
  for (const key of keys) {
    const reason =
      reasonToSkip(key, { row: rowOf(key), client, ...facts }) ?? (isHeld ? REMINDED_TODAY : undefined);
    if (reason !== undefined) skips.set(key, reason);
  }
  const sent = keys.filter((key) => !skips.has(key));
  const [reason = "no longer due"] = skips.values();
  if (!client || sent.length === 0) return { skip: reason, skips, client_id };

  const real = withKeys(rows, sent).filter(({ sample }) => !sample);
  const charges = chargesToPay(openCharges(real, LAST_DAY), real, today, company);
  const { name, language, payment_reference: reference } = client;
  const oldest = charges[0] as Charge;
  const account = accounts.get(client_id);
  return {
    client_id,
    skips,
    tell: async () => account !== undefined && markTold(account, charges, today),
    withdraw: async () =>
      withdrawTold(
        client_id,
        await Promise.all(charges.map(async ({ id }) => ({ id, told_on: await lastSent(id) }))),
      ),
    named: {
      charges: charges.length,
      subscriptions: new Set(charges.map(({ subscription_id }) => subscription_id)).size,
      since: oldest.due,
      amounts: fromSums(sumsOf(charges, leftOf)),
    },
    serviceOf: (key) => rowOf(key)?.service,
    email: reminderEmail(
      {
        client: name,
        language,
        reference,
        today,
        link: await accountUrl(client),
        charges: charges.map((charge) => inEmail(charge, rows.get(charge.subscription_id ?? ""))),
      },
      company,
      templateOf(reminderTone(oldest.due, today), language),
    ),
    to: client.email,
    thread: threadOf(client_id, accounts.get(client_id)?.debt_since ?? oldest.due),
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}

/** The last day on which a reminder of a charge went out. */
async function lastSent(charge_id: string): Promise<Day | undefined> {
  return (await ledger.rowsAbout(charge_id))
    .filter(({ state }) => wasSent(state))
    .map(({ day }) => day)
    .sort()
    .at(-1);
}

/**
 * The emails about one debt are one thread until all is paid. SES writes its own Message-ID, so they refer to an id that no
 * email has; mail programs still put them together.
 */
const threadOf = (client_id: string, since: Day): string =>
  `<${since}.${client_id}@${domainOf(variable("MAIL_FROM"))}>`;

/** A charge in wire form. */
function inEmail(charge: Charge, row: subscriptions.Row | undefined): ReminderCharge {
  const { due: period, service, currency, cents, waived_cents = 0, paid_cents } = charge;
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
