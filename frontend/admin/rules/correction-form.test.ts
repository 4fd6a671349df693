import { expect, test } from "vitest";
import { ofPeriod } from "../../../shared/billing/account.ts";
import type { ClientAccount, ClientPayment } from "../../../shared/payments/client-account.ts";
import {
  type CorrectionValues,
  correctedPays,
  correctionErrors,
  correctionOf,
  restToDecide,
  storedPayment,
} from "./correction-form.ts";

const subscription = "5a3b1e00-0000-4000-8000-000000000101";
const charge = (day: string, more: Partial<ClientAccount["charges"][number]> = {}) => ({
  ...ofPeriod(subscription, day),
  currency: "USD" as const,
  amount: 100,
  paid: 0,
  state: "open" as const,
  ...more,
});
const [october, november, december] = ["2026-10-20", "2026-11-20", "2026-12-20"].map(
  (day) => charge(day).id,
) as [string, string, string];
const payment: ClientPayment = {
  id: "71dd996f-7ad7-40f1-a276-16471aeac88f",
  paid_on: "2026-12-22",
  amount: 140,
  currency: "USD",
  method: "mpesa",
  reference: "SLK4H7TQ2Z",
  allocations: [
    { charge_id: october, amount: 100 },
    { charge_id: november, amount: 40 },
  ],
  credit: 0,
  state: "recorded",
  recorded_at: "2026-12-24T09:00:00.000Z",
};
const account: ClientAccount = {
  charges: [
    charge("2026-10-20", { paid: 100, state: "paid" }),
    charge("2026-11-20", { paid: 40 }),
    charge("2026-12-20"),
    charge("2026-12-21", { currency: "KES" }),
  ],
  payments: [payment],
  credit: [],
  owed: [],
  today: "2026-12-24",
};
const correction = { payment, account, frequencies: new Map([[subscription, "monthly"]]) };
const typed = (more: Partial<CorrectionValues>): CorrectionValues => ({ ...storedPayment(payment), ...more });
const paysOf = (more: Partial<CorrectionValues>) =>
  correctedPays(typed(more), correction).charges.map(({ pays }) => pays);

test("only what was changed is sent", () => {
  expect(correctionOf(typed({}), correction)).toEqual({});
  expect(correctionOf(typed({ paid_on: "2026-12-20", method: "bank" }), correction)).toEqual({
    paid_on: "2026-12-20",
    method: "bank",
  });
  expect(correctionOf(typed({ amount: "1,40.00" }), correction)).not.toEqual({});
  expect(correctionOf(typed({ amount: "120", reference: "" }), correction)).toEqual({
    amount: 120,
    reference: "",
  });
  const { method: _, ...unknown } = payment;
  expect(correctionOf(storedPayment(unknown), { ...correction, payment: unknown })).toEqual({});
});

test("a smaller amount opens the newest charges, a larger one pays the oldest, in its currency", () => {
  expect(paysOf({})).toEqual([100, 40, 0]);
  expect(paysOf({ amount: "120" })).toEqual([100, 20, 0]);
  expect(paysOf({ amount: "60" })).toEqual([60, 0, 0]);
  expect(paysOf({ amount: "230.50" })).toEqual([100, 100, 30.5]);
});

test("an amount beyond all that is open has to be kept as credit, and what was credit stays", () => {
  const values = typed({ amount: "310" });
  expect(restToDecide(values, correction)).toBe(10);
  expect(correctionErrors(values, correction)).toEqual({
    credit: "Keep the rest as credit, or correct the amount.",
  });
  expect(correctionOf({ ...values, credit: true }, correction)).toEqual({ amount: 310, credit: true });
  const kept = { ...correction, payment: { ...payment, amount: 150, credit: 10 } };
  expect(restToDecide(storedPayment(kept.payment), kept)).toBe(0);
  expect(correctedPays(storedPayment(kept.payment), kept).rest).toBe(10);
  // Credit goes before a charge is opened again.
  expect(correctedPays({ amount: "145", to: [] }, kept)).toMatchObject({ rest: 5 });
});

test("typed amounts of single charges are sent, and add up to no more than the payment", () => {
  const values = typed({ to: [[november, "0"]] });
  expect(correctionOf(values, correction)).toEqual({
    to: [
      { charge_id: october, amount: 100 },
      { charge_id: december, amount: 40 },
    ],
  });
  expect(correctionErrors(values, correction)).toEqual({});
  expect(correctionErrors(typed({ to: [[november, "90"]] }), correction)).toEqual({
    to: "These add up to more than the amount.",
  });
  expect(correctionErrors(typed({ to: [[november, "1,50"]] }), correction).to).toContain(
    "not a clear amount",
  );
});

test("what cannot be read, nothing and a day to come are refused in words", () => {
  expect(Object.keys(correctionErrors(typed({ amount: "1.500" }), correction))).toEqual(["amount"]);
  expect(correctionErrors(typed({ amount: "" }), correction).amount).toBe("Enter the amount that was paid.");
  expect(correctionErrors(typed({ paid_on: "2026-12-25" }), correction)).toHaveProperty("paid_on");
  expect(correctionErrors(typed({ paid_on: "" }), correction).paid_on).toContain("Enter the day");
});
