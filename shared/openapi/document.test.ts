import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { api } from "../api.ts";
import type { Route } from "../route.ts";
import { openApi } from "./document.ts";
import { operations } from "./operations.ts";

test("the description holds against OpenAPI 3.1 and the linter's rules, every example against its schema", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "no-invalid-media-type-examples": "error",
      // It is nobody's to reuse.
      "info-license": "off",
      // The document and the API stand at one address.
      "no-server-example.com": "off",
    },
  });
  const source = JSON.stringify(openApi());
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test("every example is what its route takes and answers", () => {
  for (const [key, route] of Object.values(api).flatMap((routes) => Object.entries<Route>(routes))) {
    const { body, answer } = operations[key as keyof typeof operations];
    if (route.body) expect(() => route.body?.parse(body), key).not.toThrow();
    expect(route.answer.parse(answer), key).toEqual(answer);
  }
});

test("who may call is said of every operation", () => {
  const { paths } = openApi();
  expect(paths["/api/send-email"]?.post).toMatchObject({ "x-access": "public", security: [] });
  expect(paths["/api/v1/activity"]?.get).toMatchObject({ "x-access": "admin", security: [{ staff: [] }] });
});
