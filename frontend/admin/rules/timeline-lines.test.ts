import { describe, expect, test } from "vitest";
import { type EntryOf, paymentEntry, type TimelineEntry } from "../../../shared/clients/timeline.ts";
import { lineOf, matchesFilter, type TimelineFilter, timelineFilterOf } from "./timeline-lines.ts";

const subscription_id = "5a3b1e00-0000-4000-8000-000000000101";
const id = "71dd996f-7ad7-40f1-a276-16471aeac88f";
const allocation = { subscription_id, period: "2026-11-20" };
const row = {
  id,
  paid_on: "2026-12-03",
  cents: 15_500_00,
  credit: 0,
  currency: "KES" as const,
  reference: "SK12ABC",
  method: "mpesa",
  recorded_at: "2026-12-03T08:00:00.000Z",
  allocations: [allocation],
};
const confirmed = { state: "delivered" } as const;
const receipt: EntryOf<"email"> = {
  kind: "email",
  id: `receipt of ${id}`,
  at: "2026-12-03T08:00:09.000Z",
  email: "receipt",
  period: "2026-12-03",
  state: "delivered",
};
const said = (entry: TimelineEntry) => {
  const { title, text, problem = "", facts } = lineOf(entry, { named: true });
  return [`${title}${text}`, problem, ...facts];
};

describe("a payment", () => {
  test("and its receipt are one line on the day it was recorded", () => {
    const entry = { ...paymentEntry(row), receipt: confirmed };
    expect(entry.at).toBe(row.recorded_at);
    expect(said(entry)).toEqual([
      "Paid KES\u00a015,500.00 by M-Pesa, SK12ABC, receipt delivered",
      "",
      "due Nov 20, 2026",
    ]);
  });

  test("stands on the day it was paid, and says when it was recorded", () => {
    const entry = paymentEntry({ ...row, paid_on: "2026-12-01" });
    expect(entry).toMatchObject({ at: "2026-12-01T20:59:59.999Z", recorded_on: "2026-12-03" });
    expect(said(entry)).toContain("recorded Dec 3, 2026");
    // 22:00 UTC is the next day in Nairobi.
    const late = { ...row, paid_on: "2026-12-04", recorded_at: "2026-12-03T22:00:00.000Z" };
    expect(paymentEntry(late)).not.toHaveProperty("recorded_on");
  });

  test("of several periods is one line with its sum, also if the last period is paid in part", () => {
    const part = { ...allocation, period: "2026-12-20", part: true } as const;
    const entry = paymentEntry({ ...row, cents: 30, allocations: [part, allocation] });
    expect(entry).toMatchObject({ period: "2026-11-20", periods: 2, part: true, amount: 0.3 });
    expect(said(entry)).toContain("2 charges from Nov 20, 2026, the last in part");
  });

  test("of a one-off and a period counts both", () => {
    const oneOff = { cents: 10, part: undefined };
    expect(said(paymentEntry({ ...row, cents: 30, allocations: [oneOff, allocation] }))).toContain(
      "2 charges",
    );
    expect(said(paymentEntry({ ...row, cents: 10, allocations: [oneOff] }))).not.toContain("2 charges");
  });

  test("names a subscription only if it pays one, and what is kept as credit", () => {
    const otherAllocation = { ...allocation, subscription_id: "0d9c8b7a-6f5e-4d3c-8b2a-190817263544" };
    expect(paymentEntry(row)).toMatchObject({ subscription_id });
    expect(paymentEntry({ ...row, allocations: [allocation, otherAllocation] })).not.toHaveProperty(
      "subscription_id",
    );
    const entry = paymentEntry({ ...row, credit: 15_500_00, allocations: [] });
    expect(said(entry).slice(2)).toEqual(["KES\u00a015,500.00 kept as credit"]);
  });

  test("without a method shows its reference, and a receipt that did not arrive is a problem", () => {
    const payment = paymentEntry({ ...row, method: undefined, cents: 149_99, currency: "USD" });
    expect(said(payment)[0]).toBe("Paid $149.99, SK12ABC");
    const bounced = { state: "bounced", reason: "Permanent, NoEmail" } as const;
    expect(said({ ...payment, receipt: bounced })).toEqual([
      "Paid $149.99, SK12ABC",
      "Receipt bounced",
      "due Nov 20, 2026",
      "The address does not exist",
    ]);
  });
});

test("the line of a reminder says what the email said", () => {
  const reminder: EntryOf<"email"> = { ...receipt, email: "overdue", subscription_id, service: "Loans" };
  const several = { period: "2026-10-20", periods: 3, amounts: { USD: 310, KES: 5_000 } };
  expect(said({ ...reminder, ...several })).toEqual([
    "Overdue reminder, delivered",
    "",
    "Loans",
    "due Oct 20, 2026 and 2 more charges",
    "$310.00 + KES\u00a05,000.00",
  ]);
  expect(said({ ...receipt, email: "receipt" })).toEqual(["Receipt, delivered", "", "paid Dec 3, 2026"]);
});

