import { describe, expect, test } from "vitest";
import { TemplatedEmail, templateProblems } from "../email-templates.ts";
import { Language } from "../languages.ts";
import { unsavedSettings } from "../settings/settings.ts";
import { clientExample } from "./client-examples.ts";
import { priceEmail, priceWithdrawnEmail } from "./price-email.ts";
import { correctionEmail, type PaidPart, receiptEmail } from "./receipt-email.ts";
import { reminderEmail, reminderOfOne, reminderText } from "./reminder-email.ts";
import { formatAmount, formatEmailDay } from "./reminder-text.ts";
import { texts } from "./texts.ts";

const company = {
  ...unsavedSettings,
  company_name: "Mwamba",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
  mpesa_paybill: "522522",
  mpesa_till: "5123456",
  bank_account_number: "0123456789",
  payment_note: "Please send us the confirmation.",
  payment_note_sw: "Tafadhali tutumie uthibitisho.",
};
const site = "https://www.mwamba.example/account/abc";
const facts = {
  language: "sw",
  client: "Amani Traders",
  subscription_id: "hosting",
  frequency: "quarterly",
  amount: 1149.99,
  paid: 149.99,
  currency: "USD",
  reference: "4821072",
  period: "2027-03-12",
  service: "Loan system",
  covered: { from: "2027-03-12", to: "2027-06-11" },
} as const;

test("days are formatted in the language", () => {
  const months = [...Array(12).keys()].map((month) => `2027-${String(month + 1).padStart(2, "0")}-05`);
  expect(months.map((day) => formatEmailDay(day, "sw").split(" ")[1]).join()).toBe(
    "Jan,Feb,Mac,Apr,Mei,Jun,Jul,Ago,Sep,Okt,Nov,Des",
  );
  expect(formatEmailDay("2027-03-12", "sw")).toBe("12 Mac 2027");
  expect(formatEmailDay("2026-09-05")).toBe("5 Sep 2026");
});

test("amounts are formatted in the language", () => {
  const amountIn = (currency: "USD" | "KES", language: "en" | "sw") =>
    formatAmount(1_234_50, currency, language).replace("\u00a0", " ");
  expect([amountIn("USD", "en"), amountIn("KES", "en")]).toEqual(["$1,234.50", "KES 1,234.50"]);
  expect([amountIn("USD", "sw"), amountIn("KES", "sw")]).toEqual(["$ 1,234.50", "Ksh 1,234.50"]);
});

