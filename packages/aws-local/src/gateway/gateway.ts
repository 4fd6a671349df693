/** The HTTP API: routes, throttling, authorizer and function integrations. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { AwsError, messageOf } from "../aws-error.ts";
import { FunctionError } from "../functions/sandbox.ts";
import { readBody, serve } from "../http-server.ts";
import { readAll, type Template } from "../template/template.ts";
import { readGatewayRoutes } from "./gateway-routes.ts";
import {
  type HttpRequest,
  type HttpResponse,
  requestHeaders,
  toHttpResponse,
  toProxyEvent,
} from "./lambda-proxy.ts";
import { matchRoutes } from "./routes.ts";

export interface GatewayOptions {
  template: Template;
  now(): number;
  invoke(functionArn: string, event: unknown): Promise<unknown>;
  log?(line: string): void;
  port?: number;
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

const Api = z.object({ CorsConfiguration: z.undefined().optional() });

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;

export async function openGateway(options: GatewayOptions) {
  const [api, ...otherApis] = readAll(options.template, "AWS::ApiGatewayV2::Api", Api);
  if (!api || otherApis.length > 0) throw new Error("The template must have exactly one HTTP API.");
  const apiId = options.template.resolve({ Ref: api.id }) as string;
  const routes = readGatewayRoutes(options.template, apiId);
  const match = matchRoutes(routes);

  async function request(sent: HttpRequest, requestId: string = randomUUID()): Promise<HttpResponse> {
    const matched = match(sent.method, sent.url.split("?")[0] ?? "/");
    if (!matched) return errorResponse(404, "Not Found");
    const { route, pathParameters } = matched;
    if (!route.takeToken()) return errorResponse(429, "Too Many Requests");
    const authorization = await route.authorizer?.(sent.headers.authorization);
    if (authorization?.wwwAuthenticate !== undefined)
      return errorResponse(401, "Unauthorized", { "www-authenticate": authorization.wwwAuthenticate });
    if (!route.permitted)
      throw new Error(`No Lambda permission lets API Gateway call ${route.functionArn} for ${route.key}.`);
    const context = { apiId, requestId, routeKey: route.key, pathParameters, now: options.now() };
    const event = toProxyEvent({ ...sent, ...context, authorized: authorization?.authorized });
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, route.timeoutMs, undefined);
    const result = options.invoke(route.functionArn, event).then(toHttpResponse);
    const response = await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
    return response ?? errorResponse(503, "Service Unavailable");
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const requestId = randomUUID();
    response.setHeader("apigw-requestid", requestId);
    const body = await readBody(incoming, MAX_BODY_BYTES);
    if (incoming.rawHeaders.join("").length > MAX_HEADER_BYTES)
      return send(response, errorResponse(431, "Request Header Fields Too Large"));
    const { method = "GET", url = "/", socket } = incoming;
    const sourceIp = socket.remoteAddress ?? "127.0.0.1";
    const sent = { method, url, headers: requestHeaders(incoming), body, sourceIp };
    return send(response, await request(sent, requestId), { headOnly: method === "HEAD" });
  }

  function sendError(request: IncomingMessage, response: ServerResponse, error: unknown) {
    const tooLarge = error instanceof FunctionError && error.errorType === "RequestTooLargeException";
    if (tooLarge || (error instanceof AwsError && error.status === 413))
      return send(response, errorResponse(413, "Request Entity Too Large"));
    options.log?.(`${request.method} ${request.url?.split("?")[0]}: ${messageOf(error)}`);
    return send(response, errorResponse(500, "Internal Server Error"));
  }

  const { url, close } = await serve(options.port ?? 0, handle, sendError, { maxHeaderSize: 64 * 1024 });
  const endpoint = options.template.resolve({ "Fn::GetAtt": [api.id, "ApiEndpoint"] }) as string;
  return { url, domainName: new URL(endpoint).host, close, request };
}

const errorResponse = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify({ message })),
});

const send = (response: ServerResponse, { status, headers, body }: HttpResponse, { headOnly = false } = {}) =>
  response.writeHead(status, { ...headers, "content-length": body.length }).end(headOnly ? undefined : body);
