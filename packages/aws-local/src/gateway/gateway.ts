/** The HTTP API: routes, throttling, authorizer, and the functions behind them. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { FunctionError } from "../functions/sandbox.ts";
import { close, listen, readBody } from "../http-server.ts";
import { readAll, type Template } from "../template/template.ts";
import type { Authorized } from "./authorizer.ts";
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

export interface Gateway {
  url: string;
  /** The host name that the template's distribution calls the API by. */
  domainName: string;
  close(): Promise<void>;
}

const Api = z.object({ CorsConfiguration: z.undefined().optional() });

const LARGEST_BODY = 10 * 1024 * 1024;
const LARGEST_HEADERS = 10_240;

/** Undefined when the template has no HTTP API. Throws for what of API Gateway does not run here. */
export async function openGateway(options: GatewayOptions): Promise<Gateway | undefined> {
  const [api, ...others] = readAll(options.template, "AWS::ApiGatewayV2::Api", Api);
  if (!api) return undefined;
  if (others.length > 0) throw new Error("More than one HTTP API does not run here.");
  const apiId = options.template.resolve({ Ref: api.id }) as string;
  const routes = readGatewayRoutes(options.template, apiId);
  const match = matchRoutes(routes);

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const requestId = randomUUID();
    const send = (status: number, message: string, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", "apigw-requestid": requestId, ...headers })
        .end(JSON.stringify({ message }));

    const body = await readBody(request, LARGEST_BODY);
    if (request.rawHeaders.join("").length > LARGEST_HEADERS)
      return send(431, "Request Header Fields Too Large");
    const matched = match(request.method ?? "GET", (request.url ?? "/").split("?")[0] ?? "/");
    if (!matched) return send(404, "Not Found");
    const { route, pathParameters } = matched;
    if (!route.throttle()) return send(429, "Too Many Requests");
    let authorized: Authorized | undefined;
    if (route.authorizer) {
      const decision = await route.authorizer(request.headers.authorization);
      if ("wwwAuthenticate" in decision)
        return send(401, "Unauthorized", { "www-authenticate": decision.wwwAuthenticate });
      authorized = decision.authorized;
    }
    if (!route.permitted) {
      options.log?.(`${route.key}: no Lambda permission lets API Gateway call ${route.functionArn}.`);
      return send(500, "Internal Server Error");
    }
    const found = { apiId, requestId, routeKey: route.key, pathParameters, authorized };
    const event = eventOf({ request, body, now: options.now(), ...found });
    try {
      const outcome = await withLimit(options.invoke(route.functionArn, event), route.timeout);
      if (outcome === tooLate) return send(503, "Service Unavailable");
      const { status, headers, body: content } = responseOf(outcome);
      response.writeHead(status, {
        ...headers,
        "content-length": content.length,
        "apigw-requestid": requestId,
      });
      response.end(request.method === "HEAD" ? undefined : content);
    } catch (error) {
      if (error instanceof FunctionError && error.errorType === "RequestTooLargeException")
        return send(413, "Request Entity Too Large");
      options.log?.(`${route.key}: ${error instanceof Error ? error.message : String(error)}`);
      send(500, "Internal Server Error");
    }
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const tooLarge = error instanceof AwsError && error.status === 413;
      if (response.headersSent) return response.destroy();
      response.writeHead(tooLarge ? 413 : 500, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ message: tooLarge ? "Request Entity Too Large" : "Internal Server Error" }),
      );
    });
  });
  const url = await listen(server, options.port ?? 0);
  const domainName = new URL(options.template.resolve({ "Fn::GetAtt": [api.id, "ApiEndpoint"] }) as string)
    .host;
  return { url, domainName, close: () => close(server) };
}

const tooLate = Symbol("tooLate");

async function withLimit<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | typeof tooLate> {
  const limit = Promise.withResolvers<typeof tooLate>();
  const timer = setTimeout(() => limit.resolve(tooLate), milliseconds);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}
