import { type Day, laterOf } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import { type Reminder, reminderStage, scheduledKind, wasSent } from "../../shared/reminders/reminder.ts";
import { bringClientsUpToDate } from "../ledger/bring-up-to-date.ts";
import { accountRowsOf, withOpenCharges } from "../ledger/read-accounts.ts";
import { systemContext } from "../platform/change-context.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { Conflict, notFound } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { type Plan, planOf } from "./client-plan.ts";
import { creditUntil, manualKeyOf, type ReminderKey } from "./due.ts";
import { sendByHand } from "./send-reminder.ts";

/**
 * Sends the client's reminder by hand, from one subscription. Requests within one minute send one email. With `once` "day",
 * requests of one day for any charge in it send one email, none if another reminder of the charge went out that day, and
 * the daily run skips the kinds.
 */
export async function resend(id: string, moment: Moment, once?: "day"): Promise<Reminder> {
  const stored = await subscriptions.get(id);
  if (!stored) throw notFound("subscription");
  const [row = { ...stored, open: [] }] = await withOpenCharges([stored]);
  if (row.status !== "active") throw new Conflict("Reminders go out only for active subscriptions.");
  if (isFree(row.amount_cents) && row.open.length === 0)
    throw new Conflict("A free subscription has no reminders.");

  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const key = manualKeyOf(row, moment.today, once ? moment.today : minute);
  const current = { ...key, more: undefined };
  const scheduled = once && scheduledKind(current.period, moment.today, await settings.get());
  const before = scheduled && (await reminders.get({ ...current, kind: scheduled }));
  const toldOn = row.open.find(({ id }) => id === key.about)?.told_on;
  const wasNamedToday = [before?.day, toldOn].includes(moment.today);
  if (before && wasNamedToday && wasSent(before.state)) return before;

  const { client_id } = row;
  await takeCredit(row, moment);
  const plan = await planOf({ client_id, due: [] }, moment.today);
  const due = [key, ...othersOf(plan, key, moment.today)];
  const isHeld = once !== undefined && plan.last === moment.today;
  const outcome = await sendByHand({ client_id, due }, moment, { isHeld });
  if (outcome.state === "retry" && !outcome.busy)
    await enqueue([{ email: "resend", client_id, due, at: moment.now }]);
  const reminder = await reminders.get(key);
  if (!reminder) throw new Error("The reminder is not in the send log.");
  return reminder;
}

/** Lets the period and what is due by then take the client's credit: nobody is reminded of money that is here. */
async function takeCredit(row: subscriptions.OwingRow, moment: Moment): Promise<void> {
  const { client_id, next_billing_date } = row;
  const account = (await accountRowsOf([client_id])).get(client_id);
  if (!account?.with_credit) return;
  const until = laterOf(creditUntil(moment.today, await settings.get()), next_billing_date);
  await bringClientsUpToDate([client_id], systemContext(moment), { until, hasTimeLeft: () => true });
}

/**
 * The other charges that the email names: they are claimed with it, because the client gets to know them. A request for one of
 * them on the same day, or without `once` in the same minute, sends nothing more.
 */
const othersOf = ({ charges }: Plan, { more, ...key }: ReminderKey, today: Day): ReminderKey[] =>
  charges
    .filter(({ id }) => id !== key.about)
    .map(({ id, due }) => ({ about: id, period: due, more, kind: reminderStage(due, today) }));
