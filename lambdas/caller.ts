import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Route } from "../shared/route.ts";
import { screenHeader, screenPattern } from "../shared/screen.ts";
import * as errors from "./errors.ts";
import { hashedAddressOf } from "./hashed-address.ts";

/**
 * Who calls: whoever is signed in by their Cognito `sub`, anybody else by the hash of their IP address. `token` is the
 * access token, by which user-pool.ts asks Cognito who that is; `screen`, where in the back-office they say they are.
 */
export type Caller = { caller: string; admin: boolean; token: string; screen?: string | undefined };

// What HTTP APIs add to a proxied event for a route with the JWT authorizer.
type Authorizer = { jwt?: { claims: Record<string, unknown> } };
export type Event = APIGatewayProxyEventV2 & {
  requestContext: APIGatewayProxyEventV2["requestContext"] & { authorizer?: Authorizer };
};

/** The authorizer has checked the signature; what it cannot tell apart is the kind of token and the role. @throws Refusal */
export function callerOf(route: Route, event: Event): Caller {
  const token = tokenOf(event);
  if (route.access === "public") return { caller: hashedAddressOf(event), admin: false, token };
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (claims?.token_use !== "access") throw errors.notSignedIn();
  const groups = listOf(claims["cognito:groups"]);
  const caller = String(claims.sub ?? "");
  const said = event.headers[screenHeader] ?? "";
  const screen = screenPattern.test(said) ? said : undefined;
  if (groups.includes("admin")) return { caller, admin: true, token, screen };
  if (route.access === "admin") throw new errors.Forbidden("Only an administrator can do this.");
  if (!groups.includes("staff")) {
    throw new errors.Forbidden("Your account has no role yet. Ask an administrator to give you one.");
  }
  return { caller, admin: false, token, screen };
}

const tokenOf = ({ headers }: Event): string => (headers.authorization ?? "").replace(/^Bearer\s+/i, "");

/**
 * HTTP APIs pass a list claim on as the text "[admin staff]". No group's name has a space in it, but it may have
 * brackets and commas of its own.
 */
const listOf = (claim: unknown): string[] =>
  String(claim ?? "")
    .replace(/^\[(.*)\]$/s, "$1")
    .split(" ");
