import { expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { hasPaymentInstructions, howToPay } from "./how-to-pay.ts";
import { reminderOfOne } from "./reminder-email.ts";

const bank = {
  bank_name: "Example Bank",
  bank_branch: "Westlands",
  bank_account_name: "Mwamba Software Ltd",
  bank_account_number: "0123456789",
  bank_swift: "EXAMKENA",
};
const mpesa = { ...unsavedSettings, mpesa_paybill: "522522", mpesa_till: "5123456" };
const company = { ...mpesa, ...bank };
const options = { reference: "4821072", language: "en" } as const;
const plain = <V>(value: V): V => JSON.parse(JSON.stringify(value).replaceAll("\u00a0", " "));
const ways = (sums: object, of = company, language: "en" | "sw" = "en") =>
  plain(howToPay(of, { ...options, sums, language }));
const amountsOf = (sums: object, of = company) =>
  ways(sums, of).map(({ title, facts, note }) => [
    title,
    facts.find(([label]) => label === "Amount")?.[1],
    note,
  ]);

test("shillings can be paid by Paybill, Till or bank, each a block of labelled facts", () => {
  expect(ways({ KES: 15_500_00 })).toEqual([
    {
      title: "M-Pesa Paybill",
      facts: [
        ["Business number", "522522"],
        ["Account number", "482 107 2"],
        ["Amount", "KES 15,500.00"],
      ],
    },
    {
      title: "M-Pesa Till",
      facts: [
        ["Till number", "5123456"],
        ["Amount", "KES 15,500.00"],
        ["Reference", "482 107 2"],
      ],
    },
    {
      title: "Bank transfer",
      facts: [
        ["Bank", "Example Bank"],
        ["Branch", "Westlands"],
        ["Account name", "Mwamba Software Ltd"],
        ["Account number", "0123456789"],
        ["SWIFT code", "EXAMKENA"],
        ["Amount", "KES 15,500.00"],
        ["Reference", "482 107 2"],
      ],
    },
  ]);
});

test("dollars can be paid only by bank; without a bank there are no instructions", () => {
  expect(amountsOf({ USD: 149_99 })).toEqual([["Bank transfer", "$149.99", undefined]]);
  expect(ways({ USD: 149_99 }, mpesa as typeof company)).toEqual([]);
  expect([
    hasPaymentInstructions(mpesa, "en", { USD: 1 }),
    hasPaymentInstructions(mpesa, "en", { KES: 100 }),
  ]).toEqual([false, true]);
  const facts = {
    client: "Amani",
    subscription_id: "hosting",
    frequency: "monthly",
    amount: 149.99,
    period: "2027-01-12",
  } as const;
  const { text } = reminderOfOne({ ...facts, currency: "USD", today: "2027-01-05" }, mpesa);
  expect(text).not.toContain("M-Pesa");
  expect(text).toContain("in your usual way");
});

test("above 250,000 shillings, M-Pesa is paid in parts, or all by bank", () => {
  const parts = "M-Pesa accepts at most KES 250,000.00 in one payment. Please pay in parts";
  expect(amountsOf({ KES: 250_000_00 })[0]).toEqual(["M-Pesa Paybill", "KES 250,000.00", undefined]);
  expect(amountsOf({ KES: 250_001_00 })).toEqual([
    ["M-Pesa Paybill", "KES 250,001.00", `${parts}, or by bank.`],
    ["M-Pesa Till", "KES 250,001.00", `${parts}, or by bank.`],
    ["Bank transfer", "KES 250,001.00", undefined],
  ]);
  expect(amountsOf({ KES: 250_001_00 }, mpesa as typeof company)[0]?.[2]).toBe(`${parts}.`);
});

test("cents are never rounded up, and M-Pesa is not offered below one shilling", () => {
  expect(amountsOf({ KES: 149_99 })).toEqual([
    [
      "M-Pesa Paybill",
      "KES 149.00",
      "M-Pesa accepts whole shillings only. You can leave out the cents, or pay by bank.",
    ],
    [
      "M-Pesa Till",
      "KES 149.00",
      "M-Pesa accepts whole shillings only. You can leave out the cents, or pay by bank.",
    ],
    ["Bank transfer", "KES 149.99", undefined],
  ]);
  expect(amountsOf({ KES: 99 }).map(([title]) => title)).toEqual(["Bank transfer"]);
});

test("with two currencies only the shillings go by M-Pesa, and without a due sum there is no amount", () => {
  expect(amountsOf({ USD: 100_00, KES: 2_000_00 })).toEqual([
    ["M-Pesa Paybill", "KES 2,000.00", undefined],
    ["M-Pesa Till", "KES 2,000.00", undefined],
    ["Bank transfer", "$100.00 + KES 2,000.00", undefined],
  ]);
  expect(amountsOf({ KES: 0 }).map(([, amount]) => amount)).toEqual([undefined, undefined, undefined]);
});

test("in Swahili every label is Swahili", () => {
  expect(ways({ KES: 300_000_50 }, company, "sw")).toMatchObject([
    {
      facts: [
        ["Nambari ya biashara", "522522"],
        ["Nambari ya akaunti", "482 107 2"],
        ["Kiasi", "Ksh 300,000.00"],
      ],
      note: "M-Pesa hupokea hadi Ksh 250,000.00 kwa mara moja: tafadhali lipa kwa awamu, au kupitia benki. M-Pesa hupokea shilingi kamili: unaweza kuacha senti, au kuzilipa kupitia benki.",
    },
    { facts: [["Nambari ya Till", "5123456"], expect.anything(), ["Nambari ya kumbukumbu", "482 107 2"]] },
    { title: "Kupitia benki", facts: expect.arrayContaining([["Jina la akaunti", "Mwamba Software Ltd"]]) },
  ]);
});

test("an email has one block for each way to pay, as text and as HTML", () => {
  const facts = {
    client: "Amani",
    subscription_id: "hosting",
    frequency: "monthly",
    amount: 15_500,
    period: "2027-01-12",
  } as const;
  const email = reminderOfOne({ ...facts, ...options, currency: "KES", today: "2027-01-05" }, company);
  const text = plain(email.text);
  expect(text).toContain(
    "HOW TO PAY\n\nM-Pesa Paybill\nBusiness number: 522522\nAccount number: 482 107 2\nAmount: KES 15,500.00\n\nM-Pesa Till\nTill number: 5123456",
  );
  const html = email.html.slice(email.html.indexOf("How to pay"));
  const inside = ["M-Pesa Paybill", "522522", "M-Pesa Till", "5123456", "Bank transfer", "EXAMKENA"];
  const places = inside.map((words) => html.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});