test("a reminder in Swahili is completely in Swahili", () => {
  const { subject, text, html } = reminderOfOne({ ...facts, today: "2027-03-05" }, company);
  expect(subject).toBe("Malipo yanatarajiwa 12 Mac 2027: Loan system");
  for (const line of [
    "Usajili wako wa kila robo mwaka (Loan system) utahuishwa tarehe 12 Mac 2027, baada ya siku 7.",
    "Kipindi: 12 Mac 2027 hadi 11 Jun 2027",
    "Tafadhali lipa kufikia tarehe 12 Mac 2027, kama inavyoonyeshwa hapa chini.",
    "JINSI YA KULIPA",
    "Kupitia benki",
    "Nambari ya akaunti: 0123456789",
    "Nambari ya kumbukumbu: 482 107 2",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toContain("jibu barua pepe hii au piga simu +254 700 000000");
  expect(decodeURIComponent(text)).toContain("nambari yangu ya malipo 482 107 2");
  expect(html).toContain('<html lang="sw">');
});

test("the payment note is in the client's language, or the general one if there is none", () => {
  const textsIn = (language: "en" | "sw", more: object = {}) => {
    const of = { ...company, ...more };
    const options = { ...facts, language, today: "2027-03-05" };
    return [reminderOfOne(options, of).text, reminderText({ ...options, charges: [options] }, of)];
  };
  const [english, swahili] = [company.payment_note, company.payment_note_sw];
  for (const text of textsIn("sw"))
    expect([text.includes(swahili), text.includes(english)]).toEqual([true, false]);
  for (const text of textsIn("en"))
    expect([text.includes(swahili), text.includes(english)]).toEqual([false, true]);
  for (const text of textsIn("sw", { payment_note_sw: "" })) expect(text).toContain(english);
  const nothingElse = { mpesa_paybill: "", mpesa_till: "", bank_account_number: "", payment_note: "" };
  expect(textsIn("sw", nothingElse)[0]).toContain("kama inavyoonyeshwa hapa chini");
  expect(textsIn("en", nothingElse)[0]).toContain("in your usual way");
});

test("no reminder, receipt or chat in Swahili has an English word", () => {
  const shillings = { ...facts, currency: "KES", amount: 300_149.5 } as const;
  const banked = { ...company, bank_name: "KCB", bank_branch: "Westlands", bank_swift: "EXAMKENA" };
  const invoice = { number: "INV-2027-000123", due: facts.period, amount: 100 };
  function invoiceReminder(due: (typeof facts | typeof shillings) & { today: string }) {
    const invoices = [{ ...invoice, currency: due.currency }];
    const { subject, text } = reminderEmail({ ...due, charges: [due], invoices }, banked);
    expect(subject).toContain(invoice.number);
    return `${subject}\n${text}`;
  }
  const emails = ["2027-03-12", "2027-03-13", "2027-03-30", "2027-04-30"].flatMap((today) =>
    [facts, shillings].flatMap((due) => [
      reminderOfOne({ ...due, today }, banked).text,
      invoiceReminder({ ...due, today }),
      reminderText({ ...due, today, charges: [due, ...(due === facts ? [] : [facts])], link: site }, banked),
    ]),
  );
  const part = { ...facts, cents: 500, left: 10_00 };
  const payment = {
    ...facts,
    cents: 1_500,
    credit: 100,
    owed: { KES: 100 },
    number: "2027-000002",
    kra_pin: "P051234567X",
    reference: "SFT6",
    payment_reference: "4821072",
    paid_on: "2027-03-01",
    method: "bank",
  };
  for (const parts of [[part], [part, part], []])
    emails.push(
      receiptEmail({ ...payment, parts, next: "2027-06-12", replaces: "2027-000001" }, company).text,
    );
  emails.push(correctionEmail(payment, company).text);
  const prices = [{ ...facts, service: undefined, currency: "KES" as const, now: 100_00, later: 107_00 }];
  for (const email of [priceEmail, priceWithdrawnEmail])
    emails.push(email({ ...payment, from: "2027-06-12", prices }, company).text);
  for (const text of emails)
    expect(decodeURIComponent(text).replaceAll("Loan system", "").replaceAll(site, "")).not.toMatch(
      /\b(the|your|you|is|are|to|of|on|in|and|or|due|paid|pay|amount|service|period|reference|bank|account|call|reply|days?|ago|subscription|monthly|quarterly)\b/i,
    );
});

describe.each(Language.options)("in %s", (language) => {
  test("the built-in templates use only known placeholders", () => {
    for (const how of [true, false])
      for (const email of TemplatedEmail.options)
        expect(templateProblems(email, texts[language].templates(how)[email])).toEqual({});
  });

  test("a receipt names what does not recur a one-off, alone and beside a subscription", () => {
    const fee = {
      subscription_id: undefined,
      frequency: "",
      service: "Mafunzo",
      cents: 500,
      period: "2027-03-12",
      left: 0,
    };
    const month = { ...fee, subscription_id: "hosting", frequency: "monthly", service: "Tovuti" };
    const payment = { client: "Amani", cents: 500, currency: "KES", paid_on: "2027-03-01" } as const;
    const textOf = (...parts: PaidPart[]) =>
      receiptEmail({ ...payment, language, reference: "", credit: 0, owed: {}, parts }, company).text;
    const named = `Mafunzo (${texts[language].oneOff})`;
    expect(textOf(fee)).toContain(`${texts[language].labels.service}: ${named}\n`);
    expect(textOf(fee, month).match(/^- .*(?=,)/gm)).toEqual([`- ${named}`, "- Tovuti"]);
  });

  test("a receipt names the invoices that it paid, with their addresses", () => {
    const invoices = [{ number: "INV-2027-000123", link: `${site}/invoices/INV-2027-000123` }];
    const payment = { client: "Amani", cents: 500, currency: "KES", paid_on: "2027-03-01" } as const;
    const facts = { ...payment, language, reference: "", credit: 0, owed: {}, parts: [] };
    expect(receiptEmail({ ...facts, invoices }, company).text.split("\n")).toContain(
      `${texts[language].invoice("INV-2027-000123")}: ${site}/invoices/INV-2027-000123`,
    );
  });

  test("a receipt has its number and both KRA PINs, and says what is left, or that all is paid", () => {
    const receipt = (left: number, owed: object) =>
      receiptEmail(
        {
          client: "Amani",
          language,
          cents: 500,
          currency: "KES",
          paid_on: "2027-03-01",
          credit: 0,
          owed,
          reference: "SFT6",
          number: "2027-000002",
          kra_pin: "P051234567X",
          parts: [
            { subscription_id: "hosting", frequency: "monthly", cents: 500, period: "2027-03-12", left },
          ],
        },
        { ...company, company_kra_pin: "P052345678Y" },
      );
    const { paidInFull, labels } = texts[language];
    const paid = receipt(0, {});
    expect(paid.subject).toContain("2027-000002");
    for (const body of [paid.text, paid.html])
      for (const said of [paidInFull, "2027-000002", "P051234567X", "P052345678Y"])
        expect(body).toContain(said);
    for (const [{ text, html }, label] of [
      [receipt(10_00, {}), labels.left],
      [receipt(0, { KES: 10_00 }), labels.stillOwed],
    ] as const) {
      expect(text + html).not.toContain(paidInFull);
      expect(text).toMatch(new RegExp(`^${label}: \\S+\\s10\\.00$`, "m"));
    }
  });

  test("no email has an unfilled placeholder", () => {
    for (const email of TemplatedEmail.options) {
      const { subject, text } = clientExample(email, company, "2027-03-05", { language });
      expect(subject + text).not.toMatch(/[{}]|undefined|NaN|\(\)/);
    }
  });
});

test("an example names an invoice once the company writes invoices", () => {
  const example = (invoices_from: string | null, email: "upcoming" | "receipt") => {
    const { subject, text } = clientExample(email, { ...company, invoices_from }, "2027-03-05", {
      language: "en",
      site: "https://www.mwamba.example",
    });
    return subject + text;
  };
  for (const email of ["upcoming", "receipt"] as const) {
    expect(example(null, email)).not.toContain("INV-");
    expect(example("2027-01-01", email)).toMatch(
      /Invoice INV-2027-000123.*: https:\S+\/invoices\/INV-2027-000123/,
    );
  }
});
