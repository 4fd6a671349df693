import { expect, test } from "vitest";
import { rateSums } from "../invoices/rate-sums.ts";
import { inShillings } from "../invoices/shillings.ts";
import { toCents } from "../money.ts";
import { unsavedSettings } from "../settings/settings.ts";
import { vatIn } from "../vat.ts";
import { type InvoicePage, invoiceDocument } from "./document.ts";

const company = {
  ...unsavedSettings,
  company_name: "Mwamba Software",
  mpesa_paybill: "522522",
  bank_account_number: "0123456789",
};
const seller = { name: "Mwamba Software Ltd", address: "Ngong Road\nNairobi", kra_pin: "P051234567X" };
const buyer = {
  name: "Grace",
  company: "Amani <b>Traders</b>",
  address: "Moi Avenue",
  kra_pin: "P059876543Z",
};
const charge = "4f3c1f6e-5d83-4f6e-8a49-6a3f8f1f7f10";

type Line = InvoicePage["invoice"]["lines"][number];
const line = (gross: number, more: Partial<Line> = {}): Line => {
  const { taxed, rate = 0 } = more;
  const vat = taxed ? vatIn(toCents(gross), rate) / 100 : 0;
  return {
    charge: `${charge}#2026-12-28`,
    service: "Hosting",
    net: (toCents(gross) - toCents(vat)) / 100,
    vat,
    gross,
    ...more,
  };
};
const standard = { taxed: "standard", rate: 16 } as const;

function invoiceOf(lines: Line[], more: Partial<InvoicePage["invoice"]> = {}): InvoicePage["invoice"] {
  const sum = (name: "net" | "vat" | "gross") =>
    lines.reduce((cents, line) => cents + toCents(line[name]), 0) / 100;
  return {
    number: "INV-2026-000123",
    kind: "invoice",
    day: "2026-12-21",
    due: "2026-12-28",
    currency: "KES",
    net: sum("net"),
    vat: sum("vat"),
    gross: sum("gross"),
    lines,
    seller,
    buyer,
    reference: "4821072",
    ...more,
  };
}

type More = Omit<Partial<InvoicePage>, "invoice">;
const pageOf = (invoice: InvoicePage["invoice"], more: More = {}) =>
  invoiceDocument({ invoice, company, today: "2026-12-24", ...more });
/** As a person reads it. */
const read = (page: string) =>
  page
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll("\u00a0", " ")
    .replace(/<[^>]+>/g, "|")
    .replace(/[|\s]*\|[|\s]*/g, "|");
const textOf = (...given: Parameters<typeof pageOf>) => read(pageOf(...given));

test("a tax invoice has its number, days, both parties with their PINs, and its lines with VAT", () => {
  const covered = { from: "2026-12-28", to: "2027-01-27" };
  const text = textOf(invoiceOf([line(1_160, { ...standard, covered }), line(100, { ...standard, charge })]));
  for (const words of [
    "|Tax invoice|",
    "|Number|INV-2026-000123|Date|21 Dec 2026|Due|28 Dec 2026|Your payment reference|482 107 2|",
    "Mwamba Software Ltd\nNgong Road\nNairobi\nKRA PIN: P051234567X",
    "|To|Amani &lt;b&gt;Traders&lt;/b&gt;|Grace\nMoi Avenue\nKRA PIN: P059876543Z|",
    "|Hosting|28 Dec 2026 to 27 Jan 2027|KES 1,000.00|16%|KES 160.00|KES 1,160.00|",
    "|Hosting|KES 86.21|16%|KES 13.79|KES 100.00|",
    "|Total without VAT|KES 1,086.21|Total VAT|KES 173.79|Total|KES 1,260.00|",
    "|Business number|522522|Account number|482 107 2|Amount|KES 1,260.00|",
  ])
    expect(text).toContain(words);
  // One rate needs no sums by rate.
  expect(text).not.toContain("By rate");
});

test("the totals by rate are the sums of their lines, to the cent", () => {
  const lines = [
    ...[0.1, 0.1, 0.1, 0.2].map((gross) => line(gross, standard)),
    line(10_000, { taxed: "zero", rate: 0 }),
    line(50, { taxed: "exempt", rate: 0 }),
  ];
  expect(rateSums(lines)).toMatchObject([
    { taxed: "standard", rate: 16, net: 44, vat: 6, gross: 50 },
    { taxed: "zero", rate: 0, net: 10_000_00, vat: 0, gross: 10_000_00 },
    { taxed: "exempt", rate: 0, net: 50_00, vat: 0, gross: 50_00 },
  ]);
  const text = textOf(invoiceOf(lines));
  expect(text).toContain("|VAT 16%|KES 0.44|KES 0.06|KES 0.50|Zero-rated|KES 10,000.00|KES 0.00|");
  expect(text).toContain("|Exempt|KES 0.00|KES 50.00|");
});

