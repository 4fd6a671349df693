import { expect, test } from "vitest";
import { ofPeriod } from "../billing/account.ts";
import { chargesOnWire } from "./client-account.ts";

const charge = {
  ...ofPeriod("hosting", "2026-12-31"),
  currency: "KES" as const,
  cents: 100_00,
  paid_cents: 15,
};

test("a charge has its changes by hand, and not when it was on hold", () => {
  const adjustments = [
    { kind: "held" as const, day: "2026-12-01" },
    {
      kind: "waived" as const,
      day: "2026-12-02",
      cents: -5_00,
      currency: "KES" as const,
      by: "Naomi",
      why: "Gift",
    },
    { kind: "moved" as const, day: "2026-12-03", from: "2026-12-30" },
  ];
  expect(chargesOnWire([{ ...charge, adjustments }])[0]?.changes).toEqual([
    { day: "2026-12-02", kind: "waived", amount: -5, currency: "KES", by: "Naomi", reason: "Gift" },
    { day: "2026-12-03", kind: "moved", from: "2026-12-30" },
  ]);
  expect(chargesOnWire([{ ...charge, adjustments: adjustments.slice(0, 1) }])[0]).not.toHaveProperty(
    "changes",
  );
});

test("of an open charge the amount is what is left with what is paid, also after a part was waived", () => {
  const onWire = (more: object) => {
    const [{ amount, paid, state } = { amount: 0, paid: 0, state: "" }] = chargesOnWire([
      { ...charge, ...more },
    ]);
    return { amount, paid, state };
  };
  expect(onWire({})).toEqual({ amount: 100, paid: 0.15, state: "open" });
  expect(onWire({ waived_cents: 99_84 })).toEqual({ amount: 0.16, paid: 0.15, state: "open" });
  expect(onWire({ waived_cents: 99_85 })).toEqual({ amount: 100, paid: 0.15, state: "waived" });
});
