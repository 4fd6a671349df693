import type { Context } from "aws-lambda";
import { isAskedFor } from "../../shared/billing/account.ts";
import { addDays, type Day, monthOf } from "../../shared/day.ts";
import { dayOfMonth, monthlySpan } from "../../shared/reminders/day-of-month.ts";
import { foldOldMonths } from "../ledger/due-day-totals.ts";
import { oldestWaitingPaper } from "../ledger/number-papers.ts";
import type { OwingAccount } from "../ledger/read-accounts.ts";
import { enqueue, type Job } from "../platform/email/jobs.ts";
import { logEvent } from "../platform/log.ts";
import { momentAt } from "../platform/moment.ts";
import { wakeNumberer } from "../platform/queues.ts";
import { addDue } from "../reminders/digest-totals.ts";
import { duePages, writeWhatFallsDue } from "../reminders/due.ts";
import { writeDueInvoices, writeFirstInvoices } from "../reminders/due-invoices.ts";
import { finishRun, type Run, saveProgress, startRun } from "../reminders/runs.ts";
import * as settings from "../stores/settings-store.ts";

/** A run stops when less time than this is left; Lambda's retry continues it. */
const MARGIN_MS = 20_000;

/** Keeps a message far below the limit of SQS. The sender finds the rest itself. */
const MAX_DUE = 100;

/**
 * The daily run: queues an email for each client with due reminders page by page, after what falls due is written, and saves its progress, so
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
  const hasTimeLeft = () => getRemainingTimeInMillis() >= MARGIN_MS;
  const needTime = () => {
    if (!hasTimeLeft()) throw new Error("The time is nearly over: Lambda's retry continues from here.");
  };
  const statementsOf = dayOfMonth(today, days.statement_day, progress.since);
  await writeWhatFallsDue(moment, days, hasTimeLeft);
  await writeFirstInvoices(days, moment, hasTimeLeft);
  needTime();
  for await (const page of duePages(today, days, progress.cursor)) {
    const { due, accounts, next, unreadable = 0 } = page;
    await writeDueInvoices(accounts, days, moment, hasTimeLeft);
    needTime();
    await enqueue(
      due.map((client) => ({
        email: "reminder",
        ...client,
        due: client.due.slice(0, MAX_DUE),
        at: now,
        run: today,
      })),
    );
    if (statementsOf) await enqueue(monthlyStatements(accounts, statementsOf, now));
    progress = {
      ...progress,
      cursor: next,
      queued: progress.queued + due.length,
      unreadable: progress.unreadable + unreadable,
      ...addDue(progress, accounts, today),
    };
    if (!(await saveProgress(today, progress))) return stopped(today);
    if (next) needTime();
  }

  const { queued, upcoming, overdue, unreadable, since } = progress;
  await enqueue([{ email: "digest", day: today, since, upcoming, overdue, unreadable, at: now }]);
  const newMonth = dayOfMonth(today, 1, since);
  if (newMonth && days.accountant_email)
    await enqueue([{ email: "month", month: monthOf(addDays(newMonth, -1)), day: newMonth, at: now }]);
  await foldOldMonths(today);
  if (await oldestWaitingPaper()) await wakeNumberer();
  await finishRun(today, momentAt(Date.parse(scheduled_at) + Date.now() - startedAt).now);
  logEvent("sweep done", { queued });
  return { queued };
}

/** A statement for each client who owes something on the day of the month. */
const monthlyStatements = (accounts: readonly OwingAccount[], day: Day, at: string): Job[] =>
  accounts
    .filter(
      ({ account, open }) =>
        !account.sample && open.some((charge) => isAskedFor(charge) && charge.due <= day),
    )
    .map(({ account: { client_id } }) => ({
      email: "statement",
      client_id,
      ...monthlySpan(day),
      more: "monthly",
      monthly: true,
      at,
    }));

/** The run of a later day has started and covers this one. */
function stopped(day: Day) {
  logEvent("sweep overtaken", { day });
  return { queued: 0 };
}

const wasMissed = (before: Run, today: Day) => !before.finished_at || before.day < addDays(today, -1);
