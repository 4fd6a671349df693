import { expect, test } from "vitest";
import { differences } from "./activity.ts";

test("an undone payment shows its method as on other screens", () => {
  const before = { amount: 30, currency: "KES", paid_on: "2026-12-18", method: "mpesa" };
  expect(differences({ before })).toContain("Method: M-Pesa → none");
  expect(differences({ after: before })).toEqual(["KES\u00a030.00 · Dec 18, 2026 · M-Pesa"]);
});
