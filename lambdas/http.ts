import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { AnswerOf, ErrorBody, InputOf, Limit, Route, Routes } from "../shared/route.ts";
import { admit } from "./admission.ts";
import { type Caller, callerOf, type Event } from "./caller.ts";
import { compressed } from "./compression.ts";
import * as errors from "./errors.ts";
import { inputOf } from "./input.ts";
import { logFailure } from "./log.ts";
import { type Moment, momentAt } from "./moment.ts";
import { withinLimit } from "./rate-limit.ts";
import { UnreadableRow } from "./rows.ts";

const statuses = new Map<unknown, number>([
  [errors.Invalid, 400],
  [errors.NotSignedIn, 401],
  [errors.Forbidden, 403],
  [errors.NotFound, 404],
  [errors.Conflict, 409],
  [errors.TooLarge, 413],
  [errors.TooManyRequests, 429],
  [errors.BadGateway, 502],
  [errors.Unavailable, 503],
]);

type Handlers<R extends Routes> = {
  [K in keyof R]: (request: InputOf<R[K]> & Moment & Caller) => Promise<AnswerOf<R[K]>>;
};

/** Turns one resource's handlers into its Lambda function: who may, is it valid, run, answer. */
export function serve<R extends Routes>(routes: R, handlers: Handlers<R>) {
  return async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
    const { requestId, timeEpoch } = event.requestContext;
    const accepted = event.headers["accept-encoding"];
    try {
      const key = event.routeKey as keyof R & keyof Routes;
      const route: Route | undefined = routes[key];
      if (!route) throw new errors.NotFound("There is nothing at this address.");
      const caller = callerOf(route, event);
      const work = async () => {
        const moment = momentAt(timeEpoch);
        // Before anything is read of it: what cannot be read counts as well, and only against whoever sent it.
        if (route.limit) await keepWithin(route.limit, event.routeKey, caller.caller, moment.now);
        const handle = handlers[key] as (request: unknown) => Promise<unknown>;
        return handle({ ...inputOf(route, event), ...moment, ...caller });
      };
      // What only reads begins meanwhile, and comes to nothing where the caller may not come in.
      const reading = event.routeKey.startsWith("GET ") ? work() : undefined;
      reading?.catch(() => {});
      const { noted } = await admit(route, event);
      const answer = await (reading ?? work());
      await noted;
      const status = route.status ?? 200;
      if (!route.media) return json(status, answer, { accepted });
      // Whatever address leaks, no search engine lists what is there.
      const more = { "x-robots-tag": "noindex" };
      return sent(status, String(answer), { type: `${route.media}; charset=utf-8`, accepted, more });
    } catch (error) {
      if (error instanceof errors.Refusal) return refused(error);
      logFailure("request failed", error, { requestId, route: event.routeKey });
      if (error instanceof UnreadableRow) return refused(errors.unreadable());
      const body: ErrorBody = { error: "Something went wrong on our side. Please try again.", requestId };
      return json(500, body);
    }
  };
}

async function keepWithin(limit: Limit, what: string, caller: string, now: string): Promise<void> {
  const { within, retryAfter } = await withinLimit({ what, ...limit }, caller, now);
  if (within) return;
  throw new errors.TooManyRequests("That was too often. Please wait a minute and try again.", retryAfter);
}

const refused = (refusal: errors.Refusal) =>
  json(
    statuses.get(refusal.constructor) ?? 400,
    { error: refusal.message } satisfies ErrorBody,
    refusal instanceof errors.TooManyRequests ? { more: { "retry-after": String(refusal.retryAfter) } } : {},
  );

type Sending = { accepted?: string | undefined; more?: Record<string, string> };

const json = (statusCode: number, answer: unknown, sending: Sending = {}) =>
  sent(statusCode, JSON.stringify(answer), { type: "application/json", ...sending });

function sent(
  statusCode: number,
  text: string,
  { type, accepted, more }: Sending & { type: string },
): APIGatewayProxyStructuredResultV2 {
  const { headers, ...body } = compressed(text, accepted);
  const always = { "content-type": type, "cache-control": "no-store" };
  return { statusCode, headers: { ...always, ...headers, ...more }, ...body };
}
