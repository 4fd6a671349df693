import type { Day } from "../day.ts";
import { currencies, type Sums } from "../money.ts";
import { type Charge, owedOf } from "./account.ts";
import { sumsOwed } from "./due-days.ts";

export const subscriptionsIn = (charges: readonly Charge[]): string[] => [
  ...new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? [])),
];

/** The overdue charges of one client, in the order of the charges. */
export type Debt = { client_id: string; charges: Charge[]; sums: Sums };

/**
 * The largest overdue debts, one for each client. Debts of different currencies cannot be compared: first comes the
 * largest of each currency, then the second largest of each.
 */
export function largestDebts<C extends Charge>(
  overdue: readonly C[],
  { clientOf, today, most }: { clientOf: (charge: C) => string; today: Day; most: number },
): Debt[] {
  const debts = [...Map.groupBy(overdue, clientOf)].map(
    ([client_id, charges]): Debt => ({
      client_id,
      charges,
      sums: sumsOwed(owedOf(charges, {}, today), "overdue"),
    }),
  );
  const ranks = new Map<Debt, number>();
  for (const currency of currencies) {
    const inCurrency = debts.filter(({ sums }) => sums[currency]);
    inCurrency.sort((a, b) => (b.sums[currency] ?? 0) - (a.sums[currency] ?? 0));
    for (const [rank, debt] of inCurrency.entries()) ranks.set(debt, Math.min(rank, ranks.get(debt) ?? rank));
  }
  const rankOf = (debt: Debt) => ranks.get(debt) ?? debts.length;
  return debts.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, most);
}
