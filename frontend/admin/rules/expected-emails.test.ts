import { expect, test } from "vitest";
import type { ExpectedReminder } from "../../../shared/reminders/reminder.ts";
import { expectedEmails, factsOfEmail, sumText } from "./expected-emails.ts";

test("what is due of a client is one email with its sum, and what is skipped stands apart with its reason", () => {
  const charge = (period: string, more: Partial<ExpectedReminder> = {}): ExpectedReminder => ({
    charge_id: `s#${period}`,
    subscription_id: "s",
    client_id: "c",
    client_name: "Amani",
    kind: "overdue",
    period,
    frequency: "monthly",
    amount: 100,
    currency: "USD",
    service: "Loans",
    ...more,
  });
  const reminders = [
    charge("2026-10-20", { paid: 40 }),
    charge("2026-11-20", { currency: "KES" }),
    charge("2026-12-20", { skipped: "muted" }),
    charge("2026-12-20", { client_id: "d", client_name: "Baraka" }),
  ];
  expect(
    expectedEmails(reminders).map((email) => [email.client_name, sumText(email), factsOfEmail(email)]),
  ).toEqual([
    ["Amani", "$60.00 + KES\u00a0100.00", "Loans · Overdue reminder, 2 charges from Oct 20, 2026"],
    ["Amani", "$100.00", "Loans · Overdue reminder, due Dec 20, 2026 · Its reminders are muted"],
    ["Baraka", "$100.00", "Loans · Overdue reminder, due Dec 20, 2026"],
  ]);
});
