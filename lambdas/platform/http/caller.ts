import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Route } from "../../../shared/route.ts";
import { SCREEN_HEADER, screenPattern } from "../../../shared/screen.ts";
import * as errors from "./errors.ts";
import { hashedAddressOf } from "./hashed-address.ts";

/**
 * Who sent the request. `caller` is the Cognito `sub` of staff, or the hashed IP address of others. `token` is the access
 * token. `screen` is the screen of the back-office that the browser names.
 */
export type Caller = { caller: string; admin: boolean; token: string; screen?: string | undefined };

// HTTP APIs add this to the event of a route with a JWT authorizer.
type Authorizer = { jwt?: { claims: Record<string, unknown> } };
export type Event = APIGatewayProxyEventV2 & {
  requestContext: APIGatewayProxyEventV2["requestContext"] & { authorizer?: Authorizer };
};

/** The authorizer has checked the signature, but not the kind of token and the role. @throws Refusal */
export function callerOf(route: Route, event: Event): Caller {
  const token = tokenOf(event);
  if (route.access === "public") return { caller: hashedAddressOf(event), admin: false, token };
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (claims?.token_use !== "access") throw errors.notSignedIn();
  const groups = listOf(claims["cognito:groups"]);
  const caller = String(claims.sub ?? "");
  const header = event.headers[SCREEN_HEADER] ?? "";
  const screen = screenPattern.test(header) ? header : undefined;
  if (groups.includes("admin")) return { caller, admin: true, token, screen };
  if (route.access === "admin") throw new errors.Forbidden("Only an administrator can do this.");
  if (!groups.includes("staff")) {
    throw new errors.Forbidden("Your account has no role yet. Ask an administrator to give you one.");
  }
  return { caller, admin: false, token, screen };
}

const tokenOf = ({ headers }: Event): string => (headers.authorization ?? "").replace(/^Bearer\s+/i, "");

/** HTTP APIs pass a list as the text "[admin staff]". A group's name has no spaces, but may have brackets and commas. */
const listOf = (claim: unknown): string[] =>
  String(claim ?? "")
    .replace(/^\[(.*)\]$/s, "$1")
    .split(" ");
