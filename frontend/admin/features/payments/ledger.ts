import { currencyOf, moneyRank, type Sums, sumsOf, toCents } from "../../../../shared/money.ts";
import type { Payment } from "../../../../shared/payments/payment.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import { methodName, nameOfPayment } from "../../labels/payments.ts";

export type Entry = { id: string; payment: Payment; text: string };

export const entryOf = (payment: Payment): Entry => {
  const { subscription_id, period, id = "", client_name, service = "", reference, method } = payment;
  return {
    id: `${subscription_id} ${period} ${id}`,
    payment,
    text: searchable(client_name, service, reference, methodName(method)),
  };
};

export const paymentRules: ListRules<Entry> = {
  textOf: ({ text }) => text,
  filters: { method: ({ payment }) => payment.method ?? "none" },
  sortKeys: {
    paid: ({ payment }) => `${payment.paid_on} ${payment.recorded_at}`,
    client: ({ payment }) => searchable(payment.client_name),
    amount: ({ payment }) => moneyRank(toCents(payment.amount), currencyOf(payment)),
  },
  defaultOrder: { id: "paid", desc: true },
};

export type Sum = { count: number; sums: Sums };

/** Whether all are samples. Samples count only then. */
export const allSamples = (entries: readonly Entry[]): boolean =>
  entries.every(({ payment }) => payment.sample);

/** Count and sums of payments. `samples`: sample payments count. */
export function sumOf(entries: readonly Entry[], samples: boolean): Sum {
  const counted = samples ? entries : entries.filter(({ payment }) => !payment.sample);
  return {
    count: new Set(counted.map(({ payment }) => nameOfPayment(payment))).size,
    sums: sumsOf(
      counted.map(({ payment }) => payment),
      ({ amount }) => toCents(amount),
    ),
  };
}

/** The sums of each day, by the id of its first row. */
export function sumsByDay(shown: readonly Entry[], samples: boolean): Map<string, Sum> {
  const days = Map.groupBy(shown, ({ payment }) => payment.paid_on);
  return new Map([...days.values()].map((entries) => [entries[0]?.id ?? "", sumOf(entries, samples)]));
}
