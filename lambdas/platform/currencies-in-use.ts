import { type Currency, currencies, type Sums } from "../../shared/money.ts";
import * as settings from "../settings/store.ts";

/** The currencies of some sums. The first is for figures that show one currency: the only one, or the default. */
export async function currenciesIn(sums: readonly Sums[]): Promise<[Currency, ...Currency[]]> {
  const used = currencies.filter((currency) => sums.some((sum) => sum[currency]));
  const [only, other] = used;
  if (only && !other) return [only];
  const { default_currency } = await settings.get();
  return [default_currency, ...used.filter((currency) => currency !== default_currency)];
}
