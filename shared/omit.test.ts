import { expect, test } from "vitest";
import { omit } from "./omit.ts";

test("a copy lacks the named fields, and the object keeps them", () => {
  const row = { id: "a", version: 3, name: undefined };
  expect(omit(row, "version")).toStrictEqual({ id: "a", name: undefined });
  expect(omit(row, "id", "version")).toStrictEqual({ name: undefined });
  expect(row.version).toBe(3);
});
