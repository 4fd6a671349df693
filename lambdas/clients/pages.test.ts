import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LIST_PARTS } from "../../shared/list-page.ts";
import { intercept } from "../../test/product/interception.ts";
import { seededClient, seedRows } from "../../test/product/seed-rows.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const running = staffedProduct();

test("a long list comes in pages, each client once", async () => {
  const ids = await seedRows(running.product, "Clients", 2_300, (id, index) => ({
    ...seededClient(id, index),
    // Each part has two megabytes. DynamoDB reads one megabyte at once.
    address: "x".repeat(3_000),
  }));
  const idsSeen: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await running.asStaff("GET /api/v1/clients", { query: cursor ? { cursor } : {} });
    idsSeen.push(...body.clients.map(({ id }) => id));
    sizes.push(body.clients.length);
    cursor = body.cursor;
  } while (cursor);
  expect(sizes.length).toBeGreaterThan(2);
  expect(idsSeen.length).toBe(2_300);
  expect(new Set(idsSeen)).toEqual(new Set(ids));
});

test("its parts have each client once, also when clients change meanwhile, and are read consistently", async () => {
  const { body: wholeList } = await running.asStaff("GET /api/v1/clients");
  const readsConsistently: string[] = [];
  intercept(running.product, ({ operation, body }, pass) => {
    if (operation === "Scan") readsConsistently.push(JSON.parse(body).ConsistentRead);
    return pass();
  });
  const timesListed = new Map<string, number>();
  for (const part of LIST_PARTS) {
    let cursor: string | undefined;
    do {
      const query = { part, ...(cursor && { cursor }) };
      const { body } = await running.asStaff("GET /api/v1/clients", { query });
      for (const { id } of body.clients) timesListed.set(id, (timesListed.get(id) ?? 0) + 1);
      cursor = body.cursor;
      const [changed] = wholeList.clients;
      if (!changed) throw new Error("There is nobody to change.");
      const { name, email } = changed;
      await running.asStaff("PUT /api/v1/clients/{id}", {
        params: { id: changed.id },
        body: { name, email },
      });
    } while (cursor);
  }
  expect([timesListed.size, new Set(timesListed.values())]).toEqual([2_300, new Set([1])]);
  expect(readsConsistently.length).toBeGreaterThan(LIST_PARTS.length);
  expect(new Set(readsConsistently)).toEqual(new Set([true]));
});

test("the cursor of another part is a 400, because DynamoDB refuses it", async () => {
  intercept(running.product, async ({ operation }, pass) => {
    if (operation !== "Scan") return pass();
    const body = {
      __type: "com.amazon.coral.validate#ValidationException",
      message: "The provided starting key is outside the range of the segment.",
    };
    return new Response(JSON.stringify(body), {
      status: 400,
      headers: { "content-type": "application/x-amz-json-1.0" },
    });
  });
  const query = { part: "2", cursor: randomUUID() };
  const { status, body } = await running.asStaff("GET /api/v1/clients", { query });
  expect([status, body.error]).toEqual([400, "There is no such page of this list."]);
});

test.each<Record<string, string>>([{ part: "5" }, { part: "0" }, { part: "1/4" }])(
  "%o is a 400",
  async (query) => {
    const { status, body } = await running.asStaff("GET /api/v1/clients", { query });
    expect([status, body.error]).toEqual([400, "There is no such page of this list."]);
  },
);

test("an invalid page is a 400", async () => {
  const { status, body } = await running.asStaff("GET /api/v1/clients", { query: { cursor: "x" } });
  expect([status, body.error]).toEqual([400, "There is no such page of this list."]);
});
