import type { CsvExport } from "../../../../shared/csv.ts";
import { fromCents, type Sums, sumsOf, toCents } from "../../../../shared/money.ts";
import type { NamedPayment } from "../../../../shared/payments/payment.ts";
import { methodName, WITHHOLDING_TAX } from "../../../../shared/subscriptions/subscription.ts";
import type { Names } from "../../rules/names.ts";
import { nameOfPayment } from "../../rules/names.ts";

// The payments of a month for the person who files tax in eTIMS: a line for each payment, as money and tax count on its day.

/** In cents. Money that was paid back is received with a negative amount; withheld tax was never received. */
type TaxLine = NamedPayment & { kra_pin: string; received: number; withheld: number };

/** Oldest first, without samples. What was undone is not among the payments. */
export function taxLines(
  payments: readonly NamedPayment[],
  { clientOf }: Pick<Names, "clientOf">,
): TaxLine[] {
  const entries = Map.groupBy(
    payments.filter(({ sample }) => !sample),
    nameOfPayment,
  );
  return [...entries.values()]
    .flatMap((parts): TaxLine[] => {
      const [payment] = parts as [NamedPayment];
      const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0);
      const isTax = payment.method === WITHHOLDING_TAX;
      const sums = { received: isTax ? 0 : cents, withheld: isTax ? cents : 0 };
      return cents === 0
        ? []
        : [{ ...payment, ...sums, kra_pin: clientOf(payment.client_id)?.kra_pin ?? "" }];
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const orderOf = ({ paid_on, recorded_at }: TaxLine) => `${paid_on} ${recorded_at}`;

/** The sums of the lines. What was received counts as on every screen, without what was paid back. */
export const taxTotals = (lines: readonly TaxLine[]): Record<"received" | "refunded" | "withheld", Sums> => ({
  received: sumsOf(lines, ({ received }) => Math.max(0, received)),
  refunded: sumsOf(lines, ({ received }) => Math.min(0, received)),
  withheld: sumsOf(lines, ({ withheld }) => withheld),
});

/** `month` is `2026-12`. */
export const taxFile = (month: string): CsvExport<TaxLine> => ({
  name: `payments for eTIMS ${month}`,
  columns: [
    ["KRA PIN", ({ kra_pin }) => kra_pin],
    ["Client", ({ client_name }) => client_name],
    ["Receipt number", ({ receipt_number }) => receipt_number],
    ["Reference", ({ reference }) => reference],
    ["Paid on", ({ paid_on }) => paid_on],
    ["Entry", ({ refund, withheld }) => (refund ? "Refund" : withheld ? "Withheld tax" : "Payment")],
    ["Method", ({ method }) => methodName(method)],
    ["Currency", ({ currency = "USD" }) => currency],
    ["Received", ({ received }) => fromCents(received)],
    ["Tax withheld", ({ withheld }) => fromCents(withheld)],
  ],
});
