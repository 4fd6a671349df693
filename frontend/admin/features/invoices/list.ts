import { compareTexts } from "../../../../shared/compare-texts.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import { invoiceFields } from "../../../../shared/invoices/fields.ts";
import {
  type FileEntry,
  fileEntryOf,
  type Line,
  lineColumns,
} from "../../../../shared/invoices/month-file.ts";
import { type RateSum, rateSums } from "../../../../shared/invoices/rate-sums.ts";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import { type Currency, currencyOrder, type Sums, sumsOf } from "../../../../shared/money.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { type PaperState, paperState, paperStateNames } from "../../rules/invoice-text.ts";
import { rulesOf } from "../../rules/list-rules.ts";

// The invoices and credit notes: their search, order, sums and files.

/** A row of the list. */
export type Entry = FileEntry & { state: PaperState; service: string };

export const entryOf = (invoice: ListedInvoice): Entry => ({
  ...fileEntryOf(invoice),
  state: paperState(invoice),
  service: [...new Set(invoice.lines.flatMap(({ service }) => service ?? []))].join(", "),
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

/** The list as a file, a row for each line. */
export const linesExport = (name: string): CsvExport<Line & { entry: Entry }> => ({
  name,
  columns: [...lineColumns, ["State", ({ entry }) => paperStateNames[entry.state]]],
});

/** The month's file for eTIMS: what has a number, in the order of the serial numbers. */
export const taxEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ number }) => number !== undefined).sort((a, b) => (a.serial ?? 0) - (b.serial ?? 0));

export const taxFile = (month: string): CsvExport<Line> => ({
  name: `invoices for eTIMS ${month}`,
  columns: lineColumns,
});
