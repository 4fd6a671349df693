import { expect, test } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { find, recordsOf } from "./find.ts";

const today = "2026-12-24";
const client = (id: string, more: Partial<Client> = {}): Client => ({
  id,
  name: `Client ${id}`,
  email: `${id}@client.example`,
  phone: "",
  company: "",
  address: "",
  status: "active",
  version: 1,
  created_at: "2026-01-24T06:00:00.000Z",
  payment_reference: undefined,
  ...more,
});
const subscription = (client_id: string, over: Partial<Subscription> = {}): Subscription => ({
  id: client_id,
  client_id,
  start_date: "2026-01-24",
  frequency: "monthly",
  amount: 10,
  status: "active",
  billing_anchor: "2026-01-24",
  next_billing_date: "2027-02-24",
  version: 1,
  created_at: "2026-01-24T06:00:00.000Z",
  ...over,
});
const late = {
  open: [
    { period: "2026-10-24", amount: 10, paid: 4 },
    { period: "2026-11-24", amount: 10 },
  ],
};
const subscriptions = [
  subscription("fine"),
  subscription("late", { ...late, next_billing_date: "2026-10-24" }),
  subscription("late", { amount: 4500, currency: "KES", next_billing_date: "2026-12-20" }),
  subscription("late", { amount: 25, next_billing_date: "2026-12-31" }),
  subscription("gone", late),
  subscription("paused", { status: "paused", open: [] }),
];

test("a payment is recorded for a client, each listed once with what is owed, those who owe first", () => {
  const clients = ["fine", "none", "late", "paused"].map((id) => client(id));
  clients.push(client("gone", { erased_at: "2026-12-01T09:00:00.000Z" }));
  const { payments } = recordsOf(clients, subscriptions, today);
  expect(payments.map(({ name, detail, target }) => [name, detail, target])).toEqual([
    ["Client late", "$16.00 + KES\u00a04,500.00 overdue, $25.00 due within 7 days", { pay: "late" }],
    ["Client fine", "Nothing is due", { pay: "fine" }],
    ["Client paused", "Nothing is due", { pay: "paused" }],
  ]);
  const [hosted] = recordsOf(clients, [subscription("fine", { service: "Hosting" })], today).payments;
  expect(hosted?.text).toContain("hosting");
  const groups = find(recordsOf(clients, subscriptions, today), [], "client", []);
  expect(groups.map(({ name, found }) => [name, found.length])).toEqual([
    ["Clients", 4],
    ["Subscriptions", 6],
    ["Record a payment", 3],
  ]);
});

test("a subscription that owes several periods says the sum, how many they are and how old the oldest is", () => {
  const { subscriptions: records } = recordsOf([], subscriptions, today);
  expect(records[1]?.detail).toBe(
    "$10.00 monthly, next Oct 24, 2026, $16.00 due, 2 periods from Oct 24, 2026, oldest 61 days overdue",
  );
  expect(records[0]?.detail).toBe("$10.00 monthly, next Feb 24, 2027");
});
