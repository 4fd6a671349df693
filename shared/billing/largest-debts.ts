import type { Day } from "../day.ts";
import { type Currency, currencyOrder, type Sums } from "../money.ts";
import { type Charge, owedOf } from "./account.ts";
import { sumsOwed } from "./due-days.ts";

export const subscriptionsIn = (charges: readonly Charge[]): string[] => [
  ...new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? [])),
];

/** The overdue charges of one client, in the order of the charges. */
export type Debt = { client_id: string; charges: Charge[]; sums: Sums };

type Options<C> = {
  clientOf: (charge: C) => string;
  today: Day;
  most: number;
  /** The company's usual currency. */
  usual: Currency;
};

/**
 * The largest overdue debts, one for each client: by what is owed in the usual currency, then by the other one. Amounts of
 * two currencies cannot be compared.
 */
export function largestDebts<C extends Charge>(
  overdue: readonly C[],
  { clientOf, today, most, usual }: Options<C>,
): Debt[] {
  const debts = [...Map.groupBy(overdue, clientOf)].map(
    ([client_id, charges]): Debt => ({
      client_id,
      charges,
      sums: sumsOwed(owedOf(charges, {}, today), "overdue"),
    }),
  );
  return debts
    .sort((a, b) => {
      const differing = currencyOrder(usual).find(
        (currency) => (a.sums[currency] ?? 0) !== (b.sums[currency] ?? 0),
      );
      return differing ? (b.sums[differing] ?? 0) - (a.sums[differing] ?? 0) : 0;
    })
    .slice(0, most);
}
