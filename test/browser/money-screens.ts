import { expect } from "vitest";
import { taxLines, taxTotals } from "../../frontend/admin/features/payments/tax-file.ts";
import { addDue } from "../../lambdas/reminders/digest-totals.ts";
import { type Records, statementOf } from "../../shared/account-statement/build-statement.ts";
import { byCurrency } from "../../shared/account-statement/statement.ts";
import {
  type Account,
  type Charge,
  compareCharges,
  creditOf,
  isOpen,
  leftOf,
  periodOf,
  statementDay,
} from "../../shared/billing/account.ts";
import { clientsDue, type DueDays, dueFigures } from "../../shared/billing/due-days.ts";
import { type OwedAccount, openOnWire } from "../../shared/clients/owed.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { reminderEmail } from "../../shared/emails/reminder-email.ts";
import { currencies, formatCents, fromCents } from "../../shared/money.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { dueList, dueSums } from "../product/due-list.ts";

/** The day on which each history begins. */
export const START = "2026-01-31";
const CLIENT = "5c8a3f0e-0000-4000-8000-000000000001";
const created_at = "2026-01-01T06:00:00.000Z";

const paidPeriodsOf = ({ payments }: Account): Payment[] =>
  payments.flatMap(({ id, currency, allocations }) =>
    allocations.map(({ charge_id, cents }) => ({
      id,
      charge_id,
      ...periodOf(charge_id),
      currency,
      amount: fromCents(cents),
      reference: id,
      paid_on: START,
      recorded_at: created_at,
      next_billing_date: periodOf(charge_id)?.period,
    })),
  );

const creditsOf = ({ payments }: Account): Payment[] =>
  payments.flatMap(({ id, currency, refunded_cents = 0, ...payment }) => {
    const entry = { id, currency, paid_on: START, recorded_at: created_at, reference: id };
    const unallocated = creditOf({ id, currency, ...payment });
    const refund = {
      ...entry,
      id: `${id} refund`,
      amount: -fromCents(refunded_cents),
      refund: true as const,
    };
    return [{ ...entry, amount: fromCents(unallocated) }, ...(refunded_cents > 0 ? [refund] : [])];
  });

/** The records that a statement needs. An undone payment counts with the charges that it still pays. */
export const recordsOf = (account: Account, today: Day): Records => ({
  charges: account.charges,
  subscriptions: account.subscriptions,
  payments: account.payments.flatMap((payment) => {
    const { id, currency, allocations, refunded_cents = 0 } = payment;
    const cents = allocations.reduce(
      (sum, allocation) => sum + allocation.cents,
      creditOf(payment) + refunded_cents,
    );
    const paid = { id, currency, cents, allocations, paid_on: START, reference: id };
    const refund = { ...paid, cents: -refunded_cents, allocations: [], refund: true };
    return refunded_cents > 0 ? [paid, refund] : [paid];
  }),
  today,
});

const noTotals = { count: 0, cents: 0, first: [] };

/**
 * Dashboard, Money, statement and digest say what the open charges add up to.
 */
