import type { Day } from "../day.ts";
import type { Currency } from "../money.ts";
import { vatIn } from "../vat.ts";
import { type AnyAccount, type Charge, compareCharges, type Taxed } from "./account.ts";

// Which charges stand on invoices, and with how much. Amounts are in cents and include VAT.

/** What the company decided about its invoices. */
export type InvoiceTerms = {
  /** Nothing due before this day gets an invoice. */
  from: Day;
  /** The last due day of the invoices that are written today without another reason. */
  until: Day;
  /** In percent; absent if the company is not registered for VAT. */
  rate?: number | undefined;
};

/** What has to be on invoices of a charge: all but what is waived, and of that what only cannot be collected. */
export const toInvoice = ({ cents, waived_cents = 0, not_collectible_cents = 0 }: Charge): number =>
  cents - waived_cents + not_collectible_cents;

export const invoicedOf = ({ invoiced = [] }: Charge): number =>
  invoiced.reduce((sum, { cents }) => sum + cents, 0);

/** Whether an invoice has ever been written of a charge. */
export const isInvoiced = ({ invoiced }: Charge): boolean => invoiced !== undefined;

/** Whether a charge gets its first invoice now: it falls due, something of it is paid, or the client is told of it as an invoice. */
function isToInvoice(charge: Charge, { from, until }: InvoiceTerms, told: ReadonlySet<string>): boolean {
  if (charge.on_hold || charge.due < from) return false;
  return charge.due <= until || charge.paid_cents > 0 || told.has(charge.id);
}

/** `gross_cents` = `net_cents` + `vat_cents`. */
export type NewLine = {
  charge: Charge;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
} & Partial<Taxed>;

export type NewPaper = { id: string; currency: Currency; lines: NewLine[] } & (
  | { kind: "invoice"; due: Day }
  | { kind: "credit_note"; of: string }
);

type Options = {
  /** Absent while the company writes no invoices. What was invoiced before is still credited. */
  terms: InvoiceTerms | undefined;
  /** The ids of the charges that the client is told of as an invoice. */
  told?: ReadonlySet<string> | undefined;
  newId: () => string;
};

/**
 * Writes the invoices and credit notes that an account needs after a change, and says on each charge what is invoiced. An
 * invoice gathers the charges of one due day and currency; a credit note takes back parts of one invoice.
 */
export function writePapers(
  before: Pick<AnyAccount, "charges">,
  after: Pick<AnyAccount, "charges">,
  { terms, told = new Set(), newId }: Options,
): NewPaper[] {
  const invoices = new Map<string, NewPaper>();
  const creditNotes = new Map<string, NewPaper>();
  const credit = (charge: Charge, cents: number) => {
    for (const [invoice, line] of creditLines(charge, cents)) {
      const { currency } = charge;
      const note = creditNotes.get(invoice) ?? {
        kind: "credit_note",
        id: newId(),
        of: invoice,
        currency,
        lines: [],
      };
      creditNotes.set(invoice, note);
      note.lines.push(line);
    }
  };
  const staying = new Set(after.charges.map(({ id }) => id));
  for (const charge of before.charges.filter(({ id }) => !staying.has(id)))
    credit(structuredClone(charge), invoicedOf(charge));
  for (const charge of after.charges.toSorted(compareCharges)) {
    const missing = toInvoice(charge) - invoicedOf(charge);
    if (missing < 0) credit(charge, -missing);
    if (missing <= 0 || !terms || !(isInvoiced(charge) || isToInvoice(charge, terms, told))) continue;
    const { due, currency } = charge;
    const name = `${due} ${currency}`;
    const invoice = invoices.get(name) ?? { kind: "invoice", id: newId(), due, currency, lines: [] };
    invoices.set(name, invoice);
    const taxed = taxedBy(charge, terms);
    invoice.lines.push({ charge, ...taxed, ...amountsOf(missing, taxed) });
    charge.invoiced = [...(charge.invoiced ?? []), { invoice: invoice.id, cents: missing, ...taxed }];
  }
  return [...invoices.values(), ...creditNotes.values()];
}

/** Takes cents of a charge back from its invoices, the newest first: that of a rise. */
function creditLines(charge: Charge, cents: number): [invoice: string, NewLine][] {
  let remaining = cents;
  return (charge.invoiced?.toReversed() ?? []).flatMap((part): [string, NewLine][] => {
    const gross_cents = Math.min(remaining, part.cents);
    if (gross_cents === 0) return [];
    const { invoice, taxed, rate } = part;
    // What several credit notes take back adds up to the VAT of the invoice.
    const vat_cents = vatIn(part.cents, rate ?? 0) - vatIn(part.cents - gross_cents, rate ?? 0);
    remaining -= gross_cents;
    part.cents -= gross_cents;
    const amounts = { net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
    return [[invoice, { charge, ...(taxed !== undefined && { taxed, rate }), ...amounts }]];
  });
}

function taxedBy({ vat = "standard" }: Charge, { rate }: InvoiceTerms): Partial<Taxed> {
  return rate === undefined ? {} : { taxed: vat, rate: vat === "standard" ? rate : 0 };
}

export function amountsOf(gross_cents: number, { rate = 0 }: Partial<Taxed>) {
  const vat_cents = vatIn(gross_cents, rate);
  return { net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
}
