/**
 * CloudFront: one address for the site's files and the API. What differs from AWS: it speaks plain HTTP, and the
 * names of AWS's own endpoints in headers and in `config.json` become the addresses they have on this machine.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Gateway } from "../gateway/gateway.ts";
import { close, listen } from "../http-server.ts";
import type { Assembly } from "../template/assembly.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { addressOf, callApi } from "./api-origin.ts";
import {
  type Behavior,
  type DistributionProperties,
  type OriginProperties,
  readBehaviors,
} from "./behaviors.ts";
import type { BucketObject } from "./bucket-files.ts";
import { type BucketAnswer, type BucketOrigin, openBucketOrigin, withBody } from "./bucket-origin.ts";
import { openCompression } from "./compression.ts";
import { forward, forwardUpgrade } from "./proxy.ts";
import { queryString, sendGenerated, viewerRequest } from "./viewer-function.ts";

export interface EdgeOptions {
  template: Template;
  assembly: Assembly;
  gateway: Pick<Gateway, "url" | "domainName">;
  /** Where the user pool answers on this machine. */
  cognito: string;
  port: number;
  /** The address of a Vite dev server that takes the place of the bucket's built files. */
  frontend?: string;
  log?(line: string): void;
}

export interface Edge {
  url: string;
  close(): Promise<void>;
}

type Origin = { bucket: BucketOrigin } | { api: OriginProperties };

const knownMethods = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"];

