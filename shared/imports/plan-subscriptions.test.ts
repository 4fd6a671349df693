import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entriesOf, subscriptionsExport } from "../../frontend/admin/features/subscriptions/portfolio.ts";
import {
  numberedClient,
  numberedId,
  numberedSubscription,
  planFile,
  resultOf,
} from "../../test/product/plan-file.ts";
import { csvBatches } from "../csv.ts";
import type { Day } from "../day.ts";
import { Frequency, Subscription } from "../subscriptions/subscription.ts";
import { type Stored, subscriptionPlanner } from "./plan-subscriptions.ts";
import { subscriptionFileFields } from "./subscription-fields.ts";

const today: Day = "2026-12-20";
const usual = "USD" as const;
const days = ["start_date" as const, "next_billing_date" as const];
const plan = (text: string, stored: Stored, order?: "dmy" | "mdy") =>
  planFile(text, subscriptionFileFields, subscriptionPlanner(stored), days, order);
function exportOf({ clients, subscriptions }: Stored): string {
  const entries = entriesOf(subscriptions, { rows: clients, complete: true }, today);
  return [...csvBatches(subscriptionsExport, entries)].join("");
}

const service = fc.oneof(
  fc.string({ maxLength: 12 }).map((typed) => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, "").trim()),
  fc.constantFrom("=1", "'=1", "a;b", 'say "so"', "", "x\u00a0y"),
);
const stored = fc.array(
  fc.record({
    service,
    amount: fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100),
    currency: fc.constantFrom("USD" as const, "KES" as const, undefined),
    frequency: fc.constantFrom(...Frequency.options, "fortnightly"),
    start_date: fc.constantFrom("2026-01-31", "2025-11-12", "2024-02-29"),
    next_billing_date: fc.constantFrom("2026-12-31", "2026-01-02", "2027-03-04"),
    status: fc.constantFrom("active" as const, "paused" as const, "inactive" as const),
    muted: fc.constantFrom(true, undefined),
    vat: fc.constantFrom("standard" as const, "zero" as const, undefined),
    sample: fc.constantFrom(true as const, undefined),
    next_price: fc.constantFrom(undefined, { amount: 120.5, from: "2027-02-01", told_on: "2026-12-18" }),
    ends_on: fc.constantFrom(undefined, "2027-03-31"),
    end_reason: fc.constantFrom(undefined, "missing_feature" as const),
    open: fc.constantFrom(
      undefined,
      ["2026-10-31", "2026-11-30"].map((period) => ({ period, amount: 20.5, currency: "KES" as const })),
    ),
    client_id: fc.constantFrom(...[1, 2, 3, 4, 9].map((n) => numberedId(n))),
  }),
  { minLength: 1, maxLength: 8 },
);
const clients = [
  numberedClient(1),
  numberedClient(2, { email: "1@client.example", status: "inactive" }),
  numberedClient(3, { email: "", erased_at: "2026-11-02T09:00:00.000Z" }),
  numberedClient(4, { sample: true, name: "+Four" }),
];

test("every row of an export is unchanged", () => {
  fc.assert(
    fc.property(stored, (all) => {
      const subscriptions = all.map((more, n) => numberedSubscription(n + 1, more));
      const known = { clients, subscriptions, today, usual };
      const planned = plan(exportOf(known), known);
      expect(new Set(planned.map(resultOf))).toEqual(new Set(["same"]));
    }),
    { numRuns: 200 },
  );
});

