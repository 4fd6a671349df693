import { addMonths, type Day } from "../day.ts";
import { addTo, type Currency, type Sums } from "../money.ts";
import { rateOf, vatIn } from "../vat.ts";
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

export const invoicedOf = ({ invoiced = [] }: Pick<Charge, "invoiced">): number =>
  invoiced.reduce((sum, { cents }) => sum + cents, 0);

/** Whether an invoice has ever been written of a charge. */
export const isInvoiced = ({ invoiced }: Charge): boolean => invoiced !== undefined;

/**
 * Why an invoiced charge is lowered: its price was reduced or something was not delivered, which a credit note says; or the
 * client owes all of it, but it cannot be collected, and its invoice stays.
 */
export const loweringReasons = ["reduced", "not_collectible"] as const;
export type LoweringReason = (typeof loweringReasons)[number];

/** Waives a part of a charge: in all, and not in addition. A lower sum first takes back what could not be collected. */
export function waive(charge: Charge, waived_cents: number, why: LoweringReason = "reduced"): void {
  const { waived_cents: before = 0, not_collectible_cents = 0 } = charge;
  const more = waived_cents - before;
  const not_collectible =
    more > 0 && why === "reduced" ? not_collectible_cents : Math.max(0, not_collectible_cents + more);
  charge.waived_cents = waived_cents || undefined;
  charge.not_collectible_cents = Math.min(not_collectible, waived_cents) || undefined;
}

/** Whether an invoice can be written of a charge that has none. */
export const lacksInvoice = (charge: Charge, { from }: InvoiceTerms): boolean =>
  !isInvoiced(charge) && !charge.on_hold && charge.due >= from && toInvoice(charge) > 0;

/** Whether a charge gets its first invoice now: it falls due, something of it is paid, or it goes to the client as an invoice. */
export const isToInvoice = (charge: Charge, terms: InvoiceTerms, told?: ReadonlySet<string>): boolean =>
  lacksInvoice(charge, terms) &&
  (charge.due <= terms.until || charge.paid_cents > 0 || told?.has(charge.id) === true);

/** `gross_cents` = `net_cents` + `vat_cents`. */
export type NewLine = {
  charge: Charge;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  taxed?: Taxed["taxed"] | undefined;
  rate?: number | undefined;
};

export type NewPaper = { id: string; currency: Currency; lines: NewLine[] } & (
  | { kind: "invoice"; due: Day }
  | { kind: "credit_note"; of: string }
);

type Options = {
  /** Absent while the company writes no invoices. What was invoiced before is still credited. */
  terms: InvoiceTerms | undefined;
  /** The ids of the charges that go to the client as an invoice. */
  told?: ReadonlySet<string> | undefined;
  today: Day;
  newId: () => string;
  /**
   * At most this many charges and invoices at once: of those that only fall due or are told, the others have to follow. What
   * this change pays is always invoiced with it.
   */
  mostRows?: number;
};

/**
 * The invoices and credit notes that an account needs after a change, and its charges with what is invoiced of them. An invoice
 * gathers the charges of one due day and currency; a credit note takes back parts of one invoice. `more` says whether other
 * charges still have to be invoiced.
 */
