import { describe, expect, test } from "vitest";
import { api } from "../../../shared/api/api.ts";
import type { Route, RouteKey } from "../../../shared/route.ts";
import { aClient, staffedProduct } from "../../../test/product/staffed.ts";
import { MAX_BODY_BYTES } from "./input.ts";

const running = staffedProduct();
const routes = Object.values(api).flatMap((resource) => Object.entries<Route>(resource)) as [
  RouteKey,
  Route,
][];
type Key = Parameters<typeof running.product.call>[0];
const someId = "7b1c3a52-6f0e-4d7a-9a51-0c8f3f1f2a10";
const params = {
  id: someId,
  charge: `${someId}#2026-12-31`,
  day: "2026-12-31",
  email: "upcoming",
  secret: "x",
  note: `2026-12-24T06:00:00.000Z#${someId}`,
};

/** All records, to check that a refused call changes none of them. */
async function allRecords() {
  const read = await Promise.all([
    running.asStaff("GET /api/v1/clients"),
    running.asStaff("GET /api/v1/subscriptions"),
    running.asStaff("GET /api/v1/settings"),
    running.asStaff("GET /api/v1/dashboard/stats"),
  ]);
  return read.map(({ body }) => body);
}

test("only the contact form, and what a secret address opens, are public", () => {
  const open = routes.filter(([, { access }]) => access === "public").map(([key]) => key);
  expect(open.sort()).toEqual([
    "GET /account/{secret}",
    "GET /account/{secret}/invoices/{number}",
    "GET /api/v1/calendar/{id}/{secret}",
    "POST /account/{secret}",
    "POST /api/send-email",
    "POST /api/v1/paybill/{secret}/confirmation",
    "POST /api/v1/paybill/{secret}/result",
    "POST /api/v1/paybill/{secret}/stk/{reference}",
    "POST /api/v1/paybill/{secret}/validation",
  ]);
});

describe.each(routes.filter(([, { access }]) => access !== "public"))("%s", (key) => {
  test("without a token is a 401", async () => {
    expect((await running.product.call(key as Key, { params })).status).toBe(401);
  });
});

// Safaricom expects its own answers, and may add fields: lambdas/paybill/callbacks.test.ts.
describe.each(routes.filter(([key, { body }]) => body && !key.includes("/paybill/")))(
  "the body of %s",
  (key, { maxBodyBytes = MAX_BODY_BYTES }) => {
    const send = (body: string) => running.asAdmin(key as Key, { params, body });

    test.each([
      ["is no JSON", "{name: 1", 400, "The request is not valid JSON."],
      ["is empty", "", 400, "The request is not valid JSON."],
      ["is a list", "[]", 400, "Please send a JSON object."],
      ["is null", "null", 400, "Please send a JSON object."],
      ["is a number", "7", 400, "Please send a JSON object."],
      ["is too large", JSON.stringify({ name: "x".repeat(maxBodyBytes) }), 413, "The request is too large."],
    ])("%s: refused with a message", async (_, body, status, error) => {
      expect(await send(body)).toMatchObject({ status, body: { error } });
    });

    test("has an unknown field, or a property of every object: refused", async () => {
      for (const field of ["unknown", "__proto__", "constructor", "toString"]) {
        const answer = await send(`{"${field}": {"polluted": true}}`);
        expect(answer.status).toBe(400);
        expect(answer.body.error).toEqual(expect.any(String));
      }
      const { status, body } = await send('{"unknown": 1}');
      expect([status, typeof body.error]).toEqual([400, "string"]);
    });
  },
);

