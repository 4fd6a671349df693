import { randomUUID } from "node:crypto";
import { dateStays, undoBilling, unpaid } from "../../shared/billing.ts";
import type { Day } from "../../shared/day.ts";
import { currencyNames, formatCents, fromCents, toCents } from "../../shared/money.ts";
import { dueCents, duePeriods, shareOut } from "../../shared/paying.ts";
import { lineKey } from "../../shared/statement-lines.ts";
import { type NewRenewal, paidAhead, type Renewal, type Subscription } from "../../shared/subscriptions.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import { paymentCounts, recount, sumOf } from "../counters.ts";
import { type TransactItem, TransactionRefused, transact } from "../database.ts";
import { Conflict, changedMeanwhile, Invalid, notFound, storedOtherwise } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import * as lines from "../payments/store.ts";
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
import { digestOf } from "../request-digest.ts";
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
 */
export async function renew(
  subscriptionId: string,
  input: NewRenewal,
  occasion: Occasion,
  receipt = false,
): Promise<Renewed> {
  const early = input.paid_on && paidAhead(input.paid_on, occasion.today);
  if (early) throw new Invalid(early);
  const before = await subscriptionOf(subscriptionId);
  const rows = await onRecord(before);
  const line = lineOf(input);
  if (recordedAs(before, rows, input, line)) return recordedBefore(subscriptionId, input, occasion);
  if (line !== undefined) {
    if (before.sample)
      throw new Conflict("This is sample data: no payment of a statement is recorded for it.");
    const refusal = await refuseRecorded(line, input).catch((error: unknown) => error);
    if (refusal !== undefined) {
      // It may have been recorded, of this very subscription, since that was read.
      const now = await onRecord(await subscriptionOf(subscriptionId));
      if (!now.some((row) => row.line === line)) throw refusal;
      return recordedBefore(subscriptionId, input, occasion);
    }
  }
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
    partsOf: (period: Day) => partsOf(rows, period),
  };
  const due = allowed(() => duePeriods(before, input.periods ?? 1, known));
  if (input.due !== undefined && toCents(input.due) !== dueCents(due))
    throw new Conflict(
      `By now ${formatCents(dueCents(due), currency)} is due, not ${formatCents(toCents(input.due), currency)}.`,
    );
  const cents = input.amount === undefined ? dueCents(due) : toCents(input.amount);
  const shares = shareOut(due, cents, input.in_full ?? false);
  if (shares.length === 0) throw new Invalid("Please give the amount that was paid.");

  const { billing_anchor, frequency } = before;
  const id = input.id ?? randomUUID();
  const paid_on = input.paid_on ?? occasion.today;
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
      currency,
      reference: input.reference,
      method: input.method,
      recorded_at: occasion.now,
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
      ...recount({}, countsFor(before, recorded)),
      ...told("payment-recorded", before, {}, paymentOf(recorded), occasion, receipt && cents > 0),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Two people recorded the same payment: the one who came second gets the first one's record.
    const now = await onRecord(await subscriptionOf(subscriptionId));
    if (!recordedAs(before, now, input, line)) {
      if (line !== undefined) await refuseRecorded(line, input);
      throw changedMeanwhile("this subscription");
    }
    return recordedBefore(subscriptionId, input, occasion);
  }
  return answer(recorded, after);
}

const madeFrom = ({ id: _, due: __, ...input }: NewRenewal): string => digestOf(input);

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

/** @throws Conflict where a payment of the line is on record, of whichever subscription, or somebody decided against it */
async function refuseRecorded(line: string, { line: asked }: NewRenewal): Promise<void> {
  const known = await lines.get(line);
  if (!known) return;
  const sold = known.subscription_id ? await subscriptions.get(known.subscription_id) : undefined;
  const client = sold && (await clients.get(sold.client_id));
  const why = lines.obstacle(known, client?.name, asked?.again);
  if (why !== undefined) throw new Conflict(why);
}

/** What is on record of a line already; a period that is paid otherwise takes nothing more of a statement unseen. */
function recordedOfLine(
  sold: subscriptions.Row,
  rows: Row[],
  { line, amount, currency = sold.currency, period }: NewRenewal,
  key: string,
): Row[] | undefined {
  const same = rows.find((row) => row.line === key);
  if (same) return rows.filter(({ id }) => id === same.id).reverse();
  const number = line?.number.toUpperCase();
  // From before what was typed left a row of its own.
  const typed = rows.find((row) => row.line === undefined && row.reference.toUpperCase() === number);
  if (typed)
    throw new Conflict(
      `A payment with this reference is on record already: ${formatCents(typed.amount_cents, typed.currency)}, paid on ${typed.paid_on}.`,
    );
  if (rows.some((row) => row.period === period && row.number === undefined))
    throw new Conflict(
      `The period due ${period} is paid by now; ${formatCents(toCents(amount ?? 0), currency)} of this receipt is not recorded.`,
    );
  return undefined;
}

