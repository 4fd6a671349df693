import type { Reminder } from "../../shared/reminders.ts";
import { HttpError, type Moment, notFound } from "../http.ts";
import { enqueue } from "../outbox.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { remind, subjectOf } from "./remind.ts";
import * as ledger from "./store.ts";

/**
 * Sends the current period's reminder again, as a person chose to. Within one minute it is the same choice, however
 * often the button was pressed and in however many browsers.
 */
export async function resend(id: string, moment: Moment): Promise<Reminder> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  if (row.status !== "active") throw new HttpError(409, "Only active subscriptions are reminded of.");
  if (row.amount_cents === 0) throw new HttpError(409, "A free subscription has nothing to be reminded of.");

  const minute = moment.now.slice(0, "2026-12-24T06:00".length).replace(":", "-");
  const subject = { ...subjectOf(row, moment.today), more: `resend#${minute}` };
  const outcome = await remind(subject, moment);
  if (outcome.state === "later" && !outcome.busy)
    await enqueue([{ email: "reminder", ...subject, at: moment.now }]);
  const reminder = await ledger.get(subject);
  if (!reminder) throw new Error("The ledger lost what it was just told.");
  return reminder;
}
