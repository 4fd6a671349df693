import { createHmac, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ORIGIN_HEADER } from "../../../shared/origin.ts";
import { variable } from "../environment.ts";

type Request = Pick<APIGatewayProxyEventV2, "headers" | "requestContext">;

const keyed = (text: string) => createHmac("sha256", variable("ORIGIN_SECRET")).update(text).digest();

/** The request's IP address. It is not stored. */
export function addressOf({ headers, requestContext }: Request): string {
  const secret = variable("ORIGIN_SECRET");
  const throughCloudFront = timingSafeEqual(keyed(headers[ORIGIN_HEADER] ?? ""), keyed(secret));
  // CloudFront appends the visitor's address to the header, and the API appends CloudFront's. Somebody who calls the API
  // directly can send any header, so there the connection's address counts.
  const viewer = throughCloudFront && (headers["x-forwarded-for"] ?? "").split(",").at(-2)?.trim();
  return viewer || requestContext.http.sourceIp;
}

/** An HMAC under a secret key shows whether two requests come from the same address. */
export const hashedAddressOf = (request: Request): string =>
  keyed(networkOf(addressOf(request))).toString("base64url");

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
