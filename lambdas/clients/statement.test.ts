import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

async function owing(more: object = {}) {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body;
  const terms = {
    client_id: client.id,
    start_date: "2026-10-01",
    next_billing_date: "2026-10-01",
    frequency: "yearly",
    amount: 10_000,
    currency: "KES",
    service: "Hosting",
    ...more,
  } as const;
  const { subscription } = (await on.asStaff("POST /api/v1/subscriptions", { body: terms })).body;
  const params = { id: client.id };
  return {
    params,
    subscription,
    statement: async (query: { from?: string; to?: string } = {}) =>
      (await on.asStaff("GET /api/v1/clients/{id}/statement", { params, query })).body,
    waive: (body: object) =>
      on.asStaff("PUT /api/v1/clients/{id}/charges/{charge}", {
        params: { ...params, charge: `${subscription.id}#2026-10-01` },
        body: { reason: "Server was down", ...body } as never,
      }),
  };
}

test("a waiver leaves the statement of a past day alone, and is a line of its own day with amount, reason and person", async () => {
  const { params, statement, waive } = await owing();
  const october = await statement({ to: "2026-10-31" });
  expect(october).toMatchObject({
    opening: [{ currency: "KES", amount: 0 }],
    entries: [
      {
        day: "2026-10-01",
        kind: "charge",
        text: "Hosting, due Oct 1, 2026",
        currency: "KES",
        amount: 10_000,
      },
    ],
    closing: [{ currency: "KES", amount: 10_000 }],
  });
  expect((await waive({ waived: 10_000 })).status).toBe(200);
  expect(await statement({ to: "2026-10-31" })).toEqual(october);
  const { opening, entries, closing } = await statement({ from: "2026-12-01" });
  expect([opening, closing]).toEqual([
    [{ currency: "KES", amount: 10_000 }],
    [{ currency: "KES", amount: 0 }],
  ]);
  const by = entries[0]?.by;
  expect(by).toBeTruthy();
  expect(entries).toMatchObject([
    {
      day: "2026-12-24",
      kind: "waiver",
      text: `Waived: Server was down (${by}). Hosting, due Oct 1, 2026`,
      amount: -10_000,
      reason: "Server was down",
    },
  ]);
  const { entries: events } = (await on.asStaff("GET /api/v1/clients/{id}/timeline", { params, query: {} }))
    .body;
  expect(events).toContainEqual(
    expect.objectContaining({
      what: "charge-changed",
      name: by,
      after: expect.objectContaining({ waived: true, amount: 10_000, reason: "Server was down" }),
    }),
  );
  // The own page says what, not why, nor who.
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  const page = await (await fetch(`${url}?view=statement`)).text();
  expect(page).toContain("Waived: Hosting");
  expect(page).not.toMatch(new RegExp(`Server was down|${by}`));
});

test("a rest that a payment waives is a waiver of the day on which it was recorded", async () => {
  const { params, subscription, statement } = await owing();
  const to = [{ charge_id: `${subscription.id}#2026-10-01`, amount: 9_500 }];
  const body = {
    id: randomUUID(),
    amount: 9_500,
    paid_on: "2026-12-01",
    method: "bank",
    to,
    in_full: true,
  } as const;
  expect((await on.asStaff("POST /api/v1/clients/{id}/payments", { params, body })).status).toBe(201);
  const lines = async () => (await statement()).entries.map(({ day, kind, amount }) => [day, kind, amount]);
  expect(await lines()).toEqual([
    ["2026-10-01", "charge", 10_000],
    ["2026-12-01", "payment", -9_500],
    ["2026-12-24", "waiver", -500],
  ]);
  const { entries } = (
    await on.asAdmin("GET /api/v1/activity", { query: { from: "2026-12-24", to: "2026-12-24" } })
  ).body;
  expect(entries.filter(({ kind }) => kind === "charge-changed")[0]?.after).toMatchObject({
    waived: true,
    amount: 500,
    reason: "Paid in full",
  });
  // A certificate of withheld tax takes the place of the waived rest.
  const tax = {
    id: randomUUID(),
    amount: 500,
    method: "withholding_tax",
    reference: "WHT2026-0001",
  } as const;
  await on.asStaff("POST /api/v1/clients/{id}/payments", { params, body: { ...tax, currency: "KES" } });
  expect((await lines()).slice(3)).toEqual([
    ["2026-12-24", "waiver", 500],
    ["2026-12-24", "payment", -500],
  ]);
  await on.asStaff("DELETE /api/v1/payments/{id}", { params: { id: body.id } });
  expect((await lines()).slice(0, 2)).toEqual([
    ["2026-10-01", "charge", 10_000],
    ["2026-12-24", "waiver", -500],
  ]);
});

test("days that do not exist are refused, and a day to come is today", async () => {
  const { params, statement } = await owing();
  const query = { to: "2026-13-41" };
  expect((await on.asStaff("GET /api/v1/clients/{id}/statement", { params, query })).status).toBe(400);
  expect((await statement({ to: "2030-01-01" })).to).toBe("2026-12-24");
  const unknown = { params: { id: randomUUID() }, query: {} };
  expect((await on.asStaff("GET /api/v1/clients/{id}/statement", unknown)).status).toBe(404);
});
