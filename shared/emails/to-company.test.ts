import { describe, expect, test } from "vitest";
import { unsavedSettings } from "../settings/settings.ts";
import { digestEmail } from "./digest.ts";
import type { Email } from "./email.ts";
import { newClientEmail, noticeEmail, settingsChangeEmail } from "./to-company.ts";

const company = { ...unsavedSettings, company_name: "Mwamba Software" };
const site = "https://site.example";

describe("an email to the company", () => {
  const day = "2027-01-05";
  const id = "5c8a3f0e-0000-4000-8000-000000000001";
  const amani = { client: "Amani Traders", client_id: id };
  const due = (count: number, noReminderReason?: "muted") => ({
    count,
    cents: 100,
    first: [{ ...amani, period: day, sums: { USD: 100 }, noReminderReason }],
  });
  const client = { id, name: "Amani", company: "", email: "a@client.example", phone: "" };
  const failures = [
    { ...amani, reason: "It came back", day: "2027-01-04" },
    { client: "Unknown Client", reason: "It could not be sent", day },
  ];
  const emails = (site: string): Email[] => [
    digestEmail({ day, upcoming: due(1), overdue: due(30, "muted"), failures, spamMessages: 1, site }),
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
  const problems = (day: string) => `${site}/admin/money/sent?day=${day}&outcome=problems`;
  const expected = [
    [
      `${site}/admin`,
      page,
      `${site}/admin/subscriptions?due=overdue`,
      page,
      `${site}/admin/subscriptions?due=due-soon`,
      page,
      `${site}/admin/clients`,
      problems("2027-01-04"),
      problems(day),
      `${site}/admin/messages?box=spam`,
    ],
    [page],
    [page],
    [problems(day)],
    [`${site}/admin/money/sent`],
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
    const { subject, text } = digestEmail({ day, failures: [], spamMessages: 10_000, site });
    expect(subject).toBe("Renewals on 5 Jan 2027: at least 10,000 messages marked as spam");
    expect(text.toLowerCase()).toContain("marked as spam since the last summary: at least 10,000 messages\n");
    expect(digestEmail({ day, failures: [], spamMessages: 0, site }).text).not.toContain("spam");
  });

  test("names clients who get no reminder", () => {
    const digest = (more: object) => digestEmail({ day, failures: [], site, ...more }).text;
    expect(digest({ overdue: due(30, "muted") })).toContain(
      "None goes to Amani Traders, for the reason given above. Please call them. There may be more among those that are not listed here.",
    );
    expect(digest({ overdue: due(1) })).not.toMatch(/None goes|There may be more/);
  });

  test("a digest names what does not recur a one-off", () => {
    const row = { ...amani, period: day, sums: { USD: 100 } };
    const first = [
      { ...row, service: "Installation" },
      { ...row, service: "Hosting", subscription_id: id },
    ];
    const { text } = digestEmail({ day, overdue: { count: 2, cents: 200, first }, failures: [], site });
    expect(text).toMatch(/Installation \(One-off\); due[\s\S]*Hosting; due/);
  });

  test("a digest of a bad day has a button and at most 40 lines in its lists, and says how many more there are", () => {
    const rows = (count: number, of: string) =>
      Array.from({ length: count }, (_, index) => ({ ...row, client: `${of} ${index}` }));
    const row = { client: "", client_id: id, period: "2027-01-01", sums: { USD: 100 } };
    const failure = { client: "", client_id: id, reason: "It came back", day };
    const lines = (overdue: number, upcoming: number, failed: number) => {
      const { text, html } = digestEmail({
        day,
        overdue: { count: overdue + 100, cents: 1, first: rows(overdue, "Late") },
        upcoming: { count: upcoming + 100, cents: 1, first: rows(upcoming, "Soon") },
        failures: rows(failed, "Failed").map(({ client }) => ({ ...failure, client })),
        site,
      });
      expect(html).toContain(`<a href="${site}/admin" style="color:#ffffff`);
      const shown = [...text.matchAll(/^- (\w+) \d+/gm)].map(([, of]) => of);
      expect(text.match(/^And [\d,]+ more/gm)).toHaveLength(failed > 5 ? 3 : 2);
      return ["Late", "Soon", "Failed"].map((kind) => shown.filter((listed) => listed === kind).length);
    };
    expect(lines(20, 20, 50)).toEqual([10, 5, 5]);
    expect(lines(20, 0, 0)).toEqual([20, 0, 0]);
    expect(lines(2, 20, 1)).toEqual([2, 17, 1]);
  });
});
