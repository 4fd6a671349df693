import { type Charge, isAskedFor, ofPeriod } from "../../shared/billing/account.ts";
import { isAskedOf } from "../../shared/billing/agreed.ts";
import { type Day, laterOf } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import { type Reminder, reminderStage, scheduledKind, wasSent } from "../../shared/reminders/reminder.ts";
import { bringClientsUpToDate } from "../ledger/bring-up-to-date.ts";
import { accountRowsOf, openOf, withOpenCharges } from "../ledger/read-accounts.ts";
import { systemContext } from "../platform/change-context.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { Conflict, notFound } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import { aboutCharge } from "../stores/email-key.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { sendWhenNumbered } from "./carried-invoices.ts";
import { type Plan, planOf } from "./client-plan.ts";
import { creditUntil, keyOf, manualKeyOf, type ReminderKey } from "./due.ts";
import { sendByHand } from "./send-reminder.ts";

type NamedCharge = Pick<Charge, "id" | "period" | "due" | "told_on">;

/** Sends the client's reminder by hand, from one subscription: about its oldest open charge. */
export async function resend(id: string, moment: Moment, once?: "day"): Promise<Reminder> {
  const stored = await subscriptions.get(id);
  if (!stored) throw notFound("subscription");
  const [row = { ...stored, open: [] }] = await withOpenCharges([stored]);
  if (!isAskedOf(row)) throw new Conflict("Reminders go out only for active subscriptions.");
  if (isFree(row.amount_cents) && row.open.length === 0)
    throw new Conflict("A free subscription has no reminders.");
  const [oldest = ofPeriod(row.id, row.next_billing_date)] = row.open;
  return remindOf(row.client_id, oldest, moment, once);
}

/** Sends it from one charge, also one that does not recur. */
export async function resendOf(
  { client_id, id }: { client_id: string; id: string },
  moment: Moment,
  once?: "day",
): Promise<Reminder> {
  const account = (await accountRowsOf([client_id])).get(client_id);
  const charge = account && (await openOf(account)).find((charge) => charge.id === id);
  if (!charge) throw new Conflict("This client owes no such charge, so no reminder was sent.");
  if (!isAskedFor(charge)) throw new Conflict("This charge is on hold, so no reminder was sent.");
  return remindOf(client_id, charge, moment, once);
}

/**
 * Sends the reminder with a charge and all others that are due. Requests within one minute send one email. With `once`
 * "day", requests of one day for any charge in it send one email, none if another reminder of the charge went out that day,
 * and the daily run skips the kinds.
 */
async function remindOf(
  client_id: string,
  charge: NamedCharge,
  moment: Moment,
  once: "day" | undefined,
): Promise<Reminder> {
  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const key = manualKeyOf(client_id, charge, moment.today, once ? moment.today : minute);
  const scheduled = once && scheduledKind(charge.due, moment.today, await settings.get());
  const before = scheduled && (await reminders.get(keyOf(client_id, { charge, kind: scheduled })));
  const wasNamedToday = [before?.day, charge.told_on].includes(moment.today);
  if (before && wasNamedToday && wasSent(before.state)) return before;

  await takeCredit(client_id, charge, moment);
  const plan = await planOf({ client_id, due: [] }, moment.today);
  const due = [key, ...othersOf(client_id, plan, key, moment.today)];
  const isHeld = once !== undefined && plan.last === moment.today;
  const outcome = await sendWhenNumbered(() => sendByHand({ client_id, due }, moment, { isHeld }));
  if (outcome.state === "retry" && !outcome.busy)
    await enqueue([{ email: "resend", client_id, due, at: moment.now }]);
  const reminder = await reminders.get(key);
  if (!reminder) throw new Error("The reminder is not in the send log.");
  return reminder;
}

/** Lets the charge and what is due by then take the client's credit: nobody is reminded of money that is here. */
async function takeCredit(client_id: string, { due }: NamedCharge, moment: Moment): Promise<void> {
  const account = (await accountRowsOf([client_id])).get(client_id);
  if (!account?.with_credit) return;
  const until = laterOf(creditUntil(moment.today, await settings.get()), due);
  await bringClientsUpToDate([client_id], systemContext(moment), { until, hasTimeLeft: () => true });
}

/**
 * The other charges that the email names: they are claimed with it, because the client gets to know them. A request for one of
 * them on the same day, or without `once` in the same minute, sends nothing more.
 */
const othersOf = (
  client_id: string,
  { charges }: Plan,
  { more, ...key }: ReminderKey,
  today: Day,
): ReminderKey[] =>
  charges
    .map(({ id, due }) => ({
      about: aboutCharge(client_id, id),
      period: due,
      more,
      kind: reminderStage(due, today),
    }))
    .filter(({ about }) => about !== key.about);
