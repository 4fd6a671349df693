import { expect, test } from "vitest";
import { intercept } from "../../../test/product/interception.ts";
import { aClient, staffedProduct } from "../../../test/product/staffed.ts";

const running = staffedProduct();

test("a list shows what was just saved, because it does not use eventually consistent reads", async () => {
  const { product, asStaff } = running;
  const lagging = new Map<string, string>();
  intercept(product, async ({ operation, body }, pass) => {
    const answer = await pass();
    if (operation !== "Scan" || JSON.parse(body).ConsistentRead) return answer;
    // The table's rows at the first read.
    const before = lagging.get(body) ?? (await answer.text());
    lagging.set(body, before);
    return new Response(before, { status: 200, headers: { "content-type": "application/x-amz-json-1.0" } });
  });
  const namesNow = async () =>
    (await asStaff("GET /api/v1/clients")).body.clients.map(({ name }) => name).sort();
  const amountsNow = async () =>
    (await asStaff("GET /api/v1/subscriptions")).body.subscriptions.map(({ amount }) => amount).sort();
  expect([await namesNow(), await amountsNow()]).toEqual([[], []]);

  const { client } = (await asStaff("POST /api/v1/clients", { body: aClient })).body;
  const body = { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 10 };
  const { subscription } = (await asStaff("POST /api/v1/subscriptions", { body })).body;
  expect([await namesNow(), await amountsNow()]).toEqual([[aClient.name], [10]]);

  const params = { id: client.id };
  await asStaff("PUT /api/v1/clients/{id}", { params, body: { ...aClient, name: "Amani Holdings" } });
  const dearer = { params: { id: subscription.id }, body: { ...body, amount: 20 } };
  await asStaff("PUT /api/v1/subscriptions/{id}", dearer);
  expect([await namesNow(), await amountsNow()]).toEqual([["Amani Holdings"], [20]]);
});
