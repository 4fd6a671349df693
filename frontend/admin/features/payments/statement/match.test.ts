import * as fc from "fast-check";
import { expect, test } from "vitest";
import { withCheckDigit } from "../../../../../shared/billing/payment-reference.ts";
import type { Client } from "../../../../../shared/clients/client.ts";
import { addDays } from "../../../../../shared/day.ts";
import type { Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { matchColumns } from "../../../csv/columns.ts";
import { parseTable } from "../../../csv/table.ts";
import { type KnownBefore, matchAll, matchOf, planOf } from "./match.ts";
import { buildMatchIndex } from "./match-index.ts";
import { isMpesa, type Line, linesOf, ordersIn, statementFields } from "./read.ts";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const client = (n: number, more: Partial<Client> = {}): Client => ({
  id: idOf(n),
  name: `Client ${n}`,
  email: "",
  phone: "",
  company: "",
  address: "",
  status: "active",
  payment_reference: withCheckDigit(String(100_000 + 12_347 * n)),
  created_at: "",
  version: 1,
  ...more,
});
const subscription = (
  n: number,
  of: Client,
  amount: number,
  more: Partial<Subscription> = {},
): Subscription => ({
  id: idOf(1_000 + n),
  client_id: of.id,
  start_date: "2026-01-20",
  frequency: "monthly",
  amount,
  status: "active",
  next_billing_date: "2026-11-20",
  billing_anchor: "2026-01-20",
  created_at: "",
  version: 1,
  ...more,
});
const line = (cents: number, more: Partial<Line> = {}): Line => ({
  id: "X",
  number: "SJK4H7L2M9",
  method: "mpesa",
  paid_on: "2026-11-18",
  cents,
  amount: cents / 100,
  currency: "USD",
  payer: "",
  phone: "",
  account: "",
  details: "",
  ...more,
});

const acme = client(1, { name: "Acme Traders", phone: "0799 000 111" });
const baraka = client(2, { name: "Baraka", company: "Jane Wanjiru Stores", phone: "+254 722 000 222" });
const many = client(3, { name: "Many Ltd" });
const gone = client(4, { name: "Gone" });
const sample = client(5, { name: "Sample", sample: true });
const matchIndex = buildMatchIndex(
  [acme, baraka, many, gone, sample],
  [
    subscription(1, acme, 100, { service: "Loan system" }),
    subscription(2, baraka, 80),
    subscription(3, many, 50),
    subscription(4, many, 50, { service: "Support" }),
    subscription(5, many, 70, { next_billing_date: "2027-06-20" }),
    subscription(6, gone, 10, { status: "inactive" }),
    subscription(7, sample, 33.33),
  ],
);
const ref = (of: Client) => of.payment_reference ?? "";
const typed = (of: Client) => `${ref(of).slice(0, 3)} ${ref(of).slice(3, 6)} ${ref(of).slice(6)}`;
const match = (one: Line, before: KnownBefore = {}, taken = new Set<string>()) => {
  const { state, why, candidates } = matchOf(one, matchIndex, taken, before);
  return { state, why, to: candidates.map(({ subscription }) => Number(subscription.id.slice(-4)) - 1_000) };
};
const wrongDigit = ref(acme).replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const unknown = withCheckDigit("999999");

test.each([
  [
    "the reference and the amount due",
    line(100_00, { account: ref(acme) }),
    "sure",
    [1],
    /^Reference \d{3} \d{3} \d of Acme Traders: the amount due Nov 20, 2026\.$/,
  ],
  ["a reference with spaces", line(100_00, { account: typed(acme) }), "sure", [1], /^Reference/],
  [
    "a reference inside other text",
    line(100_00, { details: `Pay Bill from JANE Acc. ${ref(acme)}` }),
    "sure",
    [1],
    /^Reference/,
  ],
  [
    "a reference and a smaller amount",
    line(40_00, { account: ref(acme) }),
    "sure",
    [1],
    /a part of the period due Nov 20, 2026; \$60\.00 remains due\.$/,
  ],
  [
    "a reference and a larger amount",
    line(130_00, { account: ref(acme) }),
    "doubtful",
    [1],
    /more than the amount due: the period due Nov 20, 2026, and \$30\.00 is credit for the one due Dec 20, 2026\.$/,
  ],
  [
    "a reference and three periods",
    line(300_00, { account: ref(acme) }),
    "doubtful",
    [1],
    /3 periods from Nov 20, 2026\.$/,
  ],
  [
    "an amount for more than twelve periods",
    line(5_000_00, { account: ref(acme) }),
    "unmatched",
    [],
    /more than twelve periods/,
  ],
  [
    "two of the same price",
    line(50_00, { account: ref(many) }),
    "doubtful",
    [3, 4],
    /2 of their subscriptions have this amount/,
  ],
  [
    "one of several, long before it is due",
    line(70_00, { account: ref(many) }),
    "doubtful",
    [5],
    /nothing is due before Jun 20, 2027/,
  ],
  [
    "an amount of none of their subscriptions",
    line(60_00, { account: ref(many) }),
    "doubtful",
    [3, 4, 5],
    /none of their subscriptions has this amount/,
  ],
  [
    "the amount due in another currency",
    line(100_00, { account: ref(acme), currency: "KES" }),
    "unmatched",
    [],
    /no active subscription in Kenya shillings/,
  ],
  [
    "a client without active subscriptions",
    line(10_00, { account: ref(gone) }),
    "unmatched",
    [],
    /no active subscription/,
  ],
  [
    "two references",
    line(80_00, { account: `${ref(acme)} ${ref(baraka)}` }),
    "doubtful",
    [1, 2],
    /contains the references of/,
  ],
  [
    "a mistyped reference",
    line(100_00, { account: wrongDigit }),
    "doubtful",
    [1],
    /is a mistyped reference.*But it is one typing mistake away from the reference of Acme Traders/,
  ],
  ["a digit too few", line(5_00, { account: ref(acme).slice(0, 6) }), "doubtful", [1], /one typing mistake/],
  ["a digit too many", line(5_00, { account: `${ref(acme)}9` }), "doubtful", [1], /one typing mistake/],
  [
    "a reference of nobody",
    line(77_77, { account: unknown }),
    "unmatched",
    [],
    /No client has the reference/,
  ],
  [
    "the phone and the amount",
    line(100_00, { phone: "254799000111", payer: "X" }),
    "sure",
    [1],
    /the phone number belongs to Acme Traders/,
  ],
  [
    "the phone, partly hidden",
    line(100_00, { phone: "2547****111" }),
    "doubtful",
    [1],
    /the phone number matches Acme/,
  ],
  [
    "the phone and another amount",
    line(12_00, { phone: "0799000111" }),
    "doubtful",
    [1],
    /the phone number matches Acme/,
  ],
  [
    "the phone, and a mistyped reference",
    line(100_00, { phone: "254799000111", account: wrongDigit }),
    "doubtful",
    [1],
    /mistyped/,
  ],
  [
    "the name and the amount",
    line(80_00, { payer: "JANE WANJIRU" }),
    "doubtful",
    [2],
    /the name matches Baraka/,
  ],
  ["the amount alone", line(80_00, { payer: "PETER" }), "doubtful", [2], /this amount is due from Baraka/],
  [
    "a phone number that has a reference in it",
    line(77_77, { account: `254${ref(acme)}00` }),
    "unmatched",
    [],
    /^No reference\. Amount/,
  ],
  ["a sample", line(33_33, { account: ref(sample) }), "unmatched", [], /No client has the reference/],
])("%s", (_, one, state, to, why) => {
  expect(match(one)).toEqual({ state, to, why: expect.stringMatching(why) });
});

test("earlier decisions about a line come first", () => {
  const one = line(100_00, { account: ref(acme) });
  const by = { at: "2026-11-12T09:00:00.000Z", name: "Jane" };
  const before = { client_name: "Acme", paid_on: "2026-11-12", amount: 100 };
  expect(match(one, { known: { key: "X", recorded: before } })).toEqual({
    state: "recorded",
    to: [],
    why: "Already recorded: $100.00 on Nov 12, 2026 for Acme.",
  });
  expect(match(one, { typed: before }).state).toBe("recorded");
  expect(match(one, { known: { key: "X", undone: by }, typed: before })).toMatchObject({
    state: "doubtful",
    to: [1],
    why: expect.stringMatching(/^Was recorded, and undone by Jane/),
  });
  expect(match(one, { known: { key: "X", aside: { ...by, reason: "Paid back" } } })).toMatchObject({
    state: "ignored",
    to: [1],
    why: "Ignored by Jane on Nov 12, 2026: Paid back",
  });
  expect(match(one, {}, new Set([idOf(1_001)]))).toMatchObject({
    state: "doubtful",
    why: expect.stringContaining("another line of this file pays the same period"),
  });
});

test("a sure line has one subscription, a subscription one sure line, and every cent is planned", async () => {
  const people = Array.from({ length: 8 }, (_, n) =>
    client(n, { phone: `07220000${10 + n}`, name: `Duka ${n % 3} Bora` }),
  );
  const Sales = fc.array(
    fc.record({
      of: fc.integer({ min: 0, max: 7 }),
      amount: fc.constantFrom(10, 20, 20.05, 99.99),
      due: fc.integer({ min: -60, max: 60 }),
      paid: fc.constantFrom(0, 5),
    }),
    { maxLength: 20 },
  );
  const Lines = fc.array(
    fc.record({
      cents: fc.oneof(
        fc.constantFrom(1000, 2000, 2005, 9999, 1500, 4000),
        fc.integer({ min: 1, max: 10 ** 6 }),
      ),
      who: fc.integer({ min: 0, max: 7 }),
      how: fc.constantFrom("reference", "slip", "phone", "name", "none"),
    }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(Sales, Lines, async (sales, drawn) => {
      const matchIndex = buildMatchIndex(
        people,
        sales.map(({ of, amount, due, paid }, n) =>
          subscription(n, people[of] as Client, amount, {
            next_billing_date: addDays("2026-11-18", due),
            billing_anchor: addDays("2026-11-18", due),
            ...(paid > 0 && { paid }),
          }),
        ),
      );
      const lines = drawn.map(({ cents, who, how }, n): Line => {
        const by = people[who] as Client;
        const reference = ref(by);
        return line(cents, {
          id: `N${n}`,
          ...(how === "reference" && { account: reference }),
          ...(how === "slip" && { account: reference.replace(/.$/, "x") }),
          ...(how === "phone" && { phone: by.phone }),
          ...(how === "name" && { payer: by.name }),
        });
      });
      const matches = await matchAll(
        lines,
        matchIndex,
        () => ({}),
        () => {},
      );
      const sure = lines.flatMap((one) => {
        const found = matches.get(one.id);
        for (const { plan } of found?.candidates ?? [])
          expect(plan.shares.reduce((sum, { cents }) => sum + cents, 0)).toBe(one.cents);
        if (found?.state === "unmatched") expect(found.candidates).toEqual([]);
        if (found?.state === "doubtful") expect(found.candidates.length).toBeGreaterThan(0);
        if (found?.state !== "sure") return [];
        expect(found.candidates).toHaveLength(1);
        return found.candidates.map(({ subscription }) => subscription.id);
      });
      expect(new Set(sure).size).toBe(sure.length);
      expect(matches.size).toBe(lines.length);
    }),
    { numRuns: 200 },
  );
});

test("a plan counts part payments", () => {
  expect(planOf(subscription(1, acme, 100, { paid: 60 }), 40_00)?.says).toBe("the period due Nov 20, 2026");
  expect(planOf(subscription(1, acme, 100, { paid: 60 }), 30_00)?.says).toBe(
    "a part of the period due Nov 20, 2026; $10.00 remains due",
  );
  expect(planOf(subscription(1, acme, 100, { frequency: "weekly" }), 40_00)).toBeUndefined();
});

const head =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
const mpesa = `Organization Name:,Mwamba\nShortcode:,4000\n\n${head}
SJK4H7L2M9,2026-11-18 10:15:00,2026-11-18 10:15:00,"Pay Bill from 254799000111 - JANE DOE Acc. 1000013",Completed,"1,234.50",,"9,000.00",true,Pay Bill,254799000111 - JANE DOE,,100 001 3
SJK4H7L2MA,2026-11-18 10:16:00,,Pay Bill,Failed,10.00,,,,,,,
SJK4H7L2MB,2026-11-18 10:17:00,,Charge,Completed,,-5.00,,,,,,
SJK4H7L2MC,2026-11-18 10:18:00,,Pay Bill,Completed,20.00,,,,,254722****22 - X,,
SJK4H7L2MD,2026-11-18 10:19:00,,Transaction Reversal of SJK4H7L2MC,Completed,,-20.00,,,,,SJK4H7L2MC,
SJK4H7L2M9,2026-11-18 10:15:00,,again,Completed,1234.50,,,,,,,
Total,,,,,"1,264.50",,,,,,,`;
async function read(text: string, today = "2026-12-24") {
  const found = await parseTable(text, statementFields);
  if ("problem" in found) throw new Error(found.problem.text);
  const { table } = found;
  const columns = matchColumns(table.header, statementFields);
  return {
    table,
    result: await linesOf({ table, columns, order: "dmy", currency: "KES", today }, () => {}),
    orders: ordersIn({ table, columns }),
  };
}

test("an M-Pesa statement has its incoming payments, and the other rows are skipped with a reason", async () => {
  const { table, result } = await read(mpesa);
  expect(isMpesa(table.header)).toBe(true);
  expect(result).toEqual({
    lines: [
      {
        id: "SJK4H7L2M9",
        number: "SJK4H7L2M9",
        method: "mpesa",
        paid_on: "2026-11-18",
        cents: 123450,
        amount: 1234.5,
        currency: "KES",
        payer: "JANE DOE",
        phone: "254799000111",
        account: "100 001 3",
        details: "Pay Bill from 254799000111 - JANE DOE Acc. 1000013",
      },
    ],
    leftOut: new Map([
      ["failed", 1],
      ["without an incoming amount", 2],
      ["reversed", 1],
      ["duplicate", 1],
      ["without a payment", 1],
    ]),
  });
});

test("unreadable lines are reported by line and column, and nothing is read", async () => {
  const text = `Reference,Date,Credit\nA,2026-12-25,10\nB,soon,10\nC,2026-12-01,1o\n,2026-12-01,5\nE,2026-12-01\nF,2026-12-01,1\nG,2026-12-01,$5\nH,2026-12-01,Ksh 5`;
  const { result } = await read(text);
  expect("problems" in result && result.problems.map(({ line, text }) => `${line} ${text}`)).toEqual([
    "2 Date: Dec 25, 2026 is in the future; today is Dec 24, 2026.",
    "3 Date: “soon” is not a date.",
    "4 Credit: “1o” is not an amount.",
    "5 Reference: the receipt number is missing.",
    expect.stringMatching(/^6 It has 2 cells, but there are 3 columns/),
    "8 Credit: “$5” has another currency than the statement.",
  ]);
});

test("ambiguous dates allow both orders", async () => {
  expect((await read("Reference,Date,Credit\nA,03/04/2026,1\nB,05/06/2026,1")).orders).toEqual([
    "dmy",
    "mdy",
  ]);
  expect((await read("Reference,Date,Credit\nA,03/04/2026,1\nB,31/12/2025,1")).orders).toEqual(["dmy"]);
});
