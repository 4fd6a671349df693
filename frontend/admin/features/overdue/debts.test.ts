import { expect, test } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import { addDays } from "../../../../shared/day.ts";
import { newSubscription, withOpenCharges } from "../../../../test/product/sample-subscriptions.ts";
import { filtered, inOrder } from "../../rules/list-rules.ts";
import { debtRules, debtsOf } from "./debts.ts";

const today = "2026-12-24";
const clientOf = (id: string, name: string) => ({ id, name, company: "", email: "", phone: "" }) as Client;
const clients = [clientOf("a", "Umoja"), clientOf("b", "Tumaini")];
const owes = (client_id: string, next_billing_date: string, more: object = {}) =>
  withOpenCharges(
    newSubscription({
      id: `${client_id} ${next_billing_date}`,
      client_id,
      next_billing_date,
      billing_anchor: next_billing_date,
      start_date: next_billing_date,
      frequency: "monthly",
      amount: 100,
      ...more,
    }),
    today,
  );

test("a client's debt is one row for each currency, divided by age", () => {
  const debts = debtsOf(
    [
      // Due in August and each month since: five periods, of which the first is paid in part.
      owes("a", "2026-08-20", { paid: 40, amount: 100, currency: "KES" }),
      owes("a", "2026-12-20", { amount: 7, frequency: "yearly", currency: "KES" }),
      owes("a", "2026-12-01", { amount: 15.5 }),
      owes("a", "2026-12-25"),
      owes("b", "2026-12-23", { amount: 0 }),
      owes("b", "2026-01-23", { status: "paused" }),
    ],
    clients,
    today,
  );
  expect(debts).toMatchObject([
    {
      client_name: "Umoja",
      currency: "USD",
      since: "2026-12-01",
      days: 23,
      periods: 1,
      overdue: 15.5,
      age_30: 15.5,
      age_60: 0,
      age_90: 0,
      age_more: 0,
    },
    {
      client_name: "Umoja",
      currency: "KES",
      since: "2026-08-20",
      days: 126,
      periods: 6,
      overdue: 467,
      age_30: 107,
      age_60: 100,
      age_90: 100,
      age_more: 160,
    },
  ]);
});

test("samples count only while there is nothing else", () => {
  const sample = owes("b", "2026-12-20", { sample: true });
  expect(debtsOf([sample], clients, today)).toHaveLength(1);
  expect(debtsOf([sample, owes("a", "2026-12-20")], clients, today).map((debt) => debt.client_id)).toEqual([
    "a",
  ]);
});

test("the oldest debt comes first, and amounts sort within their currency", () => {
  const debts = debtsOf(
    [
      owes("a", "2026-12-01", { amount: 900, currency: "KES" }),
      owes("a", "2026-12-10", { amount: 1 }),
      owes("b", "2026-12-05", { amount: 50 }),
    ],
    clients,
    today,
  );
  const amounts = (id: string) =>
    inOrder(debtRules, debts, { id, desc: false }).map(({ overdue, currency }) => `${currency} ${overdue}`);
  expect(amounts("since")).toEqual(["KES 900", "USD 50", "USD 1"]);
  expect(amounts("overdue")).toEqual(["USD 1", "USD 50", "KES 900"]);
});

test("a filter by age counts the days as the columns of ages do", () => {
  const days = [1, 30, 31, 60, 61, 90, 91];
  const debts = days.flatMap((day) => debtsOf([owes("a", addDays(today, -day))], clients, today));
  const daysOfAge = (age: string) => filtered(debtRules, debts, { age }, "").map((debt) => debt.days);
  expect(["30", "60", "90", "more"].map(daysOfAge)).toEqual([[1, 30], [31, 60], [61, 90], [91]]);
});
