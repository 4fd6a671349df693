import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { contactEmail } from "./contact-message.ts";
import { digestEmail } from "./digest.ts";
import type { Email } from "./email.ts";
import { reminderText } from "./reminder-text.ts";
import { reminderEmail } from "./to-clients.ts";
import { newClientEmail, noticeEmail, notices, settingsChangeEmail } from "./to-company.ts";
import { invitationEmail, resetCodeEmail } from "./to-staff.ts";

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
  frequency: "monthly",
  amount: 1149.99,
  currency: "USD",
  period: "2027-01-12",
  today: "2027-01-05",
} as const;

const site = "https://site.example";

const allEmails = (typed: string): Email[] => {
  const client = { name: typed, company: typed, email: typed, phone: typed };
  const due = { count: 1, cents: 100, first: [{ client: typed, period: "2027-01-12", cents: 100 }] };
  const profile = { ...company, company_name: typed, company_address: typed, company_phone: typed };
  return [
    reminderEmail({ ...facts, client: typed }, profile),
    reminderEmail({ ...facts, client: typed, today: "2027-01-20" }, profile),
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
    contactEmail({ ...client, message: typed, canReply: false }),
    invitationEmail({ name: typed, company: typed, site }, "2027-01-12", typed, typed),
    resetCodeEmail({ name: typed, company: typed, site: "" }, typed),
  ];
};

describe("a reminder", () => {
  const email = reminderEmail(facts, company);

  test("has a subject with the event, the day and the company", () => {
    expect(email.subject).toBe("Renewal due 12 Jan 2027: Mwamba Software");
    const late = reminderEmail({ ...facts, today: "2027-01-13" }, company);
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
    const email = reminderEmail({ ...facts, service: "Loan system, 3 branches" }, company);
    expect(email.subject).toBe("Renewal due 12 Jan 2027: Loan system, 3 branches");
    expect(email.text).toContain("Your monthly subscription (Loan system, 3 branches) renews on 12 Jan 2027");
    const late = {
      ...facts,
      service: "Loan system",
      company: "",
      today: "2027-01-13",
    } as const;
    expect(reminderText(late, company)).toContain(
      "for your monthly subscription (Loan system) was due on 12 Jan 2027",
    );
  });

  test("has payment instructions, one fact per line, and contact details", () => {
    const covered = { from: "2027-01-12", to: "2027-02-11" };
    const email = reminderEmail({ ...facts, reference: "4821072", covered, paid: 149.99 }, payable);
    for (const line of [
      ...["Period: 12 Jan 2027 to 11 Feb 2027", "Due: 12 Jan 2027"],
      ...["Amount: $1,149.99", "Paid: $149.99", "Left to pay: $1,000.00"],
      ...["Bank transfer", "Bank: Example Bank", "Account number: 0123456789", "SWIFT code: EXAMKENA"],
      ...["Amount: $1,000.00", "Reference: 482 107 2"],
      ...["Please send us the confirmation.", "Please pay by 12 Jan 2027, as shown below."],
    ])
      expect(email.text.split("\n")).toContain(line);
    expect(email.text).toContain("reply to this email or call +254 700 000000");
    const link = /https:\/\/wa\.me\/254700000000\?text=\S+/;
    expect(decodeURIComponent(link.exec(email.text)?.[0] ?? "")).toContain("payment reference 482 107 2");
    expect(email.html).toMatch(link);
  });

  test("lets shillings break only after the currency, for narrow phones", () => {
    const { html } = reminderEmail({ ...facts, amount: 12_500_000, currency: "KES", paid: 1 }, payable);
    expect(html).toContain(
      '<p class="figure" style="margin:0;font-size:32px;line-height:40px;font-weight:600;color:#0e5a47">KES 12,499,999.00</p>',
    );
    // Left to pay in the table, and what to pay in the box.
    expect(html.match(/>KES 12,499,999\.00<\/td>/g)).toHaveLength(2);
    expect(html.match(/>KES 12,499,999<\/td>/g)).toHaveLength(1);
  });

  test("changes its tone with the delay", () => {
    const textOn = (today: string) => reminderEmail({ ...facts, today }, company).text;
    expect(textOn("2027-01-13")).toContain("You may have missed it.");
    expect(textOn("2027-01-26")).toContain("We have not received it yet.");
    expect(textOn("2027-02-11")).toContain("It is still unpaid.");
  });

  test("says what is paid in part, and asks for the rest", () => {
    const part = { ...facts, paid: 1000 };
    const partPaid = "Thank you for paying $1,000.00 of $1,149.99. $149.99 is left to pay.";
    expect(reminderEmail(part, company).text).toContain(partPaid);
    expect(reminderText({ ...part, company: "" }, company)).toContain(`in 7 days. ${partPaid}`);
    const line = { client: "Amani", period: "2027-01-12", cents: 149_99, paid: 1000_00 };
    const due = { count: 1, cents: 149_99, first: [line] };
    const { text } = digestEmail({ day: "2027-01-05", upcoming: due, failures: [], site });
    expect(text).toMatch(/\$149\.99[\s\S]*\$1,000\.00 of \$1,149\.99 is paid/);
  });

  test("has the same sentence in a chat", () => {
    const text = reminderText({ ...facts, company: company.company_name, reference: "4821072" }, payable);
    expect(text).toContain("Your monthly subscription renews on 12 Jan 2027, in 7 days. Amount: $1,149.99.");
    expect(text).toContain("Mwamba Software");
    expect(text).toContain(
      "Bank transfer\nBank: Example Bank\nAccount number: 0123456789\nSWIFT code: EXAMKENA\nAmount: $1,149.99\nReference: 482 107 2\n\nPlease send us",
    );
  });
});

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