test("rows are new, changed with the values before, the same, or wrong with the problem", () => {
  const subscriptions = [
    numberedSubscription(1),
    numberedSubscription(2),
    numberedSubscription(3, { service: "Twin" }),
    numberedSubscription(4, { service: "twin" }),
  ];
  const planned = plan(
    [
      "Client\tEmail\tService\tAmount\tFrequency\tStarted\tNext billing\tMuted\tStatus\tCurrency\tId",
      'Client 1\t\tNew\t"1,234.50"\tAnnually\t31/12/2026\t\tyes\t\tKsh\t',
      "Client 1\t1@CLIENT.example\tservice 1\t1 500,00\tMonthly\t31/01/2026\t\t\tPaused\t\t",
      "Client 1\t1@client.example\tService 2\tUSD 1,234.50\tmonthly\t31.1.26\t31/12/2026\t\t\t\t",
      "Client 1\t1@client.example\tTwin\t1\tmonthly\t31/01/2026\t\t\t\t\t",
      "Nobody\t\tx\t1\tmonthly\t31/01/2026\t\t\t\t\t",
      "Client 2\t\tx\t1\tmonthly\t31/01/2026\t\t\t\t\t",
      "+Four\t\tx\t1\tmonthly\t31/01/2026\t\t\t\t\t",
      "Other\t1@client.example\tx\t1\tmonthly\t31/01/2026\t\t\t\t\t",
      "Client 1\t\tx\t1.234\tdaily\t31/02/2026\t\tperhaps\t\t\t",
      "Client 1\t\ty\t\t\t\t\t\t\t\t",
      `Client 1\t\tTwin\t1234.5\tYearly\t31/01/2026\t31/12/2026\t\t\t\t${numberedId(1_000 + 3)}`,
      `Client 2\t\ttwin\t1234.5\tMonthly\t31/01/2026\t31/12/2026\t\t\t\t${numberedId(1_000 + 4)}`,
      `Client 1\t\tx\t1\tmonthly\t31/01/2026\t\t\t\t\t${numberedId(1_000 + 77)}`,
      "Client 1\t\tZ\t1\tmonthly\t01/03/2026\t\t\t\t\t",
      "Client 1\t\tz\t2\tmonthly\t01/03/2026\t\t\t\t\t",
    ].join("\r\n"),
    { clients, subscriptions, today, usual },
  );
  expect(planned.map(resultOf)).toEqual([
    "new",
    "update",
    "same",
    "2 subscriptions of this client match. Enter the Id of the right one.",
    "No client has the name, company or address “Nobody”. Import or add the client first.",
    "The client is inactive. Make the client active first.",
    "The client is sample data. An import cannot add subscriptions to it.",
    "2 clients have the email address 1@client.example. Enter the payment reference of the right one.",
    "Amount: “1.234” is not a clear amount. Frequency: “daily” is not one of: Monthly, Quarterly, Semi-Annual, Yearly. Started: “31/02/2026” is not a date. Muted: “perhaps” is not yes or no.",
    "Enter the amount, or 0 if it is free. Enter the start date. Enter the frequency.",
    "update",
    "The client is inactive. Make the client active first.",
    "No subscription has this Id. Leave it empty for a new one.",
    "new",
    "The same as row 14.",
  ]);
  expect(planned[0]).toMatchObject({
    write: {
      kind: "create",
      body: { amount: 1234.5, frequency: "yearly", start_date: "2026-12-31", muted: true, currency: "KES" },
    },
  });
  expect(planned[0]).toMatchObject({
    changes: expect.arrayContaining([
      { field: "amount", label: "Amount", before: "", after: "KES\u00a01,234.50" },
      { field: "next_billing_date", label: "Next billing", before: "", after: "Dec 31, 2027" },
    ]),
  });
  expect(planned[1]).toMatchObject({
    changes: [
      { field: "service", label: "Service", before: "Service 1", after: "service 1" },
      { field: "amount", label: "Amount", before: "$1,234.50", after: "$1,500.00" },
      { field: "status", label: "Status", before: "Active", after: "Paused" },
    ],
    write: { body: { version: 1, amount: 1500, status: "paused", start_date: "2026-01-31" } },
  });
  // The file's date counts, even if the new schedule has another.
  expect(planned[10]).toMatchObject({
    write: { body: { frequency: "yearly", next_billing_date: "2026-12-31" } },
  });
});

test("a saved row is unchanged in the next import, and an imported row creates no duplicate", () => {
  const file =
    "Client,Email,Service,Amount,Frequency,Started,Next billing\nClient 4,4@x.example,A,5,Monthly,2026-03-01,2027-01-01";
  const stored = { clients: [numberedClient(4, { email: "4@x.example" })], subscriptions: [], today, usual };
  const [first] = plan(file, stored);
  if (first?.action !== "new" || first.write.kind !== "create") throw new Error(first && resultOf(first));
  const { body } = first.write;
  const created = Subscription.parse({
    ...numberedSubscription(1),
    ...body,
    next_billing_date: "2027-01-01",
  });
  expect(plan(file, { ...stored, subscriptions: [created] }).map(resultOf)).toEqual(["same"]);
  const [renamed] = plan(file, { ...stored, subscriptions: [{ ...created, service: "B" }] });
  expect(renamed && resultOf(renamed)).toBe(
    "Possibly the same as B: it has the same amount, frequency and start date.",
  );
  for (const difference of [{ frequency: "yearly" }, { start_date: "2026-04-01" }, { amount: 6 }] as const)
    expect(
      plan(file, { ...stored, subscriptions: [{ ...created, service: "B", ...difference }] }).map(resultOf),
    ).toEqual(["new"]);
});

