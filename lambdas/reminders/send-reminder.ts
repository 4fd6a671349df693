import { type Charge, leftOf, periodOf, scheduledDay } from "../../shared/billing/account.ts";
import { periodDays } from "../../shared/billing/schedule.ts";
import { recipientsOf } from "../../shared/clients/recipients.ts";
import type { Day } from "../../shared/day.ts";
import { reminderTone } from "../../shared/email-templates.ts";
import { reminderEmail } from "../../shared/emails/reminder-email.ts";
import { type ReminderCharge, signatureOf } from "../../shared/emails/reminder-text.ts";
import { domainOf } from "../../shared/mail-domain.ts";
import { fromCents, fromSums, sumsOf } from "../../shared/money.ts";
import { wasSent } from "../../shared/reminders/reminder.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { PaperRow } from "../ledger/paper-row.ts";
import { invoicesOf } from "../ledger/papers.ts";
import { markTold, type Told, withdrawTold } from "../ledger/told.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import { variable } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import { accountUrl } from "../stores/client-link-store.ts";
import * as clients from "../stores/client-store.ts";
import { aboutCharge, claimOf, type EmailKey } from "../stores/email-key.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import type * as subscriptions from "../stores/subscription-store.ts";
import { attachedInvoices } from "./attached-invoices.ts";
import {
  areNumbered,
  carriedInvoices,
  invoicesInEmail,
  NO_CONTROL_UNIT,
  waitsForControlUnit,
  withoutNumber,
} from "./carried-invoices.ts";
import { type Owed, planOf, readOwed } from "./client-plan.ts";
import { type ClientDue, isExtra, isManual, type ReminderKey } from "./due.ts";
import { REMINDED_TODAY, reasonToSkip } from "./reasons.ts";

/**
 * Sends a client one email with every charge that is overdue or that the schedule has reached, unless the send log has all
 * of it.
 */
export async function sendReminder(job: ClientDue, moment: Moment): Promise<Outcome> {
  const { today } = moment;
  const { owed, keys, last } = await planOf(job, today);
  if (keys.length === 0) return { state: "already-sent" };
  const { client_id } = job;
  const isHeld = last === today;
  if (!(await hasNumberedInvoices({ client_id, keys, owed, isHeld }, moment))) return withoutNumber();
  return sendOnce(
    keys,
    moment,
    // Emails went out since the plan, if some of its keys are settled now.
    writer(client_id, today, owed, (claimed) => isHeld || claimed.length < keys.length),
  );
}

/**
 * Sends the same email on request of a person: for some charges, with all others that are due. The client's own page asks
 * for the same from then on. `isHeld`: the client had an email today, and gets no other.
 */
export async function sendByHand(
  { client_id, due }: ClientDue,
  moment: Moment,
  { isHeld = false } = {},
): Promise<Outcome> {
  const owed = await readOwed(client_id, due);
  if (!(await hasNumberedInvoices({ client_id, keys: due, owed, isHeld }, moment))) return withoutNumber();
  return sendOnce(
    due,
    moment,
    writer(client_id, moment.today, owed, () => isHeld),
  );
}

/**
 * Writes the email for what was claimed, from what was read before. It goes out only if the account is unchanged when its
 * charges are marked as told; if not, the next draft reads again.
 */
function writer(
  client_id: string,
  today: Day,
  read: Owed,
  isHeld: (claimed: readonly EmailKey[]) => boolean,
) {
  let unusedRead: Owed | undefined = read;
  return async (claimed: readonly EmailKey[]): Promise<Draft> => {
    const owed = unusedRead ?? (await readOwed(client_id, claimed));
    unusedRead = undefined;
    const keys = claimed as readonly ReminderKey[];
    return draft({ client_id, keys, owed, isHeld: isHeld(claimed) }, today);
  };
}

type Claimed = {
  client_id: string;
  keys: readonly ReminderKey[];
  owed: Owed;
  isHeld: boolean;
};

/**
 * Whether the invoices that an email would carry have their numbers; writes those that it brings. While the company writes no
 * invoices, nothing is read for it.
 */
async function hasNumberedInvoices(claimed: Claimed, moment: Moment): Promise<boolean> {
  const company = await settings.get();
  if (company.invoices_from === null) return true;
  const client = await clients.get(claimed.client_id);
  const { charges } = selected(claimed, { company, client, invoices: [] }, moment.today);
  return areNumbered(claimed.client_id, charges, company, moment);
}

type Facts = { company: Settings; client: clients.Row | undefined; invoices: readonly PaperRow[] };

const rowIn =
  ({ subscriptions: rows }: Owed) =>
  ({ about }: EmailKey) =>
    rows.get(periodOf(about)?.subscription_id ?? "");

