import fc from "fast-check";
import { expect, test } from "vitest";
import { csvBatches } from "../../../../shared/csv.ts";
import { normalisedName } from "../../../../shared/imports/columns.ts";
import { controlUnitFileFields, ignoredColumns } from "../../../../shared/imports/control-unit-fields.ts";
import { linesOf } from "../../../../shared/invoices/month-file.ts";
import type { ListedInvoice } from "../../../../shared/invoices/routes.ts";
import { fromCents, toCents } from "../../../../shared/money.ts";
import { vatIn } from "../../../../shared/vat.ts";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { paperNumbersByCharge, taxText } from "../../rules/invoice-text.ts";
import { filtered } from "../../rules/list-rules.ts";
import {
  clientOptions,
  type Entry,
  entryOf,
  invoiceRules,
  linesExport,
  sumsOfEntries,
  taxEntries,
  taxFile,
  totalsOf,
} from "./list.ts";

type Part = { cents: number; rate?: 16 | 0; taxed?: "standard" | "zero" | "exempt"; service?: string };

const line = ({ cents, rate, taxed, service = "Hosting" }: Part, at = 0) => {
  const vat = vatIn(cents, rate ?? 0);
  return {
    charge: numberedId(at),
    service,
    ...(taxed && { taxed, rate: rate ?? 0 }),
    net: fromCents(cents - vat),
    vat: fromCents(vat),
    gross: fromCents(cents),
  };
};

function invoice(parts: readonly Part[], more: Partial<ListedInvoice> = {}): ListedInvoice {
  const lines = parts.map(line);
  const sum = (of: "net" | "vat" | "gross") =>
    fromCents(lines.reduce((cents, l) => cents + toCents(l[of]), 0));
  return {
    id: numberedId(900),
    number: "INV-2026-000123",
    serial: 130,
    kind: "invoice",
    client_id: numberedId(1),
    day: "2026-12-24",
    due: "2026-12-28",
    currency: "KES",
    net: sum("net"),
    vat: sum("vat"),
    gross: sum("gross"),
    charges: lines.map(({ charge }) => charge),
    left: sum("gross"),
    credited: 0,
    not_collected: 0,
    buyer: { name: "Wanjiru Kamau", company: "Umoja Sacco", kra_pin: "P051234567X" },
    lines,
    ...more,
  };
}

const standard = { cents: 11_600_00, rate: 16, taxed: "standard" } as const;
const creditNote = {
  kind: "credit_note",
  number: "CRN-2026-000007",
  serial: 131,
  of: numberedId(900),
  of_number: "INV-2026-000123",
  due: undefined,
  left: undefined,
} as const;

test("sums by rate and currency are invoices less credit notes, the usual currency first", () => {
  const entries = [
    invoice([standard, { cents: 500_00, taxed: "zero" }]),
    invoice([{ cents: 1_160_00, rate: 16, taxed: "standard" }], creditNote),
    invoice([{ cents: 58_00, rate: 16, taxed: "standard" }], { currency: "USD" }),
    invoice([{ cents: 40_00 }], { currency: "USD" }),
  ].map(entryOf);
  const sums = sumsOfEntries(entries, "KES");
  expect(sums).toMatchObject([
    { currency: "KES", taxed: "standard", rate: 16, net: 9_000_00, vat: 1_440_00, gross: 10_440_00 },
    { currency: "KES", taxed: "zero", rate: 0, net: 500_00, vat: 0, gross: 500_00 },
    { currency: "USD", taxed: "standard", rate: 16, net: 50_00, vat: 8_00, gross: 58_00 },
    { currency: "USD", taxed: undefined, rate: undefined, net: 40_00, vat: 0, gross: 40_00 },
  ]);
  expect(sums.map(taxText)).toEqual([
    "Standard rate, 16%",
    "Zero-rated",
    "Standard rate, 16%",
    "Without VAT",
  ]);
  expect(totalsOf(sums).gross).toEqual({ KES: 10_940_00, USD: 98_00 });
});

test("the sums agree with the rows to the cent", () => {
  const part = fc.record({
    cents: fc.integer({ min: 1, max: 99_999_999 }),
    rate: fc.constantFrom(16 as const, 0 as const),
    taxed: fc.constantFrom("standard" as const, "zero" as const, "exempt" as const),
  });
  const paper = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 5 }), isCredit: fc.boolean() });
  fc.assert(
    fc.property(fc.array(paper, { maxLength: 20 }), (papers) => {
      const entries = papers.map(({ parts, isCredit }) =>
        entryOf(invoice(parts, isCredit ? creditNote : {})),
      );
      const totals = totalsOf(sumsOfEntries(entries, "KES"));
      for (const of of ["net", "vat", "gross"] as const)
        expect(totals[of].KES ?? 0).toBe(entries.reduce((sum, entry) => sum + toCents(entry[of]), 0));
      expect((totals.net.KES ?? 0) + (totals.vat.KES ?? 0)).toBe(totals.gross.KES ?? 0);
    }),
  );
});

