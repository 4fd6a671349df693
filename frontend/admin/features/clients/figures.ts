import { figureSums } from "../../../../shared/amount.ts";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { counted } from "../../../../shared/count.ts";
import { currencyOf, type Sums } from "../../../../shared/money.ts";

/** A client's totals with their names; none of nothing. */
export function clientTotals({
  yearlyAmount,
  paidAmount,
  payments,
  byCurrency,
  ...figures
}: ClientFigures): { name: string; sums: Sums; more?: string }[] {
  const currency = currencyOf(figures);
  const totals = [
    { name: "Per year", sums: figureSums(yearlyAmount, currency, byCurrency?.yearly) },
    {
      name: "Total paid",
      sums: figureSums(paidAmount, currency, byCurrency?.paid),
      more: counted(payments, "payment"),
    },
  ];
  return totals.filter(({ sums }) => Object.values(sums).some((cents) => cents > 0));
}
