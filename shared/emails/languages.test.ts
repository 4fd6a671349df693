import { describe, expect, test } from "vitest";
import { Language } from "../languages.ts";
import { unsavedSettings } from "../settings.ts";
import { clientExample } from "./client-examples.ts";
import { amountText, reminderText, writtenDay } from "./reminder-words.ts";
import { texts } from "./texts.ts";
import { receiptEmail, reminderEmail } from "./to-clients.ts";
import { problemsOf, WordedEmail } from "./worded.ts";

const company = {
  ...unsavedSettings,
  ...{ company_name: "Mwamba", company_phone: "+254 700 000000", company_email: "hello@mwamba.example" },
  ...{ mpesa_paybill: "522522", mpesa_till: "5123456", bank_details: "0123456789" },
  ...{ payment_note: "Please send us the confirmation.", payment_note_sw: "Tafadhali tutumie uthibitisho." },
};
const facts = {
  language: "sw",
  ...{ client: "Amani Traders", frequency: "quarterly", amount: 1149.99, paid: 149.99 },
  currency: "USD",
  ...{ reference: "4821072", period: "2027-03-12", service: "Loan system" },
  covered: { from: "2027-03-12", to: "2027-06-11" },
} as const;

test("days are written as people of the language do", () => {
  const months = [...Array(12).keys()].map((month) => `2027-${String(month + 1).padStart(2, "0")}-05`);
  expect(months.map((day) => writtenDay(day, "sw").split(" ")[1]).join()).toBe(
    "Jan,Feb,Mac,Apr,Mei,Jun,Jul,Ago,Sep,Okt,Nov,Des",
  );
  expect(writtenDay("2027-03-12", "sw")).toBe("12 Mac 2027");
});

test("amounts stand as people of the language write them", () => {
  const said = (currency: "USD" | "KES", language: "en" | "sw") =>
    amountText(1_234_50, currency, language).replace("\u00a0", " ");
  expect([said("USD", "en"), said("KES", "en")]).toEqual(["$1,234.50", "KES 1,234.50"]);
  expect([said("USD", "sw"), said("KES", "sw")]).toEqual(["$ 1,234.50", "Ksh 1,234.50"]);
});

test("a reminder in Swahili says all of it in Swahili: the sentence, the table, how to pay and whom to ask", () => {
  const { subject, text, html } = reminderEmail({ ...facts, today: "2027-03-05" }, company);
  expect(subject).toBe("Malipo yanatarajiwa 12 Mac 2027: Loan system");
  for (const line of [
    "Usajili wako wa kila robo mwaka (Loan system) utahuishwa tarehe 12 Mac 2027, baada ya siku 7.",
    "Kipindi: 12 Mac 2027 hadi 11 Jun 2027",
    "Tafadhali lipa kufikia tarehe 12 Mac 2027, kama inavyoonyeshwa hapa chini.",
    "JINSI YA KULIPA",
    "Nambari ya akaunti: 482 107 2",
    "Akaunti ya benki: 0123456789",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toContain("jibu barua pepe hii au piga simu +254 700 000000");
  expect(decodeURIComponent(text)).toContain("nambari yangu ya malipo 482 107 2");
  expect(html).toContain('<html lang="sw">');
});

test("the company's words on how to pay are those of the language, or those for all where it has none", () => {
  const said = (language: "en" | "sw", more: object = {}) => {
    const of = { ...company, ...more };
    const asked = { ...facts, language, today: "2027-03-05" };
    return [reminderEmail(asked, of).text, reminderText({ ...asked, company: "" }, of)];
  };
  const [english, swahili] = [company.payment_note, company.payment_note_sw];
  for (const text of said("sw"))
    expect([text.includes(swahili), text.includes(english)]).toEqual([true, false]);
  for (const text of said("en"))
    expect([text.includes(swahili), text.includes(english)]).toEqual([false, true]);
  for (const text of said("sw", { payment_note_sw: "" })) expect(text).toContain(english);
  const nothingElse = { mpesa_paybill: "", mpesa_till: "", bank_details: "", payment_note: "" };
  expect(said("sw", nothingElse)[0]).toContain("kama inavyoonyeshwa hapa chini");
  expect(said("en", nothingElse)[0]).toContain("in the way you usually do");
});

test("no word of English is left in it, nor in a receipt or a chat, however late it is", () => {
  const said = ["2027-03-12", "2027-03-13", "2027-03-30", "2027-04-30"].flatMap((today) => [
    reminderEmail({ ...facts, today }, company).text,
    reminderText({ ...facts, company: "", today }, company),
  ]);
  said.push(
    receiptEmail(
      {
        ...{ ...facts, reference: "SFT6", payment_reference: "4821072", paid_on: "2027-03-01" },
        ...{ method: "bank", next: "2027-06-12", left: 10 },
      },
      company,
    ).text,
  );
  for (const text of said)
    expect(decodeURIComponent(text).replaceAll("Loan system", "")).not.toMatch(
      /\b(the|your|you|is|are|to|of|on|in|and|or|due|paid|pay|amount|service|period|reference|bank|account|call|reply|days?|ago|subscription|monthly|quarterly)\b/i,
    );
});

describe.each(Language.options)("in %s", (language) => {
  test("the original words have every placeholder that they name", () => {
    for (const how of [true, false])
      for (const email of WordedEmail.options)
        expect(problemsOf(email, texts[language].original(how)[email])).toEqual({});
  });

  test("nothing is left open in any email", () => {
    for (const email of WordedEmail.options) {
      const { subject, text } = clientExample(email, company, "2027-03-05", { language });
      expect(subject + text).not.toMatch(/[{}]|undefined|NaN|\(\)/);
    }
  });
});
