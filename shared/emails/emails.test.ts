import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { contactEmail } from "./contact-message.ts";
import { digestEmail } from "./digest.ts";
import type { Email } from "./email.ts";
import { reminderOfOne } from "./reminder-email.ts";
import { newClientEmail, noticeEmail, notices, settingsChangeEmail } from "./to-company.ts";
import { invitationEmail, resetCodeEmail } from "./to-staff.ts";

const company = {
  ...unsavedSettings,
  company_name: "Mwamba Software",
  company_address: "Ngong Road\nNairobi",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
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

const allEmails = (typed: string): Email[] => {
  const client = { name: typed, company: typed, email: typed, phone: typed };
  const due = { count: 1, cents: 100, first: [{ client: typed, period: "2027-01-12", sums: { USD: 100 } }] };
  const profile = { ...company, company_name: typed, company_address: typed, company_phone: typed };
  return [
    reminderOfOne({ ...facts, client: typed }, profile),
    reminderOfOne({ ...facts, client: typed, today: "2027-01-20" }, profile),
    digestEmail({
      day: "2027-01-05",
      upcoming: due,
      overdue: due,
      failures: [{ client: typed, reason: typed, day: "2027-01-05" }],
      site,
    }),
    newClientEmail(client, profile, site),
    ...Object.keys(notices).map((name) =>
      noticeEmail(name as keyof typeof notices, { client: typed, day: "2027-01-05" }, site),
    ),
    settingsChangeEmail([{ field: "company_name", before: typed, after: typed }], typed, "2027-01-05", site),
    contactEmail({
      ...client,
      message: typed,
      reference: typed,
      product: typed,
      answers: [{ question: typed, answer: typed }],
      canReply: false,
    }),
    invitationEmail({ name: typed, company: typed, site }, "2027-01-12", typed, typed),
    resetCodeEmail({ name: typed, company: typed, site: "" }, typed),
  ];
};

describe("every email", () => {
  test("shows typed text and never runs it", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '<img src=x onerror="alert(1)">',
          "<script>alert(1)</script>",
          "</title><style>*{}</style>",
          `"'><a href=//evil.example>`,
          "&lt;b&gt;",
        ),
        fc.string(),
        (start, end) => {
          const safe = allEmails("x").map(({ html }) => html.match(/<[^>]*>/g));
          expect(allEmails(start + end.replace(/\s/g, "")).map(({ html }) => html.match(/<[^>]*>/g))).toEqual(
            safe,
          );
        },
      ),
    );
  });

  test("loads nothing remote and supports dark mode", () => {
    for (const { html } of allEmails("Amani")) {
      // Links load nothing until they are pressed.
      expect(html.replaceAll(site, "").replace(/href="https:\/\/wa\.me\/[^"]*"/, "")).not.toMatch(
        /https?:|src=|url\(|<link|<img|@import/,
      );
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain("prefers-color-scheme:dark");
    }
  });

  test("has plain text without HTML, and a subject of one line", () => {
    for (const { text, subject } of allEmails("Amani")) {
      expect(text).not.toMatch(/<\w|&\w+;|undefined/);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeGreaterThan(5);
    }
  });
});

test("an invitation has the placeholders for Cognito", () => {
  const { html, subject } = invitationEmail({ name: "", company: "x".repeat(200), site: "" }, "2027-01-12");
  expect(subject.length).toBeLessThanOrEqual(140);
  expect(html).toContain("{username}");
  expect(html).toContain("{####}");
});
