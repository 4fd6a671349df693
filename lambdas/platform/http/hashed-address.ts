import { createHmac, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ORIGIN_HEADER } from "../../../shared/origin.ts";
import { variable } from "../environment.ts";

/**
 * An HMAC of the request's IP address under a secret key. It shows whether two requests come from the same address, and
 * the address itself is not stored.
 */
export function hashedAddressOf({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">): string {
  const secret = variable("ORIGIN_SECRET");
  const keyed = (text: string) => createHmac("sha256", secret).update(text).digest();
  const throughCloudFront = timingSafeEqual(keyed(headers[ORIGIN_HEADER] ?? ""), keyed(secret));
  // CloudFront appends the visitor's address to the header, and the API appends CloudFront's. Somebody who calls the API
  // directly can send any header, so there the connection's address counts.
  const viewer = throughCloudFront && (headers["x-forwarded-for"] ?? "").split(",").at(-2)?.trim();
  return keyed(networkOf(viewer || requestContext.http.sourceIp)).toString("base64url");
}

/** One household has all IPv6 addresses with the same first four groups. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(":").length : 0);
  return [...groups, ...Array<string>(missing).fill("0"), ...(tail?.split(":") ?? [])]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
