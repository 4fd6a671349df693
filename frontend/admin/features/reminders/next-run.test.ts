import { expect, test } from "vitest";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import { filtered } from "../../rules/list-rules.ts";
import { chargesOf, nextEmailRules, nextEmailsOf } from "./next-run.ts";

test("the next run is listed by email, and its file by charge", () => {
  const charge = (period: string, more: Partial<ExpectedReminder> = {}): ExpectedReminder => ({
    charge_id: `s#${period}`,
    client_id: "c",
    client_name: "Amani",
    kind: "overdue",
    period,
    amount: 100,
    service: "Loans",
    ...more,
  });
  const emails = nextEmailsOf([
    charge("2026-10-20", { paid: 40 }),
    charge("2026-11-20", { currency: "KES", service: "Hosting" }),
    charge("2026-12-20", { client_id: "d", skipped: "muted" }),
  ]);
  expect(emails.map(({ outcome, services, due, named }) => [outcome, services, due, named])).toEqual([
    [
      "sending",
      "Loans, Hosting",
      "2 charges from Oct 20, 2026",
      "Loans, due Oct 20, 2026, $60.00; Hosting, due Nov 20, 2026, KES\u00a0100.00",
    ],
    ["skipping", "Loans", "due Dec 20, 2026", "Loans, due Dec 20, 2026, $100.00"],
  ]);
  expect(filtered(nextEmailRules, emails, { only: "skipping" }, "")).toEqual([emails[1]]);
  expect(chargesOf(emails).map(({ period, skipped }) => [period, skipped])).toEqual([
    ["2026-10-20", undefined],
    ["2026-11-20", undefined],
    ["2026-12-20", "Its reminders are muted"],
  ]);
});
