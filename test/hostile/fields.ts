import * as z from "zod/mini";
import { api } from "../../shared/api/api.ts";
import { exampleOf } from "../../shared/api/example-of.ts";
import type { Route, RouteKey } from "../../shared/route.ts";

/** A text field in the body of a route. */
export type TextField = {
  route: RouteKey;
  /** Names, and "0" for the first item of a list: `lines.0.payer`. */
  path: string;
  schema: z.ZodMiniType;
  /** The route's example body with this text in the field. */
  bodyWith(text: string): unknown;
};

type JsonSchema = {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
};

const pathsIn = ({ type, anyOf = [], properties = {}, items }: JsonSchema): string[][] => [
  ...(type === "string" ? [[]] : []),
  ...anyOf.flatMap(pathsIn),
  ...Object.entries(properties).flatMap(([name, field]) => pathsIn(field).map((path) => [name, ...path])),
  ...(items ? pathsIn(items).map((path) => ["0", ...path]) : []),
];

export function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === "0") return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const fields = { ...(value as Record<string, unknown> | undefined) };
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

/** Every text field of every route. */
export const textFields: TextField[] = Object.values(api)
  .flatMap((routes) => Object.entries<Route>(routes) as [RouteKey, Route][])
  .flatMap(([route, { body: schema }]) => {
    if (!schema) return [];
    const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const body = exampleOf(schema, "input");
    return pathsIn(described).map((path) => ({
      route,
      schema,
      path: path.join("."),
      bodyWith: (text: string) => withText(body, path, text),
    }));
  });

/** Text that can make cleaning slow when repeated: invisible characters, marks, emoji, and what patterns look for. */
export const units = [
  "\u200F",
  "\u200D",
  "\u200C",
  "\u0301",
  "\u0301\u0316",
  "\u093C\u200C",
  "👩\u200D",
  "\u{E0061}",
  "\u{1F3F4}\u{E0061}",
  "\uFE0F",
  "\u2068",
  "\u05D0\u200F",
  " ",
  "\n",
  "\r",
  "1",
  "a@",
  "a.",
  ",",
  "{",
  "é",
] as const;

/** The unit repeated to at most this number of bytes in UTF-8. */
export const repeated = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
