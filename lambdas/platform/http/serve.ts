import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { ErrorBody, InputOf, Limit, PdfFile, ResponseOf, Route, Routes } from "../../../shared/route.ts";
import { UnreadableRow } from "../dynamo/read-rows.ts";
import { logFailure } from "../log.ts";
import { type Moment, momentAt } from "../moment.ts";
import { authorize } from "./authorize.ts";
import { type Caller, type Event, screenOf, tokenOf } from "./caller.ts";
import { compress } from "./compression.ts";
import { inputOf } from "./input.ts";
import { countCall, retryAfter } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { visitorOf } from "./visitor.ts";

const statuses = new Map<unknown, number>([
  [refusals.Invalid, 400],
  [refusals.NotSignedIn, 401],
  [refusals.Forbidden, 403],
  [refusals.NotFound, 404],
  [refusals.Conflict, 409],
  [refusals.TooManyItems, 409],
  [refusals.TooLarge, 413],
  [refusals.TooManyRequests, 429],
  [refusals.BadGateway, 502],
  [refusals.Unavailable, 503],
]);

type Handlers<R extends Routes> = {
  [K in keyof R]: (request: InputOf<R[K]> & Moment & Caller) => Promise<ResponseOf<R[K]>>;
};

/** Makes the Lambda function of one resource: authorizes, validates, runs the handler, and responds. */
export function serve<R extends Routes>(routes: R, handlers: Handlers<R>) {
  return async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
    const { requestId, timeEpoch } = event.requestContext;
    const acceptedEncodings = event.headers["accept-encoding"];
    try {
      const key = event.routeKey as keyof R & keyof Routes;
      const route: Route | undefined = routes[key];
      if (!route) throw new refusals.NotFound("There is nothing at this address.");
      const token = route.access === "public" ? undefined : tokenOf(route, event);
      const authorization = token && authorize(route, token);
      const visitor = token ? undefined : await visitorOf(event);
      const caller: Caller = {
        caller: token?.id ?? visitor?.hash ?? "",
        session: async () => (await authorization) ?? Promise.reject(refusals.notSignedIn()),
        screen: screenOf(event),
        address: visitor?.address,
      };
      const work = async () => {
        const moment = momentAt(timeEpoch);
        const handle = handlers[key] as (request: unknown) => Promise<unknown>;
        const run = async () => handle({ ...inputOf(route, event), ...moment, ...caller });
        return route.limit ? limited(run, route.limit, event.routeKey, caller.caller, moment.now) : run();
      };
      // Handlers that only read run in parallel with the authorization. If it fails, their result is dropped.
      const reading = event.routeKey.startsWith("GET ") ? work() : undefined;
      reading?.catch(() => {});
      const authorized = await authorization;
      const answer = await (reading ?? work());
      await authorized?.signInSaved;
      const status = route.status ?? 200;
      if (!route.media) return json(status, answer, { accepted: acceptedEncodings });
      // An answer that is no JSON, such as a calendar. Search engines must not list it, even if its address leaks.
      const headers = { "x-robots-tag": "noindex" };
      if (route.pdf && typeof answer === "object") return pdf(answer as PdfFile, headers);
      return respond(status, String(answer), {
        type: `${route.media}; charset=utf-8`,
        accepted: acceptedEncodings,
        headers,
      });
    } catch (error) {
      if (error instanceof refusals.Refusal) return refusalResponse(error);
      logFailure("request failed", error, { requestId, route: event.routeKey });
      if (error instanceof UnreadableRow) return refusalResponse(refusals.unreadable());
      const body: ErrorBody = { error: "Something went wrong on our side. Please try again.", requestId };
      return json(500, body);
    }
  };
}

/** Counts after the call, so that what somebody sent is stored even if counting fails. Refused calls count too. */
async function limited<T>(
  run: () => Promise<T>,
  limit: Limit,
  what: string,
  caller: string,
  now: string,
): Promise<T> {
  const seconds = retryAfter(what, caller, now);
  if (seconds !== undefined)
    throw new refusals.TooManyRequests("Too many requests. Please wait a minute and try again.", seconds);
  try {
    return await run();
  } finally {
    await countCall({ what, ...limit }, caller, now);
  }
}

const refusalResponse = (refusal: refusals.Refusal) =>
  json(
    statuses.get(refusal.constructor) ?? 400,
    {
      error: refusal.message,
      ...(refusal instanceof refusals.Conflict && refusal.rest !== undefined && { rest: refusal.rest }),
    } satisfies ErrorBody,
    refusal instanceof refusals.TooManyRequests
      ? { headers: { "retry-after": String(refusal.retryAfter) } }
      : {},
  );

/** Compressed inside already. */
const pdf = ({ name, base64 }: PdfFile, headers: Record<string, string>) => ({
  statusCode: 200,
  headers: {
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="${name}.pdf"`,
    "cache-control": "no-store",
    ...headers,
  },
  body: base64,
  isBase64Encoded: true,
});

type ResponseOptions = { accepted?: string | undefined; headers?: Record<string, string> };

const json = (statusCode: number, answer: unknown, options: ResponseOptions = {}) =>
  respond(statusCode, JSON.stringify(answer), { type: "application/json", ...options });

function respond(
  statusCode: number,
  text: string,
  { type, accepted, headers }: ResponseOptions & { type: string },
): APIGatewayProxyStructuredResultV2 {
  const { headers: encodingHeaders, ...body } = compress(text, accepted);
  return {
    statusCode,
    headers: { "content-type": type, "cache-control": "no-store", ...encodingHeaders, ...headers },
    ...body,
  };
}
