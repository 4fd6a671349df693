import * as z from "zod/mini";
import { omit } from "../../../shared/omit.ts";
import type { Route } from "../../../shared/route.ts";
import { disabledText, mfaRequiredText } from "../../../shared/staff/access-texts.ts";
import { Role } from "../../../shared/staff/staff.ts";
import { batchGet, byId } from "../dynamo/batch-get.ts";
import { table } from "../dynamo/database.ts";
import { read } from "../dynamo/read-rows.ts";
import { updateIf } from "../dynamo/update-if.ts";
import { logFailure } from "../log.ts";
import type { Session, Token } from "./caller.ts";
import * as refusals from "./refusals.ts";

// The authorizer accepts an access token for its lifetime of half an hour. This checks in the table what its owner may do
// now. No call asks Cognito, whose reads are limited to 120 a second for the whole account.

/** The row of a member of staff, by their Cognito `sub`. Times are in seconds since 1970, as in Cognito. */
export const Access = z.object({
  /** Empty if they have not given one. */
  name: z.string(),
  email: z.string(),
  /** Without a role they may do nothing. */
  role: z.optional(Role),
  disabled: z.optional(z.boolean()),
  /** Until their first call: a token proves that they accepted the invitation. */
  invited: z.optional(z.boolean()),
  /** Tokens issued before this time are not valid. */
  ended_at: z.optional(z.number()),
  signed_in_at: z.optional(z.number()),
  /** When the server last saw that they have a sign-in code. */
  proven_at: z.optional(z.number()),
});
type Access = z.output<typeof Access>;

/** The id of the row with the rule for all staff. */
export const MFA_POLICY_ID = "everybody";
const MfaPolicy = z.object({ second_factor: z.optional(z.boolean()) });

/** Somebody who was disabled keeps access for at most this time. */
const CACHE_MS = 5_000;
type Rows = { access: Record<string, unknown> | undefined; policy: Record<string, unknown> };
const cache = new Map<string, Rows & { cachedAt: number }>();

async function readRows(id: string, { skipsAccessCache }: { skipsAccessCache: boolean }): Promise<Rows> {
  const cachedAt = Date.now();
  for (const [key, entry] of cache) if (cachedAt - entry.cachedAt > CACHE_MS) cache.delete(key);
  const cached = cache.get(id);
  if (cached && !skipsAccessCache) return cached;
  const rows = await batchGet("staff", byId([id, MFA_POLICY_ID]));
  const rowOf = (key: string) => rows.find((row) => row.id === key);
  const entry = { access: rowOf(id), policy: rowOf(MFA_POLICY_ID) ?? {}, cachedAt };
  cache.set(id, entry);
  return entry;
}

/**
 * Checks that the caller's token is valid, and that they have a sign-in code if it is required. The first call after a
 * sign-in also saves its time, in parallel with the handler: await `signInSaved` before the response. It never rejects.
 * @throws Refusal when the caller has no access, or it cannot be checked
 */
export async function authorize(
  route: Route,
  token: Token,
): Promise<Session & { signInSaved: Promise<unknown> }> {
  const { name, email, role, invited, signed_in_at = 0 } = await checkAccess(route, token);
  const isNewSignIn = invited || token.signedInAt > signed_in_at;
  return {
    name: name || email,
    email,
    // A change of role reaches the token later, or the user pool first: the lower role counts.
    admin: role === "admin" && token.role === "admin",
    signInSaved: isNewSignIn ? saveSignIn(token) : Promise.resolve(),
  };
}

function refusalOf(
  { access: required, allowsWithoutMfa }: Route,
  token: Token,
  access: Access | undefined,
  { mfaRequired }: { mfaRequired: boolean },
): refusals.Refusal | undefined {
  if (access?.disabled) return new refusals.NotSignedIn(disabledText);
  if (access?.ended_at !== undefined && !(token.issuedAt >= access.ended_at)) return refusals.notSignedIn();
  if (!access?.role) return refusals.noRole();
  if (required === "admin" && access.role !== "admin") return refusals.adminsOnly();
  // Checked for each sign-in: people can remove their sign-in code in Cognito, and we are not notified.
  if (mfaRequired && !allowsWithoutMfa && !((access.proven_at ?? 0) >= token.signedInAt))
    return new refusals.Forbidden(mfaRequiredText);
  return undefined;
}

/** The cache alone refuses no caller: the rows are read again before a refusal. */
async function checkAccess(route: Route, token: Token): Promise<Access> {
  let refusal: refusals.Refusal | undefined;
  try {
    for (const skipsAccessCache of route.skipsAccessCache ? [true] : [false, true]) {
      const rows = await readRows(token.id, { skipsAccessCache });
      // The row of a removed person refuses them like a disabled one.
      if (rows.access?.removed_at) throw new refusals.NotSignedIn(disabledText);
      const access = rows.access && read(Access, rows.access);
      const mfaRequired = read(MfaPolicy, rows.policy).second_factor ?? false;
      refusal = refusalOf(route, token, access, { mfaRequired });
      if (access && !refusal) return access;
    }
  } catch (error) {
    if (error instanceof refusals.Refusal) throw error;
    logFailure("caller not authorized", error);
    throw new refusals.Unavailable("We could not check your access. Please try again.");
  }
  throw refusal;
}

async function saveSignIn({ id, signedInAt: signed_in_at }: Token): Promise<void> {
  try {
    await updateIf(
      { TableName: table("staff"), Key: { id } },
      {
        set: { signed_in_at },
        remove: ["invited"],
        // Not in the row of somebody who was deleted meanwhile.
        onlyIf: "attribute_exists(#email)",
      },
    );
    const cached = cache.get(id);
    if (cached?.access) {
      const access = omit(cached.access, "invited");
      cached.access = { ...access, signed_in_at };
    }
  } catch (error) {
    logFailure("sign-in not saved", error);
  }
}
