import type { Schema } from "../../../../shared/api/schemas.ts";

type Schemas = Record<string, Schema>;

const named = ({ $ref }: Schema): string | undefined =>
  typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;

/** The fields of an object, by name. */
export function fieldsOf(schema: Schema, schemas: Schemas) {
  const { properties = {}, required = [] } = (schemas[named(schema) ?? ""] ?? schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/** A schema in a few words: `active or paused`, `list of Client`, `text, at most 200 characters`. */
export function typeOf(schema: Schema): string {
  const name = named(schema);
  if (name) return name;
  const { type, format, items, maxLength, minimum, maximum } = schema;
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either) return either.map(typeOf).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.join(" or ");
  if ("const" in schema) return String(schema.const);
  if (type === "array") return `list of ${typeOf(items as Schema)}`;
  if (type === "string") {
    if (maxLength === 0) return "empty text";
    const kind = formats[String(format)] ?? "text";
    return maxLength === undefined ? kind : `${kind}, at most ${maxLength} characters`;
  }
  if (type === "number" || type === "integer") {
    const kind = type === "integer" ? "whole number" : "number";
    const bounds = [
      typeof minimum === "number" && `from ${minimum}`,
      typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER && `up to ${maximum}`,
    ].filter(Boolean);
    return [kind, ...bounds].join(" ");
  }
  if (type === "boolean") return "true or false";
  if (type === "null") return "null";
  return type === "object" ? "object" : "any value";
}

const formats: Record<string, string> = {
  date: "date, YYYY-MM-DD",
  "date-time": "time, ISO 8601",
  uuid: "id (UUID)",
  email: "email address",
  "idn-email": "email address",
};
