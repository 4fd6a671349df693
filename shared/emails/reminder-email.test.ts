import { expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { reminderEmail, reminderText } from "./reminder-email.ts";

const company = {
  ...unsavedSettings,
  company_name: "Mwamba Software",
  company_email: "hello@mwamba.example",
  mpesa_paybill: "522522",
  bank_name: "Example Bank",
};
const account = { client: "Amani Traders", reference: "4821072", today: "2026-12-24" } as const;
const charge = (period: string, amount: number, more: object = {}) => ({
  subscription_id: "hosting",
  frequency: "monthly",
  service: "Loan system",
  period,
  amount,
  currency: "KES" as const,
  ...more,
});
const owed = [
  charge("2026-10-28", 15_500, { covered: { from: "2026-10-28", to: "2026-11-27" }, paid: 500 }),
  charge("2026-11-28", 15_500),
  charge("2026-12-28", 16_000, { service: "" }),
];
const linesOf = (text: string) => text.replaceAll("\u00a0", " ").split("\n");

test("several charges are listed with service, period, due day and what is left, and one total", () => {
  const { subject, text, html } = reminderEmail({ ...account, charges: owed }, company);
  expect(subject).toBe("Payment overdue, please pay today: KES 46,500.00");
  expect(linesOf(text).slice(0, 15)).toEqual([
    "Dear Amani Traders,",
    "",
    "3 payments are still unpaid. The oldest was due on 28 Oct 2026, 57 days ago.",
    "",
    "KES 46,500.00",
    "",
    "- Loan system, KES 15,000.00",
    "  Due: 28 Oct 2026 · 28 Oct 2026 to 27 Nov 2026 · Paid: KES 500.00",
    "- Loan system, KES 15,500.00",
    "  Due: 28 Nov 2026",
    "- monthly subscription, KES 16,000.00",
    "  Due: 28 Dec 2026",
    "- Total, KES 46,500.00",
    "",
    "Some of this is long overdue. Please pay today, as shown below, or call us to agree on a solution.",
  ]);
  for (const line of ["Account number: 482 107 2", "Amount: KES 46,500.00", "Amount: KES 46,500.00"])
    expect(linesOf(text)).toContain(line);
  expect(linesOf(text)).toContain("If you have paid already, thank you. You do not need to do anything.");
  // No amount can break: the space within it is non-breaking, or its cell does not wrap.
  for (const [, tag = "", amount = ""] of html
    .slice(0, html.indexOf("How to pay"))
    .matchAll(/<(td|p)[^>]*>(KES[^<]*)/g))
    expect([tag, amount]).toEqual([tag, expect.stringContaining("\u00a0")]);
  expect(html).toContain("white-space:nowrap");
});

test.each([
  ["en", "- and 360 more, KES 3,600.00", "- and 20 more, KES 200.00"],
  ["sw", "- na zaidi: 360, Ksh 3,600.00", "- na zaidi: 20, Ksh 200.00"],
] as const)(
  "of very many charges some are one row, and how to pay is whole (%s)",
  (language, more, moreInvoices) => {
    const charges = Array.from({ length: 400 }, (_, at) =>
      charge("2026-12-28", 10, { service: `Branch ${at}` }),
    );
    const invoices = Array.from({ length: 60 }, (_, at) => ({
      number: `INV-2026-${String(at + 1).padStart(6, "0")}`,
      due: "2026-12-28" as const,
      amount: 10,
      currency: "KES" as const,
      link: `https://mwamba.example/account/o48sT_13RwSJ7lY8kTVbhKpVD53l077gM_m638OBFA0/invoices/INV-2026-${at}`,
    }));
    const { text, html } = reminderEmail({ ...account, language, charges, invoices }, company);
    const lines = linesOf(text);
    expect(lines).toEqual(expect.arrayContaining([more, moreInvoices]));
    expect(lines.filter((line) => line.startsWith("- Branch"))).toHaveLength(40);
    expect(text).toContain("4,000.00");
    // Gmail cuts off what is longer than 102 KB.
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
  },
);

test("what is only due soon is called due, and each currency has its own total", () => {
  const charges = [charge("2026-12-24", 300, { currency: "USD" }), charge("2026-12-28", 46_500)];
  const { subject, text } = reminderEmail({ ...account, charges }, company);
  expect(subject).toBe("Payment due: $300.00 + KES 46,500.00");
  const lines = linesOf(text);
  expect(lines).toContain("2 payments are due. The first is due on 24 Dec 2026, today.");
  expect(lines).toContain("Please pay each by its due date, as shown below.");
  expect(lines.filter((line) => line.startsWith("- Total"))).toEqual([
    "- Total, $300.00",
    "- Total, KES 46,500.00",
  ]);
  // M-Pesa takes only shillings.
  expect(lines).toContain("Amount: KES 46,500.00");
  expect(lines).toContain("Amount: $300.00 + KES 46,500.00");
});

test("the same in Swahili", () => {
  const sw = { ...account, language: "sw" as const };
  const { subject, text, html } = reminderEmail({ ...sw, charges: owed }, company);
  expect(subject).toBe("Malipo yamechelewa, tafadhali lipa leo: Ksh 46,500.00");
  const lines = linesOf(text);
  expect(lines).toContain(
    "Malipo 3 bado hayajalipwa. Ya zamani zaidi yalitarajiwa tarehe 28 Okt 2026, siku 57 zilizopita.",
  );
  expect(lines).toContain("- usajili wa kila mwezi, Ksh 16,000.00");
  expect(lines).toContain("- Jumla, Ksh 46,500.00");
  expect(html).toContain('<html lang="sw">');
  expect(reminderEmail({ ...sw, charges: owed.slice(1), today: "2026-11-28" }, company).subject).toBe(
    "Malipo yanatarajiwa: Ksh 31,500.00",
  );
});

test("a company's template keeps its words, with all services and the total; the subject has the total", () => {
  const words = {
    subject: "Bill for {service}",
    opening: "{client}: {service}, {amount}, {due}, {days}",
    request: "{reference}",
    closing: "Bye",
  };
  const { subject, text } = reminderEmail({ ...account, charges: owed }, company, words);
  expect(subject).toBe("Payment overdue, please pay today: KES 46,500.00");
  expect(linesOf(text)[0]).toBe(
    "Amani Traders: Loan system, monthly subscription, KES 46,500.00, 28 Oct 2026, 57 days ago",
  );
  expect(linesOf(text)).toContain("Bye");
});

test("typed text never becomes HTML", () => {
  const service = "<script>alert(1)</script>";
  const { html } = reminderEmail(
    { ...account, client: service, charges: owed.map((charge) => ({ ...charge, service })) },
    company,
  );
  expect(html).not.toContain("<script>");
});

test("an amount that is overdue has not the green of one that is due, also in dark mode", () => {
  const figureOf = (charges: typeof owed) =>
    /<p class="(\w+)" style="[^"]*color:(#\w+);white-space/.exec(
      reminderEmail({ ...account, charges }, company).html,
    );
  const [late, due] = [owed[1], owed[2]] as [(typeof owed)[0], (typeof owed)[0]];
  expect(figureOf([late])?.slice(1)).toEqual(["late", "#a92b1d"]);
  expect(figureOf([late, due])?.slice(1)).toEqual(["late", "#a92b1d"]);
  expect(figureOf([due])?.slice(1)).toEqual(["figure", "#0e5a47"]);
  expect(figureOf([due, due])?.slice(1)).toEqual(["figure", "#0e5a47"]);
  expect(reminderEmail({ ...account, charges: [late] }, company).html).toContain(
    ".late{color:#f2a497!important}",
  );
});

