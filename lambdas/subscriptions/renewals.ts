import { randomUUID } from "node:crypto";
import { allocate, dueCents, duePeriods } from "../../shared/billing/allocation.ts";
import { dateUnchangedText, undoBilling } from "../../shared/billing/next-billing-date.ts";
import type { Day } from "../../shared/day.ts";
import { currencyNames, formatCents, fromCents, toCents } from "../../shared/money.ts";
import { lineKey } from "../../shared/payments/statement-line.ts";
import {
  futurePaymentProblem,
  methodName,
  type NewRenewal,
  type Renewal,
  type Subscription,
} from "../../shared/subscriptions/subscription.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import * as lines from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import { type TransactItem, TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import {
  fromRow,
  list as listRecords,
  newestPaid,
  onRecord,
  partsOf,
  type Row,
  record,
  remove,
} from "../renewals/store.ts";
import { allowed } from "./billing-rules.ts";
import * as subscriptions from "./store.ts";

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ renewals: Renewal[]; unreadable?: number }> {
  const { rows, ...left } = await listRecords(subscriptionId);
  if (rows.length === 0) await subscriptionOf(subscriptionId);
  return { renewals: rows.map(fromRow), ...left };
}

async function subscriptionOf(id: string): Promise<subscriptions.Row> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  return row;
}

type Renewed = { renewal: Renewal; renewals?: Renewal[]; subscription: Subscription };

const answer = (rows: Row[], subscription: subscriptions.Row): Renewed => {
  const [renewal, ...more] = rows.map(fromRow) as [Renewal, ...Renewal[]];
  return {
    renewal,
    ...(more.length > 0 && { renewals: [renewal, ...more] }),
    subscription: subscriptions.fromRow(subscription),
  };
};

/**
 * Records a payment, once: of the period that is due and as many after it as it is for, all or none. What pays a period
 * in full moves the billing date one occurrence on; a part leaves it. With `receipt` its record says that one is wanted.
 * @throws Conflict when it cannot be recorded; success is answered for this payment alone, never for another
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
      `By now this subscription is in ${currencyNames[currency]}, not in ${currencyNames[input.currency]}.`,
    );
  const known = {
    paid: newestPaid(rows),
    paidCentsOf: (period: Day) => partsOf(rows, period),
  };
  const due = allowed(() => duePeriods(before, input.periods ?? 1, known));
  if (input.due !== undefined && toCents(input.due) !== dueCents(due))
    throw new Conflict(
      `By now ${formatCents(dueCents(due), currency)} is due, not ${formatCents(toCents(input.due), currency)}.`,
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
  const after = withRecord(
    before,
    (recorded.at(-1) as Row).next_billing_date,
    [...recorded, ...rows],
    recorded.length,
  );
  try {
    await transact([
      subscriptions.replace(before, after),
      ...recorded.map(record),
      ...(key === undefined
        ? []
        : [
            lines.recording(
              { key, subscription_id: subscriptionId, paid_on, cents, currency },
              line === undefined ? "hand" : { again: input.line?.again },
            ),
          ]),
      ...counterUpdates({}, countsFor(before, recorded)),
      ...told("payment-recorded", before, {}, paymentOf(recorded), context, receipt && cents > 0),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Somebody wrote in between: this same payment, another one, or something else.
    const now = await lookUp(subscriptionId, input, paid_on, line);
    if ("repeated" in now) return now.repeated;
    throw changedMeanwhile("this subscription");
  }
  return answer(recorded, after);
}

/**
 * What is on record now: the answer of the first time if this very payment is, else what a new payment builds on.
 * @throws Conflict when the period is paid, or the line of a statement is recorded, by another payment
 */
