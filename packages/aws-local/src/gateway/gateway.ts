/** The HTTP API: routes, throttling, authorizer, and the functions behind them. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { AwsError, messageOf } from "../aws-error.ts";
import { FunctionError } from "../functions/sandbox.ts";
import { readBody, serve } from "../http-server.ts";
import { readAll, type Template } from "../template/template.ts";
import { readGatewayRoutes } from "./gateway-routes.ts";
import { eventOf, responseOf } from "./lambda-proxy.ts";
import { matchRoutes } from "./routes.ts";

export interface GatewayOptions {
  template: Template;
  /** The business clock in epoch milliseconds. */
  now(): number;
  invoke(functionArn: string, event: unknown): Promise<unknown>;
  log?(line: string): void;
  port?: number;
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

const Api = z.object({ CorsConfiguration: z.undefined().optional() });

const LARGEST_BODY = 10 * 1024 * 1024;
const LARGEST_HEADERS = 10_240;

/** Throws for what of API Gateway does not run here. */
export async function openGateway(options: GatewayOptions) {
  const [api, ...others] = readAll(options.template, "AWS::ApiGatewayV2::Api", Api);
  if (!api || others.length > 0) throw new Error("The template must have exactly one HTTP API.");
  const apiId = options.template.resolve({ Ref: api.id }) as string;
  const routes = readGatewayRoutes(options.template, apiId);
  const match = matchRoutes(routes);

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const requestId = randomUUID();
    response.setHeader("apigw-requestid", requestId);
    const body = await readBody(request, LARGEST_BODY);
    if (request.rawHeaders.join("").length > LARGEST_HEADERS)
      return send(response, 431, "Request Header Fields Too Large");
    const matched = match(request.method ?? "GET", (request.url ?? "/").split("?")[0] ?? "/");
    if (!matched) return send(response, 404, "Not Found");
    const { route, pathParameters } = matched;
    if (!route.throttle()) return send(response, 429, "Too Many Requests");
    const decision = await route.authorizer?.(request.headers.authorization);
    if (decision?.wwwAuthenticate !== undefined)
      return send(response.setHeader("www-authenticate", decision.wwwAuthenticate), 401, "Unauthorized");
    if (!route.permitted)
      throw new Error(`No Lambda permission lets API Gateway call ${route.functionArn} for ${route.key}.`);
    const found = { apiId, requestId, routeKey: route.key, pathParameters };
    const event = eventOf({ request, body, now: options.now(), authorized: decision?.authorized, ...found });
    const answered = new AbortController();
    const tooLate = wait(route.timeout, undefined, { signal: answered.signal }).then(() => undefined);
    const invoked = options.invoke(route.functionArn, event).then(responseOf);
    const outcome = await Promise.race([invoked, tooLate]).finally(() => answered.abort());
    if (!outcome) return send(response, 503, "Service Unavailable");
    const { status, headers, body: content } = outcome;
    response.writeHead(status, { ...headers, "content-length": content.length });
    return response.end(request.method === "HEAD" ? undefined : content);
  }

  function refuse(request: IncomingMessage, response: ServerResponse, error: unknown) {
    const tooLarge = error instanceof FunctionError && error.errorType === "RequestTooLargeException";
    if (tooLarge || (error instanceof AwsError && error.status === 413))
      return send(response, 413, "Request Entity Too Large");
    options.log?.(`${request.method} ${request.url?.split("?")[0]}: ${messageOf(error)}`);
    return send(response, 500, "Internal Server Error");
  }

  const { url, close } = await serve(options.port ?? 0, answer, refuse, { maxHeaderSize: 64 * 1024 });
  const endpoint = options.template.resolve({ "Fn::GetAtt": [api.id, "ApiEndpoint"] }) as string;
  /** `domainName` is what the template's distribution calls the API by. */
  return { url, domainName: new URL(endpoint).host, close };
}

const send = (response: ServerResponse, status: number, message: string) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ message }));
