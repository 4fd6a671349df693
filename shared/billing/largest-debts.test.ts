import { expect, test } from "vitest";
import type { Currency } from "../money.ts";
import { type Charge, ofPeriod } from "./account.ts";
import { largestDebts } from "./largest-debts.ts";

const today = "2026-12-24";
const charge = (client: string, period: string, cents: number, more: Partial<Charge> = {}): Charge => ({
  ...ofPeriod(`${client}-1`, period),
  currency: "USD",
  cents,
  paid_cents: 0,
  ...more,
});
const clientOf = ({ subscription_id }: Charge) => subscription_id?.split("-")[0] ?? "";
const names = (charges: Charge[], usual: Currency, most = 8) =>
  largestDebts(charges, { clientOf, today, most, usual }).map(({ client_id }) => client_id);

test("a debt is all that one client owes, less what is paid", () => {
  const debts = largestDebts(
    [
      charge("a", "2026-10-01", 100, { paid_cents: 40 }),
      charge("b", "2026-11-01", 150),
      charge("a", "2026-12-01", 200, { subscription_id: "a-2" }),
    ],
    { clientOf, today, most: 8, usual: "USD" },
  );
  expect(debts.map(({ client_id, sums, charges }) => [client_id, sums, charges.length])).toEqual([
    ["a", { USD: 260 }, 2],
    ["b", { USD: 150 }, 1],
  ]);
});

test("the largest debts in the usual currency come first, then those in the other", () => {
  const shillings = { currency: "KES" } as const;
  const charges = [
    charge("small", "2026-11-01", 100),
    charge("large", "2026-12-01", 900),
    charge("smallKes", "2026-11-01", 50_000, shillings),
    charge("largeKes", "2026-12-02", 90_000, shillings),
    charge("both", "2026-12-03", 500),
    charge("both", "2026-12-03", 10, { ...shillings, subscription_id: "both-2" }),
  ];
  expect(names(charges, "USD")).toEqual(["large", "both", "small", "largeKes", "smallKes"]);
  expect(names(charges, "KES")).toEqual(["largeKes", "smallKes", "both", "large", "small"]);
  expect(names(charges, "KES", 2)).toEqual(["largeKes", "smallKes"]);
});