async function lookUp(
  subscriptionId: string,
  input: NewRenewal,
  paid_on: Day,
  line: string | undefined,
): Promise<{ repeated: Renewed } | { before: subscriptions.Row; rows: Row[] }> {
  // Read first: a line that this payment was recorded of is then among the rows.
  const obstacle = line === undefined ? undefined : await obstacleOf(line, input);
  const before = await subscriptionOf(subscriptionId);
  const rows = await onRecord(before);
  const repeated = repeatedIn(rows, input, paid_on, line);
  // What is on record may be newer than the subscription that was read before it.
  const now = () => subscriptionOf(subscriptionId);
  if (repeated) return { repeated: answer(repeated, await now()) };
  if (obstacle !== undefined) throw new Conflict(obstacle);
  const paid = rows.find((row) => row.period === input.period && row.number === undefined);
  if (paid)
    throw new Conflict(
      // The line may have been recorded since it was looked up.
      (line !== undefined && (await obstacleOf(line, input))) ||
        `The period due ${input.period} is already paid: ${onRecordText(paymentWith(rows, paid))}. This payment was not recorded. The period to pay next is due ${(await now()).next_billing_date}.`,
    );
  const sameReference =
    input.id === undefined &&
    rows.find(({ period, reference }) => period === input.period && reference === input.reference);
  if (sameReference)
    throw new Conflict(
      `Another payment is on record for the period due ${input.period}: ${onRecordText(paymentWith(rows, sameReference))}. This payment was not recorded. Give each payment of a period a reference of its own.`,
    );
  return { before, rows };
}

/** The request as it is compared under an id: what was due when it was typed is no part of the payment. */
const madeFrom = ({ id: _, due: __, ...input }: NewRenewal): string => digestOf(input);

/** All rows of the payment that a row belongs to, its first period first. */
const paymentWith = (rows: readonly Row[], { id }: Row): Row[] =>
  rows.filter((row) => row.id === id).reverse();

const centsOf = (payment: readonly Row[]): number =>
  payment.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/**
 * The rows of the payment that this request repeats. With an `id`, that is the payment of that id. Without one, it is
 * the payment that agrees in period, reference, amount, method and day; an absent amount stands for what was due
 * before that payment, an absent day for today.
 * @throws Conflict when the id is on record with other content
 */
function repeatedIn(
  rows: readonly Row[],
  input: NewRenewal,
  paid_on: Day,
  line: string | undefined,
): Row[] | undefined {
  if (input.id !== undefined) {
    const [same] = rows.filter(({ id }) => id === input.id);
    const payment = same && paymentWith(rows, same);
    if (payment && same.made_from !== madeFrom(input))
      throw new Conflict(
        `This payment was stored by an earlier attempt, with other content: ${onRecordText(payment)}.`,
      );
    return payment;
  }
  const { period, reference, method, currency, amount, periods = 1, in_full } = input;
  return rows
    .filter((row) => row.period === period && !row.more && row.reference === reference)
    .filter((row) => row.method === method && row.paid_on === paid_on)
    .filter((row) => line === undefined || row.line === line)
    .filter((row) => currency === undefined || row.currency === currency)
    .map((row) => paymentWith(rows, row))
    .find(
      (payment) =>
        (amount === undefined
          ? payment.length === periods && payment.every((row) => row.amount_cents === row.due_cents)
          : centsOf(payment) === toCents(amount)) &&
        (!in_full || payment.every(({ number }) => number === undefined)),
    );
}