/**
 * What is on record of a payment already: under its id, or for its period, which is paid, or under its reference.
 * @throws Conflict when that is another payment than this
 */
function recordedAs(
  sold: subscriptions.Row,
  rows: Row[],
  input: NewRenewal,
  line: string | undefined,
): Row[] | undefined {
  const same = rows.filter(({ id }) => id !== undefined && id === input.id);
  if (same.some(({ made_from }) => made_from !== madeFrom(input))) throw storedOtherwise("payment");
  if (same.length > 0) return same.reverse();
  if (line !== undefined) return recordedOfLine(sold, rows, input, line);
  const ofPeriod = rows.filter(({ period }) => period === input.period);
  const paid = ofPeriod.find(({ number }) => number === undefined);
  if (paid) return [paid];
  const alike = input.id === undefined && ofPeriod.find(({ reference }) => reference === input.reference);
  if (!alike) return undefined;
  if (alike.made_from === madeFrom(input)) return rows.filter(({ id }) => id === alike.id).reverse();
  throw new Conflict(
    "A payment with this reference is on record for the period already. Give each of them a reference of its own.",
  );
}

/** What a payment adds to what came in; a sample's is made up. */
const countsFor = ({ sample }: subscriptions.Row, rows: readonly Row[]) =>
  sample ? {} : sumOf(rows.map(paymentCounts));

/** The answer of the first time. A row from before paid periods were never due again is put right. */
async function recordedBefore(
  subscriptionId: string,
  input: NewRenewal,
  occasion: Occasion,
): Promise<Renewed> {
  // Read now: the renewal may have been recorded after the subscription was read.
  const before = await subscriptionOf(subscriptionId);
  const rows = await onRecord(before);
  const recorded = recordedAs(before, rows, input, lineOf(input));
  if (!recorded) throw changedMeanwhile("this subscription");
  const { next_billing_date } = unpaid(before, newestPaid(rows));
  if (next_billing_date === before.next_billing_date) return answer(recorded, before);
  const after = withRecord(before, next_billing_date, rows);
  await write([subscriptions.replace(before, after), ...subscriptions.recordOf(before, after, occasion)]);
  return answer(recorded, after);
}

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
  occasion: Occasion,
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
    ...[...new Set(gone.flatMap(({ line }) => line ?? []))].map((line) => lines.undoing(line, occasion)),
    ...recount(countsFor(before, gone), {}),
    ...told(
      "payment-undone",
      before,
      { ...paymentOf(gone.toReversed()), next_billing_date: before.next_billing_date },
      { next_billing_date },
      occasion,
    ),
  ]);
  const first = gone.findLast(({ number }) => number === undefined)?.period;
  const begun = left.some((row) => row.period === first);
  return {
    subscription: subscriptions.fromRow(after),
    ...(first !== undefined &&
      first !== next_billing_date && { note: dateStays(next_billing_date, first, begun) }),
  };
}

const paidOtherwise = ({ period, currency }: Row, now: subscriptions.Row) =>
  `Without that payment, the period due ${period} would be paid in part in ${currencyNames[currency]}, and the subscription is in ${currencyNames[now.currency]} by now. Set its currency back first.`;

/** A payment as its record tells of it: from its first period on, all that was paid. */
function paymentOf(rows: readonly Row[]) {
  const [first, last] = [rows[0], rows.at(-1)] as [Row, Row];
  return {
    ...fromRow(first),
    amount: fromCents(rows.reduce((cents, { amount_cents }) => cents + amount_cents, 0)),
    ...(rows.length > 1 && { periods: rows.length }),
    next_billing_date: last.next_billing_date,
  };
}

const told = (
  kind: "payment-recorded" | "payment-undone",
  about: subscriptions.Row,
  before: object,
  after: object,
  occasion: Occasion,
  receipt = false,
) => {
  const of = { ...subscriptions.aboutOf(about), ...(receipt && { receipt }) };
  return activity.changed(kind, of, { ...before }, { ...after }, occasion);
};

async function write(items: TransactItem[]): Promise<void> {
  try {
    await transact(items);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
}
