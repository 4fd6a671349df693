import { expect, test } from "vitest";
import { problemsScreen } from "../../../../shared/emails/screens.ts";
import { omit } from "../../../../shared/omit.ts";
import type { LoggedReminder } from "../../../../shared/reminders/reminder.ts";
import { filtered, inOrder } from "../../rules/list-rules.ts";
import { countsOf, factsOf, type Line, lineOf, logRules } from "./send-log.ts";

const reminder = (over: Partial<LoggedReminder>): LoggedReminder => ({
  subscription_id: "5c8a3f0e-0000-4000-8000-000000000001",
  client_id: "71dd996f-7ad7-40f1-a276-16471aeac88f",
  client_name: "Umoja SACCO",
  period: "2026-12-31",
  kind: "upcoming",
  state: "delivered",
  day: "2026-12-24",
  at: "2026-12-24T04:00:01.000Z",
  ...over,
});
const receipt = omit(reminder({ kind: "receipt", client_name: "Baraka" }), "subscription_id");
const digest = { ...receipt, state: "waiting", client_name: "", kind: "digest" } as const;
const summary = omit(digest, "client_id");
const lines = [
  reminder({}),
  reminder({ state: "bounced", reason: "Permanent, General", at: "2026-12-24T04:00:03.000Z" }),
  reminder({ state: "skipped", reason: "muted", client_name: "Amani" }),
  summary,
].map(lineOf);
const ids = (shown: readonly Line[]) => shown.map((line) => String(lines.indexOf(line)));

test("every state belongs to a group of the filter", () => {
  expect(countsOf(lines)).toEqual({ delivered: 1, "under-way": 1, skipped: 1, problems: 1 });
  expect(ids(filtered(logRules, lines, { outcome: "problems" }, ""))).toEqual(["1"]);
  expect(filtered(logRules, lines, { outcome: "" }, " ")).toBe(lines);
  const { day, ...chosen } = Object.fromEntries(
    new URLSearchParams(problemsScreen("2026-12-24").split("?")[1]),
  );
  expect(day).toBe("2026-12-24");
  expect(ids(filtered(logRules, lines, chosen, ""))).toEqual(["1"]);
});

test("a receipt names its client, and an email to the company the company", () => {
  expect([receipt, summary].map(lineOf)).toMatchObject([
    { client_name: "Baraka" },
    { client_name: "The company" },
  ]);
});

test("a reminder of several charges says how many, the oldest, and their total", () => {
  const named = { charges: 3, subscriptions: 2, since: "2026-11-30", amounts: { USD: 310, KES: 50 } };
  const line = lineOf(reminder({ named, service: "Hosting", resend: true }), 0);
  expect([line.kind, line.service, line.named, factsOf(line)]).toEqual([
    "overdue",
    undefined,
    "3 charges, $310.00 + KES\u00a050.00",
    "due Nov 30, 2026 · sent by hand",
  ]);
  const oneCharge = { charges: 1, subscriptions: 1, since: "2026-12-31", amounts: { USD: 20 } };
  const single = lineOf(reminder({ named: oneCharge, service: "Hosting" }), 0);
  expect([single.kind, single.service, single.named, factsOf(single)]).toEqual([
    "upcoming",
    "Hosting",
    "$20.00",
    "due Dec 31, 2026",
  ]);
});

test("a search looks in names, kinds, delivery statuses and reasons as shown", () => {
  expect(ids(filtered(logRules, lines, { outcome: "" }, "umoja bounced"))).toEqual(["1"]);
  expect(ids(filtered(logRules, lines, { outcome: "" }, "muted"))).toEqual(["2"]);
  expect(ids(filtered(logRules, lines, { outcome: "" }, "company summary"))).toEqual(["3"]);
});

test("the newest comes first, and names sort alphabetically", () => {
  expect(ids(inOrder(logRules, lines, { id: "at", desc: true }))[0]).toBe("1");
  expect(ids(inOrder(logRules, lines, { id: "client_name", desc: false }))[0]).toBe("2");
});

test("a line keeps its id when the log is fetched again with newer lines, and ids are unique", () => {
  const resent = reminder({ resend: true });
  const resentFirst = [resent, reminder({})].map(lineOf);
  expect(resentFirst[1]?.id).toBe(lines[0]?.id);
  expect(resentFirst[0]?.id).not.toBe(resentFirst[1]?.id);
});
