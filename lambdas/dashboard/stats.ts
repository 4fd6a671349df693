import { leftOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { monthlyCents, yearlyCents } from "../../shared/billing/recurring-revenue.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import type { DueNote } from "../../shared/clients/timeline.ts";
import { isFirstRun, isSettingUp, MONTHS_BACK } from "../../shared/dashboard.ts";
import { addDays, addMonths, type Day, endOfMonth, laterOf, monthOf } from "../../shared/day.ts";
import {
  type Currency,
  currencies,
  fromCents,
  fromSums,
  isFree,
  type Sums,
  sumsOf,
} from "../../shared/money.ts";
import * as activity from "../activity/note-store.ts";
import * as clients from "../clients/store.ts";
import { currenciesIn } from "../platform/currencies-in-use.ts";
import {
  type Counters,
  type Counts,
  centsByFrequency,
  figuresOf,
  readCounters,
  receivedSums,
} from "../platform/dynamo/counters.ts";
import * as reminders from "../reminders/store.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** The figures of a day, and the renewals of its week. */
export async function statsOf(today: Day) {
  const [{ counters, received }, { rows, ...unreadable }, { notes }] = await Promise.all([
    currentCounters(),
    rowsDueFor(today),
    activity.dueNotes(today),
  ]);
  const figures = figuresOf(counters);
  const due = groupByDue(today, counters.real_records > 0 ? rows.filter(({ sample }) => !sample) : rows);
  const months = monthsOf(received, today);
  const sums = {
    overdue: sumsOf(openCharges(due.overdue, addDays(today, -1)), leftOf),
    monthly: sumBy((currency) => monthlyCents(centsByFrequency(figures, currency))),
    annual: sumBy((currency) => yearlyCents(centsByFrequency(figures, currency))),
  };
  const [currency, ...others] = await currenciesIn([
    ...Object.values(sums),
    sumsOf(due.thisWeek, subscriptions.leftCentsOf),
    ...months.map((month) => month.sums),
  ]);
  const amount = (cents: Sums) => fromCents(cents[currency] ?? 0);
  const hasSeveralCurrencies = others.length > 0;
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
    ...(hasSeveralCurrencies && {
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
    ...((isFirstRun(stats) || isSettingUp(stats)) && { tested: await reminders.wasTestEmailSent() }),
    received: months.map(({ month, payments, sums }) => ({
      month,
      amount: amount(sums),
      payments,
      ...(hasSeveralCurrencies && { byCurrency: fromSums(sums) }),
    })),
    ...unreadable,
    today,
  };
}

const sumBy = (centsOf: (currency: Currency) => number): Sums =>
  Object.fromEntries(currencies.map((currency) => [currency, centsOf(currency)]));

async function currentCounters(): Promise<{ counters: Counters; received: Counts }> {
  const counters = await readCounters();
  // The counters have no payments for samples. While all records are samples, there are few, so count them.
  return { counters, received: counters.real_records === 0 ? await renewals.countsOfAll() : counters };
}

/** The payments of each month, earliest first. */
const monthsOf = (counts: Counts, today: Day) =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, index) => {
    const month = monthOf(addMonths(today, index - MONTHS_BACK));
    return {
      month,
      sums: receivedSums(counts, month),
      payments: counts[`payments_${month}`] ?? 0,
    };
  });

const endOfWeekOf = (today: Day) => addDays(today, DUE_SOON_DAYS);

/** The active subscriptions that are overdue or due this week or this month. */
const rowsDueFor = (today: Day) => subscriptions.dueUntil(laterOf(endOfWeekOf(today), endOfMonth(today)));

function groupByDue(today: Day, all: subscriptions.Row[]) {
  const rows = all.filter(({ amount_cents }) => !isFree(amount_cents));
  const endOfWeek = endOfWeekOf(today);
  const monthEnd = endOfMonth(today);
  const between = (first: Day, last: Day) =>
    rows.filter(({ next_billing_date }) => next_billing_date >= first && next_billing_date <= last);
  return {
    overdue: rows.filter(({ next_billing_date }) => next_billing_date < today),
    thisWeek: between(today, endOfWeek),
    thisMonth: between(today, monthEnd),
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
