import type { OverdueDebt } from "../../../../shared/dashboard/dashboard.ts";
import { type Currency, usualFirst } from "../../../../shared/money.ts";

/** Debts by what is owed in the usual currency, then those in the other. Amounts of two currencies cannot be compared. */
export const largestFirst = (debts: readonly OverdueDebt[], usual: Currency): OverdueDebt[] =>
  debts.toSorted((a, b) => {
    const differing = usualFirst(usual).find(
      (currency) => (a.amounts[currency] ?? 0) !== (b.amounts[currency] ?? 0),
    );
    return differing ? (b.amounts[differing] ?? 0) - (a.amounts[differing] ?? 0) : 0;
  });