/** Throws for a distribution with something that does not run here. */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { template, gateway, cognito, frontend } = options;
  const [distribution, ...others] = template.all<DistributionProperties>("AWS::CloudFront::Distribution");
  if (!distribution || others.length > 0) throw new Error("The template must have exactly one distribution.");
  const configuration = distribution.properties.DistributionConfig;
  if (configuration.CustomErrorResponses) throw new Error("CustomErrorResponses do not run here.");
  const distributionId = template.resolve({ Ref: distribution.id }) as string;
  const domainName = template.resolve({ "Fn::GetAtt": [distribution.id, "DomainName"] }) as string;
  const substitute = (text: string) =>
    text.replaceAll(`https://cognito-idp.${REGION}.amazonaws.com`, cognito);
  const behaviorOf = readBehaviors(template, configuration, substitute);
  const origins = new Map(configuration.Origins.map((origin) => [origin.Id, openOrigin(origin)]));
  const groups = configuration.OriginGroups?.Items ?? [];
  const compress = openCompression();

  function originOf(id: string): Origin {
    const origin = origins.get(id);
    if (!origin) throw new Error(`The distribution has no origin ${id}.`);
    return origin;
  }

  /** The origins of a behavior: the one it asks, and what the next one is asked for. */
  function originsOf(id: string): { origin: Origin; next?: { statuses: number[]; api: OriginProperties } } {
    const group = groups.find(({ Id }) => Id === id);
    if (!group) return { origin: originOf(id) };
    const [first, second] = group.Members.Items.map(({ OriginId }) => originOf(OriginId));
    if (!first || !second || !("bucket" in first && "api" in second))
      throw new Error(`${id}: only a bucket before an API runs here as a group of origins.`);
    return {
      origin: first,
      next: { statuses: group.FailoverCriteria.StatusCodes.Items.map(Number), api: second.api },
    };
  }

  function openOrigin(origin: OriginProperties): Origin {
    if (origin.DomainName === gateway.domainName) return { api: origin };
    const bucket = template
      .all<unknown>("AWS::S3::Bucket")
      .find(({ id }) => template.resolve({ "Fn::GetAtt": [id, "RegionalDomainName"] }) === origin.DomainName);
    if (!bucket) throw new Error(`The origin ${origin.DomainName} does not run here.`);
    return { bucket: openBucketOrigin(template, options.assembly, bucket, distributionId, localized) };
  }

  /** The page's configuration, with the addresses of this machine. */
  function localized(key: string, object: BucketObject): BucketObject {
    if (key !== "config.json") return object;
    const configuration: unknown = JSON.parse(substitute(object.body.toString("utf8")));
    return withBody(object, JSON.stringify({ ...(configuration as object), userPoolEndpoint: cognito }));
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const requestId = randomUUID();
    const url = request.url ?? "/";
    const path = url.split("?")[0] ?? "/";
    const behavior = behaviorOf(path);
    const { origin, next } = originsOf(behavior.originId);
    const method = request.method ?? "GET";
    if (!knownMethods.includes(method)) return refuse(response, 405, "This HTTP method is not supported.");
    if (!behavior.methods.includes(method))
      return refuse(
        response,
        403,
        "This distribution is not configured to allow the HTTP request method that was used for this request.",
      );

    let uri = path;
    let query = url.slice(path.length + 1);
    if (behavior.viewerFunction && (frontend === undefined || asksForPage(request))) {
      const viewer = { ip: addressOf(request), distributionId, domainName, requestId };
      const outcome = await behavior.viewerFunction(
        viewerRequest(method, url, request.headersDistinct),
        viewer,
      );
      if ("statusCode" in outcome) return sendGenerated(response, outcome);
      uri = outcome.uri;
      query = queryString(outcome);
    }
    if ("api" in origin) {
      if (behavior.cache.caches) throw new Error("Caching an API's answers does not run here.");
      return answerFromApi(request, response, origin.api, behavior, { uri, query, requestId });
    }

    if (uri === "/" && configuration.DefaultRootObject) uri = `/${configuration.DefaultRootObject}`;
    if (frontend !== undefined && !origin.bucket.files.isGenerated(uri.slice(1)))
      return proxyToFrontend(request, response, frontend, uri, query);
    const answered = origin.bucket.answer(request, uri);
    // CloudFront keeps an error for ten seconds, if nothing else is said; here it is asked for again.
    // @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/high_availability_origin_failover.html
    if (next?.statuses.includes(answered.status))
      return answerFromApi(request, response, next.api, behavior, { uri, query, requestId });
    await sendObject(request, response, behavior, answered, uri);
  }

  async function sendObject(
    request: IncomingMessage,
    response: ServerResponse,
    behavior: Behavior,
    found: BucketAnswer,
    uri: string,
  ) {
    const headers: OutgoingHttpHeaders = { ...found.headers, ...signature(found.status) };
    const compresses = behavior.compress && behavior.cache.caches;
    const compressed =
      compresses && found.status === 200
        ? await compress(
            `${uri} ${found.headers.etag}`,
            found.body,
            found.headers["content-type"] ?? "",
            String(request.headers["accept-encoding"] ?? ""),
          )
        : undefined;
    if (compressed) {
      headers["content-encoding"] = compressed.encoding;
      headers.etag = `W/${found.headers.etag}`;
    }
    if (compresses) headers.vary = "accept-encoding";
    behavior.headers(headers);
    const body = compressed?.body ?? found.body;
    if (found.status !== 304) headers["content-length"] = body.length;
    response.writeHead(found.status, headers).end(request.method === "HEAD" ? undefined : body);
  }

  async function answerFromApi(
    request: IncomingMessage,
    response: ServerResponse,
    api: OriginProperties,
    behavior: Behavior,
    target: { uri: string; query: string; requestId: string },
  ) {
    const upstream = await callApi(request, gateway.url, api, behavior, target);
    const status = upstream.statusCode ?? 502;
    const { connection: _hop, "keep-alive": _alive, ...kept } = upstream.headers;
    const answered: OutgoingHttpHeaders = { ...kept, ...signature(status) };
    behavior.headers(answered);
    response.writeHead(status, answered);
    await pipeline(upstream, response);
  }

  async function proxyToFrontend(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    uri: string,
    query: string,
  ) {
    const path = query ? `${uri}?${query}` : uri;
    const upstream = await forward(request, { origin: target, path, headers: { ...request.headers } });
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    await pipeline(upstream, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.destroyed) return; // The viewer has gone.
      options.log?.(`${request.method} ${request.url?.split("?")[0]}: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, 502, "CloudFront could not connect to the origin.");
    });
  });
  server.on("upgrade", (request, socket, head) => {
    if (frontend === undefined) socket.destroy();
    else forwardUpgrade(request, socket, head, frontend);
  });
  const url = await listen(server, options.port);
  return { url, close: () => close(server) };
}

/** A browser that goes to a page, and not one that loads a page's parts. */
function asksForPage({ headers }: IncomingMessage): boolean {
  const destination = headers["sec-fetch-dest"];
  return destination === undefined
    ? (headers.accept?.includes("text/html") ?? false)
    : destination === "document";
}

const signature = (status: number) => ({
  via: "1.1 edge.cloudfront.net (CloudFront)",
  "x-cache": status >= 400 ? "Error from cloudfront" : "Miss from cloudfront",
});

function refuse(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { "content-type": "text/html", ...signature(status) })
    .end(
      `<!doctype html><title>ERROR: The request could not be satisfied</title><h1>${status} ERROR</h1><p>${message}`,
    );
}
