import type { Charge } from "../../shared/billing/account.ts";
import { invoicedOf } from "../../shared/billing/invoicing.ts";
import type { Day } from "../../shared/day.ts";
import { invoiceTerms } from "../../shared/settings/invoice-terms.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import type { ReadAccount, Reading } from "./account-reading.ts";
import { withdrawPaper } from "./number-papers.ts";
import type { ClientPaymentRow } from "./payment-row.ts";

/** They share a transaction with everything else that the undo changes. */
const MAX_WITHDRAWN = 20;

/**
 * Takes back the invoices that only a payment has brought, while they have no number: those of charges to come that nothing
 * else has paid. If one gets its number first, the transaction is refused, and the next decision leaves it.
 */
export function withoutEarlyPapers(
  reading: Reading,
  before: ReadAccount,
  payment: ClientPaymentRow,
  today: Day,
): { account: ReadAccount; items: TransactItem[] } {
  const { charges } = before.account;
  const until = invoiceTerms(before.invoicing.company, today)?.until ?? today;
  const paid = new Map(payment.allocations.map(({ charge_id, cents }) => [charge_id, cents]));
  const isOnlyItsOwn = ({ id, due, paid_cents, invoiced }: Charge) =>
    due > until && paid_cents > 0 && paid_cents === paid.get(id) && invoiced?.length === 1;
  const ids = new Set(charges.filter(isOnlyItsOwn).flatMap(invoicesOf));
  const withdrawn = new Set(
    reading.papers([...ids].slice(0, MAX_WITHDRAWN)).flatMap(({ id, number, gross_cents }) => {
      const its = charges.filter((charge) => invoicesOf(charge).includes(id));
      // A credit note names what it took back.
      const isWhole = its.reduce((sum, charge) => sum + invoicedOf(charge), 0) === gross_cents;
      return number === undefined && isWhole && its.every(isOnlyItsOwn) ? id : [];
    }),
  );
  const withoutThem = charges.map((charge) =>
    invoicesOf(charge).some((id) => withdrawn.has(id)) ? { ...charge, invoiced: undefined } : charge,
  );
  return {
    account: { ...before, account: { ...before.account, charges: withoutThem } },
    items: [...withdrawn].map(withdrawPaper),
  };
}

const invoicesOf = ({ invoiced = [] }: Charge): string[] => invoiced.map(({ invoice }) => invoice);
