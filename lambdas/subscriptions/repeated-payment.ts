import type { Day } from "../../shared/day.ts";
import { formatCents, toCents } from "../../shared/money.ts";
import { lineKey } from "../../shared/payments/statement-line.ts";
import {
  methodName,
  type NewRenewal,
  type Renewal,
  type Subscription,
} from "../../shared/subscriptions/subscription.ts";
import * as clients from "../clients/store.ts";
import * as lines from "../payments/store.ts";
import { Conflict, Invalid } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { fromRow, listForChange, type Row } from "../renewals/store.ts";
import { centsOf, subscriptionOf } from "./payment-records.ts";
import * as subscriptions from "./store.ts";

export type Renewed = { renewal: Renewal; renewals?: Renewal[]; subscription: Subscription };

export const renewed = (rows: Row[], subscription: subscriptions.Row): Renewed => {
  const [renewal, ...more] = rows.map(fromRow) as [Renewal, ...Renewal[]];
  return {
    renewal,
    ...(more.length > 0 && { renewals: [renewal, ...more] }),
    subscription: subscriptions.fromRow(subscription),
  };
};

/**
 * Reads what is on record: the first response if this payment is stored already, or else what a new payment builds on.
 * @throws Conflict if another payment has paid the period, or has recorded the statement line
 */
export async function lookUp(
  subscriptionId: string,
  input: NewRenewal,
  paid_on: Day,
  line: string | undefined,
): Promise<{ repeated: Renewed } | { before: subscriptions.Row; rows: Row[] }> {
  // Before the rows: if this payment has recorded the line, it is among them.
  const refusal = line === undefined ? undefined : await refusalOf(line, input);
  const before = await subscriptionOf(subscriptionId);
  const rows = await listForChange(before);
  const repeated = repeatedIn(rows, input, paid_on, line);
  // The rows may be newer than the subscription, which was read before them.
  const now = () => subscriptionOf(subscriptionId);
  if (repeated) return { repeated: renewed(repeated, await now()) };
  if (refusal !== undefined) throw new Conflict(refusal);
  const paid = rows.find((row) => row.period === input.period && row.number === undefined);
  if (paid)
    throw new Conflict(
      // The line may have been recorded since it was looked up.
      (line !== undefined && (await refusalOf(line, input))) ||
        `The period due ${input.period} is already paid: ${onRecordText(paymentWith(rows, paid))}. This payment was not recorded. The period to pay next is due ${(await now()).next_billing_date}.`,
    );
  const sameReference =
    input.id === undefined &&
    rows.find(({ period, reference }) => period === input.period && reference === input.reference);
  if (sameReference)
    throw new Conflict(
      `Another payment is on record for the period due ${input.period}: ${onRecordText(paymentWith(rows, sameReference))}. This payment was not recorded. Each payment of a period needs its own reference.`,
    );
  return { before, rows };
}

/** The request as it is compared under an id, without the amount that was due when somebody typed it. */
export const madeFrom = ({ id: _, due: __, ...input }: NewRenewal): string => digestOf(input);

/** All rows of the payment of a row, first period first. */
const paymentWith = (rows: readonly Row[], { id }: Row): Row[] =>
  rows.filter((row) => row.id === id).reverse();

/**
 * The rows of the payment that this request repeats: the payment with its `id`; without an `id`, the payment with the same
 * period, reference, amount, method and day. An absent amount means what was due before that payment, an absent day
 * means today.
 * @throws Conflict if the id is on record with other content
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
 * The key of the statement line that a payment records.
 * @throws Invalid if a value of the line is missing
 */
export function lineOf({ line, method, paid_on, amount }: NewRenewal): string | undefined {
  if (!line) return undefined;
  if (!method || !paid_on || !amount)
    throw new Invalid("Please give the day, the amount and the method that the statement says.");
  return lineKey({ number: line.number, method, paid_on, cents: toCents(amount) });
}

/** The key of the statement line of a typed payment; undefined without a reference. */
export const typedKey = ({ reference: number, method }: NewRenewal, paid_on: Day, cents: number) =>
  number === "" ? undefined : lineKey({ number, method, paid_on, cents });

/** Why a line cannot be recorded: a payment of it is on record for any subscription, or somebody ignored it. */
async function refusalOf(line: string, { line: asked }: NewRenewal): Promise<string | undefined> {
  const known = await lines.get(line);
  if (!known) return undefined;
  const subscription = known.subscription_id ? await subscriptions.get(known.subscription_id) : undefined;
  const client = subscription && (await clients.get(subscription.client_id));
  return lines.refusalText(known, client?.name, asked?.again);
}
