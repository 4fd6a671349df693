/** CloudFront, with plain HTTP. Replaces Cognito's endpoint in headers and in `config.json` by the local one. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { request as send } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Gateway } from "../gateway/gateway.ts";
import { serve } from "../http-server.ts";
import type { Assembly } from "../template/assembly.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type BucketOrigin, type BucketResponse, openBucketOrigin, openCompression } from "./bucket.ts";
import { type Behavior, type OriginProperties, readBehaviors, readDistribution } from "./distribution.ts";

export interface EdgeOptions {
  template: Template;
  assembly: Assembly;
  gateway: Pick<Gateway, "url" | "domainName">;
  cognito: string;
  port: number;
  /** The URL of a Vite dev server that replaces the bucket's built files. */
  frontend?: string;
  log?(line: string): void;
}

/** A behavior's origin: a bucket, an API, or a bucket with an API as failover for these statuses. */
interface Target {
  bucket?: BucketOrigin;
  statuses?: number[];
  api?: OriginProperties;
}

/** A viewer's request with the behavior of its path. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  behavior: Behavior;
}

/** Headers that CloudFront always forwards with a request's body. */
const alwaysForwarded = ["content-type", "content-length", "content-encoding", "expect"];
const neverForwarded = ["host", "connection", "x-forwarded-for"];