export function papersOf(
  before: Pick<AnyAccount, "charges">,
  after: Pick<AnyAccount, "charges">,
  { terms, told, today, newId, mostRows = Number.POSITIVE_INFINITY }: Options,
): { papers: NewPaper[]; charges: Charge[]; more: boolean } {
  const invoices = new Map<string, NewPaper>();
  const creditNotes = new Map<string, NewPaper>();
  const credit = (charge: Charge, cents: number): Charge => {
    const { lines, invoiced } = creditLines(charge, cents);
    for (const [invoice, line] of lines) {
      const { currency } = charge;
      const note =
        creditNotes.get(invoice) ??
        ({ kind: "credit_note", id: newId(), of: invoice, currency, lines: [] } satisfies NewPaper);
      creditNotes.set(invoice, note);
      note.lines.push(line);
    }
    return { ...charge, invoiced };
  };
  const invoice = (charge: Charge, cents: number, terms: InvoiceTerms): Charge => {
    const { due, currency } = charge;
    const name = `${due} ${currency}`;
    const paper =
      invoices.get(name) ?? ({ kind: "invoice", id: newId(), due, currency, lines: [] } satisfies NewPaper);
    invoices.set(name, paper);
    const taxed = taxedBy(charge, terms);
    paper.lines.push({ charge, ...taxed, ...amountsOf(cents, taxed) });
    const invoiced = { invoice: paper.id, day: today, cents, ...taxed };
    return { ...charge, invoiced: [...(charge.invoiced ?? []), invoiced] };
  };
  const currencyAfter = new Map(after.charges.map(({ id, currency }) => [id, currency]));
  // What is gone is credited whole, and what has another currency now: its invoice stays in the old one.
  const credited = new Map(
    before.charges
      .filter((charge) => isInvoiced(charge) && currencyAfter.get(charge.id) !== charge.currency)
      .map((charge) => [charge.id, credit(charge, invoicedOf(charge)).invoiced]),
  );
  const paidBefore = new Map(before.charges.map(({ id, paid_cents }) => [id, paid_cents]));
  const isPaidNow = ({ id, paid_cents }: Charge) => paid_cents > (paidBefore.get(id) ?? 0);
  let firstInvoices = 0;
  let more = false;
  const changed = after.charges.toSorted(compareCharges).map((present) => {
    const charge = { ...present, invoiced: credited.get(present.id) ?? present.invoiced };
    const missing = toInvoice(charge) - invoicedOf(charge);
    if (missing < 0) return credit(charge, -missing);
    if (missing === 0 || !terms) return charge;
    if (isInvoiced(charge)) return invoice(charge, missing, terms);
    if (!isToInvoice(charge, terms, told)) return charge;
    if (firstInvoices + invoices.size >= mostRows && !isPaidNow(charge)) {
      more = true;
      return charge;
    }
    firstInvoices += 1;
    return invoice(charge, missing, terms);
  });
  const byId = new Map(changed.map((charge) => [charge.id, charge]));
  const charges = after.charges.map((charge) => byId.get(charge.id) ?? charge);
  return { papers: [...invoices.values(), ...creditNotes.values()], charges, more };
}

/** The credit notes that an account needs after a change, in all. */
export function creditNoteSums(
  before: Pick<AnyAccount, "charges">,
  after: Pick<AnyAccount, "charges">,
  today: Day,
): Sums {
  const sums: Sums = {};
  const { papers } = papersOf(before, after, { terms: undefined, today, newId: () => "" });
  for (const { currency, lines } of papers)
    for (const { gross_cents } of lines) addTo(sums, currency, gross_cents);
  return sums;
}

/** A credit note is late by VAT rules when its invoice is older. */
const CREDIT_NOTE_MONTHS = 6;

/** Whether a credit note that is written today comes late for an invoice of a day. */
export const isLateToCredit = (day: Day, today: Day): boolean => addMonths(day, CREDIT_NOTE_MONTHS) < today;

/** Takes cents of a charge back from its invoices, the newest first: that of a rise. */
export function creditLines({ invoiced = [], ...charge }: Charge, cents: number) {
  let remaining = cents;
  const lines: [invoice: string, NewLine][] = [];
  const parts = invoiced.toReversed().map((part) => {
    const { invoice, taxed, rate } = part;
    const gross_cents = Math.min(remaining, part.cents);
    if (gross_cents === 0) return part;
    remaining -= gross_cents;
    const left = part.cents - gross_cents;
    // What several credit notes take back adds up to the VAT of the invoice.
    const vat_cents = vatIn(part.cents, rate ?? 0) - vatIn(left, rate ?? 0);
    const amounts = { net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
    lines.push([invoice, { charge, ...(taxed !== undefined && { taxed, rate }), ...amounts }]);
    return { ...part, cents: left };
  });
  return { lines, invoiced: parts.toReversed() };
}

function taxedBy({ vat = "standard" }: Charge, { rate }: InvoiceTerms): Partial<Taxed> {
  return rate === undefined ? {} : { taxed: vat, rate: rateOf(vat, rate) };
}

export function amountsOf(gross_cents: number, { rate = 0 }: Partial<Taxed>) {
  const vat_cents = vatIn(gross_cents, rate);
  return { net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
}