test("a charge that does not recur is called no subscription, in either language and whatever the company's template says", () => {
  const fee = charge("2026-12-20", 5_000, {
    subscription_id: undefined,
    frequency: "",
    service: "Installation",
  });
  const own = { subject: "Due", opening: "Your {frequency} subscription.", request: "", closing: "" };
  const { subject, text } = reminderEmail({ ...account, charges: [fee] }, company, own);
  expect(subject).toBe("Payment overdue since 20 Dec 2026: Installation");
  expect(linesOf(text)).toContain(
    "The payment for a one-off charge (Installation) was due on 20 Dec 2026, 4 days ago.",
  );
  expect(linesOf(text)).toContain("Service: Installation (One-off)");
  const unnamed = { ...fee, period: "2026-12-26", service: "" };
  const swahili = reminderEmail({ ...account, language: "sw", charges: [unnamed] }, company);
  expect(linesOf(swahili.text)).toContain(
    "Malipo ya mara moja yanatarajiwa tarehe 26 Des 2026, baada ya siku 2.",
  );
  const several = reminderEmail({ ...account, charges: [unnamed, owed[1] ?? fee] }, company);
  expect(linesOf(several.text)).toContain("- one-off charge, KES 5,000.00");
  const rowsIn = (language: "en" | "sw") => {
    const both = reminderEmail({ ...account, language, charges: [fee, owed[1] ?? fee] }, company);
    expect(both.html).toContain(language === "en" ? "Installation (One-off)" : "Installation (Mara moja)");
    return linesOf(both.text).filter((line) => line.startsWith("- "));
  };
  expect(rowsIn("en").slice(0, 2)).toEqual([
    "- Installation (One-off), KES 5,000.00",
    "- Loan system, KES 15,500.00",
  ]);
  expect(rowsIn("sw")[0]).toBe("- Installation (Mara moja), Ksh 5,000.00");
});