test("without registration it is an invoice, and nothing on it speaks of VAT", () => {
  const text = textOf(invoiceOf([line(500), line(20, { service: undefined })]));
  expect(text).toContain("|Invoice|");
  expect(text).toContain("|Subscription|KES 20.00|");
  expect(text).not.toMatch(/VAT|[Tt]ax/);
});

const dollar_rate = { kes: 129.5, day: "2026-12-20" };
const centsOf = ({ vat, gross }: Line) => ({ vat_cents: toCents(vat), gross_cents: toCents(gross) });
const inDollars = (lines: Line[]) =>
  invoiceOf(
    lines.map((line) => ({ ...line, ...inShillings([centsOf(line)], dollar_rate) })),
    { currency: "USD", dollar_rate, ...inShillings(lines.map(centsOf), dollar_rate) },
  );

test("dollars have their shillings by line and in all, with the rate and its day", () => {
  const text = textOf(inDollars([line(10), line(20)]));
  expect(text).toContain("|Hosting|$10.00|KES 1,295.00|");
  expect(text).toContain("|Total|$30.00|Total in Kenya shillings|KES 3,885.00|");
  expect(text).toContain("1 US dollar is KES 129.50, the rate of 20 Dec 2026.");
  // M-Pesa takes no dollars.
  expect(text).not.toContain("522522");
});

test("VAT in dollars has its shillings too, and net and VAT are the gross amount to the cent", () => {
  const text = textOf(inDollars([line(10, standard), line(5.01, standard), line(3, { taxed: "zero" })]));
  for (const words of [
    // 1.38 × 129.50 is 178.71, and 10 × 129.50 is 1,295.00.
    "|Hosting|$8.62|KES 1,116.29|16%|$1.38|KES 178.71|$10.00|KES 1,295.00|",
    // 0.69 × 129.50 is 89.355, and 5.01 × 129.50 is 648.795.
    "|Hosting|$4.32|KES 559.44|16%|$0.69|KES 89.36|$5.01|KES 648.80|",
    "|VAT 16%|$12.94|KES 1,675.73|$2.07|KES 268.07|$15.01|KES 1,943.80|",
    "|Zero-rated|$3.00|KES 388.50|$0.00|KES 0.00|$3.00|KES 388.50|",
    "|Total without VAT|$15.94|Total VAT|$2.07|Total|$18.01|",
    "|Without VAT in Kenya shillings|KES 2,064.23|VAT in Kenya shillings|KES 268.07|Total in Kenya shillings|KES 2,332.30|",
  ])
    expect(text).toContain(words);
});

test("what became of it stands above it with its day, and it asks for the rest", () => {
  const stateOf = (progress: object, more: More = {}) => {
    const text = textOf(invoiceOf([line(1_000)], progress), more);
    return [
      /As of 24 Dec 2026:\|(.*?)\|Mwamba/s.exec(text)?.[1],
      /Amount\|(KES [\d,.]+)\|(?!.*Amount\|KES)/s.exec(text.split("How to pay")[1] ?? "")?.[1],
    ];
  };
  expect(stateOf({})).toEqual([undefined, "KES 1,000.00"]);
  expect(stateOf({ left: 1_000, credited: 0, not_collected: 0 })).toEqual([undefined, "KES 1,000.00"]);
  expect(stateOf({ left: 0, credited: 0, not_collected: 0 })).toEqual(["Paid in full.", undefined]);
  expect(stateOf({ left: 400, credited: 0, not_collected: 0 })).toEqual([
    "KES 600.00 is paid. KES 400.00 is left to pay.",
    "KES 400.00",
  ]);
  expect(stateOf({ left: 0, credited: 1_000 }, { creditNotes: ["CRN-2026-000007"] })).toEqual([
    "A credit note took back all of it.|Credit note|CRN-2026-000007",
    undefined,
  ]);
  expect(stateOf({ left: 100, credited: 300 })).toEqual([
    "A credit note took back KES 300.00. KES 600.00 is paid. KES 100.00 is left to pay.",
    "KES 100.00",
  ]);
  // What was waived because it cannot be collected is not paid.
  expect(stateOf({ left: 0, credited: 0, not_collected: 700 })).toEqual(["KES 300.00 is paid.", undefined]);
  expect(stateOf({ left: 0, credited: 0, not_collected: 1_000 })).toEqual([undefined, undefined]);
});

