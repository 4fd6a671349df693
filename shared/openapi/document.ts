import type * as z from "zod/mini";
import { type AllRoutes, api, type Resource } from "../api.ts";
import * as company from "../company.ts";
import type { Access, Route } from "../route.ts";
import { operations, resources } from "./operations.ts";
import { type Schema, schemaOf } from "./schemas.ts";

/** The part of OpenAPI 3.1 that the document uses. */
export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Schema };
type Content = { [media: string]: { schema: Schema; example?: unknown } };
export type Operation = {
  operationId: string;
  tags: [Resource];
  summary: string;
  description?: string;
  "x-access": Access;
  security?: { staff: [] }[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content: Content }>;
};
export type Document = ReturnType<typeof openApi>;

const errorTexts: Record<number, string> = {
  400: "The request is not valid. The sentence says why.",
  401: "The caller is not signed in.",
  403: "The caller is not allowed to do this.",
  404: "The record does not exist.",
  409: "The record has changed since you read it.",
  413: "The body is too large.",
  429: "Too many requests. `Retry-After` says how many seconds to wait.",
  500: "An internal error.",
  502: "The email could not be sent.",
  503: "A service is temporarily unavailable. Nothing was changed.",
};

function statusesOf(method: string, { access, limit, params, query, body }: Route): number[] {
  return [
    ...(params || query || body ? [400] : []),
    ...(access === "public" ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(method === "GET" ? [] : [409]),
    ...(body ? [413] : []),
    ...(limit ? [429] : []),
    500,
    503,
  ];
}

const camel = (text: string) =>
  text.replace(/[^a-zA-Z]+([a-z]|$)/g, (_, letter: string) => letter.toUpperCase());

type Text = Omit<(typeof operations)[keyof AllRoutes], "body"> & { body?: unknown };

/** @throws Error that says where a route's missing text belongs */
export function textOf(key: keyof AllRoutes): Text {
  const text: Text | undefined = operations[key];
  if (!text) throw new Error(`${key} has no OpenAPI text. Add it in shared/openapi/operations/.`);
  return text;
}

/** The OpenAPI 3.1 description, generated from the route table. */
export function openApi() {
  const components: Record<string, Schema> = {
    Error: {
      type: "object",
      properties: {
        error: { type: "string", description: "A sentence for people." },
        requestId: { type: "string", description: "Identifies the request in the logs." },
        message: {
          type: "string",
          description: "The gateway's error, if the request did not reach the API.",
        },
      },
      anyOf: [{ required: ["error"] }, { required: ["message"] }],
    },
  };
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

  const page = { "text/html": { schema: { type: "string" } } };

  function operationOf(key: keyof AllRoutes, resource: Resource, route: Route): Operation {
    const [method = "", path = ""] = key.split(" ");
    const { summary, description, body, response, errors: extraErrors = [] } = textOf(key);
    const parametersIn = (where: "path" | "query", type: z.ZodMiniObject | undefined): Parameter[] => {
      const { properties = {}, required = [] } = (type ? schemaOf(type, "input", components) : {}) as {
        properties?: Record<string, Schema>;
        required?: string[];
      };
      return Object.entries(properties).map(([name, schema]) => ({
        name,
        in: where,
        required: required.includes(name),
        schema,
      }));
    };
    const described = route.body && schemaOf(route.body, "input", components);
    // Every field is optional, but one of them is required.
    const someField = described?.required === undefined && route.body?.safeParse({}).success === false;
    const parameters = [...parametersIn("path", route.params), ...parametersIn("query", route.query)];
    const statuses = [...new Set([...statusesOf(method, route), ...extraErrors])].sort();
    return {
      operationId: camel(`${method.toLowerCase()} ${path.replace(/^\/api\/(v1\/)?/, "")}`),
      tags: [resource],
      summary,
      ...(description && { description }),
      "x-access": route.access,
      security: route.access === "public" ? [] : [{ staff: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(described && {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { ...described, ...(someField && { minProperties: 1 }) },
              example: body,
            },
          },
        },
      }),
      responses: {
        [route.status ?? 200]: {
          description: "Success.",
          content: {
            [route.media ?? "application/json"]: {
              schema: schemaOf(route.response, "output", components),
              example: response,
            },
          },
        },
        ...Object.fromEntries(
          statuses.map((status) => [
            status,
            { description: errorTexts[status] ?? "", content: route.media === "text/html" ? page : error },
          ]),
        ),
      },
    };
  }

  const paths: Record<string, Record<string, Operation>> = {};
  for (const [resource, routes] of Object.entries(api) as [
    Resource,
    Partial<Record<keyof AllRoutes, Route>>,
  ][])
    for (const [key, route] of Object.entries(routes) as [keyof AllRoutes, Route][]) {
      const [method = "", path = ""] = key.split(" ");
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(key, resource, route) };
    }
  return {
    openapi: "3.1.0",
    info: {
      title: `The API of ${company.name.value}`,
      version: "1",
      description:
        "Every error has a sentence in `error`. Days are `YYYY-MM-DD` in Nairobi time, instants are ISO 8601 in UTC, amounts are decimals with at most two places. Calls by staff carry an access token of the user pool.",
    },
    servers: [{ url: "/" }],
    tags: (Object.keys(api) as Resource[]).map((name) => ({ name, description: resources[name] })),
    paths,
    components: {
      securitySchemes: { staff: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: components,
    },
  };
}
