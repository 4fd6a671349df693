import { expect, test } from "vitest";
import { type Charge, compareCharges } from "../../../../shared/billing/account.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { type OwedAccount, openOnWire } from "../../../../shared/clients/owed.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import { toCents } from "../../../../shared/money.ts";
import type { Payment } from "../../../../shared/payments/payment.ts";
import { matcher } from "../../../../shared/search.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { filtered } from "../../rules/list-rules.ts";
import { type DueRow, debtsOf, dueRows, dueRules, figureOf, remindPlan } from "./due.ts";

const today = "2026-12-24";
const client = (id: string, more: Partial<Client> = {}) =>
  ({
    id,
    name: id,
    company: `${id} Ltd`,
    email: `${id}@client.example`,
    phone: "",
    status: "active",
    ...more,
  }) as Client;

/** Charges as `[day, amount, currency, more]`. */
type Line = [due: Day, amount: number, currency?: "USD" | "KES", more?: Partial<Charge>];
function account(client_id: string, lines: readonly Line[], more: Partial<OwedAccount> = {}): OwedAccount {
  const charges = lines.map(
    ([due, amount, currency = "KES", more = {}], index): Charge => ({
      id: `${index}`.padStart(8, "0").concat("-0000-4000-8000-000000000000#", due),
      due,
      currency,
      cents: toCents(amount),
      paid_cents: 0,
      ...more,
    }),
  );
  return { client_id, version: 1, credit: [], ...openOnWire(charges.sort(compareCharges), today), ...more };
}

const listed = (accounts: OwedAccount[], more: Partial<Parameters<typeof dueRows>[1]> = {}) =>
  dueRows(accounts, {
    clients: accounts.map(({ client_id }) => client(client_id)),
    unmatched: [],
    announced: [],
    today,
    usual: "KES",
    ...more,
  });
const namesIn = (rows: readonly DueRow[]) => rows.map(({ group, name }) => `${group} ${name}`);

test("each client is in one group: broken promises and old debts, overdue, due within a week, on hold", () => {
  const rows = listed([
    account("held", [["2026-12-01", 5, "KES", { on_hold: true }]]),
    account("soon", [["2026-12-31", 5]]),
    account("due today", [[today, 6]]),
    account("later", [["2027-01-01", 5]]),
    account("overdue", [
      ["2026-12-23", 5],
      ["2026-12-31", 5],
    ]),
    account("sixty", [[addDays(today, -60), 5]]),
    account("sixty-one", [[addDays(today, -61), 5]]),
    account("broken", [["2026-12-20", 5]], { promise: "2026-12-23" }),
    account("promised", [["2026-12-20", 5]], { promise: today }),
    account("nothing", []),
  ]);
  expect(namesIn(rows)).toEqual([
    "needs broken",
    "needs sixty-one",
    "overdue overdue",
    "overdue promised",
    "overdue sixty",
    "soon due today",
    "soon soon",
    "held held",
  ]);
});

test("a client with two currencies is one row, placed by the usual currency, then by the other", () => {
  const accounts = [
    account("dollars", [["2026-12-20", 9_000, "USD"]]),
    account("both", [
      ["2026-12-20", 10, "KES"],
      ["2026-12-20", 70, "USD"],
    ]),
    account("shillings", [["2026-12-20", 500, "KES"]]),
    account("few dollars", [["2026-12-20", 1, "USD"]]),
  ];
  expect(listed(accounts).map(({ name }) => name)).toEqual(["shillings", "both", "dollars", "few dollars"]);
  expect(listed(accounts, { usual: "USD" }).map(({ name }) => name)).toEqual([
    "dollars",
    "both",
    "few dollars",
    "shillings",
  ]);
});

test("the figures count and add up the rows that their filters show", () => {
  const payment = (id: string, amount: number): Payment =>
    ({ id, amount, currency: "KES", paid_on: "2026-12-22", payer: `Payer ${id}` }) as Payment;
  const rows = listed(
    [
      account("a", [
        ["2026-12-01", 5],
        ["2026-12-30", 7],
      ]),
      account("b", [["2026-12-30", 8, "USD"]]),
    ],
    { unmatched: [payment("u", 100)], announced: [payment("n", 20)] },
  );
  const shown = (show: string) => filtered(dueRules, rows, { show }, "").map(({ name }) => name);
  expect([shown("overdue"), shown("soon"), shown("place")]).toEqual([
    ["a"],
    ["a", "b"],
    ["Payer u", "Payer n"],
  ]);
  expect([figureOf(rows, "overdue"), figureOf(rows, "soon"), figureOf(rows, "place")]).toEqual([
    { count: 1, sums: { KES: 5_00 } },
    { count: 2, sums: { KES: 7_00, USD: 8_00 } },
    { count: 2, sums: { KES: 120_00 } },
  ]);
});

test("announced payments, which have no id, are told apart", () => {
  const announced = ["UJK4H7L2M3", "UJK4H7L2M4"].map(
    (reference) => ({ reference, amount: 20, currency: "KES", paid_on: "2026-12-22" }) as Payment,
  );
  expect(listed([], { announced }).map(({ id }) => id)).toEqual(["UJK4H7L2M3", "UJK4H7L2M4"]);
});

