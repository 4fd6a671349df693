import type * as z from "zod/mini";
import * as company from "../company.ts";
import type { Access, Route } from "../route.ts";
import { type AllRoutes, api, type Resource } from "./api.ts";
import { exampleOf } from "./example-of.ts";
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

const resourceTexts: Record<Resource, string> = {
  clients: "Businesses that pay, and their history.",
  subscriptions: "What clients pay for regularly, and their payments.",
  payments: "Payments received, and lines of statements.",
  invoices: "Invoices and credit notes, and their control unit numbers.",
  imports: "Clients, subscriptions and payments from files.",
  dashboard: "Today's figures.",
  settings: "The company profile and the email templates.",
  reminders: "Emails to clients: due, sent and planned.",
  messages: "Messages from the contact form.",
  samples: "Sample records for trying the product.",
  activity: "Who changed what.",
  staff: "People with access to the back-office, and their roles.",
  calendar: "Due subscriptions, for calendar apps.",
  account: "Clients' own pages.",
  people: "What is stored about a person: find, download and erase it.",
  paybill: "Callbacks of M-Pesa.",
};

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

const PAGED = "Paged: call again with the `cursor` of the response until there is none.";
const IN_PARTS =
  "Four `part`s can be read in parallel. With `since`: only what changed, and the `mark` for the next time.";
const REPEATABLE = "With an `id`, repeating the request creates no second record.";

/** Adds to the route's description what follows from its schemas. */
function descriptionOf(
  { description, query, body }: Route,
  { idIsOptional }: { idIsOptional: boolean },
): string {
  const queried = query?.shape ?? {};
  return [
    description,
    "cursor" in queried && PAGED,
    "part" in queried && IN_PARTS,
    body && idIsOptional && REPEATABLE,
  ]
    .filter(Boolean)
    .join(" ");
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
    const { summary, errors: extraErrors = [] } = route;
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
    const { properties: fields = {}, required = [] } = (described ?? {}) as {
      properties?: object;
      required?: string[];
    };
    const description = descriptionOf(route, { idIsOptional: "id" in fields && !required.includes("id") });
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
      ...(route.body && {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { ...described, ...(someField && { minProperties: 1 }) },
              example: exampleOf(route.body, "input"),
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
              example: exampleOf(route.response, "output", route.media),
            },
            ...(route.pdf && { "application/pdf": { schema: { type: "string", format: "binary" } } }),
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
    tags: (Object.keys(api) as Resource[]).map((name) => ({ name, description: resourceTexts[name] })),
    paths,
    components: {
      securitySchemes: { staff: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: components,
    },
  };
}
