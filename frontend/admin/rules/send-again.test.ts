import { expect, test } from "vitest";
import { ofPeriod } from "../../../shared/billing/account.ts";
import { numberedId } from "../../../test/product/plan-file.ts";
import { remindingOf } from "./send-again.ts";

const today = "2026-12-24";
const client = { status: "active", email: "a@amani.example" };
const oneOff = { id: numberedId(9), due: today, to_pay: true };
const period = { ...ofPeriod(numberedId(2), today), to_pay: true };
const subscription = { id: numberedId(2), status: "active", amount: 100 };

const of = (charges: object[], subscriptions: object[] = [], more: object = {}) =>
  remindingOf({ charges, today } as never, { client: { ...client, ...more }, subscriptions } as never);

test("a client is reminded from an active subscription, else from a one-off", () => {
  expect(of([oneOff, period], [subscription])).toMatchObject({ subscription: subscription.id });
  expect(of([oneOff])).toEqual({ charge: oneOff.id, last: undefined, cannot: undefined });
  const paused = { ...subscription, status: "paused" };
  expect(of([period, oneOff], [paused])).toMatchObject({ charge: oneOff.id, cannot: undefined });
  expect(of([period], [paused])).toMatchObject({ cannot: "only active subscriptions get reminders." });
  expect(of([{ ...oneOff, to_pay: undefined }])).toBeUndefined();
});

test("of a one-off a client is reminded once a day, and only if email reaches them", () => {
  expect(of([{ ...oneOff, told_on: today }])).toMatchObject({
    last: today,
    cannot: "the client was reminded today.",
  });
  expect(of([{ ...oneOff, told_on: "2026-12-23" }])?.cannot).toBeUndefined();
  expect(of([oneOff], [], { email: "" })?.cannot).toBe("the client has no email address.");
});
