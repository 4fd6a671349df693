import { expect, test } from "vitest";
import { digestOf } from "./digest.ts";

test("the digest does not depend on the order of rows, and shows every difference", () => {
  expect(digestOf(["a", "b"])).toEqual(digestOf(["b", "a"]));
  expect(digestOf(["a", "b"]).digest).not.toBe(digestOf(["a", "c"]).digest);
  expect(digestOf(["a", "a"]).digest).not.toBe(digestOf([]).digest);
});
