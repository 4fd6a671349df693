import { compareCharges, isSameCharge } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day, dayAt } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { isNamed, reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import {
  dailyRun,
  type ExpectedReminder,
  MAX_EXPECTED_REMINDERS,
  scheduledKind,
} from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { promisesOf } from "../billing/read-accounts.ts";
import * as clients from "../clients/store.ts";
import { Invalid } from "../platform/http/errors.ts";
import type { Moment } from "../platform/moment.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { duePage, type ReminderKey } from "./due.ts";
import { reasonToLeaveOut, reasonToSkip } from "./reasons.ts";
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

/** The emails that the run of a day would send, and what it would skip, by the same code, without sending them. */
export async function expectedReminders(day: Day, today: Day) {
  if (day > addDays(today, MAX_DAYS_AHEAD))
    throw new Invalid(`Please choose a day within the next ${MAX_DAYS_AHEAD} days.`);
  const company = await settings.get();
  const byClient = new Map<string, { rows: subscriptions.Row[]; due: ReminderKey[] }>();
  let unreadable = 0;
  let cursor: Record<string, unknown> | undefined;
  do {
    const page = await duePage(day, company, cursor);
    unreadable += page.unreadable ?? 0;
    for (const row of page.rows) {
      const own = byClient.get(row.client_id) ?? { rows: [], due: [] };
      own.rows.push(row);
      byClient.set(row.client_id, own);
    }
    for (const { client_id, due } of page.due) byClient.get(client_id)?.due.push(...due);
    cursor = page.next;
  } while (cursor);

  const reminders: ExpectedReminder[] = [];
  const counts = { sending: 0, skipping: 0 };
  const dueClients = [...byClient].filter(([, { due }]) => due.length > 0);
  const ids = dueClients.map(([id]) => id);
  const [found, promises] = await Promise.all([clients.getMany(ids), promisesOf(ids)]);
  for (const [id, own] of dueClients) {
    const lines = linesOf(own, { client: found.get(id), promised_until: promises.get(id), company, day });
    counts[lines.some(({ skipped }) => skipped === undefined) ? "sending" : "skipping"] += 1;
    reminders.push(...lines.slice(0, MAX_EXPECTED_REMINDERS - reminders.length));
  }
  return { day, ...counts, reminders, ...(unreadable > 0 && { unreadable }) };
}

type Own = { rows: subscriptions.Row[]; due: ReminderKey[] };
type Facts = {
  client: Client | undefined;
  promised_until: Day | undefined;
  company: Settings;
  day: Day;
};

/** The charges of a client that the email would name, and those that would be skipped. */
function linesOf({ rows, due }: Own, { day, ...known }: Facts): ExpectedReminder[] {
  const { client, company } = known;
  const facts = { ...known, today: day };
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const skipOf = (key: ReminderKey) => reasonToSkip(key, { ...facts, row: rowOf.get(key.subscription_id) });
  const isSending = due.some((key) => skipOf(key) === undefined);
  return openCharges(rows, reminderWindowEnd(day, company))
    .sort(compareCharges)
    .flatMap((charge): ExpectedReminder[] => {
      const row = rowOf.get(charge.subscription_id);
      const key = due.find((one) => isSameCharge(one, charge));
      const isListed = key
        ? isSending || skipOf(key) !== undefined
        : isSending && row && !reasonToLeaveOut(row, charge.period, facts) && isNamed(charge, day, company);
      if (!row || !isListed) return [];
      const skipped = key && skipOf(key);
      const kind = key?.kind ?? scheduledKind(charge.period, day, company) ?? "overdue";
      return [
        {
          subscription_id: row.id,
          client_id: row.client_id,
          client_name: client?.name ?? "Unknown Client",
          ...(row.service && { service: row.service }),
          kind,
          period: charge.period,
          frequency: row.frequency,
          amount: fromCents(charge.cents),
          currency: charge.currency,
          ...subscriptions.paidOf(charge),
          ...(skipped !== undefined && { skipped }),
        },
      ];
    });
}
