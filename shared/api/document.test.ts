import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { addDays, FIRST_DAY, LAST_DAY } from "../day.ts";
import type { Route } from "../route.ts";
import { api } from "./api.ts";
import { openApi } from "./document.ts";
import { exampleOf } from "./example-of.ts";
import type { Schema } from "./schemas.ts";

test("the description is valid OpenAPI 3.1 without lint errors, and every example matches its schema", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "no-invalid-media-type-examples": "error",
      // API Gateway tells `DELETE /subscriptions/prices/{id}` from `POST /subscriptions/{id}/preview` by the method.
      "no-ambiguous-paths": "off",
      // We give nobody a licence.
      "info-license": "off",
      // The document and the API have the same origin.
      "no-server-example.com": "off",
    },
  });
  const source = JSON.stringify(openApi());
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test("every example matches its route", () => {
  for (const [key, { body, response, media }] of Object.values(api).flatMap((routes) =>
    Object.entries<Route>(routes),
  )) {
    const place = `${key} has no example that fits its schema. Correct it in shared/api/examples.ts.`;
    if (body) expect(() => body.parse(exampleOf(body, "input")), place).not.toThrow();
    const example = exampleOf(response, "output", media);
    expect(() => response.parse(example), place).not.toThrow();
    expect(response.parse(example), place).toEqual(example);
  }
});

test("a text without an example says where it belongs", () => {
  const type = z.object({ code: z.string() });
  expect(() => exampleOf(type, "output")).toThrow(
    "code has no example. Add it to shared/api/examples.ts, by its schema or by its name.",
  );
});

test("every operation says who may call it", () => {
  const { paths } = openApi();
  expect(paths["/api/send-email"]?.post).toMatchObject({ "x-access": "public", security: [] });
  expect(paths["/api/v1/activity"]?.get).toMatchObject({ "x-access": "admin", security: [{ staff: [] }] });
});

/** Every schema in the document, wherever it is. */
function* schemasIn(value: unknown): Generator<Schema> {
  if (typeof value !== "object" || value === null) return;
  yield value as Schema;
  for (const [name, part] of Object.entries(value)) if (name !== "example") yield* schemasIn(part);
}

test("every pattern is one that programs in other languages can use", () => {
  const patterns = new Set(
    [...schemasIn(openApi())].flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : [])),
  );
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern), pattern).not.toThrow();
    // Classes of Unicode, code points in braces, looking behind, and named groups.
    expect(pattern).not.toMatch(/\\[pPkx]|\\u\{|\(\?[<>=!]/);
  }
});

const ajv = new Ajv2020({ strict: false, formats: { ...fullFormats, "idn-email": /@/ } });
const bodyOf = (path: string, method: string): Schema =>
  openApi().paths[path]?.[method]?.requestBody?.content["application/json"]?.schema ?? {};

test("what a body takes is described to the bounds: days, addresses, and no change of nothing", () => {
  const takes = (schema: unknown, value: unknown) => ajv.validate(schema as Schema, value);
  const fieldOf = (path: string, name: string) =>
    (bodyOf(path, "post").properties as Record<string, Schema>)[name];
  const day = fieldOf("/api/v1/subscriptions", "start_date");
  const days = [addDays(FIRST_DAY, -1), FIRST_DAY, LAST_DAY, "2100-01-01", "2026-02-30"];
  expect(days.map((text) => takes(day, text))).toEqual([false, true, true, false, false]);
  expect(day?.description).toContain(`From ${FIRST_DAY} to ${LAST_DAY}.`);

  expect(fieldOf("/api/v1/clients", "email")?.format).toBe("email");
  expect(fieldOf("/api/v1/staff/members", "email")?.format).toBe("email");
  expect(fieldOf("/api/send-email", "email")?.format).toBe("idn-email");
  const company = fieldOf("/api/v1/settings", "company_email");
  expect(["", "office@mwamba.example", "office"].map((text) => takes(company, text))).toEqual([
    true,
    true,
    false,
  ]);

  const change = bodyOf("/api/v1/staff/members/{id}", "put");
  expect([{}, { role: "admin" }].map((body) => takes(change, body))).toEqual([false, true]);
});

test("a body that may not be empty is described so", () => {
  for (const [key, { body }] of Object.values(api).flatMap((routes) => Object.entries<Route>(routes))) {
    const [method = "", path = ""] = key.split(" ");
    if (body)
      expect([key, ajv.validate(bodyOf(path, method.toLowerCase()), {})]).toEqual([
        key,
        body.safeParse({}).success,
      ]);
  }
});
