import { type Currency, currencies, type Sums } from "../shared/money.ts";
import * as settings from "./settings/store.ts";

/** The currencies of some sums. First comes the one of figures that have room for one alone: the only one, or the usual. */
export async function currenciesIn(sums: readonly Sums[]): Promise<[Currency, ...Currency[]]> {
  const used = currencies.filter((currency) => sums.some((sum) => sum[currency]));
  const [only, other] = used;
  if (only && !other) return [only];
  const { default_currency: usual } = await settings.get();
  return [usual, ...used.filter((currency) => currency !== usual)];
}