test("a credit note names its invoice and why it was written, and asks for nothing", () => {
  const more = { kind: "credit_note", number: "CRN-2026-000007", due: undefined } as const;
  const note = invoiceOf([line(116, standard)], {
    ...more,
    of_number: "INV-2026-000123",
    why: "Not delivered",
  });
  const text = textOf(note);
  expect(text).toContain("|Credit note|");
  expect(text).toContain(
    "|Number|CRN-2026-000007|Date|21 Dec 2026|Of invoice|INV-2026-000123|Reason|Not delivered|",
  );
  expect(text).toContain("|Total credited|KES 116.00|");
  expect(text).not.toContain("How to pay");
  const linked = pageOf(note, { account: "/account/abc" });
  expect(linked).toContain('href="/account/abc/invoices/INV-2026-000123"');
});

test("a payment request is no invoice, says so, and has no number", () => {
  const request = invoiceOf([line(116, standard)], { number: undefined });
  const text = textOf(request, { isRequest: true });
  expect(text).toContain("|Payment request|");
  expect(text).toContain("This is not an invoice.");
  expect(text).toContain("|Due|28 Dec 2026|");
  expect(text).not.toMatch(/Tax invoice|Number\|INV|Date\|/);
  expect(text).toContain("How to pay");
});

test("the control unit's number is shown once it is known, with a QR code of its link", () => {
  const link =
    "https://itax.kra.go.ke/KRA-Portal/invoiceChk.htm?actionCode=loadPage&invoiceNo=0170694320000000123";
  const withUnit = (control_unit: { number: string; link?: string }) =>
    pageOf(invoiceOf([line(10)], { control_unit }));
  const page = withUnit({ number: "KRAMW017", link });
  expect(read(page)).toContain("|Control unit number|KRAMW017|");
  expect(page).toMatch(/<svg viewBox="0 0 (\d+) \1" role="img"[^>]*><path d="(M\d+ \d+h\d+v1h-\d+z)+"/);
  expect(page).toContain(`href="${link.replace("&", "&amp;")}"`);
  for (const bad of [undefined, "javascript:alert(1)", "http://kra.example"]) {
    const without = withUnit({ number: "KRAMW017", ...(bad && { link: bad }) });
    expect(read(without)).toContain("|Control unit number|KRAMW017|");
    expect(without).not.toMatch(/<svg|javascript:|http:/);
  }
  expect(pageOf(invoiceOf([line(10)]))).not.toContain("Control unit");
});

test("in Swahili everything is in Swahili, with the words of tax law in English beside them", () => {
  const swahili = { language: "sw" } as const;
  const invoice = invoiceOf(
    [line(1_160, standard), line(10, { taxed: "zero", rate: 0 }), line(10, { taxed: "exempt", rate: 0 })],
    { left: 100, credited: 80, dollar_rate: { kes: 129.5, day: "2026-12-20" }, kes: 1 },
  );
  const text = textOf(invoice, { ...swahili, creditNotes: ["CRN-2026-000007"], account: "/a", sample: true });
  expect(text).toContain("|Ankara ya kodi ·|Tax invoice|");
  expect(text).toContain("Ksh 1,160.00");
  const note = textOf({ ...invoice, kind: "credit_note", of_number: "INV-2026-000123" }, swahili);
  expect(note).toContain("|Hati ya punguzo ·|Credit note|");
  const request = textOf(invoice, { ...swahili, isRequest: true });
  for (const words of [text, note, request])
    expect(
      words.replace(/Tax invoice|Credit note|Hosting|Amani.*?Traders|Mwamba Software Ltd/g, ""),
    ).not.toMatch(
      /\b(the|your|you|is|are|to|of|on|in|and|or|due|paid|pay|total|amount|service|number|date|without|rate|zero|exempt|print|back)\b/i,
    );
});

test("nothing of a page but its address needs a style or a script of its own", () => {
  const page = pageOf(
    invoiceOf([line(10)], { control_unit: { number: "1", link: "https://kra.example/1" } }),
    {
      account: "/account/abc",
    },
  );
  // The content security policy refuses both.
  expect(page).not.toMatch(/ style=| on\w+=|<script(?! src="\/account\.js" defer><\/script>)/);
});
