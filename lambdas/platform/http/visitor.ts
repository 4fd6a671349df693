import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ORIGIN_HEADER, OriginSecret } from "../../../shared/origin.ts";
import { logFailure } from "../log.ts";
import { readSecret } from "../secrets.ts";

type Request = Pick<APIGatewayProxyEventV2, "headers" | "requestContext">;

/** CloudFront may send a new secret before the cached one expires. */
const RELOAD_MS = 10_000;

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest();
const isSame = (a: string, b: string) => timingSafeEqual(hmac(a, a), hmac(a, b));

/** Without the stack's secret nobody's call is refused: it is only counted apart. */
const fallback: OriginSecret = { current: randomBytes(32).toString("hex") };

async function originSecret(maxAgeMs?: number): Promise<OriginSecret> {
  try {
    return OriginSecret.parse(JSON.parse(await readSecret("ORIGIN_SECRET_ARN", maxAgeMs)));
  } catch (error) {
    logFailure("origin secret not read", error);
    return fallback;
  }
}

/** A text under the stack's key, for counters, which have no personal data. */
export const hashed = async (text: string): Promise<string> =>
  hmac((await originSecret()).current, text).toString("base64url");

function isFromCloudFront(
  header: string,
  { current, previous, previous_until: until }: OriginSecret,
): boolean {
  if (isSame(header, current)) return true;
  const isPreviousValid = until === undefined || Date.now() < Date.parse(until);
  return previous !== undefined && isPreviousValid && isSame(header, previous);
}

/** The IP address that sent a request, which is not stored, and its hash, which tells visitors apart. */
export async function visitorOf({
  headers,
  requestContext,
}: Request): Promise<{ address: string; hash: string }> {
  const header = headers[ORIGIN_HEADER];
  const throughCloudFront =
    header !== undefined &&
    (isFromCloudFront(header, await originSecret()) ||
      isFromCloudFront(header, await originSecret(RELOAD_MS)));
  // CloudFront appends the visitor's address to the header, and the API appends CloudFront's. Somebody who calls the API
  // directly can send any header, so there the connection's address counts.
  const viewer = throughCloudFront && (headers["x-forwarded-for"] ?? "").split(",").at(-2)?.trim();
  const address = viewer || requestContext.http.sourceIp;
  return { address, hash: await hashed(networkOf(address)) };
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
