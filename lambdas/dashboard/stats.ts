import { dueSoonDays } from "../../shared/billing.ts";
import { firstRun, monthsBack, settingUp } from "../../shared/dashboard.ts";
import { addDays, addMonths, type Day, endOfMonth, laterOf, monthOf } from "../../shared/day.ts";
import { type Currency, currencies, fromCents, fromSums, type Sums, sumsOf } from "../../shared/money.ts";
import { monthlyCents, yearlyCents } from "../../shared/revenue.ts";
import type { DueNote } from "../../shared/timeline.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import {
  type Counters,
  type Counts,
  centsByFrequency,
  figuresOf,
  readCounters,
  receivedSums,
} from "../counters.ts";
import { currenciesIn } from "../currencies-in-use.ts";
import * as reminders from "../reminders/store.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { countPayments } from "./count-payments.ts";
import { tellSamplesApart } from "./samples-apart.ts";

/** The figures of a day, and the renewals within the week after it. Nothing is read that they do not name or count. */
export async function statsOf(today: Day) {
  const [{ counters, received }, { rows, ...left }, { notes }] = await Promise.all([
    countersNow(),
    rowsFor(today),
    activity.dueNotes(today),
  ]);
  const figures = figuresOf(counters);
  const due = dueFor(today, counters.real_records > 0 ? rows.filter(({ sample }) => !sample) : rows);
  const came = received && monthsOf(received, today);
  const sums = {
    overdue: sumsOf(due.overdue, subscriptions.leftCentsOf),
    monthly: sumBy((currency) => monthlyCents(centsByFrequency(figures, currency))),
    annual: sumBy((currency) => yearlyCents(centsByFrequency(figures, currency))),
  };
  const [currency, ...others] = await currenciesIn([
    ...Object.values(sums),
    sumsOf(due.thisWeek, subscriptions.leftCentsOf),
    ...(came ?? []).map((month) => month.sums),
  ]);
  const amount = (of: Sums) => fromCents(of[currency] ?? 0);
  const several = others.length > 0;
  const stats = {
    totalActiveClients: figures.active_clients,
    totalActiveSubscriptions: figures.active_subscriptions,
    renewalsThisWeek: due.thisWeek.length,
    renewalsThisMonth: due.thisMonth.length,
    overdueSubscriptions: due.overdue.length,
    overdueAmount: amount(sums.overdue),
    monthlyRecurringRevenue: amount(sums.monthly),
    annualRecurringRevenue: amount(sums.annual),
    ...(currency !== "USD" && { currency }),
    ...(several && {
      byCurrency: {
        overdue: fromSums(sums.overdue),
        monthly: fromSums(sums.monthly),
        annual: fromSums(sums.annual),
      },
    }),
    sampleRecords: counters.sample_records,
    realRecords: counters.real_records,
  };
  return {
    stats,
    ...(await withClients(due.thisWeek, notes)),
    ...((firstRun(stats) || settingUp(stats)) && { tested: await reminders.wasTested() }),
    ...(came && {
      received: came.map(({ month, payments, sums }) => ({
        ...{ month, amount: amount(sums), payments },
        ...(several && { byCurrency: fromSums(sums) }),
      })),
    }),
    ...left,
    today,
  };
}

const sumBy = (centsOf: (currency: Currency) => number): Sums =>
  Object.fromEntries(currencies.map((currency) => [currency, centsOf(currency)]));

async function countersNow(): Promise<{ counters: Counters; received: Counts | undefined }> {
  const { samples_apart, payments_counted, ...stored } = await readCounters();
  const counters = samples_apart ? stored.counters : await tellSamplesApart();
  // Where all there is are samples, few payments are on record, and none is counted.
  if (counters.real_records === 0) return { counters, received: await renewals.countsOfAll() };
  return { counters, received: payments_counted ? counters : await countPayments(counters) };
}

/** What came in, the earliest month first. */
const monthsOf = (counts: Counts, today: Day) =>
  Array.from({ length: monthsBack + 1 }, (_, index) => {
    const month = monthOf(addMonths(today, index - monthsBack));
    return {
      month,
      sums: receivedSums(counts, month),
      payments: counts[`payments_${month}`] ?? 0,
    };
  });

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

async function withClients(rows: subscriptions.Row[], notes: Omit<DueNote, "client_name">[]) {
  const found = await clients.getMany([...rows, ...notes].map(({ client_id }) => client_id));
  const nameOf = (id: string) => found.get(id)?.name ?? "Unknown Client";
  const upcomingRenewals = rows.map(
    ({
      id,
      client_id,
      frequency,
      amount_cents,
      currency,
      paid_cents,
      next_billing_date,
      service,
      sample,
    }) => ({
      id,
      client_id,
      client_name: nameOf(client_id),
      client_email: found.get(client_id)?.email ?? "",
      client_phone: found.get(client_id)?.phone ?? "",
      client_reference: found.get(client_id)?.payment_reference,
      client_language: found.get(client_id)?.language,
      frequency,
      amount: fromCents(amount_cents),
      currency,
      ...subscriptions.paidOf({ paid_cents }),
      next_billing_date,
      ...(service && { service }),
      ...(sample && { sample }),
    }),
  );
  return {
    upcomingRenewals,
    ...(notes.length > 0 && {
      notes: notes.map((note) => ({ ...note, client_name: nameOf(note.client_id) })),
    }),
  };
}
