import * as z from "zod/mini";
import type { Route } from "../../../shared/route.ts";
import { disabledText, mfaRequiredText } from "../../../shared/staff/access-texts.ts";
import { batchGet, byId } from "../dynamo/batch-get.ts";
import { table } from "../dynamo/database.ts";
import { read } from "../dynamo/rows.ts";
import { updateIf } from "../dynamo/update-if.ts";
import { logFailure } from "../log.ts";
import type { Event } from "./caller.ts";
import { Forbidden, NotSignedIn, notSignedIn, type Refusal, Unavailable } from "./errors.ts";

// The authorizer accepts an access token for its lifetime of half an hour. This checks whether its owner was disabled or
// signed out since.

/** The row of a member of staff, by their Cognito `sub`. Times are in seconds since 1970, as in Cognito. */
const StaffSession = z.object({
  /** Tokens issued before this time are not valid. */
  ended_at: z.optional(z.number()),
  /** Whether they ended because the account was disabled. */
  disabled: z.optional(z.boolean()),
  signed_in_at: z.optional(z.number()),
  /** When the server last saw that they have a second factor. */
  proven_at: z.optional(z.number()),
});
type StaffSession = z.output<typeof StaffSession>;

/** The id of the row with the rule for all staff. */
export const MFA_POLICY_ID = "everybody";
const MfaPolicy = z.object({ second_factor: z.optional(z.boolean()) });

/** Somebody who was disabled keeps access for at most this time. */
const CACHE_MS = 5_000;
type Rows = { session: Record<string, unknown>; policy: Record<string, unknown> };
const cache = new Map<string, Rows & { cachedAt: number }>();

async function readRows(id: string, skipsAccessCache: boolean): Promise<Rows> {
  const cachedAt = Date.now();
  for (const [key, entry] of cache) if (cachedAt - entry.cachedAt > CACHE_MS) cache.delete(key);
  const cached = cache.get(id);
  if (cached && !skipsAccessCache) return cached;
  const rows = await batchGet("staff", byId([id, MFA_POLICY_ID]));
  const rowOf = (key: string) => rows.find((row) => row.id === key) ?? {};
  const entry = { session: rowOf(id), policy: rowOf(MFA_POLICY_ID), cachedAt };
  cache.set(id, entry);
  return entry;
}

/**
 * Checks that the caller's token is valid, and that they have a second factor if it is required. The first call after a
 * sign-in also saves its time, in parallel with the handler: await `signInSaved` before the response. It never rejects.
 * @throws Refusal when the caller has no access, or it cannot be checked
 */
export async function authorize(route: Route, event: Event): Promise<{ signInSaved: Promise<unknown> }> {
  if (route.access === "public") return { signInSaved: Promise.resolve() };
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  const id = String(claims.sub ?? "");
  // HTTP APIs pass numbers as text.
  const token = { issuedAt: Number(claims.iat), signedInAt: Number(claims.auth_time) };
  const session = await checkSession(id, route, token);
  const isNewSignIn = token.signedInAt > (session.signed_in_at ?? 0);
  return { signInSaved: isNewSignIn ? saveSignIn(id, token.signedInAt) : Promise.resolve() };
}

type Token = { issuedAt: number; signedInAt: number };

function refusalOf(
  { allowsWithoutMfa }: Route,
  token: Token,
  session: StaffSession,
  mfaRequired: boolean,
): Refusal | undefined {
  if (session.ended_at !== undefined && !(token.issuedAt >= session.ended_at))
    return session.disabled ? new NotSignedIn(disabledText) : notSignedIn();
  // Checked for each sign-in: people can remove their second factor in Cognito, and we are not notified.
  if (mfaRequired && !allowsWithoutMfa && !((session.proven_at ?? 0) >= token.signedInAt))
    return new Forbidden(mfaRequiredText);
  return undefined;
}

/** Nobody is refused because of the cache alone: the rows are read again first. */
async function checkSession(id: string, route: Route, token: Token): Promise<StaffSession> {
  let refusal: Refusal | undefined;
  try {
    for (const skipsAccessCache of route.skipsAccessCache ? [true] : [false, true]) {
      const rows = await readRows(id, skipsAccessCache);
      const session = read(StaffSession, rows.session);
      const mfaRequired = read(MfaPolicy, rows.policy).second_factor ?? false;
      refusal = refusalOf(route, token, session, mfaRequired);
      if (!refusal) return session;
    }
  } catch (error) {
    logFailure("caller not authorized", error);
    throw new Unavailable("We could not check your access. Please try again.");
  }
  throw refusal;
}

async function saveSignIn(id: string, signed_in_at: number): Promise<void> {
  try {
    await updateIf(
      { TableName: table("staff"), Key: { id } },
      {
        set: { signed_in_at },
        onlyIf: "attribute_not_exists(#signed_in_at) OR #signed_in_at < :new_signed_in_at",
      },
    );
    const cached = cache.get(id);
    if (cached) cached.session = { ...cached.session, signed_in_at };
  } catch (error) {
    logFailure("sign-in not saved", error);
  }
}
