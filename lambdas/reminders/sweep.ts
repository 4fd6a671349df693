import type { Context } from "aws-lambda";
import { dueSoonDays } from "../../shared/billing.ts";
import { addDays, type Day, daysBetween } from "../../shared/day.ts";
import { sumsOf } from "../../shared/money.ts";
import * as activity from "../activity/store.ts";
import { enqueue } from "../email-queue.ts";
import { logEvent } from "../log.ts";
import { type Moment, momentAt } from "../moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { duePage } from "./due.ts";
import { advance, begin, finish, type Progress, type Run } from "./runs.ts";

/** A run stops, to be gone on with by Lambda's retry, when less than this is left of its time, in milliseconds. */
const margin = 20_000;

/**
 * The daily unattended run: puts what is due into the queue, a page at a time, and remembers how far it came, so that a
 * run that is cut off goes on where it was. The schedule tells for which instant, so a late start keeps its day.
 * @throws when its time is nearly over, for Lambda to call it again
 */
export async function handler(
  { scheduled_at }: { scheduled_at: string },
  { getRemainingTimeInMillis }: Pick<Context, "getRemainingTimeInMillis">,
): Promise<{ queued: number }> {
  const began = Date.now();
  const moment = momentAt(Date.parse(scheduled_at));
  const { now, today } = moment;
  const begun = await begin(moment);
  if (!begun) return stopped(today);
  let { progress } = begun;
  const week = addDays(today, dueSoonDays);
  if (begun.before && wasMissed(begun.before, today))
    await enqueue([{ email: "notice", name: "run-missed", day: today, at: now }]);

  const days = await settings.get();
  if (days.send_receipts) await askForReceipts(progress.since, moment);
  for (;;) {
    const { rows, due, next, unreadable = 0 } = await duePage(today, days, progress.cursor);
    await enqueue(due.map(({ key }) => ({ email: "reminder", ...key, at: now, run: today })));
    progress = {
      ...progress,
      cursor: next,
      queued: progress.queued + due.length,
      unreadable: progress.unreadable + unreadable,
      upcoming: added(
        progress.upcoming,
        rows.filter((row) => row.next_billing_date >= today && row.next_billing_date <= week),
      ),
      overdue: added(
        progress.overdue,
        rows.filter((row) => row.next_billing_date < today),
      ),
    };
    if (!(await advance(today, progress))) return stopped(today);
    if (!next) break;
    if (getRemainingTimeInMillis() < margin) throw new Error("The run is cut off, to be gone on with.");
  }

  const { queued, upcoming, overdue, unreadable } = progress;
  await enqueue([{ email: "digest", day: today, upcoming, overdue, unreadable, at: now }]);
  await finish(today, momentAt(Date.parse(scheduled_at) + Date.now() - began).now);
  logEvent("sweep done", { queued });
  return { queued };
}

/** A receipt that comes later than after so many days surprises more than it helps. */
const mostDaysBack = 7;

/**
 * Asks again for the receipts of all payments that were recorded since the run before: who recorded one may have been
 * cut off before its receipt was asked for. Those that went out are known by the ledger.
 */
async function askForReceipts(since: Day | undefined, { now, today }: Moment): Promise<void> {
  const back = Math.min(mostDaysBack, since === undefined ? 1 : daysBetween(since, today));
  const days = Array.from({ length: back + 1 }, (_, index) => addDays(today, -index));
  const wanted = (await Promise.all(days.map(activity.receiptsOf))).flat();
  await enqueue(wanted.map((payment) => ({ email: "receipt", ...payment, at: now })));
}

/** A later day's run has begun, and looks at all that this one would. */
function stopped(day: Day) {
  logEvent("sweep overtaken", { day });
  return { queued: 0 };
}

const wasMissed = (before: Run, today: Day) => !before.finished_at || before.day < addDays(today, -1);

/** How many of each kind the digest names. */
const named = 20;

function added(sum: Progress["upcoming"], rows: subscriptions.Row[]): Progress["upcoming"] {
  const payable = rows.filter((row) => row.amount_cents > 0 && !row.sample);
  const lines = payable.map((row) => ({
    client_id: row.client_id,
    ...(row.service && { service: row.service }),
    period: row.next_billing_date,
    cents: subscriptions.leftCentsOf(row),
    ...(row.currency !== "USD" && { currency: row.currency }),
    ...(row.paid_cents && { paid: row.paid_cents }),
    ...(row.muted && { muted: row.muted }),
  }));
  const { USD = 0, KES } = sumsOf(payable, subscriptions.leftCentsOf);
  return {
    count: sum.count + payable.length,
    cents: sum.cents + USD,
    kes_cents: KES === undefined ? sum.kes_cents : (sum.kes_cents ?? 0) + KES,
    first: [...sum.first, ...lines].slice(0, named),
  };
}