export function checkScreens(account: Account, days: DueDays, today: Day): void {
  const asked = account.charges.filter((charge) => leftOf(charge) > 0 && !charge.on_hold);
  const figures = dueFigures(days, today);
  const owed: OwedAccount = {
    client_id: CLIENT,
    version: 1,
    credit: [],
    ...openOnWire(account.charges.filter(isOpen), today),
  };
  const due = dueSums(dueList([owed], [], today));
  const statements = byCurrency(statementOf(recordsOf(account, today), { to: today }));
  const entries = [...paidPeriodsOf(account), ...creditsOf(account)].map((period) => ({
    ...period,
    client_name: "A",
  }));
  const file = taxTotals(taxLines(entries, { clientOf: () => undefined }));
  const owing = [{ account: { client_id: CLIENT }, open: account.charges }];
  const digest = addDue({ upcoming: noTotals, overdue: noTotals }, owing, today);
  for (const currency of currencies) {
    const own = asked.filter((charge) => charge.currency === currency);
    const sum = (counts: (charge: Charge) => boolean, charges = own) =>
      charges.filter(counts).reduce((cents, charge) => cents + leftOf(charge), 0);
    const isLate = ({ due }: Charge) => due < today;
    const isSoon = (charge: Charge) => !isLate(charge) && charge.due <= addDays(today, 7);
    const [overdue, soon] = [sum(isLate), sum(isSoon)];
    const dashboard = figures.owed.find((debt) => debt.currency === currency);
    expect([due.overdue[currency] ?? 0, due.due_soon[currency] ?? 0], "Money").toEqual([overdue, soon]);
    const inDigest = (totals: { cents: number; kes_cents?: number | undefined }) =>
      currency === "USD" ? totals.cents : (totals.kes_cents ?? 0);
    expect([inDigest(digest.overdue), inDigest(digest.upcoming)], "digest").toEqual([overdue, soon]);
    const credit = account.payments
      .filter((payment) => payment.currency === currency)
      .reduce((cents, payment) => cents + creditOf(payment), 0);
    const paid = account.payments.filter((payment) => payment.currency === currency && !payment.undone);
    const sumOf = (centsOf: (payment: (typeof paid)[number]) => number) =>
      paid.reduce((cents, payment) => cents + centsOf(payment), 0);
    const [received, refunded] = [
      sumOf(({ cents }) => cents),
      sumOf((payment) => payment.refunded_cents ?? 0),
    ];
    expect([file.received[currency] ?? 0, file.refunded[currency] ?? 0], "tax file").toEqual([
      received,
      0 - refunded,
    ]);
    const onHold = account.charges.filter((charge) => charge.currency === currency && charge.on_hold);
    const held = sum(() => true, onHold);
    const { overdue: late = 0, due_soon = 0, on_hold = 0, credit: kept = 0 } = dashboard ?? {};
    expect([late, due_soon, on_hold, kept], "dashboard").toEqual([overdue, soon, held, credit]);
    const begun = (charge: Charge) => statementDay(charge) <= today;
    const ahead = account.charges
      .filter((charge) => charge.currency === currency && !begun(charge))
      .reduce((cents, charge) => cents + charge.paid_cents, 0);
    const heldByNow = account.charges
      .filter((charge) => charge.currency === currency && charge.on_hold && begun(charge))
      .reduce((cents, charge) => cents + leftOf(charge), 0);
    const statement = statements.find((statement) => statement.currency === currency);
    expect([statement?.closing ?? 0, statement?.held ?? 0], "statement").toEqual([
      sum(begun) + heldByNow - credit - ahead,
      heldByNow,
    ]);
    expect(due.on_hold[currency] ?? 0, "on hold in Money").toBe(held);
  }
  const late = asked.filter(({ due }) => due < today);
  const recurring = new Set(late.flatMap(({ subscription_id }) => subscription_id ?? []));
  expect(figures.overdueSubscriptions, "overdue subscriptions").toBe(recurring.size);
  expect(clientsDue(days, addDays(today, -1)), "clients with something overdue").toBe(
    late.length > 0 ? 1 : 0,
  );
}

/** The reminder of a client names every charge that is overdue or due within a week, with one total for each currency. */
export function checkReminder(account: Account, today: Day): void {
  const charges = account.charges
    .filter((charge) => leftOf(charge) > 0 && !charge.on_hold && charge.due <= addDays(today, 7))
    .sort(compareCharges);
  if (charges.length < 2) return;
  const { text } = reminderEmail(
    {
      client: "A",
      today,
      language: "en",
      charges: charges.map(
        ({ subscription_id, currency, cents, paid_cents, waived_cents = 0, due: period }) => ({
          currency,
          period,
          amount: fromCents(cents - waived_cents),
          paid: fromCents(paid_cents),
          subscription_id,
          frequency: "monthly",
        }),
      ),
    },
    unsavedSettings,
  );
  for (const currency of currencies) {
    const own = charges.filter((charge) => charge.currency === currency);
    const cents = own.reduce((sum, charge) => sum + leftOf(charge), 0);
    if (own.length > 0) expect(text).toContain(formatCents(cents, currency));
  }
}