describe("an email to the company", () => {
  const day = "2027-01-05";
  const id = "5c8a3f0e-0000-4000-8000-000000000001";
  const amani = { client: "Amani Traders", client_id: id };
  const due = (count: number, noReminderReason?: "muted") => ({
    count,
    cents: 100,
    first: [{ ...amani, period: day, cents: 100, noReminderReason }],
  });
  const client = { id, name: "Amani", company: "", email: "a@client.example", phone: "" };
  const failures = [
    { ...amani, reason: "It came back", day: "2027-01-04" },
    { client: "Unknown Client", reason: "It could not be sent", day },
  ];
  const emails = (site: string): Email[] => [
    digestEmail({ day, upcoming: due(1), overdue: due(30, "muted"), failures, suspectedMessages: 1, site }),
    newClientEmail(client, company, site),
    noticeEmail("address-bounced", { ...amani, day }, site),
    noticeEmail("given-up", { client: "", day }, site),
    noticeEmail("run-missed", { client: "", day }, site),
    settingsChangeEmail(
      [
        { field: "company_name", before: "a", after: "b" },
        { field: "email_words", email: "overdue", language: "sw", before: "a", after: "b" },
      ],
      "Njeri",
      day,
      site,
    ),
  ];
  const page = `${site}/admin/clients/${id}`;
  const problems = (day: string) => `${site}/admin/reminders?day=${day}&outcome=problems`;
  const expected = [
    [
      ...[page, `${site}/admin/subscriptions?due=overdue`],
      ...[page, `${site}/admin/subscriptions?due=due-soon`],
      ...[page, `${site}/admin/clients`, problems("2027-01-04"), problems(day)],
      `${site}/admin/messages?box=aside`,
    ],
    [page],
    [page],
    [problems(day)],
    [`${site}/admin/reminders`],
    [`${site}/admin/settings`, `${site}/admin/settings/emails?email=overdue&language=sw`],
  ];

  test("links to its subject, as plain text and as HTML", () => {
    expect(emails(site).map(({ text }) => text.match(/https:\S+/g))).toEqual(expected);
    const hrefs = emails(site).map(({ html }) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
    );
    expect(hrefs).toEqual(expected);
  });

  test("has no links if the site's address is unknown", () => {
    for (const { text, html } of emails("")) {
      expect(text).not.toMatch(/https?:|\/admin|undefined|\n\n\n| $/m);
      expect(html).not.toMatch(/href|\/admin/);
    }
  });

  test("says how many messages look like spam", () => {
    const { subject, text } = digestEmail({ day, failures: [], suspectedMessages: 10_000, site });
    expect(subject).toBe("Renewals on 5 Jan 2027: at least 10,000 messages kept aside");
    expect(text.toLowerCase()).toContain("kept aside since the last summary: at least 10,000 messages\n");
    expect(digestEmail({ day, failures: [], suspectedMessages: 0, site }).text).not.toContain("aside");
  });

  test("names clients who get no reminder", () => {
    const digest = (more: object) => digestEmail({ day, failures: [], site, ...more }).text;
    expect(digest({ overdue: due(30, "muted") })).toContain(
      "None goes to Amani Traders, for the reason given above. Please call them. There may be more among those that are not listed here.",
    );
    expect(digest({ overdue: due(1) })).not.toMatch(/None goes|There may be more/);
  });
});

test("an invitation has the placeholders for Cognito", () => {
  const { html, subject } = invitationEmail({ name: "", company: "x".repeat(200), site: "" }, "2027-01-12");
  expect(subject.length).toBeLessThanOrEqual(140);
  expect(html).toContain("{username}");
  expect(html).toContain("{####}");
});
