import * as z from "zod/mini";
import { type AllRoutes, api, type Resource } from "../api.ts";
import { Client } from "../clients.ts";
import * as company from "../company.ts";
import { Message } from "../messages.ts";
import { Payment } from "../payments.ts";
import { LoggedReminder, Reminder } from "../reminders.ts";
import type { Access, Route } from "../route.ts";
import { Settings } from "../settings.ts";
import { Renewal, Subscription } from "../subscriptions.ts";
import { Note, TimelineEntry } from "../timeline.ts";
import { operations, resources } from "./operations.ts";

/** The part of OpenAPI 3.1 that the document has. */
export type Schema = { [keyword: string]: unknown };
export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Schema };
type Content = { [media: string]: { schema: Schema; example?: unknown } };
export type Operation = {
  operationId: string;
  tags: [Resource];
  summary: string;
  description?: string;
  /** Who may call it: `public`, `staff` or `admin`. */
  "x-access": Access;
  security?: { staff: [] }[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content: Content }>;
};
export type Document = ReturnType<typeof openApi>;

/** What several answers have in them, by its name there. */
const named = {
  Client,
  Subscription,
  Renewal,
  Payment,
  Note,
  TimelineEntry,
  Message,
  Reminder,
  LoggedReminder,
  Settings,
};
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

type JsonSchema = Schema & { $defs?: Record<string, Schema>; format?: string };

/** A schema, and the named ones that it refers to put among the others. */
function schemaOf(type: z.ZodMiniType, io: "input" | "output", components: Record<string, Schema>): Schema {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = z.toJSONSchema(type, {
    ...{ io, metadata: names, unrepresentable: "any" },
    override: ({ jsonSchema }) => {
      const { format } = jsonSchema;
      // What a format says already, as an expression of a hundred characters.
      if (format && ["uuid", "date", "date-time"].includes(format)) delete jsonSchema.pattern;
      delete (jsonSchema as Schema).id;
    },
  }) as JsonSchema;
  Object.assign(components, referring($defs));
  return referring(schema);
}

const referring = <S extends Schema>(schema: S): S =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

const refusals: Record<number, string> = {
  400: "Something in it cannot be used; the sentence says what.",
  401: "Nobody is signed in, or no longer.",
  403: "The caller may not do this.",
  404: "There is no such record.",
  409: "It goes against what is stored by now.",
  413: "The body is too long.",
  429: "Too often; `Retry-After` says in how many seconds again.",
  500: "A fault on our side.",
  502: "The email could not be handed over.",
  503: "Something that is needed cannot be reached just now. Nothing was changed.",
};

function statusesOf(method: string, { access, limit, params, query, body }: Route): number[] {
  return [
    ...(params || query || body ? [400] : []),
    ...(access === "public" ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(method === "GET" ? [] : [409]),
    ...(body ? [413] : []),
    ...(limit ? [429] : []),
    ...[500, 503],
  ];
}

const camel = (text: string) =>
  text.replace(/[^a-zA-Z]+([a-z]|$)/g, (_, letter: string) => letter.toUpperCase());

/** The API as it is, described by OpenAPI 3.1: made of the table of routes by which it is served. */
export function openApi() {
  const components: Record<string, Schema> = {
    Error: {
      type: "object",
      properties: {
        error: { type: "string", description: "A sentence that a person can read." },
        requestId: { type: "string", description: "By which the logs have it." },
        message: { type: "string", description: "The gateway's own word, where a call came no further." },
      },
      anyOf: [{ required: ["error"] }, { required: ["message"] }],
    },
  };
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

  function operationOf(key: keyof AllRoutes, resource: Resource, route: Route): Operation {
    const [method = "", path = ""] = key.split(" ");
    const {
      summary,
      description,
      body,
      answer,
      refusals: more = [],
    } = operations[key] as Omit<(typeof operations)[keyof AllRoutes], "body"> & { body?: unknown };
    const parametersIn = (where: "path" | "query", type: z.ZodMiniObject | undefined): Parameter[] => {
      const { properties = {}, required = [] } = (type ? schemaOf(type, "input", components) : {}) as {
        properties?: Record<string, Schema>;
        required?: string[];
      };
      return Object.entries(properties).map(([name, schema]) => ({
        ...{ name, in: where, required: required.includes(name), schema },
      }));
    };
    const parameters = [...parametersIn("path", route.params), ...parametersIn("query", route.query)];
    const statuses = [...new Set([...statusesOf(method, route), ...more])].sort();
    return {
      operationId: camel(`${method.toLowerCase()} ${path.replace(/^\/api\/(v1\/)?/, "")}`),
      tags: [resource],
      summary,
      ...(description && { description }),
      "x-access": route.access,
      security: route.access === "public" ? [] : [{ staff: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(route.body && {
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: schemaOf(route.body, "input", components), example: body },
          },
        },
      }),
      responses: {
        [route.status ?? 200]: {
          description: "It was done.",
          content: {
            [route.media ?? "application/json"]: {
              ...{ schema: schemaOf(route.answer, "output", components), example: answer },
            },
          },
        },
        ...Object.fromEntries(
          statuses.map((status) => [status, { description: refusals[status] ?? "", content: error }]),
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
        "Every refusal is a sentence in `error`. Days are `YYYY-MM-DD` in Nairobi's calendar, instants ISO 8601 in UTC, amounts whole cents written as decimals. Signed-in calls carry an access token of the user pool.",
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
