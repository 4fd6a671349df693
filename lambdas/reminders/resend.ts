import { type Reminder, scheduledKind, wentOut } from "../../shared/reminders.ts";
import { enqueue } from "../email-queue.ts";
import { Conflict, notFound } from "../errors.ts";
import type { Moment } from "../moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { chosenKeyOf } from "./due.ts";
import { periodKindOf } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { sendReminder } from "./send-reminder.ts";

/**
 * Sends the current period's reminder again, as a person chose to. Within one minute it is the same choice, however
 * often the button was pressed and in however many browsers. Once a day, it is the same choice all day, nothing goes out
 * after another reminder of that day, and the daily run sends no further one of the kind.
 */
export async function resend(id: string, moment: Moment, once?: "day"): Promise<Reminder> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  if (row.status !== "active") throw new Conflict("Only active subscriptions are reminded of.");
  if (row.amount_cents === 0) throw new Conflict("A free subscription has nothing to be reminded of.");

  const chosen = chosenKeyOf(row, moment.today);
  // What the daily run sends, or would.
  const kind = once && scheduledKind(chosen.period, moment.today, await settings.get());
  const before = kind && (await ledger.get({ ...chosen, kind }));
  if (before && before.day === moment.today && wentOut(before.state)) return before;

  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const key = { ...chosen, more: `resend#${once ? moment.today : minute}` };
  const outcome = await sendReminder(key, moment);
  if (outcome.state === "later" && !outcome.busy)
    await enqueue([{ email: "reminder", ...key, at: moment.now }]);
  if (kind && (outcome.state === "sent" || outcome.state === "settled"))
    await subscriptions.markReminded(id, periodKindOf({ ...chosen, kind }));
  const reminder = await ledger.get(key);
  if (!reminder) throw new Error("The ledger lost what it was just told.");
  return reminder;
}
