import type { CsvExport } from "../../../../shared/csv.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import { invoiceFields } from "../../../../shared/invoices/fields.ts";
import type { InvoiceLine } from "../../../../shared/invoices/invoice.ts";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import { type Currency, currencies, type Sums, toCents } from "../../../../shared/money.ts";
import { vatKinds, vatNames } from "../../../../shared/vat.ts";
import { type PaperState, paperState, paperStateNames } from "../../rules/invoice-text.ts";
import { rulesOf } from "../../rules/list-rules.ts";

// The invoices and credit notes: their search, order, sums and files.

/** A row of the list. The amounts of a credit note are negative, so that they add up. */
export type Entry = ListedInvoice & {
  state: PaperState;
  client_name: string;
  company: string | undefined;
  kra_pin: string | undefined;
  service: string;
  control_unit_number: string | undefined;
};

export function entryOf(invoice: ListedInvoice): Entry {
  const { kind, net, vat, gross, buyer, lines, control_unit } = invoice;
  const signed = (amount: number) => (kind === "credit_note" ? -amount : amount);
  return {
    ...invoice,
    net: signed(net),
    vat: signed(vat),
    gross: signed(gross),
    lines: lines.map((line) => signedLine(line, signed)),
    state: paperState(invoice),
    client_name: buyer.name,
    company: buyer.company,
    kra_pin: buyer.kra_pin,
    service: [...new Set(lines.flatMap(({ service }) => service ?? []))].join(", "),
    control_unit_number: control_unit?.number,
  };
}

const signedLine = (line: InvoiceLine, signed: (amount: number) => number): InvoiceLine => ({
  ...line,
  net: signed(line.net),
  vat: signed(line.vat),
  gross: signed(line.gross),
  ...(line.kes !== undefined && { kes: signed(line.kes) }),
});

export const entryFields: RowFields<Entry> = {
  ...invoiceFields,
  state: { ...invoiceFields.state, names: paperStateNames },
};

/** Has its number and waits for that of the control unit. */
export const isUnconfirmed = ({ number, control_unit }: Pick<ListedInvoice, "number" | "control_unit">) =>
  number !== undefined && control_unit === undefined;

export const UNCONFIRMED = "unconfirmed";

export const invoiceRules = rulesOf<Entry>(entryFields, {
  filters: {
    state: (entry, chosen) => (chosen === UNCONFIRMED ? (isUnconfirmed(entry) ? chosen : "") : entry.state),
    client: ({ client_id }) => client_id,
  },
  // Those of one day are in the order of their numbers.
  sortKeys: {
    day: ({ day, serial = Number.MAX_SAFE_INTEGER }) => `${day} ${String(serial).padStart(16, "0")}`,
  },
  defaultOrder: { id: "day", desc: true },
});

export const stateOptions = [
  ["", "All States"],
  ...Object.entries(paperStateNames),
  [UNCONFIRMED, "Without control unit number"],
] as [string, string][];

/** The sums of the lines with one currency, kind and rate of VAT, in cents. */
export type RateSum = Pick<InvoiceLine, "taxed" | "rate"> & {
  currency: Currency;
  net: number;
  vat: number;
  gross: number;
};

type Summed = Pick<Entry, "currency" | "lines">;

/** Invoices less credit notes by currency and rate; the usual currency first. */
export function rateSums(entries: readonly Summed[], usual: Currency): RateSum[] {
  const sums = new Map<string, RateSum>();
  for (const { currency, lines } of entries)
    for (const { taxed, rate, net, vat, gross } of lines) {
      const name = [currency, taxed, rate].join(" ");
      const sum = sums.get(name) ?? { currency, taxed, rate, net: 0, vat: 0, gross: 0 };
      sum.net += toCents(net);
      sum.vat += toCents(vat);
      sum.gross += toCents(gross);
      sums.set(name, sum);
    }
  const rankOf = ({ currency }: RateSum) => (currency === usual ? -1 : currencies.indexOf(currency));
  const kindRank = ({ taxed }: RateSum) => (taxed === undefined ? vatKinds.length : vatKinds.indexOf(taxed));
  return [...sums.values()].sort(
    (a, b) => rankOf(a) - rankOf(b) || kindRank(a) - kindRank(b) || (b.rate ?? 0) - (a.rate ?? 0),
  );
}

export function totalsOf(sums: readonly RateSum[]): { net: Sums; vat: Sums; gross: Sums } {
  const total = (of: (sum: RateSum) => number): Sums => {
    const byCurrency: Sums = {};
    for (const sum of sums) byCurrency[sum.currency] = (byCurrency[sum.currency] ?? 0) + of(sum);
    return byCurrency;
  };
  return { net: total(({ net }) => net), vat: total(({ vat }) => vat), gross: total(({ gross }) => gross) };
}

/** A line of an invoice with what stands above the lines. */
type Line = { entry: Entry; line: InvoiceLine };

export const linesOf = (entries: readonly Entry[]): Line[] =>
  entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })));

/** The amount of a line in Kenya shillings, if it is known. */
const shillings = ({ entry: { currency }, line: { gross, kes } }: Line) => (currency === "KES" ? gross : kes);

const columns: CsvExport<Line>["columns"] = [
  ["KRA PIN", ({ entry }) => entry.kra_pin],
  ["Client", ({ entry }) => entry.client_name],
  ["Company", ({ entry }) => entry.company],
  ["Kind", ({ entry }) => (entry.kind === "credit_note" ? "Credit note" : "Invoice")],
  ["Invoice number", ({ entry }) => entry.number],
  ["Serial number", ({ entry }) => entry.serial],
  ["Day", ({ entry }) => entry.day],
  ["Due", ({ entry }) => entry.due],
  ["Service", ({ line }) => line.service],
  ["From", ({ line }) => line.covered?.from],
  ["To", ({ line }) => line.covered?.to],
  ["VAT kind", ({ line }) => line.taxed && vatNames[line.taxed]],
  ["VAT rate", ({ line }) => line.rate],
  ["Net", ({ line }) => line.net],
  ["VAT", ({ line }) => line.vat],
  ["Gross", ({ line }) => line.gross],
  ["Currency", ({ entry }) => entry.currency],
  ["Gross KES", shillings],
  ["Invoice credited", ({ entry }) => entry.of_number],
  ["Control unit number", ({ entry }) => entry.control_unit_number],
  ["Link", ({ entry }) => entry.control_unit?.link],
];

/** The list as a file, a row for each line. */
export const linesExport = (name: string): CsvExport<Line> => ({
  name,
  columns: [...columns, ["State", ({ entry }) => paperStateNames[entry.state]]],
});

/** The month's file for eTIMS: what has a number, in the order of the serial numbers. */
export const taxEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ number }) => number !== undefined).sort((a, b) => (a.serial ?? 0) - (b.serial ?? 0));

export const taxFile = (month: string): CsvExport<Line> => ({ name: `invoices for eTIMS ${month}`, columns });
