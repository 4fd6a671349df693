import type { Reminder } from "../../shared/reminders.ts";
import { enqueue } from "../email-queue.ts";
import { Conflict, notFound } from "../errors.ts";
import type { Moment } from "../moment.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { reminderKeyOf } from "./due.ts";
import * as ledger from "./ledger.ts";
import { sendReminder } from "./send-reminder.ts";

/**
 * Sends the current period's reminder again, as a person chose to. Within one minute it is the same choice, however
 * often the button was pressed and in however many browsers.
 */
export async function resend(id: string, moment: Moment): Promise<Reminder> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  if (row.status !== "active") throw new Conflict("Only active subscriptions are reminded of.");
  if (row.amount_cents === 0) throw new Conflict("A free subscription has nothing to be reminded of.");

  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const key = { ...reminderKeyOf(row, moment.today), more: `resend#${minute}` };
  const outcome = await sendReminder(key, moment);
  if (outcome.state === "later" && !outcome.busy)
    await enqueue([{ email: "reminder", ...key, at: moment.now }]);
  const reminder = await ledger.get(key);
  if (!reminder) throw new Error("The ledger lost what it was just told.");
  return reminder;
}
