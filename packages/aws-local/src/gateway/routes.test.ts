import { expect, test } from "vitest";
import { matchRoutes } from "./routes.ts";

const match = matchRoutes(
  [
    "$default",
    "ANY /{path+}",
    "GET /a/b/{path+}",
    "GET /{x}/b/{y}",
    "ANY /a/{id}",
    "GET /a/{id}",
    "GET /a/fixed",
    "GET /a.c",
  ].map((key) => ({ key })),
);

test.each([
  ["GET", "/a/fixed", "GET /a/fixed", {}],
  ["GET", "/a/1", "GET /a/{id}", { id: "1" }],
  ["PUT", "/a/1", "ANY /a/{id}", { id: "1" }],
  ["PUT", "/a/fixed", "ANY /a/{id}", { id: "fixed" }],
  // A full match wins over a greedy one with more fixed segments.
  ["GET", "/a/b/c", "GET /{x}/b/{y}", { x: "a", y: "c" }],
  ["GET", "/a/b/c/d", "GET /a/b/{path+}", { path: "c/d" }],
  ["DELETE", "/a/b/c/d", "ANY /{path+}", { path: "a/b/c/d" }],
  ["GET", "/", "$default", {}],
  ["GET", "/abc", "ANY /{path+}", { path: "abc" }],
  ["GET", "/a/%E4%F6", "GET /a/{id}", { id: "%E4%F6" }],
])("%s %s goes to %s", (method, path, key, pathParameters) => {
  expect(match(method, path)).toEqual({ route: { key }, pathParameters });
});

test("without a $default route, a request that matches no route has none", () => {
  expect(matchRoutes([{ key: "GET /a" }])("POST", "/a")).toBeUndefined();
});
