import { expect, test } from "vitest";
import { seedRows } from "../../test/seed-rows.ts";
import { staffedProduct } from "../../test/staffed.ts";

const running = staffedProduct();

test("a long list comes in pages, each client once", async () => {
  const ids = await seedRows(running.product, "Clients", 2_300, (id, index) => ({
    id,
    name: `Client ${index}`,
    email: `client${index}@example.com`,
    phone: "",
    company: "",
    address: "",
    status: "active",
    created_at: "2026-01-01T00:00:00.000Z",
    version: 1,
  }));
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await running.asStaff("GET /api/v1/clients", { query: cursor ? { cursor } : {} });
    seen.push(...body.clients.map(({ id }) => id));
    sizes.push(body.clients.length);
    cursor = body.cursor;
  } while (cursor);
  expect(sizes.length).toBeGreaterThan(2);
  expect(seen.length).toBe(2_300);
  expect(new Set(seen)).toEqual(new Set(ids));
});

test("a page that cannot be is a 400", async () => {
  const { status, body } = await running.asStaff("GET /api/v1/clients", { query: { cursor: "x" } });
  expect([status, body.error]).toEqual([400, "There is no such page of this list."]);
});
