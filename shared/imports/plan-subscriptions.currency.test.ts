import { expect, test } from "vitest";
import {
  numberedClient,
  numberedId,
  numberedSubscription,
  planFile,
  resultOf,
} from "../../test/product/plan-file.ts";
import { type Stored, subscriptionPlanner } from "./plan-subscriptions.ts";
import { subscriptionFileFields } from "./subscription-fields.ts";

const today = "2026-12-20";
const plan = (text: string, stored: Stored) =>
  planFile(text, subscriptionFileFields, subscriptionPlanner(stored), ["start_date", "next_billing_date"]);

test("a new row has its own currency, else the default one; an existing subscription keeps its currency", () => {
  const file =
    "Client,Email,Service,Amount,Frequency,Started,Next billing\nClient 4,4@x.example,A,5,Monthly,2026-03-01,2027-01-01";
  const stored = { clients: [numberedClient(4, { email: "4@x.example" })], today, usual: "KES" as const };
  const [row] = plan(file, { ...stored, subscriptions: [] });
  expect(row).toMatchObject({
    changes: expect.arrayContaining([
      { field: "amount", label: "Amount", before: "", after: "KES\u00a05.00" },
    ]),
    write: { body: { amount: 5, currency: "KES" } },
  });
  const inDollars = file.replace(",5,", ",$ 5,");
  expect(plan(inDollars, { ...stored, subscriptions: [] })).toMatchObject([
    {
      changes: expect.arrayContaining([
        { field: "amount", label: "Amount", before: "", after: "$5.00" },
        { field: "currency", label: "Currency", before: "", after: "USD" },
      ]),
      write: { body: { amount: 5, currency: "USD" } },
    },
  ]);
  const there = { client_id: numberedId(4), service: "A", start_date: "2026-03-01", amount: 4 };
  const [changed] = plan(file, { ...stored, subscriptions: [numberedSubscription(1, there)] });
  expect(changed).toMatchObject({
    changes: expect.arrayContaining([{ field: "amount", label: "Amount", before: "$4.00", after: "$5.00" }]),
  });
  expect(changed).not.toHaveProperty("write.body.currency");
});

test("a currency beside the amount is the row's, and must not contradict the currency column", () => {
  const stored = {
    clients: [numberedClient(4, { email: "4@x.example" })],
    subscriptions: [],
    today,
    usual: "USD" as const,
  };
  const statuses = plan(
    `Client,Email,Service,Amount,Currency,Frequency,Started,Next billing
Client 4,4@x.example,A,"KES 1,234.50",,Monthly,2026-03-01,2027-01-01
Client 4,4@x.example,B,$5,KES,Monthly,2026-03-01,2027-01-01`,
    stored,
  );
  expect(statuses[0]).toMatchObject({ write: { body: { amount: 1234.5, currency: "KES" } } });
  expect(statuses[1] && resultOf(statuses[1])).toContain("Amount: “$5” has another currency than the row.");
});
