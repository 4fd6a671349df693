import { expect, test } from "vitest";
import { unsavedSettings } from "../settings.ts";
import { digestEmail } from "./digest.ts";
import { reminderText } from "./reminder-words.ts";
import { receiptEmail, reminderEmail } from "./to-clients.ts";

const company = { ...unsavedSettings, company_name: "Mwamba Software", mpesa_paybill: "522522" };
const sold = { client: "Amani Traders", frequency: "monthly", amount: 125_000, currency: "KES" } as const;
const due = { ...sold, paid: 25_000, period: "2027-01-12", today: "2027-01-05" };
/** As people read it, who see no difference between spaces. */
const read = (text: string) => text.replaceAll("\u00a0", " ");
const amounts = (text: string) => new Set(read(text).match(/(KES |Ksh |\$)[\d,.]*\d/g));

test("a reminder asks for shillings where they are due, as an email, in a chat and in either language", () => {
  for (const [language, name] of [
    ["en", "KES"],
    ["sw", "Ksh"],
  ] as const) {
    const told = new Set(["125,000.00", "25,000.00", "100,000.00"].map((amount) => `${name} ${amount}`));
    const { text, html } = reminderEmail({ ...due, language }, company);
    expect([amounts(text), amounts(html)]).toEqual([told, told]);
    expect(amounts(reminderText({ ...due, language, company: "Mwamba" }, company))).toEqual(told);
  }
});

test("a receipt says what was paid in what it was paid in", () => {
  const facts = { ...sold, amount: 25_000, left: 100_000, paid_on: "2026-12-24", next: "2027-01-12" };
  const { text } = receiptEmail({ ...facts, reference: "SJK4H7L2" }, company);
  expect(amounts(text)).toEqual(new Set(["KES 25,000.00", "KES 100,000.00"]));
});

test("the daily summary adds up each currency apart, and one that a version before asked for reads as it did", () => {
  const line = { client: "Amani Traders", period: "2026-12-20" };
  const first = [
    { ...line, cents: 80_00 },
    { ...line, cents: 100_000_00, paid: 25_000_00, currency: "KES" as const },
  ];
  const summary = (sums: { cents: number; kes_cents?: number }) =>
    read(digestEmail({ day: "2026-12-24", overdue: { count: 2, ...sums, first }, failures: [] }).text);
  const both = summary({ cents: 80_00, kes_cents: 100_000_00 });
  expect(both).toContain("OVERDUE: 2 SUBSCRIPTIONS, $80.00 + KES 100,000.00");
  expect(both).toContain("KES 25,000.00 of KES 125,000.00 is paid");
  expect(summary({ cents: 80_00 })).toContain("OVERDUE: 2 SUBSCRIPTIONS, $80.00\n");
});
