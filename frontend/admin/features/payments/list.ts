import { counted } from "../../../../shared/count.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import type { Day } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import {
  addTo,
  type Currency,
  currencies,
  formatSums,
  type Sums,
  sumsOf,
  toCents,
} from "../../../../shared/money.ts";
import { paymentFields } from "../../../../shared/payments/fields.ts";
import type { NamedPayment } from "../../../../shared/payments/payment.ts";
import { isReceived } from "../../../../shared/subscriptions/subscription.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { rulesOf } from "../../rules/list-rules.ts";
import { nameOfPayment } from "../../rules/names.ts";

// The payments: their search, order, sums and file, from the declared fields.

/** A row of the list. A payment for several periods has several rows with the same `payment_id`. */
export type Entry = Omit<NamedPayment, "id"> & { id: string; payment_id: string | undefined };

export const entryOf = ({ id, ...payment }: NamedPayment): Entry => ({
  ...payment,
  id: [payment.charge_id, id].filter(Boolean).join(" "),
  payment_id: id,
});

const { id: payment_id, ...otherFields } = paymentFields;
export const entryFields: RowFields<Entry> = { ...otherFields, payment_id };

export const paymentRules = rulesOf<Entry>(entryFields, {
  filters: { method: ({ method }) => method ?? "none" },
  // Payments of one day are in the order in which they were recorded.
  sortKeys: { paid_on: ({ paid_on, recorded_at }) => `${paid_on} ${recorded_at}` },
  defaultOrder: { id: "paid_on", desc: true },
});

export const paymentsExport = (from: Day, to: Day): CsvExport<Entry> =>
  exportOf(`payments ${from} to ${to}`, entryFields);

export type Sum = { count: number; sums: Sums };

/** Whether all are samples. Samples count only then. */
export const allSamples = (entries: readonly Entry[]): boolean => entries.every(({ sample }) => sample);

/** Count and sums of what was received, by day. `samples`: sample payments count. */
export function sumsByDay(shown: readonly Entry[], { samples }: { samples: boolean }): Map<Day, Sum> {
  const days = Map.groupBy(shown, ({ paid_on }) => paid_on);
  return new Map([...days].map(([day, entries]) => [day, sumOf(entries, samples)]));
}

function sumOf(entries: readonly Entry[], samples: boolean): Sum {
  const received = entries.filter((entry) => isReceived(entry) && (samples || !entry.sample));
  const payments = received.map(({ payment_id: id, subscription_id, period }) =>
    nameOfPayment({ id, subscription_id, period }),
  );
  return { count: new Set(payments).size, sums: sumsOf(received, ({ amount }) => toCents(amount)) };
}

/** The sum of days. All rows of a payment have the same day. */
export function totalOf(days: Iterable<Sum>): Sum {
  const total: Sum = { count: 0, sums: {} };
  for (const { count, sums } of days) {
    total.count += count;
    for (const currency of currencies) if (sums[currency]) addTo(total.sums, currency, sums[currency]);
  }
  return total;
}

export const sumText = ({ count, sums }: Sum, usual: Currency) =>
  `${counted(count, "payment")}, ${formatSums(sums, usual)}`;
