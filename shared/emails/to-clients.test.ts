import { describe, expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { digestEmail } from "./digest.ts";
import { reminderOfOne, reminderText } from "./reminder-email.ts";

const company = {
  ...unsavedSettings,
  company_name: "Mwamba Software",
  company_address: "Ngong Road\nNairobi",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
};
const payable = {
  ...company,
  mpesa_paybill: "522522",
  bank_name: "Example Bank",
  bank_account_number: "0123456789",
  bank_swift: "EXAMKENA",
  payment_note: "Please send us the confirmation.",
};
const facts = {
  client: "Amani Traders",
  subscription_id: "hosting",
  frequency: "monthly",
  amount: 1149.99,
  currency: "USD",
  period: "2027-01-12",
  today: "2027-01-05",
} as const;

const site = "https://site.example";

describe("a reminder", () => {
  const email = reminderOfOne(facts, company);

  test("has a subject with the event, the day and the company", () => {
    expect(email.subject).toBe("Renewal due 12 Jan 2027: Mwamba Software");
    const late = reminderOfOne({ ...facts, today: "2027-01-13" }, company);
    expect(late.subject).toBe("Payment overdue since 12 Jan 2027: Mwamba Software");
    expect(late.text).toContain("was due on 12 Jan 2027, 1 day ago.");
  });

  test("has the same content as plain text and as HTML", () => {
    for (const form of [email.text, email.html.replaceAll("\u00a0", " ")]) {
      for (const words of ["12 Jan 2027, in 7 days", "$1,149.99", "+254 700 000000", "Ngong Road", "Nairobi"])
        expect(form).toContain(words);
    }
  });

  test("names the service in the subject and in the text", () => {
    const email = reminderOfOne({ ...facts, service: "Loan system, 3 branches" }, company);
    expect(email.subject).toBe("Renewal due 12 Jan 2027: Loan system, 3 branches");
    expect(email.text).toContain("Your monthly subscription (Loan system, 3 branches) renews on 12 Jan 2027");
    const late = { ...facts, service: "Loan system", today: "2027-01-13" } as const;
    expect(reminderText({ ...late, charges: [late] }, company)).toContain(
      "for your monthly subscription (Loan system) was due on 12 Jan 2027",
    );
  });

  test("has payment instructions, one fact per line, and contact details", () => {
    const covered = { from: "2027-01-12", to: "2027-02-11" };
    const email = reminderOfOne({ ...facts, reference: "4821072", covered, paid: 149.99 }, payable);
    for (const line of [
      "Period: 12 Jan 2027 to 11 Feb 2027",
      "Due: 12 Jan 2027",
      "Amount: $1,149.99",
      "Paid: $149.99",
      "Left to pay: $1,000.00",
      "Bank transfer",
      "Bank: Example Bank",
      "Account number: 0123456789",
      "SWIFT code: EXAMKENA",
      "Amount: $1,000.00",
      "Reference: 482 107 2",
      "Please send us the confirmation.",
      "Please pay by 12 Jan 2027, as shown below.",
    ])
      expect(email.text.split("\n")).toContain(line);
    expect(email.text).toContain("reply to this email or call +254 700 000000");
    const link = /https:\/\/wa\.me\/254700000000\?text=\S+/;
    expect(decodeURIComponent(link.exec(email.text)?.[0] ?? "")).toContain("payment reference 482 107 2");
    expect(email.html).toMatch(link);
  });

  test("keeps amounts and account numbers whole, for narrow phones", () => {
    const { html } = reminderOfOne({ ...facts, amount: 12_500_000, currency: "KES", paid: 1 }, payable);
    expect(html).toContain(
      '<p class="figure" style="margin:0;font-size:28px;line-height:36px;font-weight:600;color:#0e5a47;white-space:nowrap">KES 12,499,999.00</p>',
    );
    // Left to pay in the table, and what to pay in the boxes.
    expect(html.match(/>KES\u00a012,499,999\.00<\/(td|span)>/g)).toHaveLength(3);
  });

  test("changes its tone with the delay", () => {
    const textOn = (today: string) => reminderOfOne({ ...facts, today }, company).text;
    expect(textOn("2027-01-13")).toContain("You may have missed it.");
    expect(textOn("2027-01-26")).toContain("We have not received the payment");
    expect(textOn("2027-02-11")).toContain("is long overdue.");
    const subjects = ["2027-01-13", "2027-01-26", "2027-02-11"].map(
      (today) => reminderOfOne({ ...facts, today }, company).subject,
    );
    expect(subjects).toEqual([
      "Payment overdue since 12 Jan 2027: Mwamba Software",
      "Still unpaid since 12 Jan 2027: Mwamba Software",
      "Please pay today: unpaid since 12 Jan 2027, Mwamba Software",
    ]);
  });

  test("says what is paid in part, and asks for the rest", () => {
    const part = { ...facts, paid: 1000 };
    const partPaid = "Thank you for paying $1,000.00 of $1,149.99. $149.99 is left to pay.";
    expect(reminderOfOne(part, company).text).toContain(partPaid);
    expect(reminderText({ ...part, charges: [part] }, company)).toContain(`in 7 days. ${partPaid}`);
    const line = { client: "Amani", period: "2027-01-12", sums: { USD: 149_99 }, paid: { USD: 1000_00 } };
    const due = { count: 1, cents: 149_99, first: [line] };
    const { text } = digestEmail({ day: "2027-01-05", upcoming: due, failures: [], site });
    expect(text).toMatch(/\$149\.99[\s\S]*\$1,000\.00 of \$1,149\.99 is paid/);
  });

  test("has the whole sum, the number of periods and the link in a chat", () => {
    const several = { ...facts, charges: [facts, { ...facts, period: "2027-02-12" }, facts] };
    const link = "https://www.mwamba.example/account/abc";
    const text = reminderText({ ...several, today: "2027-02-11", link }, payable);
    expect(text).toContain(
      "3 payments are still unpaid. The oldest was due on 12 Jan 2027, 30 days ago. Amount: $3,449.97.",
    );
    expect(text).toContain(`\n\nSee your account: ${link}\n\n`);
  });

  test("has the same sentence in a chat", () => {
    const text = reminderText({ ...facts, charges: [facts], reference: "4821072" }, payable);
    expect(text).toContain("Your monthly subscription renews on 12 Jan 2027, in 7 days. Amount: $1,149.99.");
    expect(text).toContain("Mwamba Software");
    expect(text).toContain(
      "Bank transfer\nBank: Example Bank\nAccount number: 0123456789\nSWIFT code: EXAMKENA\nAmount: $1,149.99\nReference: 482 107 2\n\nPlease send us",
    );
  });
});
