import type { Currency } from "../money.ts";
import { type Charge, compareCharges, leftOf, type Payment } from "./account.ts";

/** A charge that a payment can pay, and what is left to pay of it. `waived`: of a rest that was waived with a payment. */
export type Payable = { charge: Charge; left: number; waived: boolean };

type Options = Partial<Pick<Payment, "id" | "is_tax">> & {
  /** By default all. */
  currency?: Currency | undefined;
  /** The subscription that is paid first. */
  first?: string | undefined;
};

/**
 * The charges that a payment can pay, in the order in which it pays: those of the first subscription, then those asked
 * for, then those on hold, each earliest due first. Withheld tax pays first the rest waived with another payment, and a
 * payment that was corrected to more the rest that it had waived itself.
 */
export function payableCharges(
  charges: readonly Charge[],
  { id, is_tax, currency, first }: Options = {},
): Payable[] {
  const isFirst = ({ subscription_id }: Charge) => first !== undefined && subscription_id === first;
  const isPayableAgain = (charge: Charge): boolean =>
    charge.waived_by !== undefined &&
    Boolean(charge.waived_cents) &&
    (is_tax ? first === undefined || isFirst(charge) : charge.waived_by === id);
  return charges
    .filter((charge) => currency === undefined || charge.currency === currency)
    .map((charge): Payable => {
      const waived = isPayableAgain(charge);
      return { charge, waived, left: leftOf(charge) + (waived ? (charge.waived_cents ?? 0) : 0) };
    })
    .filter(({ left }) => left > 0)
    .sort(
      (a, b) =>
        Number(b.waived) - Number(a.waived) ||
        Number(isFirst(b.charge)) - Number(isFirst(a.charge)) ||
        Number(a.charge.on_hold ?? false) - Number(b.charge.on_hold ?? false) ||
        compareCharges(a.charge, b.charge),
    );
}
