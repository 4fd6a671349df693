import { expect, test } from "vitest";
import { orderOf, orderText, sorted } from "./list-order.ts";

const texts = (rows: { key: string | number | undefined }[]) => rows.map(({ key }) => key);
const rows = (...keys: (string | number | undefined)[]) => keys.map((key) => ({ key }));

test("names sort without regard to case, and numbers by value", () => {
  const names = rows("zebra", "Client 10", "client 9", "Ábaco");
  expect(texts(sorted(names, ({ key }) => key, { desc: false }))).toEqual([
    "Ábaco",
    "client 9",
    "Client 10",
    "zebra",
  ]);
  expect(texts(sorted(names, ({ key }) => key, { desc: true }))).toEqual([
    "zebra",
    "Client 10",
    "client 9",
    "Ábaco",
  ]);
});

test("rows without a key come last in both directions", () => {
  const unsorted = rows(undefined, 2, 1);
  expect(texts(sorted(unsorted, ({ key }) => key, { desc: false }))).toEqual([1, 2, undefined]);
  expect(texts(sorted(unsorted, ({ key }) => key, { desc: true }))).toEqual([2, 1, undefined]);
});

test("a missing or invalid order in the address means the default order", () => {
  const usual = { id: "name", desc: false };
  expect(orderOf("-amount", ["name", "amount"], usual)).toEqual({ id: "amount", desc: true });
  expect(orderOf("", ["name"], usual)).toBe(usual);
  expect(orderOf("password", ["name"], usual)).toBe(usual);
  expect(orderText({ id: "amount", desc: true })).toBe("-amount");
});
