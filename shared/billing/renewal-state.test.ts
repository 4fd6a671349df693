import { describe, expect, test } from "vitest";
import { renewalState } from "./renewal-state.ts";

describe("renewal state", () => {
  const today = "2026-12-24";
  const on = (next_billing_date: string, status: "active" | "paused" | "inactive" = "active") =>
    renewalState({ status, next_billing_date, amount: 10 }, today);

  test.each([
    ["2026-12-23", { name: "overdue", days: 1 }],
    ["2026-11-24", { name: "overdue", days: 30 }],
    ["2026-12-24", { name: "due-soon", days: 0 }],
    ["2026-12-31", { name: "due-soon", days: 7 }],
    ["2027-01-01", { name: "none" }],
  ])("due %s", (date, state) => expect(on(date)).toEqual(state));

  test("only active subscriptions are overdue or due soon", () => {
    expect(on("2026-01-01", "paused")).toEqual({ name: "none" });
    expect(on("2026-12-25", "inactive")).toEqual({ name: "none" });
  });

  test("a free subscription is never overdue or due soon", () => {
    for (const next_billing_date of ["2026-01-01", today, "2026-12-28"])
      expect(renewalState({ status: "active", next_billing_date, amount: 0 }, today)).toEqual({
        name: "none",
      });
  });
});
