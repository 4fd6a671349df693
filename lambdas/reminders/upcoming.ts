import { addDays, type Day, dayAt } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { dailyRun, type ExpectedReminder, mostExpected } from "../../shared/reminders.ts";
import * as clients from "../clients/store.ts";
import { Invalid } from "../errors.ts";
import type { Moment } from "../moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { duePage, reasonToSkip } from "./due.ts";
import { latest } from "./runs.ts";

/** The day of the daily run that comes next: today until its hour has come, or it has begun. */
export async function dayOfNextRun(moment: Moment): Promise<Day> {
  const { today } = moment;
  const run = await latest();
  const last = run && run.day >= today ? run.day : undefined;
  if (last === undefined && !isPast(dailyRun.hour, moment)) return today;
  return addDays(last ?? today, 1);
}

/** Whether an hour of the business's day has come. */
export const isPast = (hour: number, { now, today }: Moment): boolean =>
  dayAt(Date.parse(now) - hour * 3_600_000) === today;

/** A day far off would look at every subscription there is. */
const furthest = 31;

/** What the run of a day would send and to whom, by the run's own code, without sending it. */
export async function expected(day: Day, today: Day) {
  if (day > addDays(today, furthest))
    throw new Invalid(`Please choose a day within the next ${furthest} days.`);
  const company = await settings.get();
  const reminders: ExpectedReminder[] = [];
  const counts = { sending: 0, skipping: 0 };
  let unreadable = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const { due, next, ...left } = await duePage(day, company, from);
    unreadable += left.unreadable ?? 0;
    const found = await clients.getMany(due.map(({ row }) => row.client_id));
    for (const { row, key } of due) {
      const client = found.get(row.client_id);
      const skipped = reasonToSkip(key, { row, client, company, today: day });
      counts[skipped === undefined ? "sending" : "skipping"] += 1;
      if (reminders.length === mostExpected) continue;
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
    from = next;
  } while (from);
  return { day, ...counts, reminders, ...(unreadable > 0 && { unreadable }) };
}
