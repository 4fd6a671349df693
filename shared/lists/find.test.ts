import { expect, test } from "vitest";
import type { Subscription } from "../subscriptions/subscription.ts";
import { recordsOf } from "./find.ts";

test("payments can be recorded for active subscriptions with a price", () => {
  const subscription = (id: string, over: Partial<Subscription> = {}): Subscription => ({
    id,
    client_id: "c",
    start_date: "2026-01-24",
    frequency: "monthly",
    amount: 10,
    status: "active",
    billing_anchor: "2026-01-24",
    next_billing_date: "2026-12-24",
    version: 1,
    created_at: "2026-01-24T06:00:00.000Z",
    ...over,
  });
  const all = [
    subscription("due"),
    subscription("free", { amount: 0 }),
    subscription("paused", { status: "paused" }),
  ];
  expect(recordsOf([], all).payments.map(({ target }) => target)).toEqual([{ pay: "c.due" }]);
});
