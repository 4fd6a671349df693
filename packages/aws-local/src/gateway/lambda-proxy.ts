/** API Gateway's payload format 2.0: a request as an event, and a function's answer as a response. */
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { ACCOUNT, REGION } from "../template/resource-names.ts";
import type { Authorized } from "./authorizer.ts";
import { decode } from "./routes.ts";

export interface ProxyRequest {
  request: IncomingMessage;
  body: Buffer;
  apiId: string;
  requestId: string;
  routeKey: string;
  pathParameters: Record<string, string>;
  authorized: Authorized | undefined;
  /** The business clock in epoch milliseconds. */
  now: number;
}

export function eventOf(from: ProxyRequest) {
  const { request, body, apiId, requestId, routeKey, pathParameters, authorized, now } = from;
  const [rawPath = "/", rawQueryString = ""] = (request.url ?? "/").split(/\?(.*)/s);
  const { cookie, ...headers } = headersOf(request);
  const query = queryOf(rawQueryString);
  const text = isText(headers["content-type"], headers["content-encoding"]);
  const method = request.method ?? "GET";
  const sourceIp = request.socket.remoteAddress ?? "127.0.0.1";
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

const Structured = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.coerce.string()).default({}),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});

/** Throws when the function's answer is none that API Gateway understands. */
export function responseOf(answer: unknown) {
  if (Object(answer).statusCode === undefined) {
    const body = Buffer.from(typeof answer === "string" ? answer : JSON.stringify(answer ?? null));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  }
  const { statusCode: status, headers: given, body, isBase64Encoded } = Structured.parse(answer);
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  return { status, headers, body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8") };
}

const hopByHop = ["connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"];

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
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

/** Bytes are handed on as text only where their type is one of those that API Gateway knows as text. */
function isText(contentType: string | undefined, encoding: string | undefined): boolean {
  if (encoding !== undefined && encoding !== "identity") return false;
  return /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType ?? "");
}

/** `12/Mar/2026:19:03:58 +0000` */
function logTime(now: number): string {
  const [, day, month, year, time] = new Date(now).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
