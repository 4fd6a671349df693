import { addDays, type Day, dayAt } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { dailyRun, type ExpectedReminder, MAX_EXPECTED_REMINDERS } from "../../shared/reminders/reminder.ts";
import * as clients from "../clients/store.ts";
import { Invalid } from "../platform/http/errors.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { duePage, reasonToSkip } from "./due.ts";
import { latestRun } from "./runs.ts";

/** The day of the next daily run: today, unless its hour has come or it has started. */
export async function dayOfNextRun(moment: Moment): Promise<Day> {
  const { today } = moment;
  const run = await latestRun();
  const last = run && run.day >= today ? run.day : undefined;
  if (last === undefined && !isHourPast(dailyRun.hour, moment)) return today;
  return addDays(last ?? today, 1);
}

/** Whether an hour of the business day has come. */
export const isHourPast = (hour: number, { now, today }: Moment): boolean =>
  dayAt(Date.parse(now) - hour * 3_600_000) === today;

/** A day further ahead would read every subscription. */
const MAX_DAYS_AHEAD = 31;

/** The reminders that the run of a day would send, by the same code, without sending them. */
export async function expectedReminders(day: Day, today: Day) {
  if (day > addDays(today, MAX_DAYS_AHEAD))
    throw new Invalid(`Please choose a day within the next ${MAX_DAYS_AHEAD} days.`);
  const company = await settings.get();
  const reminders: ExpectedReminder[] = [];
  const counts = { sending: 0, skipping: 0 };
  let unreadable = 0;
  let cursor: Record<string, unknown> | undefined;
  do {
    const { due, next, ...page } = await duePage(day, company, cursor);
    unreadable += page.unreadable ?? 0;
    const found = await clients.getMany(due.map(({ row }) => row.client_id));
    for (const { row, key } of due) {
      const client = found.get(row.client_id);
      const skipped = reasonToSkip(key, { row, client, company, today: day });
      counts[skipped === undefined ? "sending" : "skipping"] += 1;
      if (reminders.length === MAX_EXPECTED_REMINDERS) continue;
      reminders.push({
        subscription_id: row.id,
        client_id: row.client_id,
        client_name: client?.name ?? "Unknown Client",
        ...(row.service && { service: row.service }),
        kind: key.kind,
        period: key.period,
        frequency: row.frequency,
        amount: fromCents(row.amount_cents),
        currency: row.currency,
        ...subscriptions.paidOf(row),
        ...(skipped !== undefined && { skipped }),
      });
    }
    cursor = next;
  } while (cursor);
  return { day, ...counts, reminders, ...(unreadable > 0 && { unreadable }) };
}
