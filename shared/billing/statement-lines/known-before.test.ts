import { expect, test } from "vitest";
import type { Payment } from "../../payments/payment.ts";
import { addTyped, spansSince, type TypedPayments, typedFor } from "./known-before.ts";
import type { Line } from "./read.ts";

const line = (over: Partial<Line> = {}): Line => ({
  id: "line",
  number: "CHQ 0042",
  method: "bank",
  paid_on: "2026-11-20",
  amount: 30,
  cents: 3_000,
  currency: "KES",
  payer: "",
  phone: "",
  account: "",
  details: "",
  ...over,
});
const row = (over: Partial<Payment> = {}): Payment => ({
  id: "p",
  subscription_id: "s",
  period: "2026-11-01",
  paid_on: "2026-11-18",
  amount: 15,
  currency: "KES",
  reference: "chq0042",
  next_billing_date: "2026-12-01",
  recorded_at: "2026-11-18T08:00:00.000Z",
  client_id: "c",
  client_name: "Umoja SACCO",
  ...over,
});
const typedIn = (...rows: Payment[]) => {
  const typed: TypedPayments = new Map();
  addTyped(typed, rows);
  return typed;
};

test("a typed payment of several periods counts once, and spaces and case do not matter", () => {
  const typed = typedIn(row(), row({ period: "2026-12-01" }));
  expect(typedFor(line(), typed)).toMatchObject({ client_name: "Umoja SACCO", cents: 3_000 });
  expect(typedFor(line({ cents: 1_500 }), typed)).toBeUndefined();
});

test("a bank's number needs the same amount within a week, an M-Pesa number is unique", () => {
  const typed = typedIn(row({ amount: 30, paid_on: "2026-11-12" }));
  expect(typedFor(line(), typed)).toBeUndefined();
  expect(typedFor(line({ paid_on: "2026-11-19" }), typed)).toBeDefined();
  expect(typedFor(line({ method: "mpesa", cents: 1 }), typed)).toBeDefined();
});

test("samples and payments without a reference are not typed", () => {
  expect(typedIn(row({ sample: true }), row({ reference: "" })).size).toBe(0);
});

test("the spans reach from a week before the first line to today, at most a year each", () => {
  expect([...spansSince([line(), line({ paid_on: "2025-10-08" })], "2026-11-23")]).toEqual([
    { from: "2025-10-01", to: "2026-10-01" },
    { from: "2026-10-02", to: "2026-11-23" },
  ]);
});