/** Names a payment for a sentence: `$149.99 for 2 periods, paid on 2026-12-24, M-Pesa, reference A`. */
function onRecordText(payment: readonly Row[]): string {
  const [{ currency, paid_on, method, reference }] = payment as [Row, ...Row[]];
  return [
    `${formatCents(centsOf(payment), currency)}${payment.length > 1 ? ` for ${payment.length} periods` : ""}`,
    `paid on ${paid_on}`,
    methodName(method),
    reference && `reference ${reference}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * The key of the line of a statement that a payment is recorded of.
 * @throws Invalid where it does not say what the line says
 */
function lineOf({ line, method, paid_on, amount }: NewRenewal): string | undefined {
  if (!line) return undefined;
  if (!method || !paid_on || !amount)
    throw new Invalid("Please give the day, the amount and the method that the statement says.");
  return lineKey({ number: line.number, method, paid_on, cents: toCents(amount) });
}

/** The key of the line in which a payment that somebody typed would stand; undefined where it has no reference. */
const typedKey = ({ reference: number, method }: NewRenewal, paid_on: Day, cents: number) =>
  number === "" ? undefined : lineKey({ number, method, paid_on, cents });

/** Why no payment of a line can be recorded: one is, of any subscription, or somebody decided against it. */
async function obstacleOf(line: string, { line: asked }: NewRenewal): Promise<string | undefined> {
  const known = await lines.get(line);
  if (!known) return undefined;
  const sold = known.subscription_id ? await subscriptions.get(known.subscription_id) : undefined;
  const client = sold && (await clients.get(sold.client_id));
  return lines.obstacle(known, client?.name, asked?.again);
}

/** What a payment adds to what came in; a sample's is made up. */
const countsFor = ({ sample }: subscriptions.Row, rows: readonly Row[]) =>
  sample ? {} : sumOf(rows.map(paymentCounts));

/** A subscription with its billing date, once this is what is on record, so many more than before. */
const withRecord = (
  before: subscriptions.Row,
  next_billing_date: Day,
  rows: Row[],
  more = 0,
): subscriptions.Row => ({
  ...before,
  next_billing_date,
  paid_cents: partsOf(rows, next_billing_date) || undefined,
  renewals: before.renewals + more,
  version: before.version + 1,
});

/** Takes the newest payment back: what it paid is unpaid again, and due if the schedule is still the same. */
export async function undo(
  subscriptionId: string,
  { period, id }: { period: Day; id?: string | undefined },
  context: ChangeContext,
) {
  const before = await subscriptionOf(subscriptionId);
  const rows = await onRecord(before);
  const asked = rows.filter((row) => row.period === period && (id === undefined || row.id === id));
  const [newest] = rows;
  if (!newest || !asked[0]) throw notFound("renewal");
  if (asked.length > 1 && id === undefined)
    throw new Conflict("There are several payments of that period: name the one to undo by its id.");
  const gone = rows.filter((row) => row === newest || (row.id !== undefined && row.id === newest.id));
  if (!gone.includes(asked[0])) throw new Conflict("Only the newest renewal can be undone.");

  let billing = before;
  let left = rows;
  for (const row of gone) {
    left = left.filter((other) => other !== row);
    if (row.number === undefined) billing = undoBilling(billing, row, newestPaid(left));
  }
  const { next_billing_date } = billing;
  // What is left of a period that another part was paid of before the subscription changed its currency.
  const foreign = left.find((row) => row.period === next_billing_date && row.currency !== before.currency);
  if (foreign) throw new Conflict(paidOtherwise(foreign, before));
  const after = withRecord(before, next_billing_date, left, -gone.length);
  await write([
    subscriptions.replace(before, after),
    ...gone.map(remove),
    ...[...new Set(gone.flatMap(({ line }) => line ?? []))].map((line) => lines.undoing(line, context)),
    ...counterUpdates(countsFor(before, gone), {}),
    ...told(
      "payment-undone",
      before,
      { ...paymentOf(gone.toReversed()), next_billing_date: before.next_billing_date },
      { next_billing_date },
      context,
    ),
  ]);
  const first = gone.findLast(({ number }) => number === undefined)?.period;
  const begun = left.some((row) => row.period === first);
  return {
    subscription: subscriptions.fromRow(after),
    ...(first !== undefined &&
      first !== next_billing_date && { note: dateUnchangedText(next_billing_date, first, begun) }),
  };
}

const paidOtherwise = ({ period, currency }: Row, now: subscriptions.Row) =>
  `Without that payment, the period due ${period} would be paid in part in ${currencyNames[currency]}, and the subscription is in ${currencyNames[now.currency]} by now. Set its currency back first.`;

/** A payment as its record tells of it: from its first period on, all that was paid. */
function paymentOf(rows: readonly Row[]) {
  const [first, last] = [rows[0], rows.at(-1)] as [Row, Row];
  return {
    ...fromRow(first),
    amount: fromCents(centsOf(rows)),
    ...(rows.length > 1 && { periods: rows.length }),
    next_billing_date: last.next_billing_date,
  };
}

const told = (
  kind: "payment-recorded" | "payment-undone",
  about: subscriptions.Row,
  before: object,
  after: object,
  context: ChangeContext,
  receipt = false,
) => {
  const of = { ...subscriptions.aboutOf(about), ...(receipt && { receipt }) };
  return activity.changeRecords(kind, of, { ...before }, { ...after }, context);
};

async function write(items: TransactItem[]): Promise<void> {
  try {
    await transact(items);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
}