/** Throws for unsupported features. */
export async function openEdge(options: EdgeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { template, gateway, cognito, frontend } = options;
  const distribution = readDistribution(template);
  const attribute = (id: string, name: string) => template.resolve({ "Fn::GetAtt": [id, name] }) as string;
  const distributionId = attribute(distribution.id, "Id");
  const distributionDomainName = attribute(distribution.id, "DomainName");
  const localize = (text: string) => text.replaceAll(`https://cognito-idp.${REGION}.amazonaws.com`, cognito);
  const behaviorOf = readBehaviors(template, distribution, localize);
  const targets = new Map(distribution.Origins.map((origin) => [origin.Id, openOrigin(origin)]));
  for (const { Id, FailoverCriteria, Members } of distribution.OriginGroups.Items) {
    const [first, second] = Members.Items.map(({ OriginId }) => targets.get(OriginId));
    if (!first?.bucket || !second?.api)
      throw new Error(`${Id}: an origin group must be a bucket with an API as failover.`);
    targets.set(Id, { ...first, ...second, statuses: FailoverCriteria.StatusCodes.Items });
  }
  const compress = openCompression();

  function openOrigin(origin: OriginProperties): Target {
    if (origin.DomainName === gateway.domainName) return { api: origin };
    const bucket = template
      .all<unknown>("AWS::S3::Bucket")
      .find(({ id }) => attribute(id, "RegionalDomainName") === origin.DomainName);
    if (!bucket) throw new Error(`The origin ${origin.DomainName} is not supported.`);
    return { bucket: openBucketOrigin(template, options.assembly, bucket, distributionId, localizeConfig) };
  }

  function localizeConfig(key: string, body: Buffer): Buffer {
    if (key !== "config.json") return body;
    return Buffer.from(JSON.stringify({ ...JSON.parse(localize(String(body))), userPoolEndpoint: cognito }));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
    const behavior = behaviorOf(path);
    const { bucket, api, statuses = [] } = targets.get(behavior.originId) ?? {};
    if (!behavior.methods.includes(request.method ?? "")) {
      const reason = "not configured to allow the HTTP request method that was used for this request";
      return sendError(response, 403, `This distribution is ${reason}.`);
    }
    let uri = path;
    if (behavior.viewerFunction && (frontend === undefined || isPageRequest(request))) {
      const context = { distributionId, distributionDomainName, requestId: randomUUID() };
      const outcome = await behavior.viewerFunction(request, context);
      if ("statusCode" in outcome) {
        for (const [name, { value }] of Object.entries(outcome.headers ?? {}))
          response.setHeader(name, value);
        response.setHeader("x-cache", "FunctionGeneratedResponse from cloudfront");
        return response.writeHead(outcome.statusCode).end();
      }
      uri = outcome.uri;
    }
    if (bucket) {
      if (uri === "/") uri = `/${distribution.DefaultRootObject}`;
      if (frontend !== undefined && !bucket.isGenerated(uri.slice(1))) {
        const upstream = await forward(request, frontend, query ? `${uri}?${query}` : uri, request.headers);
        return pipeline(upstream, response.writeHead(upstream.statusCode ?? 502, upstream.headers));
      }
      const object = bucket.respond(request, uri);
      // Unlike CloudFront, this does not cache errors for ten seconds.
      if (!statuses.includes(object.status)) return sendObject({ request, response, behavior }, object);
    } else if (behavior.caches) throw new Error("Caching an API's responses is not supported.");
    if (!api) throw new Error(`The distribution has no origin ${behavior.originId}.`);
    const apiUri = behavior.forwardsAll && query ? `${uri}?${query}` : uri;
    return forwardToApi({ request, response, behavior }, api, apiUri);
  }

  async function sendObject({ request, response, behavior }: Exchange, object: BucketResponse) {
    const { status } = object;
    const acceptEncoding = behavior.compresses ? String(request.headers["accept-encoding"] ?? "") : "";
    const { body, encoding } = await compress(object, acceptEncoding);
    const headers: OutgoingHttpHeaders = {
      ...object.headers,
      ...cloudFrontHeaders(status),
      ...(encoding && { "content-encoding": encoding, etag: `W/${object.headers.etag}` }),
      ...(behavior.compresses && { vary: "accept-encoding" }),
      ...(status !== 304 && { "content-length": body.length }),
    };
    behavior.setHeaders(headers);
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  }

  async function forwardToApi({ request, response, behavior }: Exchange, api: OriginProperties, uri: string) {
    const headers: OutgoingHttpHeaders = { "user-agent": "Amazon CloudFront" };
    for (const [name, values] of Object.entries(request.headersDistinct)) {
      const { forwardsAll } = behavior;
      if (forwardsAll ? !neverForwarded.includes(name) : alwaysForwarded.includes(name))
        headers[name] = values;
    }
    const viewers = [...(request.headersDistinct["x-forwarded-for"] ?? []), request.socket.remoteAddress];
    headers.host = api.DomainName;
    headers.via = via;
    headers["x-amz-cf-id"] = randomUUID();
    headers["x-forwarded-for"] = viewers.join(", ");
    for (const { HeaderName, HeaderValue } of api.OriginCustomHeaders)
      headers[HeaderName.toLowerCase()] = HeaderValue;
    const upstream = await forward(request, gateway.url, `${api.OriginPath}${uri}`, headers);
    const status = upstream.statusCode ?? 502;
    const { connection: _hop, "keep-alive": _alive, ...upstreamHeaders } = upstream.headers;
    const responseHeaders: OutgoingHttpHeaders = { ...upstreamHeaders, ...cloudFrontHeaders(status) };
    behavior.setHeaders(responseHeaders);
    await pipeline(upstream, response.writeHead(status, responseHeaders));
  }

  const { server, url, close } = await serve(options.port, handle, (request, response, error) => {
    options.log?.(`${request.method} ${request.url?.split("?")[0]}: ${String(error)}`);
    sendError(response, 502, "CloudFront could not connect to the origin.");
  });
  server.on("upgrade", (request, socket, head) => {
    if (frontend === undefined) socket.destroy();
    else forwardUpgrade(request, socket, head, frontend);
  });
  return { url, close };
}

/** A navigation to a page, not a request for a page's files. */
const isPageRequest = ({ headers }: IncomingMessage) => headers.accept?.includes("text/html") ?? false;

const via = "1.1 edge.cloudfront.net (CloudFront)";
const cloudFrontHeaders = (status: number) => ({
  via,
  "x-cache": status >= 400 ? "Error from cloudfront" : "Miss from cloudfront",
});

function sendError(response: ServerResponse, status: number, message: string): void {
  const page = "<!doctype html><title>ERROR: The request could not be satisfied</title>";
  response
    .writeHead(status, { "content-type": "text/html", ...cloudFrontHeaders(status) })
    .end(`${page}<h1>${status} ERROR</h1><p>${message}`);
}

function forward(request: IncomingMessage, origin: string, path: string, headers: OutgoingHttpHeaders) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const upstream = send(origin, { method: request.method, path, headers });
    upstream.once("response", resolve).once("error", reject);
    request.once("close", () => {
      if (!request.complete) upstream.destroy();
    });
    request.pipe(upstream);
  });
}

function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: string): void {
  const { hostname, port } = new URL(origin);
  const upstream = connect(Number(port), hostname, () => {
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once("error", () => socket.destroy());
  socket.once("error", () => upstream.destroy());
}
