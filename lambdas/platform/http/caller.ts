import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Route } from "../../../shared/route.ts";
import { SCREEN_HEADER, screenPattern } from "../../../shared/screen.ts";
import { type Role, roleAmong } from "../../../shared/staff/staff.ts";
import * as refusals from "./refusals.ts";

/** A member of staff whose access has been checked. `name` is the address if they have given no name. */
export type Session = { name: string; email: string; admin: boolean };

/**
 * Who sent the request. `caller` is the Cognito `sub` of staff, or the hashed IP address of others. `session` waits for
 * the check of their access. `screen` is the screen of the back-office that the browser names. `address` is the IP address
 * of somebody who is not staff, and is not stored.
 */
export type Caller = {
  caller: string;
  session: () => Promise<Session>;
  screen?: string | undefined;
  address?: string | undefined;
};

// HTTP APIs add this to the event of a route with a JWT authorizer.
type Authorizer = { jwt?: { claims: Record<string, unknown> } };
export type Event = APIGatewayProxyEventV2 & {
  requestContext: APIGatewayProxyEventV2["requestContext"] & { authorizer?: Authorizer };
};

/** An access token. Times are in seconds since 1970, as in Cognito. */
export type Token = { id: string; role: Role; issuedAt: number; signedInAt: number };

/** The authorizer has checked the signature, but not the kind of token and the role. @throws Refusal */
export function tokenOf({ access }: Route, event: Event): Token {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  if (claims?.token_use !== "access") throw refusals.notSignedIn();
  const role = roleAmong(listOf(claims["cognito:groups"]));
  if (access === "admin" && role !== "admin") throw refusals.adminsOnly();
  if (!role) throw refusals.noRole();
  // HTTP APIs pass numbers as text.
  const [issuedAt, signedInAt] = [Number(claims.iat), Number(claims.auth_time)];
  return { id: String(claims.sub ?? ""), role, issuedAt, signedInAt };
}

export function screenOf({ headers }: Event): string | undefined {
  const header = headers[SCREEN_HEADER] ?? "";
  return screenPattern.test(header) ? header : undefined;
}

/** HTTP APIs pass a list as the text "[admin staff]". A group's name has no spaces, but may have brackets and commas. */
const listOf = (claim: unknown): string[] =>
  String(claim ?? "")
    .replace(/^\[(.*)\]$/s, "$1")
    .split(" ");