describe("the line of", () => {
  test("an email has its delivery state, and a problem stands apart", () => {
    const reminder = {
      ...receipt,
      period: "2026-11-20",
      email: "overdue-7",
      service: "Loans",
      resend: true,
    } as const;
    expect(said(reminder)).toEqual([
      "Overdue reminder, after 7 days, delivered",
      "",
      "Loans",
      "due Nov 20, 2026",
      "sent by hand",
    ]);
    expect(said({ ...reminder, state: "failed", reason: "MessageRejected" })).toEqual([
      "Overdue reminder, after 7 days",
      "Failed",
      "Loans",
      "due Nov 20, 2026",
      "sent by hand",
      "The mail service refused it",
    ]);
    expect(lineOf(reminder, { named: false }).facts).toEqual(["due Nov 20, 2026", "sent by hand"]);
  });

  const change = { kind: "change", id: "1", at: row.recorded_at, name: "Grace" } as const;
  test("a change is a sentence without the client's name", () => {
    const lines: [Partial<EntryOf<"change">>, string][] = [
      [{ what: "client-added", after: { name: "Umoja" } }, "Grace added the client"],
      [
        { what: "client-changed", before: { phone: "0711" }, after: { phone: "0722" } },
        "Grace changed the phone: 0711 → 0722",
      ],
      [{ what: "client-changed" }, "Grace changed the details"],
      [{ what: "client-exported" }, "Grace downloaded all data"],
      [{ what: "client-changed", before: { muted: true }, after: {} }, "Grace unmuted reminders"],
      [
        { what: "subscription-changed", service: "Payroll", before: { amount: 50 }, after: { amount: 75 } },
        "Grace changed the amount of Payroll: $50.00 → $75.00",
      ],
      [
        { what: "payment-undone", before: { amount: 50, period: "2026-11-20", method: "cash" } },
        "Grace undid $50.00 for Nov 20, 2026, in cash",
      ],
    ];
    for (const [more, sentence] of lines)
      expect(said({ ...change, ...more } as EntryOf<"change">)[0]).toBe(sentence);
  });

  test("a save of several fields is one sentence, with the values below", () => {
    const line = lineOf(
      {
        ...change,
        what: "client-changed",
        before: { phone: "0711", language: "en" },
        after: { phone: "0722", language: "sw" },
      },
      { named: true },
    );
    expect(line.text).toBe(" changed the phone and language");
    expect(line.details).toEqual(["Phone: 0711 → 0722", "Language: English → Swahili"]);
  });

  test("a note is one line until it is opened", () => {
    const note = { ...change, kind: "note", text: "Pays on Friday" } as const;
    expect(lineOf(note, { named: true })).toEqual({
      title: "Note",
      text: ": Pays on Friday",
      facts: ["Grace"],
      details: [],
    });
    const long = `${"word ".repeat(20)}\nand more`;
    expect(lineOf({ ...note, text: long }, { named: true })).toMatchObject({
      text: `: ${"word ".repeat(16).trimEnd()}…`,
      details: [long],
    });
    expect(lineOf({ ...note, text: "One\nTwo" }, { named: true })).toMatchObject({
      text: ": One…",
      details: ["One\nTwo"],
    });
  });
});

test("each filter shows its kind, and a payment is shown with its receipt among the emails", () => {
  const payment = paymentEntry(row);
  const common = { id: "1", at: row.recorded_at, name: "Grace", text: "x" } as const;
  const entries: Record<string, TimelineEntry> = {
    payment,
    confirmed: { ...payment, receipt: confirmed },
    receipt,
    reminder: { ...receipt, email: "overdue" },
    message: { ...common, kind: "message", box: "waiting" },
    note: { ...common, kind: "note" },
    added: { ...common, kind: "change", what: "client-added" },
    undone: { ...common, kind: "change", what: "payment-undone" },
  };
  const shown = (filter: TimelineFilter) =>
    Object.keys(entries).filter((name) => matchesFilter(entries[name] as TimelineEntry, filter));
  expect(shown("")).toEqual(Object.keys(entries));
  expect(shown("payments")).toEqual(["payment", "confirmed", "receipt", "undone"]);
  expect(shown("emails")).toEqual(["confirmed", "receipt", "reminder", "message"]);
  expect(shown("notes")).toEqual(["note"]);
  expect(shown("changes")).toEqual(["added", "undone"]);
  expect([timelineFilterOf("notes"), timelineFilterOf("nonsense")]).toEqual(["notes", ""]);
});
