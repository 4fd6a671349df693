import { creditSums, type Owed } from "../../shared/billing/account.ts";
import {
  clientsDue,
  type DueDays,
  dueFigures,
  lastFigureDay,
  sumsOwed,
} from "../../shared/billing/due-days.ts";
import { monthlyCents, yearlyCents } from "../../shared/billing/recurring-revenue.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import {
  isFirstRun,
  isSettingUp,
  MAX_PROMISES,
  MONTHS_BACK,
  type OwedAmounts,
} from "../../shared/dashboard/dashboard.ts";
import { addDays, addMonths, type Day, laterOf, monthOf } from "../../shared/day.ts";
import { type Currency, currencies, fromCents, fromSums, type Sums } from "../../shared/money.ts";
import { reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { needsRate } from "../../shared/settings/dollar-rate.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { accountPayments, allCharges, allPayments } from "../ledger/account-store.ts";
import { dueDaysOfRows, readDueDays } from "../ledger/due-day-totals.ts";
import { chargesDue, promisesDue } from "../ledger/due-lists.ts";
import type { Listed } from "../ledger/rows.ts";
import {
  type Counters,
  type Counts,
  centsByFrequency,
  figuresOf,
  paymentCounts,
  readCounters,
  receivedSums,
  sumOf,
} from "../platform/dynamo/counters.ts";
import type { Moment } from "../platform/moment.ts";
import { dayOfNextRun } from "../reminders/runs.ts";
import * as activity from "../stores/note-store.ts";
import { wasTestEmailSent } from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import { debtsOf } from "./debts.ts";
import { invoicesToConfirm } from "./invoices-to-confirm.ts";
import { waitingPayments } from "./waiting-payments.ts";
import { withClients } from "./with-clients.ts";

/** The specified list is complete up to this number. */
const MAX_UPCOMING = 1_000;

/** The figures of a day, the largest overdue debts, and the renewals of its week: at most `most` of these. */
export async function statsOf(moment: Moment, most = MAX_UPCOMING) {
  const { now, today } = moment;
  const [{ counters, received }, company, nextRun] = await Promise.all([
    currentCounters(),
    settings.get(),
    dayOfNextRun(moment),
  ]);
  const nextRunEnd = reminderWindowEnd(nextRun, company);
  const figures = figuresOf(counters);
  const listed = counters.real_records > 0 ? "real" : "sample";
  const week = { from: today, until: addDays(today, DUE_SOON_DAYS), most };
  const [days, { rows: upcoming, ...unreadable }, { debts, rows }, { notes }, promises, waiting, toConfirm] =
    await Promise.all([
      dueDays(listed, laterOf(lastFigureDay(today), nextRunEnd)),
      chargesDue(listed, week),
      debtsOf(listed, { today, usual: company.default_currency }),
      activity.dueNotes(today),
      promisesDue(listed, today, MAX_PROMISES),
      waitingPayments(now),
      invoicesToConfirm(today),
    ]);
  const { owed, upcomingDays, ...counts } = dueFigures(days, today);
  counts.renewalsThisWeek -= chargesThatAreNoRenewal(upcoming);
  const months = monthsOf(received, today);
  const sums = {
    overdue: sumsOwed(owed, "overdue"),
    dueSoon: sumsOwed(owed, "due_soon"),
    monthly: sumBy((currency) => monthlyCents(centsByFrequency(figures, currency))),
    annual: sumBy((currency) => yearlyCents(centsByFrequency(figures, currency))),
  };
  const [currency, ...otherCurrencies] = await settings.currenciesIn([
    ...Object.values(sums),
    ...months.map((month) => month.sums),
  ]);
  const amount = (cents: Sums) => fromCents(cents[currency] ?? 0);
  const hasSeveralCurrencies = otherCurrencies.length > 0;
  const stats = {
    totalActiveClients: figures.active_clients,
    totalActiveSubscriptions: figures.active_subscriptions,
    ...counts,
    overdueAmount: amount(sums.overdue),
    dueSoonAmount: amount(sums.dueSoon),
    monthlyRecurringRevenue: amount(sums.monthly),
    annualRecurringRevenue: amount(sums.annual),
    ...(currency !== "USD" && { currency }),
    ...(hasSeveralCurrencies && {
      byCurrency: {
        overdue: fromSums(sums.overdue),
        dueSoon: fromSums(sums.dueSoon),
        monthly: fromSums(sums.monthly),
        annual: fromSums(sums.annual),
      },
    }),
    sampleRecords: counters.sample_records,
    realRecords: counters.real_records,
  };
  return {
    stats,
    ...(await withClients({ upcoming, debts, notes, promises }, rows)),
    upcomingDays: upcomingDays.map(({ sums, ...day }) => ({ ...day, amounts: fromSums(sums) })),
    owed: owed.map(toAmounts),
    nextRun: { day: nextRun, until: nextRunEnd, clients: clientsDue(days, nextRunEnd) },
    ...((isFirstRun(stats) || isSettingUp(stats)) && { tested: await wasTestEmailSent() }),
    received: months.map(({ month, payments, sums }) => ({
      month,
      amount: amount(sums),
      payments,
      ...(hasSeveralCurrencies && { byCurrency: fromSums(sums) }),
    })),
    ...waiting,
    ...toConfirm,
    ...oldRate(company, upcomingDays, today),
    ...unreadable,
    today,
  };
}

/**
 * The stored sums count charges. A subscription with several of them in the week is one renewal, and a charge that does not
 * recur is none.
 */
function chargesThatAreNoRenewal(
  charges: readonly { client_id: string; subscription_id?: string | undefined }[],
): number {
  const subscriptions = new Set(
    charges.flatMap(({ client_id, subscription_id }) =>
      subscription_id === undefined ? [] : `${client_id} ${subscription_id}`,
    ),
  );
  return charges.length - subscriptions.size;
}

/** Whether somebody has to record the rate in shillings before dollars fall due. */
function oldRate(
  company: Settings,
  upcomingDays: readonly { day: Day; sums: Sums }[],
  today: Day,
): { old_rate?: { day?: Day } } {
  const tomorrow = addDays(today, 1);
  const isDue = upcomingDays.some(({ day, sums }) => day === tomorrow && sums.USD);
  if (!isDue || !needsRate(company, today)) return {};
  const { kes_per_usd_day: day } = company;
  return { old_rate: day === null ? {} : { day } };
}

/** Samples are in no stored sum, and few. */
async function dueDays(listed: Listed, until: Day): Promise<DueDays> {
  if (listed === "real") return readDueDays(until);
  const [charges, payments] = await Promise.all([allCharges(), Array.fromAsync(allPayments(0, 1))]);
  return dueDaysOfRows(charges, creditSums(accountPayments(payments)));
}

const toAmounts = ({ currency, overdue, due_soon, on_hold, credit, ages }: Owed): OwedAmounts => ({
  currency,
  overdue: fromCents(overdue),
  due_soon: fromCents(due_soon),
  on_hold: fromCents(on_hold),
  credit: fromCents(credit),
  ages: ages.map(fromCents),
});

const sumBy = (centsOf: (currency: Currency) => number): Sums =>
  Object.fromEntries(currencies.map((currency) => [currency, centsOf(currency)]));

async function currentCounters(): Promise<{ counters: Counters; received: Counts }> {
  const counters = await readCounters();
  // The counters have no payments for samples. While all records are samples, there are few, so count them.
  return { counters, received: counters.real_records === 0 ? await countsOfAll() : counters };
}

const SCAN_SEGMENTS = 4;

/** The counters of all payments, from a consistent scan of the table. */
async function countsOfAll(): Promise<Counts> {
  const countSegment = async (segment: number) => {
    let counts: Counts = {};
    for await (const payment of allPayments(segment, SCAN_SEGMENTS))
      counts = sumOf([counts, paymentCounts(payment)]);
    return counts;
  };
  return sumOf(
    await Promise.all(Array.from({ length: SCAN_SEGMENTS }, (_, segment) => countSegment(segment))),
  );
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
