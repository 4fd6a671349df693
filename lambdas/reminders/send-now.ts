import type { ReminderCounts } from "../../shared/reminders.ts";
import { enqueue } from "../email-queue.ts";
import { logFailure } from "../log.ts";
import type { Moment } from "../moment.ts";
import * as settings from "../settings/store.ts";
import { duePage, type ReminderKey } from "./due.ts";
import { notePaused, noteSent } from "./runs.ts";
import type { Outcome } from "./send-once.ts";
import { sendReminder } from "./send-reminder.ts";

/** HTTP waits 30 seconds for an answer: so long is sent, and the rest of the time is for queueing what is left. */
const sendingTime = 15_000;
const atOnce = 10;

/**
 * Sends what is due now, with the same code and the same ledger as the unattended sender, and counts. What takes
 * too long, or cannot be sent at the moment, is left to that sender.
 */
export async function sendNow(moment: Moment): Promise<ReminderCounts> {
  const counts: ReminderCounts = { sent: 0, skipped: 0, failed: 0, queued: 0 };
  const leave = async (keys: ReminderKey[]) => {
    await enqueue(keys.map((key) => ({ email: "reminder", ...key, at: moment.now })));
    counts.queued += keys.length;
  };
  const days = await settings.get();
  const deadline = Date.now() + sendingTime;
  let paused: string | undefined;
  let from: Record<string, unknown> | undefined;
  do {
    const page = await duePage(moment.today, days, from);
    const due = page.due.map(({ key }) => key);
    while (due.length > 0 && !paused && Date.now() < deadline) {
      const done = await Promise.all(due.splice(0, atOnce).map((key) => attempt(key, moment)));
      for (const { outcome } of done)
        if (outcome.state !== "later" && outcome.state !== "settled") counts[outcome.state] += 1;
      await leave(
        done.flatMap(({ key, outcome }) => (outcome.state === "later" && !outcome.busy ? [key] : [])),
      );
      paused = done.flatMap(({ outcome }) =>
        outcome.state === "later" && outcome.paused ? [outcome.reason] : [],
      )[0];
    }
    await leave(due);
    from = page.next;
  } while (from);
  if (paused) await notePaused(moment.now, paused);
  if (counts.sent > 0) await noteSent(moment.now);
  return counts;
}

async function attempt(key: ReminderKey, moment: Moment) {
  const outcome = await sendReminder(key, moment).catch((error): Outcome => {
    logFailure("reminder not attempted", error, { subscription: key.subscription_id });
    return { state: "later", reason: "the database could not be used" };
  });
  return { key, outcome };
}