test("invoices are filtered by state, client and missing control unit number, and found by number, name and PIN", () => {
  const open = entryOf(invoice([standard]));
  const paid = entryOf(
    invoice([standard], { left: 0, control_unit: { number: "KRACU01/77" }, number: "INV-2026-000124" }),
  );
  const waiting = entryOf(invoice([standard], { number: undefined, client_id: numberedId(2) }));
  const note = entryOf(invoice([standard], creditNote));
  const all = [open, paid, waiting, note];
  const shown = (chosen: Record<string, string>, search = "") => filtered(invoiceRules, all, chosen, search);
  expect(shown({ state: "open" })).toEqual([open, waiting]);
  expect(shown({ state: "paid" })).toEqual([paid]);
  expect(shown({ state: "credit_note" })).toEqual([note]);
  expect(shown({ state: "unconfirmed" })).toEqual([open, note]);
  expect(shown({ client: numberedId(2) })).toEqual([waiting]);
  expect(shown({}, "000124")).toEqual([paid]);
  expect(shown({}, "kracu01/77")).toEqual([paid]);
  expect(shown({}, "umoja")).toHaveLength(4);
  expect(shown({}, "P051234567X")).toHaveLength(4);
});

test("clients to choose from have the name of their newest invoice, also one without an invoice in the list", () => {
  const named = (n: number, day: string, name: string, company?: string) =>
    entryOf(invoice([standard], { client_id: numberedId(n), day, buyer: { name, company } }));
  const entries = [
    named(1, "2026-12-24", "Wanjiru Kamau", "Umoja Sacco"),
    named(2, "2026-12-02", "Amani", "Amani"),
    named(1, "2026-12-01", "W. Kamau"),
  ];
  const options = clientOptions(entries, { id: numberedId(3), name: "Juma" });
  expect(options).toEqual([
    ["", "All Clients"],
    [numberedId(2), "Amani"],
    [numberedId(3), "Juma"],
    [numberedId(1), "Wanjiru Kamau · Umoja Sacco"],
  ]);
});

test("the files have a row for each line, credit notes negative, and the month's file only what has a number", () => {
  const entries = [
    invoice([standard], creditNote),
    invoice([standard, { cents: 500_00, taxed: "zero", service: "=cmd" }]),
    invoice([{ cents: 58_00, rate: 16, taxed: "standard" }], {
      currency: "USD",
      serial: 99,
      number: "INV-2026-000100",
    }),
    invoice([standard], { number: undefined, serial: undefined }),
  ].map(entryOf);
  for (const line of entries[2]?.lines ?? [])
    Object.assign(line, { net_kes: 6_450, vat_kes: 1_032, kes: 7_482 });
  const textOf = (
    file: Parameters<typeof csvBatches<ReturnType<typeof linesOf<Entry>>[number]>>[0],
    rows: typeof entries,
  ) => [...csvBatches(file, linesOf(rows))].join("").replace("\uFEFF", "").trim().split("\r\n");
  expect(textOf(taxFile("2026-12"), taxEntries(entries))).toEqual([
    "KRA PIN,Client,Company,Kind,Invoice number,Serial number,Day,Due,Service,From,To,VAT kind,VAT rate,Net,VAT,Gross,Currency,Net KES,VAT KES,Gross KES,Invoice credited,Control unit number,Link",
    "P051234567X,Wanjiru Kamau,Umoja Sacco,Invoice,INV-2026-000100,99,2026-12-24,2026-12-28,Hosting,,,Standard rate,16,50,8,58,USD,6450,1032,7482,,,",
    "P051234567X,Wanjiru Kamau,Umoja Sacco,Invoice,INV-2026-000123,130,2026-12-24,2026-12-28,Hosting,,,Standard rate,16,10000,1600,11600,KES,10000,1600,11600,,,",
    "P051234567X,Wanjiru Kamau,Umoja Sacco,Invoice,INV-2026-000123,130,2026-12-24,2026-12-28,'=cmd,,,Zero-rated,0,500,0,500,KES,500,0,500,,,",
    "P051234567X,Wanjiru Kamau,Umoja Sacco,Credit note,CRN-2026-000007,131,2026-12-24,,Hosting,,,Standard rate,16,-10000,-1600,-11600,KES,-10000,-1600,-11600,INV-2026-000123,,",
  ]);
  expect(textOf(linesExport("invoices 2026-12"), entries)).toHaveLength(6);
});

test("the month's file comes back without a question: each of its columns is read or known", () => {
  const header = taxFile("2026-12").columns.map(([name]) => normalisedName(name));
  const read = controlUnitFileFields.flatMap(({ label, aliases }) => [normalisedName(label), ...aliases]);
  const known = [...read, ...ignoredColumns];
  expect(header.filter((name) => !known.includes(name))).toEqual([]);
});

test("a charge names its invoices and credit notes, oldest first, once they have numbers", () => {
  const charge = numberedId(0);
  const numbers = paperNumbersByCharge([
    { charges: [charge], number: undefined },
    { charges: [charge], number: "CRN-2026-000007" },
    { charges: [charge, numberedId(5)], number: "INV-2026-000123" },
  ]);
  expect([numbers.get(charge), numbers.get(numberedId(5))]).toEqual([
    "INV-2026-000123, CRN-2026-000007",
    "INV-2026-000123",
  ]);
});
