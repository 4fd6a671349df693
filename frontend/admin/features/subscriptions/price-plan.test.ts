import { expect, test } from "vitest";
import type { PriceRow } from "../../../../shared/subscriptions/price-change.ts";
import type { Entry } from "./portfolio.ts";
import { changesText, dayProblem, firstDayFor, pricePlanOf, requestsOf, sumsText } from "./price-plan.ts";

const entry = (id: string, client_id: string, more: Partial<Entry> = {}) =>
  ({ id, client_id, client_name: `Client ${client_id}`, frequency: "monthly", ...more }) as Entry;
const row = (
  subscription_id: string,
  before: number,
  after: number,
  more: Partial<PriceRow> = {},
): PriceRow => ({
  subscription_id,
  from: "2027-02-01",
  before,
  after,
  currency: "USD",
  ...more,
});

test("prices begin on the first of the month after next", () => {
  expect(firstDayFor("2026-12-24")).toBe("2027-02-01");
  expect(firstDayFor("2026-10-31")).toBe("2026-12-01");
});

test("the day is after today, and 30 days ahead if clients are told", () => {
  expect(dayProblem("2026-12-24", "2026-12-24", { notify: false })).toBe("The day must be after today.");
  expect(dayProblem("2026-12-25", "2026-12-24", { notify: false })).toBeUndefined();
  expect(dayProblem("2026-12-25", "2026-12-24", { notify: true })).toMatch(/need 30 days/);
});

test("a plan is by client and currency, with the sums a month and what is left out", () => {
  const entries = [
    entry("a", "1"),
    entry("b", "1", { frequency: "yearly" }),
    entry("c", "1"),
    entry("d", "2"),
  ];
  const plan = pricePlanOf(entries, [
    row("a", 100, 107),
    row("b", 120, 132),
    row("c", 50, 60, { currency: "KES" }),
    row("d", 10, 10, { why: "The price stays the same." }),
  ]);
  expect(plan.rows.map((client) => [client.client_name, changesText(client)])).toEqual([
    ["Client 1", "$100.00 → $107.00, $120.00 → $132.00"],
    ["Client 1", "KES\u00a050.00 → KES\u00a060.00"],
  ]);
  expect(plan.skipped.map(({ row, reason }) => [row.client_name, reason])).toEqual([
    ["Client 2", "The price stays the same."],
  ]);
  expect(sumsText(plan, "USD")).toBe("$110.00 + KES\u00a050.00 a month becomes $118.00 + KES\u00a060.00.");
});

test("requests have at most 100 subscriptions, and a client is in one of them", () => {
  const entries = Array.from({ length: 150 }, (_, at) => entry(`s${at}`, `c${at % 75}`));
  const parts = requestsOf(entries);
  expect(parts.map((part) => part.length)).toEqual([100, 50]);
  const clients = parts.map((part) => new Set(part.map(({ client_id }) => client_id)));
  expect(clients[0]?.isDisjointFrom(clients[1] as Set<string>)).toBe(true);
});
