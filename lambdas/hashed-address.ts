import { createHmac, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { originHeader } from "../shared/origin.ts";
import { variable } from "./environment.ts";

/**
 * The IP address that a request came from, as an HMAC under a secret key: two requests of one address can be told from
 * those of two, and the address itself is known to nobody afterwards.
 */
export function hashedAddressOf({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">): string {
  const secret = variable("ORIGIN_SECRET");
  const keyed = (text: string) => createHmac("sha256", secret).update(text).digest();
  const throughCloudFront = timingSafeEqual(keyed(headers[originHeader] ?? ""), keyed(secret));
  // CloudFront names the visitor after whatever the visitor claims, and the API names CloudFront. Whoever calls the
  // API itself may claim anything, and is who the connection came from.
  const viewer = throughCloudFront && (headers["x-forwarded-for"] ?? "").split(",").at(-2)?.trim();
  return keyed(networkOf(viewer || requestContext.http.sourceIp)).toString("base64url");
}

/** Of IPv6, one household has all addresses that begin with the same four groups. */
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
