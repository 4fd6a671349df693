import { compareTexts } from "../../../../shared/compare-texts.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import { invoiceFields } from "../../../../shared/invoices/fields.ts";
import type { InvoiceLine } from "../../../../shared/invoices/invoice.ts";
import { type RateSum, rateSums } from "../../../../shared/invoices/rate-sums.ts";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import { type Currency, currencyOrder, type Sums, sumsOf } from "../../../../shared/money.ts";
import { vatNames } from "../../../../shared/vat.ts";
import { companyBeside } from "../../rules/client-company.ts";
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
  ...(line.kes !== undefined && {
    net_kes: signed(line.net_kes ?? 0),
    vat_kes: signed(line.vat_kes ?? 0),
    kes: signed(line.kes),
  }),
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
  // By day, and within a day by number.
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

/** The clients of a list by name, as their newest invoice has it. `chosen` can have none in this list. */
export function clientOptions(
  entries: readonly Entry[],
  chosen: { id: string; name: string } | undefined,
): (readonly [id: string, name: string])[] {
  const names = new Map(chosen && [[chosen.id, chosen.name]]);
  for (const { client_id, client_name, company } of entries.toSorted((a, b) => compareTexts(a.day, b.day)))
    names.set(client_id, [client_name, companyBeside(client_name, company)].filter(Boolean).join(" · "));
  return [["", "All Clients"], ...[...names].sort(([, a], [, b]) => a.localeCompare(b))];
}

/** The sums of the lines with one currency, kind and rate of VAT, in cents. */
export type CurrencySum = RateSum & { currency: Currency };

/** Invoices less credit notes by currency and rate; the usual currency first. */
export const sumsOfEntries = (
  entries: readonly Pick<Entry, "currency" | "lines">[],
  usual: Currency,
): CurrencySum[] =>
  currencyOrder(usual).flatMap((currency) =>
    rateSums(entries.flatMap((entry) => (entry.currency === currency ? entry.lines : []))).map((sum) => ({
      ...sum,
      currency,
    })),
  );

export function totalsOf(sums: readonly CurrencySum[]): { net: Sums; vat: Sums; gross: Sums } {
  return {
    net: sumsOf(sums, ({ net }) => net),
    vat: sumsOf(sums, ({ vat }) => vat),
    gross: sumsOf(sums, ({ gross }) => gross),
  };
}

/** A line of an invoice with what stands above the lines. */
type Line = { entry: Entry; line: InvoiceLine };

export const linesOf = (entries: readonly Entry[]): Line[] =>
  entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })));

/** The amounts of a line in Kenya shillings, as far as they are known. */
const shillings = ({ entry: { currency }, line }: Line): Pick<InvoiceLine, "net_kes" | "vat_kes" | "kes"> =>
  currency === "KES" ? { net_kes: line.net, vat_kes: line.vat, kes: line.gross } : line;

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
  ["Net KES", (line) => shillings(line).net_kes],
  ["VAT KES", (line) => shillings(line).vat_kes],
  ["Gross KES", (line) => shillings(line).kes],
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
