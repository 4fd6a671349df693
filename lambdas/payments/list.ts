import * as z from "zod/mini";
import { creditOf } from "../../shared/billing/account.ts";
import { Day } from "../../shared/day.ts";
import type { DaySpanQuery } from "../../shared/day-span.ts";
import { fromCents } from "../../shared/money.ts";
import { PULL_BACK_HOURS } from "../../shared/paybill/connection.ts";
import type { Payment, PaymentsQuery } from "../../shared/payments/payment.ts";
import { invalidCursor } from "../../shared/text.ts";
import { countingAmong, oneOffServices } from "../ledger/account-store.ts";
import { factsOf, paidCharges } from "../ledger/payment-answer.ts";
import type { AnnouncedRow, ClientPaymentRow } from "../ledger/payment-row.ts";
import { readLine, recordedIn } from "../ledger/statement-lines.ts";
import {
  type StateWithoutClient,
  statePage,
  statesWithoutClient,
  unmatchedOnWire,
} from "../ledger/unmatched-store.ts";
import { changedSince } from "../platform/dynamo/changed-since.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import { checkedSpan, pageByDay } from "../platform/dynamo/page-by-day.ts";
import type { Moment } from "../platform/moment.ts";

/**
 * One page of the payments between two days, newest first: an entry for each period, and one for credit. A browser has the
 * names,
 * but for what does not recur.
 */
export async function listPayments(span: z.output<typeof DaySpanQuery>, today: Day) {
  const { items, ...page } = await pageByDay("payments", span, today);
  const { rows, ...unreadable } = countingAmong(items);
  return { payments: await entriesOf(rows), ...page, ...unreadable };
}

/** The payments of some days that changed since an instant, and the ids of all payments that changed. */
export async function listChanged(
  { since, cursor, ...asked }: Omit<PaymentsQuery, "state" | "code"> & { since: string },
  today: Day,
) {
  const { from, to } = checkedSpan(asked, today);
  const { items, ...page } = await changedSince("payments", since, cursor);
  const { rows, ...unreadable } = countingAmong(items);
  return {
    payments: await entriesOf(rows.filter(({ paid_on }) => from <= paid_on && paid_on <= to)),
    changed: items.map(({ id }) => String(id)),
    from,
    to,
    ...page,
    ...unreadable,
  };
}

async function entriesOf(rows: readonly ClientPaymentRow[]): Promise<Payment[]> {
  const oneOffService = await oneOffServices(rows);
  return rows.flatMap((row): Payment[] => {
    const { client_id, source, cents, state, refunded_cents = 0 } = row;
    const facts = { ...factsOf(row), client_id, source };
    if (state === "refund") return [{ ...facts, amount: fromCents(-cents), refund: true }];
    const credit = creditOf(row) + refunded_cents;
    return [
      ...paidCharges(row).map(
        ({ charge_id, subscription_id, period, cents: paid, part, next_billing_date = period }) => ({
          ...facts,
          charge_id,
          subscription_id,
          period,
          service: oneOffService(client_id, charge_id),
          amount: fromCents(paid),
          part,
          next_billing_date,
        }),
      ),
      ...(credit > 0 ? [{ ...facts, amount: fromCents(credit), credit: true as const }] : []),
    ];
  });
}

/** The recorded payments of a line: those with an M-Pesa code, or with a certificate of withheld tax. */
export async function listOfLine(key: string, today: Day) {
  const payments = await entriesOf(recordedIn(await readLine(key)));
  const from = payments[0]?.paid_on ?? today;
  return { payments, from, to: payments.at(-1)?.paid_on ?? today };
}

const Cursor = z.object({ id: z.string(), state: z.enum(statesWithoutClient), paid_on: Day });

/** One page of the payments that nobody has, oldest first. Reads nothing else. */
export async function listByState(
  state: StateWithoutClient,
  cursor: string | undefined,
  { now, today }: Moment,
) {
  const { rows, next, ...unreadable } = await statePage(
    state,
    cursor && placeOf(Cursor, cursor, invalidCursor),
  );
  const payments = rows.map((row) => ({
    ...unmatchedOnWire(row),
    ...(row.state === "announced" && { doubts: doubtsOf(row, now) }),
  }));
  const from = payments[0]?.paid_on ?? today;
  const to = payments.at(-1)?.paid_on ?? today;
  return { payments, from, to, ...unreadable, ...(next && { cursor: cursorOf(next) }) };
}

function doubtsOf({ recorded_at, disputed, unknown_source }: AnnouncedRow, now: string): Payment["doubts"] {
  const isLost = Date.parse(now) - Date.parse(recorded_at) > PULL_BACK_HOURS * 3_600_000;
  const doubts = [
    isLost && "unconfirmed",
    disputed && "disputed",
    unknown_source && "unknown_source",
  ] as const;
  return doubts.filter((doubt) => typeof doubt === "string");
}
