import * as z from "zod/mini";
import type { Route, RouteKey } from "../../shared/route.ts";
import { authorizations, bodies, cursors, pathParts, queries, texts, types, values } from "./corpus.ts";

/** A request as sent. */
export type Hostile = {
  route: RouteKey;
  /** Names the hostile part of the request. */
  about: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The hostile field of the body, if any. */
  field?: string;
  /** Sends a valid token. */
  signedIn: boolean;
};

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

/** Ids of existing records by resource name, so that hostile requests reach them. */
export type Known = { ids: Record<string, string>; day: string };

const idIn = (path: string, { ids }: Known) => ids[path.split("/")[3] ?? ""] ?? Object.values(ids)[0] ?? "";

/** A simple valid value for a schema. */
function plain(schema: Schema, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return plain(schema.anyOf[0], known);
  if (schema.properties) return plainFields(schema, known);
  if (schema.format === "uuid") return Object.values(known.ids)[0];
  if (schema.format === "date") return known.day;
  if (schema.format === "email") return "somebody@example.com";
  if (schema.type === "number" || schema.type === "integer") return Math.max(1, schema.minimum ?? 1);
  if (schema.type === "boolean") return true;
  if (schema.type === "array") return schema.items ? [plain(schema.items, known)] : [];
  return schema.type === "string" ? "Plain" : {};
}

function plainFields({ properties = {}, required = [] }: Schema, known: Known): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name.includes("email") ? "a@example.com" : plain(field, known)]),
  );
}

const described = (schema: z.ZodMiniType | undefined): Schema | undefined =>
  schema && (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema);

/** The whole corpus for one route: its authorization, path, query, body and each field. */
export function* hostileRequests(route: RouteKey, { access, params, query, body }: Route, known: Known) {
  const [, template] = route.split(" ") as [string, string];
  const fields = described(params)?.properties ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "id" ? idIn(template, known) : String(plain(fields[name] ?? { type: "string" }, known)),
  );
  const open = access === "public";
  const json = { "content-type": "application/json" };
  const schema = described(body) ?? {};
  const validBody = JSON.stringify(plain(schema, known));
  const request = (about: string, more: Partial<Hostile> = {}): Hostile => ({
    route,
    about,
    path,
    headers: json,
    signedIn: !open,
    ...(body && { body: validBody }),
    ...more,
  });

  if (!open)
    for (const authorization of authorizations)
      yield request(`authorization ${authorization}`, {
        signedIn: false,
        headers: { ...json, authorization },
      });

  if (template.includes("{"))
    for (const part of pathParts)
      yield request(`path ${part}`, { path: template.replace(/\{\w+\}/g, () => part) });
  yield request("path continues", { path: `${path}/../%2e%2e/settings` });

  // A function reads the query only if its route declares one.
  for (const text of query ? queries : [queries.join("&")])
    yield request(`query ${text.slice(0, 200)}`, { path: `${path}?${text}` });
  for (const name of Object.keys(described(query)?.properties ?? {}))
    for (const text of [...cursors, ...texts.filter((text) => text.length < 1_000)])
      yield request(`query ${name}=${text}`, {
        path: `${path}?${name}=${encodeURIComponent(text.toWellFormed())}`,
      });

  if (!body) {
    yield request("unexpected body", { body: "{" });
    return;
  }
  for (const body of bodies) yield request(`body ${String(body).slice(0, 40)}`, { body });
  for (const type of types) yield request(`type ${type}`, { headers: type ? { "content-type": type } : {} });
  for (const name of Object.keys(schema.properties ?? {}))
    for (const value of [...texts, ...values])
      yield request(`field ${name}=${JSON.stringify(value).slice(0, 40)}`, {
        field: name,
        body: JSON.stringify({ ...plainFields(schema, known), [name]: value }),
      });
  yield request("unknown field", { body: JSON.stringify({ ...plainFields(schema, known), unknown: 1 }) });
}