const invoice = (number: string, due: string, amount: number, more: object = {}) => ({
  number,
  due,
  amount,
  currency: "KES" as const,
  link: `https://mwamba.example/account/abc/invoices/${number}`,
  ...more,
});
const december = invoice("INV-2026-000123", "2026-12-28", 16_000);
const hosting = charge("2026-12-28", 16_000, { service: "Hosting" });

test("a reminder of one invoice has it in its subject and links to it, in both languages and every tone", () => {
  const subjectOn = (today: string, language: "en" | "sw" = "en") =>
    reminderEmail({ ...account, today, language, charges: [hosting], invoices: [december] }, company).subject;
  expect(subjectOn("2026-12-24")).toBe("Invoice INV-2026-000123 due 28 Dec 2026: Hosting");
  expect(subjectOn("2026-12-30")).toBe("Invoice INV-2026-000123 overdue since 28 Dec 2026: Hosting");
  expect(subjectOn("2027-01-12")).toBe("Invoice INV-2026-000123 still unpaid since 28 Dec 2026: Hosting");
  expect(subjectOn("2027-02-28")).toBe(
    "Please pay today: invoice INV-2026-000123, unpaid since 28 Dec 2026, Hosting",
  );
  expect(subjectOn("2026-12-24", "sw")).toBe("Ankara INV-2026-000123, lipa kufikia 28 Des 2026: Hosting");
  const { text, html } = reminderEmail({ ...account, charges: [hosting], invoices: [december] }, company);
  expect(linesOf(text).slice(4, 7)).toEqual([
    `Invoice INV-2026-000123 due 28 Dec 2026: ${december.link}`,
    "",
    "KES 16,000.00",
  ]);
  expect(html).toContain(`href="${december.link}"`);
  const both = [charge("2026-12-28", 2_500), hosting];
  expect(reminderEmail({ ...account, charges: both, invoices: [december] }, company).subject).toBe(
    "Invoice INV-2026-000123 due 28 Dec 2026: KES 18,500.00",
  );
});

test("the subject names no invoice that is only a part of what the reminder asks for; each is listed", () => {
  const charges = [charge("2026-11-28", 15_500), hosting];
  const november = invoice("INV-2026-000099", "2026-11-28", 15_500, { link: undefined });
  const { subject } = reminderEmail({ ...account, charges, invoices: [december] }, company);
  expect(subject).toBe(reminderEmail({ ...account, charges }, company).subject);
  const { text } = reminderEmail({ ...account, charges, invoices: [november, december] }, company);
  expect(linesOf(text).slice(4, 8)).toEqual([
    "- Invoice INV-2026-000099 due 28 Nov 2026, KES 15,500.00",
    "- Invoice INV-2026-000123 due 28 Dec 2026, KES 16,000.00",
    `  ${december.link}`,
    "",
  ]);
});

test("the company's own subject stays, and the text names the invoice", () => {
  const own = { subject: "Bill for {service}", opening: "Hello", request: "", closing: "" };
  const { subject, text } = reminderEmail(
    { ...account, charges: [hosting], invoices: [december] },
    company,
    own,
  );
  expect(subject).toBe("Bill for Hosting");
  expect(linesOf(text)[2]).toBe(`Invoice INV-2026-000123 due 28 Dec 2026: ${december.link}`);
});

test("a reminder by chat names the invoice with its address", () => {
  const text = reminderText({ ...account, charges: [hosting], invoices: [december] }, company);
  expect(linesOf(text)).toContain(`Invoice INV-2026-000123 due 28 Dec 2026: ${december.link}`);
});
