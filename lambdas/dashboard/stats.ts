import { dueSoonDays } from "../../shared/billing.ts";
import { addDays, type Day, endOfMonth, laterOf } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { monthlyCents, yearlyCents } from "../../shared/revenue.ts";
import * as clients from "../clients/store.ts";
import { centsByFrequency, figuresOf, readCounters } from "../counters.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { tellSamplesApart } from "./samples-apart.ts";

/** The figures of a day, and the renewals within the week after it. Nothing is read that they do not name or count. */
export async function statsOf(today: Day) {
  const [counters, { rows, ...left }] = await Promise.all([countersNow(), rowsFor(today)]);
  const figures = figuresOf(counters);
  const cents = centsByFrequency(figures);
  const due = dueFor(today, counters.real_records > 0 ? rows.filter(({ sample }) => !sample) : rows);
  return {
    stats: {
      totalActiveClients: figures.active_clients,
      totalActiveSubscriptions: figures.active_subscriptions,
      renewalsThisWeek: due.thisWeek.length,
      renewalsThisMonth: due.thisMonth.length,
      overdueSubscriptions: due.overdue.length,
      overdueAmount: fromCents(due.overdue.reduce((sum, row) => sum + row.amount_cents, 0)),
      monthlyRecurringRevenue: fromCents(monthlyCents(cents)),
      annualRecurringRevenue: fromCents(yearlyCents(cents)),
      sampleRecords: counters.sample_records,
      realRecords: counters.real_records,
    },
    upcomingRenewals: await withClients(due.thisWeek),
    ...left,
    today,
  };
}

async function countersNow() {
  const counters = await readCounters();
  return counters.samples_apart ? counters : tellSamplesApart();
}

const endOfWeekOf = (today: Day) => addDays(today, dueSoonDays);

/** The active subscriptions that are overdue or due this week or this month; no others are read. */
const rowsFor = (today: Day) => subscriptions.dueUntil(laterOf(endOfWeekOf(today), endOfMonth(today)));

function dueFor(today: Day, rows: subscriptions.Row[]) {
  const endOfWeek = endOfWeekOf(today);
  const monthEnd = endOfMonth(today);
  const from = (first: Day, last: Day) =>
    rows.filter(({ next_billing_date }) => next_billing_date >= first && next_billing_date <= last);
  return {
    overdue: rows.filter(({ next_billing_date }) => next_billing_date < today),
    thisWeek: from(today, endOfWeek),
    thisMonth: from(today, monthEnd),
  };
}

async function withClients(rows: subscriptions.Row[]) {
  const found = await clients.getMany(rows.map((row) => row.client_id));
  return rows.map(({ id, client_id, frequency, amount_cents, next_billing_date, sample }) => ({
    id,
    client_id,
    client_name: found.get(client_id)?.name ?? "Unknown Client",
    client_email: found.get(client_id)?.email ?? "",
    client_phone: found.get(client_id)?.phone ?? "",
    frequency,
    amount: fromCents(amount_cents),
    next_billing_date,
    ...(sample && { sample }),
  }));
}
