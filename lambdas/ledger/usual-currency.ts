import type { Charge } from "../../shared/billing/account.ts";
import { payableCharges } from "../../shared/billing/payable.ts";
import type { Currency } from "../../shared/money.ts";
import { Invalid } from "../platform/http/refusals.ts";

/** The only currency in which something is open, else the company's. @throws Invalid if there are several */
export function usualCurrency(charges: readonly Charge[], company: Currency): Currency {
  const openCurrencies = [...new Set(payableCharges(charges).map(({ charge }) => charge.currency))];
  if (openCurrencies.length > 1)
    throw new Invalid("This client owes in several currencies: please say in which one.");
  return openCurrencies[0] ?? company;
}
