/**
 * CloudFront: one address for the site's files and the API. What differs from AWS: it speaks plain HTTP, and the
 * names of AWS's own endpoints in headers and in `config.json` become the addresses they have on this machine.
 */
import { randomUUID } from "node:crypto";
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Gateway } from "../gateway/gateway.ts";
import { serve } from "../http-server.ts";
import type { Assembly } from "../template/assembly.ts";
import { REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type BucketAnswer, type BucketOrigin, openBucketOrigin, openCompression } from "./bucket.ts";
import { type Behavior, type OriginProperties, readBehaviors, readDistribution } from "./distribution.ts";

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

/** What answers a behavior: a bucket, an API, or an API where the bucket before it answers with these statuses. */
interface Target {
  bucket?: BucketOrigin;
  statuses?: number[];
  api?: OriginProperties;
}

/** What CloudFront sends on with a request's body in any case. */
const alwaysForwarded = ["content-type", "content-length", "content-encoding", "expect"];
const ownHeaders = ["host", "connection", "x-forwarded-for"];

/** Throws for a distribution with something that does not run here. */
export async function openEdge(options: EdgeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { template, gateway, cognito, frontend } = options;
  const distribution = readDistribution(template);
  const attribute = (id: string, name: string) => template.resolve({ "Fn::GetAtt": [id, name] }) as string;
  const distributionId = attribute(distribution.id, "Id");
  const distributionDomainName = attribute(distribution.id, "DomainName");
  const substitute = (text: string) =>
    text.replaceAll(`https://cognito-idp.${REGION}.amazonaws.com`, cognito);
  const behaviorOf = readBehaviors(template, distribution, substitute);
  const targets = new Map(distribution.Origins.map((origin) => [origin.Id, openOrigin(origin)]));
  for (const { Id, FailoverCriteria, Members } of distribution.OriginGroups.Items) {
    const [first, second] = Members.Items.map(({ OriginId }) => targets.get(OriginId));
    if (!first?.bucket || !second?.api)
      throw new Error(`${Id}: only a bucket before an API runs here as a group of origins.`);
    targets.set(Id, { ...first, ...second, statuses: FailoverCriteria.StatusCodes.Items });
  }
  const compress = openCompression();

  function openOrigin(origin: OriginProperties): Target {
    if (origin.DomainName === gateway.domainName) return { api: origin };
    const bucket = template
      .all<unknown>("AWS::S3::Bucket")
      .find(({ id }) => attribute(id, "RegionalDomainName") === origin.DomainName);
    if (!bucket) throw new Error(`The origin ${origin.DomainName} does not run here.`);
    return { bucket: openBucketOrigin(template, options.assembly, bucket, distributionId, localized) };
  }

  /** The page's configuration, with the addresses of this machine. */
  function localized(key: string, body: Buffer): Buffer {
    if (key !== "config.json") return body;
    return Buffer.from(
      JSON.stringify({ ...JSON.parse(substitute(String(body))), userPoolEndpoint: cognito }),
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
    const behavior = behaviorOf(path);
    const { bucket, api, statuses = [] } = targets.get(behavior.originId) ?? {};
    if (!behavior.methods.includes(request.method ?? "")) {
      const reason = "not configured to allow the HTTP request method that was used for this request";
      return refuse(response, 403, `This distribution is ${reason}.`);
    }
    let uri = path;
    if (behavior.viewerFunction && (frontend === undefined || asksForPage(request))) {
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
      const answered = bucket.answer(request, uri);
      // CloudFront keeps an error for ten seconds, if nothing else is said; here it is asked for again.
      // @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/high_availability_origin_failover.html
      if (!statuses.includes(answered.status)) return sendObject(request, response, behavior, answered);
    } else if (behavior.caches) throw new Error("Caching an API's answers does not run here.");
    if (!api) throw new Error(`The distribution has no origin ${behavior.originId}.`);
    const asked = behavior.forwardsAll && query ? `${uri}?${query}` : uri;
    return answerFromApi(request, response, behavior, api, asked);
  }

  async function sendObject(
    request: IncomingMessage,
    response: ServerResponse,
    behavior: Behavior,
    found: BucketAnswer,
  ) {
    const { status } = found;
    const accepted = behavior.compresses ? String(request.headers["accept-encoding"] ?? "") : "";
    const { body, encoding } = await compress(found, accepted);
    const headers: OutgoingHttpHeaders = {
      ...found.headers,
      ...signature(status),
      ...(encoding && { "content-encoding": encoding, etag: `W/${found.headers.etag}` }),
      ...(behavior.compresses && { vary: "accept-encoding" }),
      ...(status !== 304 && { "content-length": body.length }),
    };
    behavior.setHeaders(headers);
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  }

  async function answerFromApi(
    request: IncomingMessage,
    response: ServerResponse,
    behavior: Behavior,
    api: OriginProperties,
    asked: string,
  ) {
    const headers: OutgoingHttpHeaders = { "user-agent": "Amazon CloudFront" };
    for (const [name, values] of Object.entries(request.headersDistinct)) {
      const forwarded = behavior.forwardsAll ? !ownHeaders.includes(name) : alwaysForwarded.includes(name);
      if (forwarded) headers[name] = values;
    }
    const viewers = [...(request.headersDistinct["x-forwarded-for"] ?? []), request.socket.remoteAddress];
    headers.host = api.DomainName;
    headers.via = via;
    headers["x-amz-cf-id"] = randomUUID();
    headers["x-forwarded-for"] = viewers.join(", ");
    for (const { HeaderName, HeaderValue } of api.OriginCustomHeaders)
      headers[HeaderName.toLowerCase()] = HeaderValue;
    const upstream = await forward(request, gateway.url, `${api.OriginPath}${asked}`, headers);
    const status = upstream.statusCode ?? 502;
    const { connection: _hop, "keep-alive": _alive, ...kept } = upstream.headers;
    const answered: OutgoingHttpHeaders = { ...kept, ...signature(status) };
    behavior.setHeaders(answered);
    await pipeline(upstream, response.writeHead(status, answered));
  }

  const { server, url, close } = await serve(options.port, answer, (request, response, error) => {
    options.log?.(`${request.method} ${request.url?.split("?")[0]}: ${String(error)}`);
    refuse(response, 502, "CloudFront could not connect to the origin.");
  });
  server.on("upgrade", (request, socket, head) => {
    if (frontend === undefined) socket.destroy();
    else forwardUpgrade(request, socket, head, frontend);
  });
  return { url, close };
}

/** A browser that goes to a page, and not one that loads a page's parts. */
const asksForPage = ({ headers }: IncomingMessage) => headers.accept?.includes("text/html") ?? false;

const via = "1.1 edge.cloudfront.net (CloudFront)";
const signature = (status: number) => ({
  via,
  "x-cache": status >= 400 ? "Error from cloudfront" : "Miss from cloudfront",
});

function refuse(response: ServerResponse, status: number, message: string): void {
  const page = "<!doctype html><title>ERROR: The request could not be satisfied</title>";
  response
    .writeHead(status, { "content-type": "text/html", ...signature(status) })
    .end(`${page}<h1>${status} ERROR</h1><p>${message}`);
}

/** Resolves with another server's answer, whose body is still to be read. Rejects when it cannot be reached. */
function forward(
  request: IncomingMessage,
  origin: string,
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const onward = send(origin, { method: request.method, path, headers });
    onward.once("response", resolve).once("error", reject);
    request.once("close", () => {
      if (!request.complete) onward.destroy();
    });
    request.pipe(onward);
  });
}

/** Joins a websocket's two ends. */
function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: string): void {
  const { hostname, port } = new URL(origin);
  const onward = connect(Number(port), hostname, () => {
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
    onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.once("error", () => socket.destroy());
  socket.once("error", () => onward.destroy());
}
