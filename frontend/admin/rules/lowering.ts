import {
  creditLines,
  invoicedOf,
  isLateToCredit,
  type LoweringReason,
} from "../../../shared/billing/invoicing.ts";
import { formatDay } from "../../../shared/dates.ts";
import type { Day } from "../../../shared/day.ts";
import { type Currency, formatCents, toCents } from "../../../shared/money.ts";
import type { ChargeInvoices, PreviewedCharge } from "../../../shared/payments/client-account.ts";

// The question why a charge that is on an invoice is lowered, as the dialog of a charge and the payment panel ask it.

export type WhyOption = readonly [value: LoweringReason, text: string];
export type WhyAsked = { question: string; options: WhyOption[]; help: string; warning?: string | undefined };

export const invoicedParts = (invoices: ChargeInvoices) =>
  invoices.map(({ id: invoice, day, amount }) => ({ invoice, day, cents: toCents(amount) }));

const reduced = "Price reduced, or not delivered";
const badDebtHelp =
  "The tax on a bad debt is claimed back in another way. That is lost once a credit note was issued.";

type Credited = { invoices: ChargeInvoices; cents: number; currency: Currency };

/** The invoices that a credit note takes something back from. */
function creditedInvoices({ invoices, cents, currency }: Credited): ChargeInvoices {
  const charge = { id: "", due: "", currency, cents, paid_cents: 0, invoiced: invoicedParts(invoices) };
  const credited = creditLines(charge, cents).lines.map(([invoice]) => invoice);
  return invoices.filter(({ id }) => credited.includes(id));
}

/** `a credit note for KES 20.00 is written` */
function creditNoteText(credited: Credited): string {
  const sum = formatCents(credited.cents, credited.currency);
  const notes = creditedInvoices(credited).length;
  return notes > 1
    ? `${notes} credit notes for ${sum} in all are written`
    : `a credit note for ${sum} is written`;
}

/** Warns of an invoice that is too old for a credit note. */
function lateText(credited: Credited, today: Day): string | undefined {
  const late = creditedInvoices(credited).find(({ day }) => isLateToCredit(day, today));
  return (
    late &&
    `The invoice of ${formatDay(late.day)} is older than six months: by VAT rules a credit note is late. The company’s accountant has to confirm it.`
  );
}

type Lowered = Credited & {
  /** The amount itself is lower, and not only more is waived. */
  isAmount: boolean;
  why: string;
  today: Day;
};

/** Asks about a charge whose invoices say more than is to be paid. `cents` is what a credit note takes back. */
export function whyLowered({ isAmount, why, today, ...credited }: Lowered): WhyAsked {
  const hasNote = credited.cents > 0;
  return {
    question: "This charge is on an invoice. Why is it lowered?",
    options: [
      ["reduced", hasNote ? `${reduced}: ${creditNoteText(credited)}` : reduced],
      ...(isAmount
        ? []
        : ([["not_collectible", "Cannot be collected: the invoice stays as it is (bad debt)"]] as const)),
    ],
    help: isAmount
      ? "What cannot be collected is still on the invoice: waive it, and leave the amount as it is."
      : badDebtHelp,
    warning: hasNote && why !== "not_collectible" ? lateText(credited, today) : undefined,
  };
}

type Rest = { charge: PreviewedCharge; currency: Currency; why: LoweringReason; today: Day };

/** Asks about the rest of a charge that is waived with a payment; undefined if the charge gets no invoice. */
export function whyRestWaived({ charge, currency, why, today }: Rest): WhyAsked | undefined {
  const { left, pays, invoices = [], to_invoice } = charge;
  const missing = toCents(left) - toCents(pays);
  if (charge.invoices) {
    const invoiced = invoicedOf({ invoiced: invoicedParts(invoices) });
    const cents = Math.min(missing, invoiced);
    return whyLowered({ invoices, cents, currency, isAmount: false, why, today });
  }
  if (!to_invoice) return undefined;
  const sum = formatCents(missing, currency);
  return {
    question: "This payment writes an invoice. Why is the rest waived?",
    options: [
      ["not_collectible", `Cannot be collected: the ${sum} is on the invoice (bad debt)`],
      ["reduced", `${reduced}: the invoice is without the ${sum}`],
    ],
    help: badDebtHelp,
  };
}