test("a new schedule without a date moves the next billing date, and the preview says so; another change does not", () => {
  const stored = { clients, subscriptions: [numberedSubscription(1)], today, usual };
  const changesOf = (service: string, frequency: string) =>
    plan(
      `Client,Email,Service,Amount,Frequency,Started,Id\nClient 1,1@client.example,${service},1234.5,${frequency},2026-01-31,${numberedId(1_001)}`,
      stored,
    ).map((row) => "changes" in row && row.changes?.map(({ field, after }) => [field, after]));
  expect(changesOf("Service 1", "Yearly")).toEqual([
    [
      ["frequency", "Yearly"],
      ["next_billing_date", "computed from the new schedule"],
    ],
  ]);
  expect(changesOf("Ledger", "Monthly")).toEqual([[["service", "Ledger"]]]);
});

test("headings and frequencies in Swahili, shillings as people write them, and stored days are understood", () => {
  const stored = {
    clients: [numberedClient(4, { email: "4@x.example" })],
    subscriptions: [],
    today,
    usual,
  } as const;
  const frequencies = {
    "Kila mwezi": "monthly",
    "per month": "monthly",
    "Kila miezi mitatu": "quarterly",
    "Every 3 months": "quarterly",
    "nusu mwaka": "semi-annual",
    "Half-Yearly": "semi-annual",
    "kwa mwaka": "yearly",
    Annually: "yearly",
  };
  const planned = plan(
    [
      "Mteja;Barua pepe;Huduma;Kiasi;Mzunguko;Tarehe ya kuanza",
      ...Object.keys(frequencies).map((words, n) => `Client 4;4@x.example;H${n};4,500/=;${words};46053`),
    ].join("\n"),
    stored,
  );
  expect(planned.map((row) => "write" in row && row.write.body)).toMatchObject(
    Object.values(frequencies).map((frequency) => ({
      frequency,
      amount: 4500,
      currency: "KES",
      start_date: "2026-01-31",
    })),
  );
});

test("a price and an end to come are read, withdrawn by an empty cell, and refused in words", () => {
  const next_price = { amount: 120, from: "2027-02-01", told_on: "2026-12-18" };
  const subscriptions = [
    numberedSubscription(1),
    numberedSubscription(2, { next_price, ends_on: "2027-03-31" }),
  ];
  const row = (id: number, cells: string) =>
    plan(`Client,Id,Next price,Ends on,Reason for the end\nClient 1,${numberedId(1_000 + id)},${cells}\n`, {
      clients,
      subscriptions,
      today,
      usual,
    })[0];
  expect(row(1, "$130.50 from 2027-02-01,2027-04-30,Price")).toMatchObject({
    action: "update",
    write: {
      body: { next_price: { amount: 130.5, from: "2027-02-01" }, ends_on: "2027-04-30", end_reason: "price" },
    },
  });
  expect(row(2, "120 from 2027-02-01,2027-03-31,")).toMatchObject({ action: "same" });
  expect(row(2, ",,")).toMatchObject({
    action: "update",
    changes: [
      { label: "Next price", before: "$120.00 from Feb 1, 2027", after: "" },
      { label: "Ends on", before: "Mar 31, 2027", after: "" },
    ],
    write: { body: { next_price: null, ends_on: null } },
  });
  for (const [cells, why] of [
    ["120,,", "Next price: “120” is not a price with its day, as in “120 from 2027-02-01”."],
    ["120 from 2026-12-20,,", "Next price: the day must be after today."],
    ["KES 120 from 2027-02-01,,", "Next price: “KES 120 from 2027-02-01” has another currency than the row."],
    [",2026-12-19,", "Ends on: the day must be today or later."],
    [",,Price", "Reason for the end: enter the last day too."],
    [",2027-03-31,Boredom", "Reason for the end: “Boredom” is not one of: Price,"],
  ])
    expect(row(1, cells as string)).toMatchObject({
      action: "wrong",
      why: expect.stringContaining(why as string),
    });
  const created = plan(
    "Client,Amount,Frequency,Start Date,Next price,Ends on\nClient 1,0,Monthly,2026-12-01,50 from 2027-01-15,2027-06-30\n",
    { clients, subscriptions: [], today, usual },
  )[0];
  expect(created).toMatchObject({
    action: "new",
    write: { body: { next_price: { amount: 50, from: "2027-01-15" }, ends_on: "2027-06-30" } },
  });
});
