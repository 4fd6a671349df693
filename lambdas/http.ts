import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod/mini";
import { type Day, dayAt } from "../shared/day.ts";
import type { AnswerOf, ErrorBody, InputOf, Limit, Route, Routes } from "../shared/route.ts";
import { logFailure } from "./log.ts";
import { withinLimit } from "./rate-limit.ts";
import { visitorOf } from "./visitor.ts";

/** A refusal the caller is told about, in a sentence made for people. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const notFound = (what: string) => new HttpError(404, `That ${what} does not exist.`);

export const pleaseSignIn = () => new HttpError(401, "Please sign in.");

export const changedMeanwhile = (what: string) =>
  new HttpError(409, `Somebody else changed ${what} in the meantime. Reload and try again.`);

/** When the work began: the one clock of everything a request does. */
export type Moment = { now: string; today: Day };

export const momentAt = (epochMilliseconds: number): Moment => ({
  now: new Date(epochMilliseconds).toISOString(),
  today: dayAt(epochMilliseconds),
});

/**
 * Who calls: somebody who signed in by the id that stays theirs, anybody else by what stands for their address.
 * `token` is what somebody signed in with, for staff.ts to ask who that is.
 */
type Caller = { caller: string; admin: boolean; token: string };

type Handlers<R extends Routes> = {
  [K in keyof R]: (request: InputOf<R[K]> & Moment & Caller) => Promise<AnswerOf<R[K]>>;
};

// What HTTP APIs add to a proxied event for a route with the JWT authorizer.
type Authorizer = { jwt?: { claims: Record<string, unknown> } };
type Event = APIGatewayProxyEventV2 & {
  requestContext: APIGatewayProxyEventV2["requestContext"] & { authorizer?: Authorizer };
};

/** Turns one resource's handlers into its Lambda function: who may, is it valid, run, answer. */
export function serve<R extends Routes>(routes: R, handlers: Handlers<R>) {
  return async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
    const { requestId, timeEpoch } = event.requestContext;
    try {
      const key = event.routeKey as keyof R & keyof Routes;
      const route: Route | undefined = routes[key];
      if (!route) throw new HttpError(404, "There is nothing at this address.");
      const caller = admit(route, event);
      const moment = momentAt(timeEpoch);
      // Before anything is read of it: what cannot be read counts as well, and only against whoever sent it.
      if (route.limit) await keepWithin(route.limit, event.routeKey, caller.caller, moment.now);
      const request = { ...inputOf(route, event), ...moment, ...caller };
      const handle = handlers[key] as (request: unknown) => Promise<unknown>;
      return json(route.status ?? 200, await handle(request));
    } catch (error) {
      if (error instanceof HttpError)
        return json(error.status, { error: error.message } satisfies ErrorBody, error.headers);
      logFailure("request failed", error, { requestId, route: event.routeKey });
      const body: ErrorBody = { error: "Something went wrong on our side. Please try again.", requestId };
      return json(500, body);
    }
  };
}

async function keepWithin(limit: Limit, what: string, caller: string, now: string): Promise<void> {
  const { within, until } = await withinLimit({ what, ...limit }, caller, now);
  if (within) return;
  const seconds = Math.ceil((Date.parse(until) - Date.parse(now)) / 1_000);
  throw new HttpError(429, "That was too often. Please wait a minute and try again.", {
    "retry-after": String(seconds),
  });
}

const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(body),
});

/** The authorizer has checked the signature; what it cannot tell apart is the kind of token and the role. Gives the caller. */
function admit(route: Route, event: Event): Caller {
  const token = tokenOf(event);
  if (route.access === "public") return { caller: visitorOf(event), admin: false, token };
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (claims?.token_use !== "access") throw pleaseSignIn();
  const groups = listOf(claims["cognito:groups"]);
  const caller = String(claims.sub ?? "");
  if (groups.includes("admin")) return { caller, admin: true, token };
  if (route.access === "admin") throw new HttpError(403, "Only an administrator can do this.");
  if (!groups.includes("staff")) {
    throw new HttpError(403, "Your account has no role yet. Ask an administrator to give you one.");
  }
  return { caller, admin: false, token };
}

const tokenOf = ({ headers }: Event): string => (headers.authorization ?? "").replace(/^Bearer\s+/i, "");

/**
 * HTTP APIs pass a list claim on as the text "[admin staff]". No group's name has a space in it, but it may have
 * brackets and commas of its own.
 */
const listOf = (claim: unknown): string[] =>
  String(claim ?? "")
    .replace(/^\[(.*)\]$/s, "$1")
    .split(" ");

function inputOf(route: Route, event: Event) {
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
  if (Buffer.byteLength(body) > longestBody) throw new HttpError(413, "That is too much to send at once.");
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpError(400, "The request is not valid JSON.");
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

const notUtf8 = () => new HttpError(400, "The request is not text in UTF-8.");

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new HttpError(400, sentence(result.error.issues[0]));
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
