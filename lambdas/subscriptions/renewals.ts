import { randomUUID } from "node:crypto";
import { allocate, dueCents, duePeriods } from "../../shared/billing/allocation.ts";
import type { Day } from "../../shared/day.ts";
import { currencyNames, formatCents, toCents } from "../../shared/money.ts";
import {
  futurePaymentProblem,
  type NewRenewal,
  type Renewal,
} from "../../shared/subscriptions/subscription.ts";
import * as lines from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, changedMeanwhile, Invalid } from "../platform/http/errors.ts";
import {
  fromRow,
  insert,
  list as listRecords,
  newestPaid,
  partPaymentCents,
  type Row,
} from "../renewals/store.ts";
import { allowed } from "./billing-rules.ts";
import { activityOf, countsFor, paymentOf, subscriptionOf, withRecords } from "./payment-records.ts";
import { lineOf, lookUp, madeFrom, type Renewed, renewed, typedKey } from "./repeated-payment.ts";
import * as subscriptions from "./store.ts";

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ renewals: Renewal[]; unreadable?: number }> {
  const { rows, ...left } = await listRecords(subscriptionId);
  if (rows.length === 0) await subscriptionOf(subscriptionId);
  return { renewals: rows.map(fromRow), ...left };
}

/**
 * Records a payment once. It pays the period that is due and, if it is for more, the periods after it: all or none. A
 * period that is paid in full moves the billing date by one occurrence; a part payment does not. With `receipt`, the
 * activity records that a receipt was requested.
 * @throws Conflict if it cannot be recorded. A success is always about this payment, never about another.
 */
export async function renew(
  subscriptionId: string,
  input: NewRenewal,
  context: ChangeContext,
  receipt = false,
): Promise<Renewed> {
  const early = input.paid_on && futurePaymentProblem(input.paid_on, context.today);
  if (early) throw new Invalid(early);
  const line = lineOf(input);
  const paid_on = input.paid_on ?? context.today;
  const found = await lookUp(subscriptionId, input, paid_on, line);
  if ("repeated" in found) return found.repeated;
  const { before, rows } = found;
  if (line !== undefined && before.sample)
    throw new Conflict("This is sample data: no payment of a statement is recorded for it.");
  if (input.period !== before.next_billing_date) {
    throw new Conflict(`The period to pay next is ${before.next_billing_date}, not ${input.period}.`);
  }

  const { currency } = before;
  if (input.currency !== undefined && input.currency !== currency)
    throw new Conflict(
      `This subscription is now in ${currencyNames[currency]}, not in ${currencyNames[input.currency]}.`,
    );
  const known = {
    paid: newestPaid(rows),
    paidCentsOf: (period: Day) => partPaymentCents(rows, period),
  };
  const due = allowed(() => duePeriods(before, input.periods ?? 1, known));
  if (input.due !== undefined && toCents(input.due) !== dueCents(due))
    throw new Conflict(
      `${formatCents(dueCents(due), currency)} is due now, not ${formatCents(toCents(input.due), currency)}.`,
    );
  const cents = input.amount === undefined ? dueCents(due) : toCents(input.amount);
  const shares = allocate(due, cents, input.in_full ?? false);
  if (shares.length === 0) throw new Invalid("Please give the amount that was paid.");

  const { billing_anchor, frequency } = before;
  const id = input.id ?? randomUUID();
  const key = line ?? (before.sample ? undefined : typedKey(input, paid_on, cents));
  const made_from = madeFrom(input);
  const recorded = shares.map(({ period, cents, next_billing_date }, index): Row => {
    const parts = rows.filter((row) => row.period === period).length;
    return {
      ...{ subscription_id: subscriptionId, id, period, made_from, line: key },
      ...(next_billing_date === period && { number: parts + 1 }),
      ...(index > 0 && { more: true }),
      paid_on,
      amount_cents: cents,
      due_cents: due[index]?.cents,
      currency,
      reference: input.reference,
      method: input.method,
      recorded_at: context.now,
      ...{ next_billing_date, billing_anchor, frequency },
    };
  });
  const after = withRecords(
    before,
    (recorded.at(-1) as Row).next_billing_date,
    [...recorded, ...rows],
    recorded.length,
  );
  try {
    await transact([
      subscriptions.replace(before, after),
      ...recorded.map(insert),
      ...(key === undefined
        ? []
        : [
            lines.recordItem(
              { key, subscription_id: subscriptionId, paid_on, cents, currency },
              line === undefined ? "hand" : { again: input.line?.again },
            ),
          ]),
      ...counterUpdates({}, countsFor(before, recorded)),
      ...activityOf("payment-recorded", before, {}, paymentOf(recorded), context, receipt && cents > 0),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Another request has written in between: the same payment, another one, or something else.
    const now = await lookUp(subscriptionId, input, paid_on, line);
    if ("repeated" in now) return now.repeated;
    throw changedMeanwhile("this subscription");
  }
  return renewed(recorded, after);
}
