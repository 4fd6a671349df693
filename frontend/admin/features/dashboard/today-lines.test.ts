import { expect, test } from "vitest";
import type { SenderStatus } from "../../../../shared/reminders/reminder.ts";
import type { Dashboard } from "./queries.ts";
import { todayLines } from "./today-lines.ts";

const today = "2026-12-24";
const client = { client_id: "c", client_name: "Umoja", company: "Umoja SACCO" };
const note = (id: string) => ({ ...client, id, text: `Note ${id}`, due_on: today, at: today, name: "Grace" });
const run = { day: today, started_at: `${today}T04:00:00Z`, queued: 3, sent: 1, skipped: 0, failed: 2 };
const quiet = { messages: { count: 0, more: false }, sender: { missed: false, today } };
const shown = (data: object, waiting: Partial<Parameters<typeof todayLines>[1]> = {}) =>
  todayLines({ stats: { currency: "KES" }, ...data } as Dashboard, { ...quiet, ...waiting }).map(
    ({ text, client, action }) =>
      [client?.name, text, action.name, "to" in action && action.to].filter(Boolean),
  );

test("nothing is listed that needs nobody", () => {
  expect(shown({})).toEqual([]);
  expect(shown({}, { sender: undefined })).toEqual([]);
});

test("each kind is a sentence with one action, and the first of each kind comes before the second of any", () => {
  const data = {
    promises: [{ ...client, day: "2026-12-20" }],
    notes: [note("1"), note("2")],
    unmatched: { payments: 2, amounts: { KES: 1_000, USD: 5 } },
    unconfirmed: { payments: 1, amounts: { KES: 70 } },
    invoices_to_confirm: { invoices: 3 },
    paybill: { differing: { day: "2026-12-23", differences: 1 }, failed_at: `${today}T05:00:00Z` },
  };
  const sender: SenderStatus = { missed: false, today, last_run: run };
  expect(shown(data, { messages: { count: 1, more: false }, sender })).toEqual([
    ["Umoja", "Promised to pay by Dec 20, 2026", "Record payment"],
    ["Umoja", "Note 1", "Done"],
    ["1 message waits for an answer.", "Answer", "/admin/messages"],
    ["2 payments of KES\u00a01,000.00 + $5.00 have no client.", "Assign", "/admin/money/unmatched"],
    ["2 emails of the last run failed.", "See why", `/admin/money/sent?day=${today}&outcome=problems`],
    ["M-Pesa’s list of Dec 23, 2026 differs in 1 payment.", "Compare", "/admin/settings/getting-paid"],
    ["M-Pesa has not confirmed 1 payment.", "See them", "/admin/money/announced"],
    [
      "3 invoices have no control unit number after two days.",
      "See them",
      "/admin/money/invoices?state=unconfirmed",
    ],
    ["Umoja", "Note 2", "Done"],
    ["M-Pesa’s list could not be read: Dec 24, 2026, 8:00 AM.", "See why", "/admin/settings/getting-paid"],
  ]);
});

test("an old or a missing rate for dollars leads to the page where it is entered", () => {
  const text = (old_rate: object) => shown({ old_rate });
  expect(text({ day: "2026-12-10" })).toEqual([
    [
      "Dollars fall due tomorrow, and the rate in shillings is of Dec 10, 2026.",
      "Enter it",
      "/admin/settings/tax",
    ],
  ]);
  expect(text({})).toEqual([
    ["Dollars fall due tomorrow, and the rate in shillings is missing.", "Enter it", "/admin/settings/tax"],
  ]);
});

test("what stops reminders comes first, and a limited count says that there are more", () => {
  const paused = { at: `${today}T04:00:00Z`, reason: "sending is paused" };
  const data = { unmatched: { payments: 100, amounts: { KES: 1 }, more: true } };
  const lines = shown(data, {
    messages: { count: 100, more: true },
    sender: { missed: true, paused, today },
  });
  expect(lines.map(([text]) => text)).toEqual([
    "Sending has been paused since Dec 24, 2026, 7:00 AM: the mail service accepts no email from us.",
    "A daily run was missed. The next one catches up.",
    "More than 100 messages wait for an answer.",
    "More than 100 payments have no client.",
  ]);
  expect(lines[1]?.[1]).toBe("Send now");
});
