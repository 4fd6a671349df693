import { describe, expect, test } from "vitest";
import { newCents, noticeProblem, PriceChange } from "./price-change.ts";

describe("newCents", () => {
  test.each([
    [10_000, { percent: 7 }, 10_700],
    [14_999, { percent: 7 }, 16_049],
    [14_999, { percent: -7.5 }, 13_874],
    [50, { percent: 1 }, 51],
    [14_999, { percent: 7, round: 1 }, 16_000],
    [10_000, { percent: 5, round: 10 }, 11_000],
    [10_000, { percent: 4.99, round: 10 }, 10_000],
    [150_000, { percent: 5, round: 50 }, 160_000],
    [150_000, { percent: 4.9, round: 50 }, 155_000],
    [150_000, { percent: 7, round: 100 }, 160_000],
    [10_000, { amount: 149.99 }, 14_999],
    [10_000, { amount: 149.99, round: 10 }, 15_000],
    [9_999_999_999, { percent: 900 }, 99_999_999_990],
  ] as const)("of %i by %j is %i", (cents, change, expected) => {
    expect(newCents(cents, change)).toBe(expected);
  });
});

describe("PriceChange", () => {
  const ids = ["11111111-1111-4111-8111-111111111111"];
  test.each([
    [{ ids, from: "2027-02-01" }, "Please give either a percentage or an amount."],
    [{ ids, from: "2027-02-01", percent: 7, amount: 5 }, "Please give either a percentage or an amount."],
    [{ ids, from: "2027-02-01", percent: -100 }, "The percentage must be more than -100 and at most 900."],
    [{ ids, from: "2027-02-01", percent: 901 }, "The percentage must be more than -100 and at most 900."],
    [{ ids, from: "2027-02-01", percent: 1.234 }, "Please give the percentage with at most two decimals."],
    [{ ids, from: "2027-02-01", percent: 7, round: 20 }, "Prices are rounded to 1, 10, 50 or 100."],
    [{ ids: [], from: "2027-02-01", percent: 7 }, "Please choose at least one subscription."],
  ])("refuses %j", (body, sentence) => {
    expect(PriceChange.safeParse(body).error?.issues[0]?.message).toBe(sentence);
  });

  test("takes a percentage with two decimals", () => {
    expect(PriceChange.safeParse({ ids, from: "2027-02-01", percent: 7.35, round: 50 }).success).toBe(true);
  });
});

test("clients who are told need 30 days", () => {
  expect(noticeProblem("2027-01-23", "2026-12-24")).toBeUndefined();
  expect(noticeProblem("2027-01-22", "2026-12-24")).toBe(
    "Clients who are told need 30 days: choose Jan 23, 2027 or later.",
  );
});
