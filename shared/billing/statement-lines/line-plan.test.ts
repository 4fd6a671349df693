import { expect, test } from "vitest";
import { planOf } from "./line-plan.ts";
import { acme, subscription } from "./sample-records.ts";

test("a plan counts part payments", () => {
  expect(planOf(subscription(1, acme, 100, { paid: 60 }), 40_00)?.says).toBe("the period due Nov 20, 2026");
  expect(planOf(subscription(1, acme, 100, { paid: 60 }), 30_00)?.says).toBe(
    "a part of the period due Nov 20, 2026; $10.00 remains due",
  );
  expect(planOf(subscription(1, acme, 100, { frequency: "weekly" }), 40_00)).toBeUndefined();
});
