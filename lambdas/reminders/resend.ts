import { isFree } from "../../shared/money.ts";
import { type Reminder, scheduledKind, wasSent } from "../../shared/reminders/reminder.ts";
import { enqueue } from "../platform/email/queue.ts";
import { Conflict, notFound } from "../platform/http/errors.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { manualKeyOf } from "./due.ts";
import { periodKindOf } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { sendReminder } from "./send-reminder.ts";

/**
 * Sends the reminder of the current period by hand. Requests within one minute send one email. With `once` "day",
 * requests of one day send one email, none if another reminder went out that day, and the daily run skips the kind.
 */
export async function resend(id: string, moment: Moment, once?: "day"): Promise<Reminder> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  if (row.status !== "active") throw new Conflict("Reminders go out only for active subscriptions.");
  if (isFree(row.amount_cents)) throw new Conflict("A free subscription has no reminders.");

  const current = manualKeyOf(row, moment.today);
  const scheduled = once && scheduledKind(current.period, moment.today, await settings.get());
  const before = scheduled && (await ledger.get({ ...current, kind: scheduled }));
  if (before && before.day === moment.today && wasSent(before.state)) return before;

  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const key = { ...current, more: `resend#${once ? moment.today : minute}` };
  const outcome = await sendReminder(key, moment);
  if (outcome.state === "retry" && !outcome.busy)
    await enqueue([{ email: "reminder", ...key, at: moment.now }]);
  if (scheduled && (outcome.state === "sent" || outcome.state === "already-sent"))
    await subscriptions.markReminded(id, periodKindOf({ ...current, kind: scheduled }));
  const reminder = await ledger.get(key);
  if (!reminder) throw new Error("The reminder is not in the ledger.");
  return reminder;
}
