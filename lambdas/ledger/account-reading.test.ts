import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { connectTablesOf } from "../../test/product/in-this-process.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";
import { table } from "../platform/dynamo/database.ts";
import { Conflict } from "../platform/http/refusals.ts";

const on = staffedProduct();
let storeDecision: typeof import("./change-accounts.ts").storeDecision;
let Reading: typeof import("./account-reading.ts").Reading;
beforeAll(async () => {
  await connectTablesOf(on.product);
  // The stores create their client when they are loaded, with the environment of that time.
  vi.resetModules();
  ({ storeDecision } = await import("./change-accounts.ts"));
  ({ Reading } = await import("./account-reading.ts"));
});
afterEach(() => endInterception(on.product));

test("a payment that was read before its account is read again after it", async () => {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body;
  const [params, id] = [{ id: client.id }, randomUUID()];
  // The payment is in no credit, so that the account does not bring it along.
  const terms = {
    client_id: client.id,
    start_date: "2026-01-15",
    frequency: "monthly" as const,
    amount: 100,
  };
  await on.asStaff("POST /api/v1/subscriptions", { body: { ...terms, next_billing_date: "2026-12-17" } });
  const body = { id, amount: 10 };
  await on.asStaff("POST /api/v1/clients/{id}/payments", { params, body });
  let isCorrected = false;
  intercept(on.product, async ({ operation, body, from }, pass) => {
    if (!isCorrected && from === undefined && operation === "GetItem" && body.includes("Accounts")) {
      isCorrected = true;
      await on.asStaff("PUT /api/v1/payments/{id}", { params: { id }, body: { amount: 20 } });
    }
    return pass();
  });
  const reading = await Reading.of([]);
  const cents = await reading.decide(() => {
    const payment = reading.payment(id);
    const { payments } = reading.account(client.id);
    return [payment?.cents, payments.map((payment) => payment.cents)];
  });
  expect([isCorrected, cents]).toEqual([true, [20_00, [20_00]]]);
});

test("a condition that fails alone is told by its name; together with others it is decided again", async () => {
  const insertion = (id: string, isPresent: boolean) => ({
    Put: {
      TableName: table("lookups"),
      Item: { key: id },
      ConditionExpression: `attribute_${isPresent ? "" : "not_"}exists(#key)`,
      ExpressionAttributeNames: { "#key": "key" },
    },
  });
  const stored = (failing: readonly ("first" | "second" | "item")[]) =>
    storeDecision(
      {
        changes: [],
        items: [insertion(`item ${randomUUID()}`, failing.includes("item"))],
        conditions: (["first", "second"] as const).map((name) => ({
          item: insertion(`${name} ${randomUUID()}`, failing.includes(name)),
          refusal: () => new Conflict(name),
        })),
        answer: undefined,
      },
      { now: "2026-12-24T06:00:00.000Z", today: "2026-12-24" },
    );
  await expect(stored(["first"])).rejects.toThrow("first");
  await expect(stored(["second"])).rejects.toThrow("second");
  expect(await stored(["item"])).toBe(false);
  expect(await stored(["second", "item"])).toBe(false);
  expect(await stored([])).toBe(true);
});
