import { dateUnchangedText, undoBilling } from "../../shared/billing/next-billing-date.ts";
import type { Day } from "../../shared/day.ts";
import { currencyNames } from "../../shared/money.ts";
import * as lines from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates } from "../platform/dynamo/counters.ts";
import { type TransactItem, TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/errors.ts";
import { deletion, listForChange, newestPaid, type Row } from "../renewals/store.ts";
import { activityOf, countsFor, paymentOf, subscriptionOf, withRecords } from "./payment-records.ts";
import * as subscriptions from "./store.ts";

/** Undoes the newest payment: what it paid is unpaid again, and due if the schedule is still the same. */
export async function undo(
  subscriptionId: string,
  { period, id }: { period: Day; id?: string | undefined },
  context: ChangeContext,
) {
  const before = await subscriptionOf(subscriptionId);
  const rows = await listForChange(before);
  const asked = rows.filter((row) => row.period === period && (id === undefined || row.id === id));
  const [newest] = rows;
  if (!newest || !asked[0]) throw notFound("renewal");
  if (asked.length > 1 && id === undefined)
    throw new Conflict("There are several payments of that period: name the one to undo by its id.");
  const undone = rows.filter((row) => row === newest || (row.id !== undefined && row.id === newest.id));
  if (!undone.includes(asked[0])) throw new Conflict("Only the newest renewal can be undone.");

  let billing = before;
  let left = rows;
  for (const row of undone) {
    left = left.filter((other) => other !== row);
    if (row.number === undefined) billing = undoBilling(billing, row, newestPaid(left));
  }
  const { next_billing_date } = billing;
  // A part of the same period that was paid before the subscription changed its currency.
  const otherCurrency = left.find(
    (row) => row.period === next_billing_date && row.currency !== before.currency,
  );
  if (otherCurrency) throw new Conflict(otherCurrencyText(otherCurrency, before));
  const after = withRecords(before, next_billing_date, left, -undone.length);
  await write([
    subscriptions.replace(before, after),
    ...undone.map(deletion),
    ...[...new Set(undone.flatMap(({ line }) => line ?? []))].map((line) => lines.undoItem(line, context)),
    ...counterUpdates(countsFor(before, undone), {}),
    ...activityOf(
      "payment-undone",
      before,
      { ...paymentOf(undone.toReversed()), next_billing_date: before.next_billing_date },
      { next_billing_date },
      context,
    ),
  ]);
  const first = undone.findLast(({ number }) => number === undefined)?.period;
  const begun = left.some((row) => row.period === first);
  return {
    subscription: subscriptions.fromRow(after),
    ...(first !== undefined &&
      first !== next_billing_date && { note: dateUnchangedText(next_billing_date, first, begun) }),
  };
}

const otherCurrencyText = ({ period, currency }: Row, now: subscriptions.Row) =>
  `Without that payment, the period due ${period} would be paid in part in ${currencyNames[currency]}, but the subscription is now in ${currencyNames[now.currency]}. Change its currency back first.`;

async function write(items: TransactItem[]): Promise<void> {
  try {
    await transact(items);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
}
