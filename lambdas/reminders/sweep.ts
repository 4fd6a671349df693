import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { addDays, Day, daysBetween } from "../../shared/day.ts";
import { Amount, Currency, toCents } from "../../shared/money.ts";
import { Text } from "../../shared/text.ts";
import * as activity from "../activity/store.ts";
import { foldOldMonths } from "../ledger/due-days.ts";
import { receiptDelay, receiptOf } from "../ledger/receipts.ts";
import { findPayments } from "../ledger/store.ts";
import type { Job } from "../platform/email/jobs.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logEvent } from "../platform/log.ts";
import { type Moment, momentAt } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import { addDue } from "./digest-totals.ts";
import { duePages } from "./due.ts";
import { finishRun, type Run, saveProgress, startRun } from "./runs.ts";

/** A run stops when less time than this is left; Lambda's retry continues it. */
const MARGIN_MS = 20_000;

/** Keeps a message far below the limit of SQS. The sender finds the rest itself. */
const MAX_DUE = 100;

/**
 * The daily run: queues an email for each client with due reminders page by page, moves the dates of free subscriptions, and saves its progress, so
 * that an interrupted run continues. The schedule passes the instant, so a late start keeps its day.
 * @throws when its time is nearly over, so that Lambda calls it again
 */
export async function handler(
  { scheduled_at }: { scheduled_at: string },
  { getRemainingTimeInMillis }: Pick<Context, "getRemainingTimeInMillis">,
): Promise<{ queued: number }> {
  const startedAt = Date.now();
  const moment = momentAt(Date.parse(scheduled_at));
  const { now, today } = moment;
  const run = await startRun(moment);
  if (!run) return stopped(today);
  let { progress } = run;
  if (run.before && wasMissed(run.before, today))
    await enqueue([{ email: "notice", name: "run-missed", day: today, at: now }]);

  const days = await settings.get();
  if (days.send_receipts) await queueReceipts(progress.since, moment);
  const hasTimeLeft = () => getRemainingTimeInMillis() >= MARGIN_MS;
  for await (const page of duePages(moment, days, hasTimeLeft, progress.cursor)) {
    const { due, rows, next, unreadable = 0 } = page;
    await enqueue(
      due.map((client) => ({
        email: "reminder",
        ...client,
        due: client.due.slice(0, MAX_DUE),
        at: now,
        run: today,
      })),
    );
    progress = {
      ...progress,
      cursor: next,
      queued: progress.queued + due.length,
      unreadable: progress.unreadable + unreadable,
      ...addDue(progress, rows, today),
    };
    if (!(await saveProgress(today, progress))) return stopped(today);
    if (next && !hasTimeLeft())
      throw new Error("The time is nearly over: Lambda's retry continues from here.");
  }

  const { queued, upcoming, overdue, unreadable, since } = progress;
  await enqueue([{ email: "digest", day: today, since, upcoming, overdue, unreadable, at: now }]);
  await foldOldMonths(today);
  await finishRun(today, momentAt(Date.parse(scheduled_at) + Date.now() - startedAt).now);
  logEvent("sweep done", { queued });
  return { queued };
}

/** A later receipt would surprise the client more than it helps. */
const MAX_RECEIPT_AGE_DAYS = 7;

/**
 * Queues the receipts and corrections of the payments that changed since the last run, because a request may have been
 * interrupted before it queued them. The ledger prevents duplicates.
 */
async function queueReceipts(since: Day | undefined, { now, today }: Moment): Promise<void> {
  const daysBack = Math.min(MAX_RECEIPT_AGE_DAYS, since === undefined ? 1 : daysBetween(since, today));
  const days = Array.from({ length: daysBack + 1 }, (_, index) => addDays(today, -index));
  const changes = (await Promise.all(days.map(activity.receiptChanges))).flat();
  const payments = await findPayments(new Set(changes.map(({ payment_id }) => payment_id)));
  const receipts = payments.map((payment): Job => ({ email: "receipt", ...receiptOf(payment), at: now }));
  await enqueue(receipts, { delaySeconds: receiptDelay() });
  const corrections = changes.flatMap(({ kind, subject: client_id, payment_id, revision, before }): Job[] => {
    const { success, data } = UndonePayment.safeParse(before);
    if (kind !== "payment-undone" || !success) return [];
    const { amount, ...payment } = data;
    return [
      { email: "correction", client_id, payment_id, revision, ...payment, cents: toCents(amount), at: now },
    ];
  });
  await enqueue(corrections);
}

/** As the activity has it until the client is erased. */
const UndonePayment = z.object({
  paid_on: Day,
  amount: Amount,
  currency: z._default(Currency, "USD"),
  method: z.optional(Text),
  reference: z._default(Text, ""),
});

/** The run of a later day has started and covers this one. */
function stopped(day: Day) {
  logEvent("sweep overtaken", { day });
  return { queued: 0 };
}

const wasMissed = (before: Run, today: Day) => !before.finished_at || before.day < addDays(today, -1);
