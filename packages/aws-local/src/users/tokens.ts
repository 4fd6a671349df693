import { createHash, randomBytes, randomUUID } from "node:crypto";
import { errors, importJWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { AwsError, notAuthorized } from "../aws-error.ts";
import type { UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { SignIn, User } from "./records.ts";

/** Starts a new sign-in and answers its three tokens. */
export async function signInUser(pool: UserPool, client: ClientSettings, user: User) {
  const now = Date.now();
  const refreshToken = randomBytes(64).toString("base64url");
  const signIn: SignIn = {
    id: randomUUID(),
    sub: user.sub,
    clientId: client.id,
    authTime: now,
    refreshHash: hash(refreshToken),
    expires: now + client.refreshSeconds * 1000,
    accessUntil: now,
    revoked: false,
  };
  pool.records.signIns.push(signIn);
  return { ...(await issueTokens(pool, client, user, signIn)), RefreshToken: refreshToken };
}

/** New access and ID tokens for a refresh token. */
export async function refreshTokens(pool: UserPool, client: ClientSettings, refreshToken: string) {
  const signIn = findSignIn(pool, refreshToken);
  if (!signIn || signIn.clientId !== client.id) throw notAuthorized("Invalid Refresh Token");
  const user = pool.records.users.find(({ sub }) => sub === signIn.sub);
  if (!user) throw notAuthorized("Invalid Refresh Token");
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (signIn.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (signIn.expires <= Date.now()) throw notAuthorized("Refresh Token has expired");
  return issueTokens(pool, client, user, signIn);
}

/** Ends the sign-in of a refresh token and its access tokens. An unknown token is no error. */
export function revokeToken(pool: UserPool, client: ClientSettings, refreshToken: string): void {
  const signIn = findSignIn(pool, refreshToken);
  if (!signIn) return;
  if (signIn.clientId !== client.id)
    throw new AwsError("UnauthorizedException", "The token was not issued to this client");
  signIn.revoked = true;
  pool.records.save();
}

const AccessClaims = z.object({
  sub: z.string(),
  client_id: z.string(),
  event_id: z.string(),
  token_use: z.literal("access"),
  scope: z.string(),
});

/** What lets a token's owner act on their own account; a token of the hosted pages need not have it. */
const ownAccount = "aws.cognito.signin.user.admin";

/** Whose access token this is; NotAuthorizedException when it is forged, expired, revoked or its user disabled. */
export async function verifyAccessToken(
  pool: UserPool,
  token: string,
): Promise<{ user: User; client: ClientSettings }> {
  const claims = await verifiedClaims(pool, token);
  if (!claims.scope.split(" ").includes(ownAccount))
    throw notAuthorized("Access Token does not have required scopes");
  const client = pool.clients.get(claims.client_id);
  const signIn = pool.records.signIns.find(({ id }) => id === claims.event_id);
  if (!client || !signIn || signIn.revoked) throw notAuthorized("Access Token has been revoked");
  const user = pool.records.users.find(({ sub }) => sub === claims.sub);
  if (!user) throw new AwsError("UserNotFoundException", "User does not exist.");
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return { user, client };
}

/** The pool's public keys, as its JWKS document has them. */
export function publicKeys(pool: UserPool) {
  const { kty, n, e, kid } = pool.records.signingKey;
  return { keys: [{ alg: "RS256", e, kid, kty, n, use: "sig" }] };
}

async function issueTokens(pool: UserPool, client: ClientSettings, user: User, signIn: SignIn) {
  const now = Math.floor(Date.now() / 1000);
  signIn.accessUntil = (now + client.accessSeconds) * 1000;
  const groups = groupsOf(pool, user);
  const common = {
    sub: user.sub,
    ...(groups.length > 0 && { "cognito:groups": groups }),
    origin_jti: signIn.id,
    event_id: signIn.id,
    auth_time: Math.floor(signIn.authTime / 1000),
  };
  const access = {
    ...common,
    token_use: "access",
    scope: ownAccount,
    client_id: client.id,
    username: user.username,
  };
  const id = {
    ...common,
    ...readableClaims(client, user),
    token_use: "id",
    aud: client.id,
    "cognito:username": user.username,
  };
  const tokens = {
    AccessToken: await sign(pool, access, now, client.accessSeconds),
    IdToken: await sign(pool, id, now, client.idSeconds),
    ExpiresIn: client.accessSeconds,
    TokenType: "Bearer",
  };
  pool.records.save();
  return tokens;
}

async function sign(pool: UserPool, claims: Record<string, unknown>, now: number, seconds: number) {
  const { signingKey } = pool.records;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", ...(signingKey.kid !== undefined && { kid: signingKey.kid }) })
    .setIssuer(pool.issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .setJti(randomUUID())
    .sign(await importJWK(signingKey, "RS256"));
}

async function verifiedClaims(pool: UserPool, token: string): Promise<z.infer<typeof AccessClaims>> {
  try {
    const [key] = publicKeys(pool).keys;
    const options = { issuer: pool.issuer, algorithms: ["RS256"], currentDate: new Date() };
    return AccessClaims.parse(
      (await jwtVerify(token, await importJWK({ ...key }, "RS256"), options)).payload,
    );
  } catch (error) {
    throw notAuthorized(
      error instanceof errors.JWTExpired ? "Access Token has expired" : "Invalid Access Token",
    );
  }
}

/** A user's groups that the pool still has, the most important first. */
export function groupsOf(pool: UserPool, user: User): string[] {
  const rank = (precedence = Number.MAX_SAFE_INTEGER) => precedence;
  return pool.groups
    .filter(({ name }) => user.groups.includes(name))
    .sort((a, b) => rank(a.precedence) - rank(b.precedence))
    .map(({ name }) => name);
}

function readableClaims(client: ClientSettings, user: User): Record<string, string | boolean> {
  const claims = Object.entries(user.attributes)
    .filter(([name]) => client.readable === undefined || client.readable.includes(name))
    .map(([name, value]) => [name, name.endsWith("_verified") ? value === "true" : value]);
  return Object.fromEntries(claims);
}

function findSignIn(pool: UserPool, refreshToken: string): SignIn | undefined {
  const wanted = hash(refreshToken);
  return pool.records.signIns.find(({ refreshHash }) => refreshHash === wanted);
}

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");
