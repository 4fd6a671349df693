import type { ReminderCounts } from "../../shared/reminders.ts";
import type { Moment } from "../http.ts";
import { logFailure } from "../log.ts";
import { enqueue, type Job } from "../outbox.ts";
import { notePaused, noteSent } from "../sweep-run.ts";
import { type Due, duePage, type Outcome, type Reminding, remind } from "./remind.ts";

/** HTTP waits 30 seconds for an answer: so long is sent, and the rest of the time is for queueing what is left. */
const sendingTime = 15_000;
const atOnce = 10;

/**
 * Sends what is due now, with the same code and the same ledger as the unattended sender, and counts. What takes
 * too long, or cannot be sent at the moment, is left to that sender.
 */
export async function press(moment: Moment): Promise<ReminderCounts> {
  const counts: ReminderCounts = { sent: 0, skipped: 0, failed: 0, queued: 0 };
  const leave = async (subjects: Reminding[]) => {
    await enqueue(subjects.map((subject): Job => ({ email: "reminder", ...subject, at: moment.now })));
    counts.queued += subjects.length;
  };
  const deadline = Date.now() + sendingTime;
  let paused: string | undefined;
  let from: Record<string, unknown> | undefined;
  do {
    const page = await duePage(moment.today, from);
    const due = [...page.due];
    while (due.length > 0 && !paused && Date.now() < deadline) {
      const done = await Promise.all(due.splice(0, atOnce).map((one) => attempt(one, moment)));
      for (const { outcome } of done)
        if (outcome.state !== "later" && outcome.state !== "settled") counts[outcome.state] += 1;
      await leave(
        done.flatMap(({ subject, outcome }) => (outcome.state === "later" && !outcome.busy ? [subject] : [])),
      );
      paused = done.flatMap(({ outcome }) =>
        outcome.state === "later" && outcome.paused ? [outcome.reason] : [],
      )[0];
    }
    await leave(due.map(({ subject }) => subject));
    from = page.next;
  } while (from);
  if (paused) await notePaused(moment.now, paused);
  if (counts.sent > 0) await noteSent(moment.now);
  return counts;
}

async function attempt({ subject }: Due, moment: Moment) {
  const outcome = await remind(subject, moment).catch((error): Outcome => {
    logFailure("reminder not attempted", error, { subscription: subject.subscription_id });
    return { state: "later", reason: "the database could not be used" };
  });
  return { subject, outcome };
}
