import type * as z from "zod/mini";
import type { Route } from "../shared/route.ts";
import type { Event } from "./caller.ts";
import * as errors from "./errors.ts";

/** What a route is asked with, as its schemas have it. @throws Refusal with the first complaint */
export function inputOf(route: Route, event: Event) {
  return {
    ...(route.params && { params: parse(route.params, event.pathParameters ?? {}) }),
    ...(route.query && { query: parse(route.query, event.queryStringParameters ?? {}) }),
    ...(route.body && { body: parse(route.body, bodyOf(event)) }),
  };
}

/** Far more than the longest form; a body beyond it is a mistake or an attack. */
export const longestBody = 64 * 1024;

function bodyOf(event: Event): unknown {
  const body = textOf(event);
  if (Buffer.byteLength(body) > longestBody) throw new errors.TooLarge("That is too much to send at once.");
  try {
    return JSON.parse(body);
  } catch {
    throw new errors.Invalid("The request is not valid JSON.");
  }
}

/** What is said to be JSON comes as text, whatever bytes it was; anything else as the bytes that were sent. */
function textOf({ body = "", isBase64Encoded, headers }: Event): string {
  try {
    if (isBase64Encoded) return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"));
  } catch {
    throw notUtf8();
  }
  // API Gateway puts this sign in the place of bytes that are no text, which makes the body another length.
  const length = headers["content-length"];
  if (length !== undefined && body.includes("\uFFFD") && Number(length) !== Buffer.byteLength(body))
    throw notUtf8();
  return body;
}

const notUtf8 = () => new errors.Invalid("The request is not text in UTF-8.");

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new errors.Invalid(sentence(result.error.issues[0]));
}

/** What zod's small API says of whatever a schema has no sentence for. */
const withoutSentence = "Invalid input";

/** The schemas carry their own sentences; these are for the shapes they leave to zod. */
function sentence(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys")
    return `There is no field called "${issue.keys[0]?.slice(0, 50)}".`;
  if (issue?.path.length === 0 && issue.code === "invalid_type") return "Please send a JSON object.";
  if (!issue || issue.message === withoutSentence) {
    return `The field "${issue?.path.join(".")}" is not valid.`;
  }
  return issue.message;
}
