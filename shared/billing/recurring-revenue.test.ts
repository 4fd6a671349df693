import { expect, test } from "vitest";
import { monthlyCents, yearlyCents } from "./recurring-revenue.ts";

test("recurring revenue converts every frequency to a month and to a year", () => {
  const cents = { monthly: 100_00, quarterly: 300_00, "semi-annual": 600_00, yearly: 1200_00 };
  expect(monthlyCents(cents)).toBe(400_00);
  expect(yearlyCents(cents)).toBe(4800_00);
  expect(monthlyCents({ yearly: 100_00 })).toBe(8_33);
});