describe("an invalid field is refused with a message, and nothing is stored", () => {
  const subscription = {
    client_id: someId,
    start_date: "2026-01-31",
    frequency: "monthly",
    amount: 1,
  };
  const message = { name: "Visitor", email: "visitor@example.com", message: "Hello" };
  const clientCases = [
    [{ email: aClient.email }, "Please give the client's name."],
    [{ ...aClient, name: "   " }, "Please give the client's name."],
    [{ ...aClient, name: 7 }, "Please give the name as text."],
    [{ ...aClient, name: "x".repeat(10_000) }, "The name is too long (at most 200 characters)."],
    [{ ...aClient, name: "Bell\u0007" }, "The name contains characters that cannot be used."],
    [{ ...aClient, name: "Two\nlines" }, "The name contains characters that cannot be used."],
    [{ name: "A" }, "Please give the email address."],
    [{ ...aClient, email: "nobody" }, "Please provide a valid email address."],
    [{ ...aClient, email: "a@b.co\r\nBcc: c@d.co" }, "Please provide a valid email address."],
    [{ ...aClient, status: "asleep" }, "The status must be active or inactive."],
    [{ ...aClient, address: "x\u0000" }, "The address contains characters that cannot be used."],
    [{ ...aClient, surname: "B" }, 'There is no field called "surname".'],
  ] as const;
  const subscriptionCases = [
    [{ ...subscription, amount: -1 }, "The amount cannot be negative."],
    [{ ...subscription, amount: "12" }, "Please give the amount as a number."],
    [{ ...subscription, amount: 0.001 }, "Please give the amount with at most two decimals."],
    [{ ...subscription, amount: 1e12 }, "The amount is too large."],
    [{ ...subscription, start_date: "2026-02-30" }, "Please give a date that exists, as YYYY-MM-DD."],
    [
      { ...subscription, start_date: "2026-01-31T00:00:00Z" },
      "Please give a date that exists, as YYYY-MM-DD.",
    ],
    [{ ...subscription, start_date: "1026-01-31" }, "Please give a date from Jan 1, 2000 to Dec 31, 2099."],
    [
      { ...subscription, frequency: "weekly" },
      "The billing frequency must be monthly, quarterly, semi-annual or yearly.",
    ],
    [{ ...subscription, client_id: "7" }, "That is not a valid id."],
    [{ ...subscription, status: "gone" }, "The status must be active, paused or inactive."],
    [{ ...subscription, muted: "yes" }, 'The field "muted" is not valid.'],
    [subscription, "That client does not exist."],
  ] as const;
  const contactCases = [
    [{}, "Please fill in all required fields (Name, Email, and Message)."],
    [{ ...message, message: " " }, "Please fill in all required fields (Name, Email, and Message)."],
    [{ ...message, email: "no" }, "Please provide a valid email address."],
    [{ email: "no", name: "A" }, "Please fill in all required fields (Name, Email, and Message)."],
    [
      { ...message, email: "a@b.co\nBcc: c@d.co" },
      "The email address contains characters that cannot be used.",
    ],
    [{ ...message, message: "x".repeat(5_001) }, "The message is too long (at most 5,000 characters)."],
    [{ ...message, elapsed: -1 }, 'The field "elapsed" is not valid.'],
    [{ ...message, to: "me@example.com" }, 'There is no field called "to".'],
  ] as const;

  test.each([
    ...clientCases.map(([body, error]) => ["POST /api/v1/clients", body, error] as const),
    ...clientCases.map(([body, error]) => ["PUT /api/v1/clients/{id}", body, error] as const),
    ...subscriptionCases.map(([body, error]) => ["POST /api/v1/subscriptions", body, error] as const),
    ...contactCases.map(([body, error]) => ["POST /api/send-email", body, error] as const),
  ])("%s %j", async (key, body, error) => {
    const before = await allRecords();
    expect(await running.asStaff(key, { params, body })).toMatchObject({ status: 400, body: { error } });
    expect(await allRecords()).toEqual(before);
    await running.product.idle();
    expect((await running.product.inbox()).filter(({ subject }) => subject.includes("Message"))).toEqual([]);
  });

  test("an amount that is too large for a number", async () => {
    const body = JSON.stringify(subscription).replace('"amount":1', '"amount":1e400');
    expect(await running.asStaff("POST /api/v1/subscriptions", { body })).toMatchObject({
      status: 400,
      body: { error: "Please give the amount as a number." },
    });
  });
});

describe("an invalid id or query", () => {
  test.each([
    ["PUT /api/v1/clients/{id}", { ...aClient }],
    ["GET /api/v1/clients/{id}/account", undefined],
    ["POST /api/v1/clients/{id}/payments", { amount: 1 }],
  ] as const)("%s is a 400", async (key, body) => {
    for (const id of ["7", "../settings", "' OR 1=1", "%00", "x".repeat(3_000)]) {
      const { status } = await running.asStaff(key, { params: { id }, ...(body && { body }) });
      expect([400, 404, 414]).toContain(status);
    }
    const { status, body: answer } = await running.asStaff(key, {
      params: { id: "7" },
      ...(body && { body }),
    });
    expect([status, answer.error]).toEqual([400, "That is not a valid id."]);
  });

  test("an unknown query is a 400", async () => {
    const { status, body } = await running.asStaff("GET /api/v1/clients", { query: { limit: "5" } });
    expect([status, body.error]).toEqual([400, 'There is no field called "limit".']);
  });

  test("an unknown path is a 404 of the API, never the site's page", async () => {
    const { status, body } = await running.asStaff("GET /api/v1/nothing" as "GET /api/v1/clients");
    expect([status, body.message]).toEqual([404, "Not Found"]);
  });
});
