import { expect, test } from "vitest";
import {
  fillPlaceholders,
  placeholderProblem,
  reminderTone,
  splitParagraphs,
  Template,
} from "./email-templates.ts";
import { clientExample } from "./emails/client-examples.ts";
import { receiptEmail } from "./emails/receipt-email.ts";
import { reminderOfOne } from "./emails/reminder-email.ts";
import { unsavedSettings } from "./settings/settings.ts";

const values = {
  client: "Amani",
  service: "Ledger",
  amount: "$1.00",
  due: "12 Jan 2027",
  reference: "482 107 2",
  period: "12 Jan 2027 to 11 Feb 2027",
  frequency: "monthly",
  unnamedSubscription: "monthly subscription",
};

test("unknown placeholders and single braces are refused", () => {
  for (const name of ["client", "service", "amount", "due", "period", "reference"])
    expect(placeholderProblem("upcoming", `Dear {${name}}`)).toBeUndefined();
  expect(placeholderProblem("upcoming", "Dear {name}")).toMatch(
    /^There is no placeholder \{name\} in this email\. Use \{client\}, \{service\}, /,
  );
  expect(placeholderProblem("upcoming", "Dear {Client}")).toContain("no placeholder {Client}");
  expect(placeholderProblem("receipt", "{paid}")).toBeUndefined();
  expect(placeholderProblem("receipt", "in {days}")).toContain("no placeholder {days}");
  expect(placeholderProblem("upcoming", "Dear {client")).toContain("There is a single {");
  expect(placeholderProblem("upcoming", "Dear client}")).toContain("There is a single }");
});

test("placeholders are replaced once, whatever the values contain", () => {
  expect(
    fillPlaceholders("Dear {client}, {amount} for {service}", { ...values, client: "{amount} $& $1" }),
  ).toBe("Dear {amount} $& $1, $1.00 for Ledger");
});

test("without a service, its brackets are removed, or the frequency names the subscription", () => {
  const without = { ...values, service: "" };
  expect(fillPlaceholders("Your subscription ({service}) renews", without)).toBe("Your subscription renews");
  expect(fillPlaceholders("Your {service} renews", without)).toBe("Your monthly subscription renews");
});

test("an empty line separates paragraphs, and an empty part leaves nothing behind", () => {
  expect(splitParagraphs("One,\nstill one\n\n\n  two \n")).toEqual(["One,\nstill one", "two"]);
  const words = {
    subject: "Bill for {client}",
    opening: "Dear {client},\n\nHi <b>",
    request: "",
    closing: "",
  };
  const { subject, text, html } = clientExample("upcoming", unsavedSettings, "2027-01-05", {
    language: "en",
    template: words,
  });
  expect(subject).toBe("Bill for Example Client");
  expect(text).toMatch(/^Dear Example Client,\n\nHi <b>\n\n\$149\.99\n\nService: /);
  expect(html).toContain("Hi &lt;b&gt;");
  expect(html).not.toContain("If you have paid already");
});

test("every placeholder is filled, in a reminder and in a receipt", () => {
  const facts = {
    client: "Amani",
    subscription_id: "hosting",
    frequency: "monthly",
    amount: 10,
    reference: "4821072",
    currency: "USD" as const,
  };
  const words = (more: string): Template => ({
    subject: "{service}",
    opening: `{client}|{service}|{amount}|{due}|{period}|{reference}|{frequency}|${more}`,
    request: "",
    closing: "",
  });
  const covered = { from: "2027-01-12", to: "2027-02-11" };
  const reminder = reminderOfOne(
    { ...facts, period: "2027-01-12", covered, today: "2027-01-05", paid: 4 },
    { ...unsavedSettings, company_name: "Mwamba" },
    words("{days}"),
  );
  expect(reminder.subject).toBe("Mwamba");
  expect(reminder.text.split("\n")[0]).toBe(
    "Amani|monthly subscription|$6.00|12 Jan 2027|12 Jan 2027 to 11 Feb 2027|482 107 2|monthly|in 7 days",
  );
  const receipt = receiptEmail(
    {
      ...facts,
      cents: 10_00,
      credit: 0,
      owed: {},
      paid_on: "2027-01-10",
      next: "2027-02-12",
      reference: "SFT6QX1Z9K",
      payment_reference: facts.reference,
      parts: [{ ...facts, cents: 10_00, period: covered.from, covered, left: 0, service: "Ledger" }],
    },
    unsavedSettings,
    words("{paid}"),
  );
  expect(receipt.text.split("\n")[0]).toBe(
    "Amani|Ledger|$10.00|12 Feb 2027|12 Jan 2027 to 11 Feb 2027|482 107 2|monthly|10 Jan 2027",
  );
});

test("the tone depends on the delay", () => {
  const tones = ["2027-01-12", "2027-01-13", "2027-01-26", "2027-02-11"].map((today) =>
    reminderTone("2027-01-12", today),
  );
  expect(tones).toEqual(["upcoming", "overdue", "overdue-14", "overdue-30"]);
});

test("a subject is one line, and neither it nor the opening may be empty", () => {
  const words = { subject: "A\nB", opening: "x", request: "", closing: "" };
  expect(Template.safeParse(words).success).toBe(false);
  for (const part of ["subject", "opening"] as const)
    expect(Template.safeParse({ ...words, subject: "A", [part]: " " }).success).toBe(false);
  expect(Template.parse({ ...words, subject: " A " }).subject).toBe("A");
});