/** What an email settles, what it leaves out and why, and the charges that it names. */
function selected(
  { client_id, keys, owed, isHeld }: Claimed,
  { company, client, invoices }: Facts,
  today: Day,
): { sent: ReminderKey[]; skips: Map<EmailKey, string>; charges: Charge[] } {
  const { account, open, subscriptions: rows } = owed;
  const facts = { company, client, promised_until: account?.promised_until, sample: account?.sample, today };
  const rowOf = rowIn(owed);
  const skips = new Map<EmailKey, string>();
  for (const key of keys) {
    const charge = open.find(({ id }) => aboutCharge(client_id, id) === key.about);
    const reason =
      reasonToSkip(key, { charge, row: rowOf(key), ...facts }) ??
      (isHeld ? REMINDED_TODAY : undefined) ??
      (charge && waitsForControlUnit(charge, invoices, company) ? NO_CONTROL_UNIT : undefined);
    if (reason !== undefined) skips.set(key, reason);
  }
  const sent = keys.filter((key) => !skips.has(key));
  if (sent.length === 0) return { sent, skips, charges: [] };
  const chargesTold = asTold(client_id, open, { sent, skips, today });
  return { sent, skips, charges: chargesToPay(chargesTold, [...rows.values()], today, company) };
}

async function draft(claimed: Claimed, today: Day): Promise<Draft> {
  const { client_id, owed } = claimed;
  const { account, open, subscriptions: rows } = owed;
  const [{ company, templateOf }, client, invoices] = await Promise.all([
    settings.forClients(),
    clients.get(client_id),
    invoicesOf(open),
  ]);
  const rowOf = rowIn(owed);
  const { sent, skips, charges } = selected(claimed, { company, client, invoices }, today);
  const [reason = "no longer due"] = skips.values();
  if (!client || !account || sent.length === 0) return { skip: reason, skips, client_id };
  const recipients = recipientsOf(client);
  if ("unreachable" in recipients) return { skip: recipients.unreachable, client_id };

  const { name, language, payment_reference: reference } = client;
  const oldest = charges[0] as Charge;
  const link = await accountUrl(client);
  const carried = carriedInvoices(charges, invoices);
  return {
    client_id,
    skips,
    tell: () => markTold(account, charges),
    withdraw: async () =>
      withdrawTold(client_id, await Promise.all(charges.map((charge) => toldBySendLog(client_id, charge)))),
    named: {
      charges: charges.length,
      subscriptions: new Set(charges.map(({ subscription_id, id }) => subscription_id ?? id)).size,
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
        link,
        charges: charges.map((charge) => inEmail(charge, rows.get(charge.subscription_id ?? ""))),
        invoices: invoicesInEmail(carried, link),
      },
      company,
      templateOf(reminderTone(oldest.due, today), language),
    ),
    ...recipients,
    attachments: () => attachedInvoices(carried, { company, language, today }),
    thread: threadOf(client_id, account.debt_since ?? oldest.due),
    replyTo: company.company_email || undefined,
    name: signatureOf(company.company_name),
  };
}

/** The open charges as they are once their client was told. A reminder that is in addition to the schedule settles nothing of it. */
function asTold(
  client_id: string,
  open: readonly Charge[],
  { sent, skips, today }: { sent: readonly ReminderKey[]; skips: ReadonlyMap<EmailKey, string>; today: Day },
): Charge[] {
  const isSettling = sent.some((key) => !isExtra(claimOf(key)));
  const leftOut = new Set([...skips.keys()].map(({ about }) => about));
  const sentByHand = new Set(sent.filter(isManual).map(({ about }) => about));
  return open.map((charge) => {
    const about = aboutCharge(client_id, charge.id);
    return {
      ...charge,
      told_on: today,
      ...(isSettling && !leftOut.has(about) && { reminded_on: today }),
      ...(sentByHand.has(about) && { asked: true as const }),
    };
  });
}

/** Reads from the send log when the client was told about a charge, and how. */
async function toldBySendLog(client_id: string, { id, due }: Charge): Promise<Told> {
  const rows = (await reminders.rowsAbout(aboutCharge(client_id, id))).filter(({ state }) => wasSent(state));
  // An email from before the due day moved is about the day before.
  const ofDueDay = rows.filter(({ period }) => period === due);
  const lastOf = (selected: readonly reminders.Row[]) =>
    selected
      .map(({ day }) => day)
      .sort()
      .at(-1);
  return {
    id,
    told_on: lastOf(rows),
    reminded_on: lastOf(ofDueDay.filter(({ claim }) => !isExtra(claim))),
    asked: ofDueDay.some(({ claim }) => claim.includes("#resend#")) || undefined,
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
  const { subscription_id, due: period, service, currency, cents, waived_cents = 0, paid_cents } = charge;
  return {
    subscription_id,
    frequency: row?.frequency ?? charge.frequency ?? "",
    service,
    currency,
    period,
    covered: row && periodDays(row, scheduledDay(charge)),
    amount: fromCents(cents - waived_cents),
    ...(paid_cents > 0 && { paid: fromCents(paid_cents) }),
  };
}
