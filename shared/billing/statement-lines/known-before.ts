import { addDays, type Day } from "../../day.ts";
import type { Span } from "../../day-span.ts";
import { fromCents, toCents } from "../../money.ts";
import type { Payment } from "../../payments/payment.ts";
import type { KnownBefore } from "./match.ts";
import type { Line } from "./read.ts";

/** The longest span of one list of payments. */
const MAX_SPAN_DAYS = 365;
/** People may have typed a payment under a day that differs from the statement's by this much. */
const DATE_TOLERANCE_DAYS = 7;

type Typed = NonNullable<KnownBefore["typed"]> & { cents: number };
/** Payments that people typed, by their references. */
export type TypedPayments = Map<string, Typed[]>;

/** References are compared without spaces and case, because people type them. */
const normalise = (number: string): string => number.toUpperCase().replaceAll(/\s+/g, "");

/** The spans in which people may have typed the payments of a statement. */
export function* spansSince(lines: readonly Line[], today: Day): Generator<Span> {
  const days = lines.map(({ paid_on }) => paid_on).sort();
  let from = addDays(days[0] ?? today, -DATE_TOLERANCE_DAYS);
  while (from <= today) {
    const to = [addDays(from, MAX_SPAN_DAYS), today].sort()[0] as Day;
    yield { from, to };
    from = addDays(to, 1);
  }
}

/** Adds the payments with a reference; a payment for several periods has several rows. */
export function addTyped(typed: TypedPayments, rows: readonly Payment[]): void {
  const payments = Map.groupBy(
    rows.filter(({ reference, sample }) => reference !== "" && !sample),
    ({ id, subscription_id, reference }) => `${id ?? subscription_id} ${reference}`,
  );
  for (const [first, ...more] of payments.values()) {
    if (!first) continue;
    const cents = [first, ...more].reduce((sum, { amount }) => sum + toCents(amount), 0);
    const { client_name, paid_on, reference, currency } = first;
    const same = typed.get(normalise(reference)) ?? [];
    typed.set(normalise(reference), [
      ...same,
      { client_name, paid_on, amount: fromCents(cents), cents, currency },
    ]);
  }
}

/** The typed payment that a line is about. M-Pesa numbers are unique; other numbers need the same amount and day. */
export const typedFor = (line: Line, typed: TypedPayments): Typed | undefined =>
  typed
    .get(normalise(line.number))
    ?.find(
      ({ cents, paid_on }) =>
        line.method === "mpesa" ||
        (cents === line.cents &&
          paid_on >= addDays(line.paid_on, -DATE_TOLERANCE_DAYS) &&
          paid_on <= addDays(line.paid_on, DATE_TOLERANCE_DAYS)),
    );
