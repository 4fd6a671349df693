import type { CsvExport } from "../csv.ts";
import { vatNames } from "../vat.ts";
import type { InvoiceLine } from "./invoice.ts";
import type { ListedInvoice } from "./routes.ts";

// A month's invoices and credit notes as a file, a row for each line.

/** The amounts of a credit note are negative, so that they add up. */
export type FileEntry = ListedInvoice & {
  client_name: string;
  company: string | undefined;
  kra_pin: string | undefined;
  control_unit_number: string | undefined;
};

export function fileEntryOf(invoice: ListedInvoice): FileEntry {
  const { kind, net, vat, gross, buyer, lines, control_unit } = invoice;
  const signed = (amount: number) => (kind === "credit_note" ? -amount : amount);
  return {
    ...invoice,
    net: signed(net),
    vat: signed(vat),
    gross: signed(gross),
    lines: lines.map((line) => signedLine(line, signed)),
    client_name: buyer.name,
    company: buyer.company,
    kra_pin: buyer.kra_pin,
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

/** A line of an invoice with what stands above the lines. */
export type Line = { entry: FileEntry; line: InvoiceLine };

export const linesOf = <E extends FileEntry>(entries: readonly E[]): { entry: E; line: InvoiceLine }[] =>
  entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })));

/** The amounts of a line in Kenya shillings, as far as they are known. */
const shillings = ({ entry: { currency }, line }: Line): Pick<InvoiceLine, "net_kes" | "vat_kes" | "kes"> =>
  currency === "KES" ? { net_kes: line.net, vat_kes: line.vat, kes: line.gross } : line;

export const lineColumns: CsvExport<Line>["columns"] = [
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
