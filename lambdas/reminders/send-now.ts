import { setTimeout as wait } from "node:timers/promises";
import type { ReminderCounts } from "../../shared/reminders/reminder.ts";
import type { Outcome } from "../outbox/send-once.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../stores/settings-store.ts";
import { waitsForNumber } from "./carried-invoices.ts";
import { type ClientDue, duePages, writeWhatFallsDue } from "./due.ts";
import { writeDueInvoices } from "./due-invoices.ts";
import { addOutcome, recordPause, recordSent } from "./runs.ts";
import { sendReminder } from "./send-reminder.ts";

/** API Gateway waits 30 seconds; the rest of the time is for queueing what is left. */
const SENDING_MS = 15_000;
const CONCURRENCY = 10;
const NUMBERING_PAUSE_MS = 1_000;

/**
 * Sends the reminders that are due, with the same code and claims as the daily run, and counts the outcomes. Queues
 * those that take too long or cannot be sent now.
 */
export async function sendNow(moment: Moment): Promise<ReminderCounts> {
  const counts: ReminderCounts = { sent: 0, skipped: 0, failed: 0, queued: 0 };
  const queue = async (clients: ClientDue[]) => {
    await enqueue(clients.map((client) => ({ email: "reminder", ...client, at: moment.now })));
    counts.queued += clients.length;
  };
  const days = await settings.get();
  const deadline = Date.now() + SENDING_MS;
  const hasTimeLeft = () => Date.now() < deadline;
  let paused: string | undefined;
  /** They wait for the numbers of their invoices, which come within seconds. */
  const numbering: ClientDue[] = [];
  const send = async (clients: ClientDue[]) => {
    const attempts = await Promise.all(clients.map((client) => attempt(client, moment)));
    for (const { client, outcome } of attempts)
      if (waitsForNumber(outcome)) numbering.push(client);
      else addOutcome(counts, outcome);
    await queue(
      attempts.flatMap(({ client, outcome }) =>
        outcome.state === "retry" && !outcome.busy && !waitsForNumber(outcome) ? [client] : [],
      ),
    );
    paused = attempts.flatMap(({ outcome }) =>
      outcome.state === "retry" && outcome.paused ? [outcome.reason] : [],
    )[0];
  };
  await writeWhatFallsDue(moment, days, hasTimeLeft);
  for await (const { due, accounts } of duePages(moment.today, days)) {
    await writeDueInvoices(accounts, days, moment, hasTimeLeft);
    while (due.length > 0 && !paused && hasTimeLeft()) await send(due.splice(0, CONCURRENCY));
    await queue(due);
  }
  while (numbering.length > 0 && !paused && hasTimeLeft()) {
    await wait(NUMBERING_PAUSE_MS);
    for (let left = numbering.splice(0); left.length > 0; left = left.slice(CONCURRENCY))
      await send(left.slice(0, CONCURRENCY));
  }
  await queue(numbering);
  if (paused) await recordPause(moment.now, paused);
  if (counts.sent > 0) await recordSent(moment.now);
  return counts;
}

/** Never throws. */
async function attempt(client: ClientDue, moment: Moment) {
  const outcome = await sendReminder(client, moment).catch((error): Outcome => {
    logFailure("reminder not attempted", error, { client: client.client_id });
    return { state: "retry", reason: "the database could not be used" };
  });
  return { client, outcome };
}
