/** What of a viewer's request reaches the API behind a distribution. */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Behavior, OriginProperties } from "./behaviors.ts";
import { forward } from "./proxy.ts";

/** Resolves with the API's answer, whose body is still to be read. */
export function callApi(
  request: IncomingMessage,
  gatewayUrl: string,
  origin: OriginProperties,
  { originRequest }: Behavior,
  { uri, query, requestId }: { uri: string; query: string; requestId: string },
): Promise<IncomingMessage> {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (name === "host" || name === "connection" || name === "x-forwarded-for") continue;
    if (name === "cookie" ? originRequest.everything : originRequest.header(name)) headers[name] = values;
  }
  const viewer = addressOf(request);
  headers["user-agent"] ??= "Amazon CloudFront";
  headers.host = origin.DomainName;
  headers.via = "1.1 edge.cloudfront.net (CloudFront)";
  headers["x-amz-cf-id"] = requestId;
  headers["x-forwarded-for"] = [...(request.headersDistinct["x-forwarded-for"] ?? []), viewer].join(", ");
  for (const { HeaderName, HeaderValue } of origin.OriginCustomHeaders ?? [])
    headers[HeaderName.toLowerCase()] = HeaderValue;
  const path = `${origin.OriginPath ?? ""}${uri}${originRequest.everything && query ? `?${query}` : ""}`;
  return forward(request, { origin: gatewayUrl, path, headers });
}

export const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? "127.0.0.1";