test("a search finds a client by whatever the list of clients finds it by", () => {
  const facts = {
    name: "Amani",
    company: "Mbele Ltd",
    email: "pay@amani.example",
    phone: "0712 345 678",
    address: "Moi Avenue 7",
    kra_pin: "P051234567Q",
    payment_reference: "4821073",
  };
  const found = (text: string) =>
    listed([account("a", [["2026-12-20", 5]])], { clients: [client("a", facts)] }).filter((row) =>
      matcher(text)(dueRules.textOf(row)),
    ).length;
  for (const text of Object.values(facts)) expect([text, found(text)]).toEqual([text, 1]);
  expect(found("nobody")).toBe(0);
});

test("samples count only while there is nothing else", () => {
  const sample = account("sample", [["2026-12-20", 5]], { sample: true });
  const settled = account("settled", []);
  expect(namesIn(listed([sample, settled]))).toEqual(["overdue sample"]);
  expect(namesIn(listed([sample, account("real", [["2026-12-20", 5]])]))).toEqual(["overdue real"]);
});

test("the file has a line for each currency, with the ages of what is overdue", () => {
  const rows = listed([
    account("a", [
      ["2026-12-23", 1],
      ["2026-11-23", 2],
      ["2026-10-24", 4],
      ["2026-09-24", 8],
      ["2026-09-24", 16, "USD"],
      ["2026-12-31", 32],
    ]),
  ]);
  expect(debtsOf(rows, today)).toMatchObject([
    { currency: "USD", overdue: 16, age_30: 0, age_more: 16, due_soon: 0 },
    {
      currency: "KES",
      overdue: 15,
      due_soon: 32,
      age_30: 1,
      age_60: 2,
      age_90: 4,
      age_more: 8,
      since: "2026-09-24",
      days: 91,
      periods: 5,
    },
  ]);
});

test("a row that was settled while the list was open is in no file", () => {
  const [row] = listed([account("a", [["2026-12-20", 5]])]);
  expect(debtsOf([{ ...row, settled: true } as DueRow], today)).toEqual([]);
});

test("only clients that a reminder reaches are reminded, once a day, of a charge that is not muted", () => {
  const due: Line = ["2026-12-20", 5];
  const told: Line = ["2026-12-31", 5, "KES", { told_on: today }];
  const lines: Record<string, Line[]> = {
    told: [due, told],
    held: [["2026-12-01", 5, "KES", { on_hold: true }]],
    once: [["2026-12-20", 5, "KES", { id: numberedId(9) }]],
  };
  const clients = [
    client("ok"),
    client("told"),
    client("inactive", { status: "inactive" }),
    client("muted", { muted: true }),
    client("muted-subscription"),
    client("bounced", { mail_problem: { kind: "bounced", at: `${today}T06:00:00Z` } }),
    client("promised"),
    client("broken"),
    client("ended"),
    client("moved"),
    client("once"),
    client("held"),
  ];
  const ids = new Map(clients.map(({ id }, index) => [id, numberedId(index + 1)]));
  const subscriptionOf: Record<string, Partial<Subscription>> = {
    "muted-subscription": { muted: true },
    ended: { status: "inactive" },
    moved: { client_id: "ok" },
  };
  const subscriptions = clients.map(
    ({ id }) =>
      ({
        id: ids.get(id),
        client_id: id,
        status: "active",
        muted: false,
        ...subscriptionOf[id],
      }) as Subscription,
  );
  const promises: Record<string, string> = { promised: today, broken: "2026-12-23" };
  const accounts = clients.map(({ id }) =>
    account(
      id,
      (lines[id] ?? [due]).map(([day, amount, currency = "KES", more]) => [
        day,
        amount,
        currency,
        { id: `${ids.get(id)}#${day}`, ...more },
      ]),
      promises[id] ? { promise: promises[id] } : {},
    ),
  );
  const rows = listed(accounts, {
    clients,
    unmatched: [{ id: "p", amount: 1, paid_on: today } as Payment],
  });
  const settled = { ...rows.find(({ id }) => id === "ok"), id: "settled", name: "settled", settled: true };
  const plan = remindPlan([...rows, settled as DueRow], {
    clients: [...clients, client("settled")],
    subscriptions,
    today,
  });
  expect(Object.fromEntries(plan.rows.map(({ name, charge }) => [name, charge]))).toEqual({
    broken: `${ids.get("broken")}#2026-12-20`,
    ended: `${ids.get("ended")}#2026-12-20`,
    moved: `${ids.get("moved")}#2026-12-20`,
    ok: `${ids.get("ok")}#2026-12-20`,
    once: numberedId(9),
  });
  expect(Object.fromEntries(plan.skipped.map(({ row, reason }) => [row.name, reason]))).toEqual({
    told: "already reminded today",
    inactive: "the client is inactive",
    muted: "muted: you can remind the client individually",
    "muted-subscription": "muted: you can remind the client individually",
    bounced: "email does not reach the client",
    promised: "promised to pay by Dec 24, 2026",
    held: "on hold",
    settled: "settled",
    "Unknown payer": "a payment that nobody has yet",
  });
});
