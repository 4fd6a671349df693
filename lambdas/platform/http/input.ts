import type * as z from "zod/mini";
import type { Route } from "../../../shared/route.ts";
import type { Event } from "./caller.ts";
import * as refusals from "./refusals.ts";

/** The parts of a request, parsed with the schemas of its route. @throws Refusal with the first problem */
export function inputOf(route: Route, event: Event) {
  return {
    ...(route.params && { params: parse(route.params, event.pathParameters ?? {}) }),
    ...(route.query && { query: parse(route.query, event.queryStringParameters ?? {}) }),
    ...(route.body && { body: parse(route.body, bodyOf(event, route.maxBodyBytes)) }),
  };
}

/** Far more than the longest form. */
export const MAX_BODY_BYTES = 64 * 1024;

function bodyOf(event: Event, maxBytes = MAX_BODY_BYTES): unknown {
  const body = textOf(event);
  if (Buffer.byteLength(body) > maxBytes) throw new refusals.TooLarge("The request is too large.");
  try {
    return JSON.parse(body);
  } catch {
    throw new refusals.Invalid("The request is not valid JSON.");
  }
}

/** API Gateway passes a JSON body as text, and other bodies as base64. */
function textOf({ body = "", isBase64Encoded, headers }: Event): string {
  try {
    if (isBase64Encoded) return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"));
  } catch {
    throw notUtf8();
  }
  // API Gateway replaces bytes that are not UTF-8 with this character, which changes the length of the body.
  const length = headers["content-length"];
  if (length !== undefined && body.includes("\uFFFD") && Number(length) !== Buffer.byteLength(body))
    throw notUtf8();
  return body;
}

const notUtf8 = () => new refusals.Invalid("The request is not valid UTF-8.");

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new refusals.Invalid(messageOf(result.error.issues[0]));
}

/** Zod's message for an issue without a message in the schema. */
const DEFAULT_MESSAGE = "Invalid input";

/** The schemas have their own messages. These are for the issues they leave to zod. */
function messageOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys")
    return `There is no field called "${issue.keys[0]?.slice(0, 50)}".`;
  if (issue?.path.length === 0 && issue.code === "invalid_type") return "Please send a JSON object.";
  if (!issue || issue.message === DEFAULT_MESSAGE) {
    return `The field "${issue?.path.join(".")}" is not valid.`;
  }
  return issue.message;
}
