/** API Gateway's payload format 2.0: converts a request to an event, and a function's result to a response. */
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { ACCOUNT, REGION } from "../template/resource-names.ts";
import type { Authorized } from "./authorizer.ts";
import { decode } from "./routes.ts";

export interface HttpRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  sourceIp: string;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface ProxyRequest extends HttpRequest {
  apiId: string;
  requestId: string;
  routeKey: string;
  pathParameters: Record<string, string>;
  authorized: Authorized | undefined;
  /** The business clock in epoch milliseconds. */
  now: number;
}

export function toProxyEvent(request: ProxyRequest) {
  const { method, url, body, sourceIp, apiId, requestId, routeKey, pathParameters, authorized, now } =
    request;
  const [rawPath = "/", rawQueryString = ""] = url.split(/\?(.*)/s);
  const { cookie, ...headers } = request.headers;
  const query = queryOf(rawQueryString);
  const text = isText(headers["content-type"], headers["content-encoding"]);
  const domainName = `${apiId}.execute-api.${REGION}.amazonaws.com`;
  const path = decode(rawPath);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookie !== undefined && { cookies: cookie.split(/;\s*/) }),
    headers: {
      ...headers,
      host: domainName,
      "x-forwarded-for": [headers["x-forwarded-for"], sourceIp].filter(Boolean).join(", "),
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
    },
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId: ACCOUNT,
      apiId,
      ...(authorized && { authorizer: { jwt: authorized, principalId: "", integrationLatency: 0 } }),
      domainName,
      domainPrefix: apiId,
      http: { method, path, protocol: "HTTP/1.1", sourceIp, userAgent: headers["user-agent"] ?? "" },
      requestId,
      routeKey,
      stage: "$default",
      time: logTime(now),
      timeEpoch: now,
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

const Result = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});

/** Throws if API Gateway does not accept the function's result. */
export function toHttpResponse(result: unknown): HttpResponse {
  if (Object(result).statusCode === undefined) {
    const body = Buffer.from(typeof result === "string" ? result : JSON.stringify(result ?? null));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  }
  const { statusCode: status, headers: resultHeaders, body, isBase64Encoded } = Result.parse(result);
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  for (const [name, value] of Object.entries(resultHeaders)) headers[name.toLowerCase()] = value;
  return { status, headers, body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8") };
}

const hopByHop = ["connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"];

export const requestHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => !hopByHop.includes(name))
      .map(([name, values = []]) => [name, values.join(name === "cookie" ? "; " : ",")]),
  );

function queryOf(raw: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw))
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  return query;
}

/** API Gateway passes only these content types as text. */
function isText(contentType: string | undefined, encoding: string | undefined): boolean {
  if (encoding !== undefined && encoding !== "identity") return false;
  return /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType ?? "");
}

/** `12/Mar/2026:19:03:58 +0000` */
function logTime(now: number): string {
  const [, day, month, year, time] = new Date(now).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
