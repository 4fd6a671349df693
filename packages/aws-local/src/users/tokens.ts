import { createHash, randomBytes, randomUUID } from "node:crypto";
import { errors, importJWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { AwsError, notAuthorized } from "../aws-error.ts";
import { groupsOf, operationsFor, read, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { SignIn, User } from "./records.ts";

export async function signInUser(pool: UserPool, client: ClientSettings, user: User) {
  const now = Date.now();
  const RefreshToken = randomBytes(64).toString("base64url");
  const signIn: SignIn = {
    id: randomUUID(),
    sub: user.sub,
    clientId: client.id,
    authTime: now,
    refreshHash: hash(RefreshToken),
    expires: now + client.refreshSeconds * 1000,
    accessUntil: now,
    revoked: false,
  };
  pool.records.signIns.push(signIn);
  return { ...(await issueTokens(pool, client, user, signIn)), RefreshToken };
}

export async function refreshTokens(pool: UserPool, client: ClientSettings, refreshToken: string) {
  const signIn = findSignIn(pool, refreshToken);
  const user = pool.records.users.find(({ sub }) => sub === signIn?.sub);
  if (!signIn || !user || signIn.clientId !== client.id) throw notAuthorized("Invalid Refresh Token");
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (signIn.revoked) throw notAuthorized("Refresh Token has been revoked");
  if (signIn.expires <= Date.now()) throw notAuthorized("Refresh Token has expired");
  return issueTokens(pool, client, user, signIn);
}

/** Revokes the sign-in of a refresh token. An unknown token is not an error. */
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
});

/** Operations with an access token. @throws AwsError NotAuthorizedException if it is invalid, expired or revoked */
export const tokenOperation = operationsFor(async (pool, input) => {
  const { AccessToken } = read({ AccessToken: z.string() }, input);
  const claims = await verifiedClaims(pool, AccessToken);
  const client = pool.clients.get(claims.client_id);
  const signIn = pool.records.signIns.find(({ id }) => id === claims.event_id);
  if (!client || !signIn || signIn.revoked) throw notAuthorized("Access Token has been revoked");
  const user = pool.records.users.find(({ sub }) => sub === claims.sub);
  if (!user) throw new AwsError("UserNotFoundException", "User does not exist.");
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return { user, client };
});

export function publicKeys({ records: { signingKey } }: UserPool) {
  const { kty, n, e, kid } = signingKey;
  return { keys: [{ alg: "RS256", e, kid, kty, n, use: "sig" }] };
}

async function issueTokens(pool: UserPool, client: ClientSettings, user: User, signIn: SignIn) {
  const now = Math.floor(Date.now() / 1000);
  signIn.accessUntil = (now + client.accessSeconds) * 1000;
  const groups = groupsOf(pool, user).map(({ GroupName }) => GroupName);
  const common = {
    sub: user.sub,
    ...(groups.length > 0 && { "cognito:groups": groups }),
    origin_jti: signIn.id,
    event_id: signIn.id,
    auth_time: Math.floor(signIn.authTime / 1000),
  };
  const { username } = user;
  const scope = "aws.cognito.signin.user.admin";
  const access = { token_use: "access", scope, client_id: client.id, username };
  const attributes = Object.entries(user.attributes)
    .filter(([name]) => client.readable?.includes(name) ?? true)
    .map(([name, value]) => [name, name.endsWith("_verified") ? value === "true" : value]);
  const identity = { token_use: "id", aud: client.id, "cognito:username": username };
  const id = { ...Object.fromEntries(attributes), ...identity };
  const { signingKey } = pool.records;
  const key = await importJWK(signingKey, "RS256");
  const sign = (claims: object, seconds: number) =>
    new SignJWT({ ...common, ...claims })
      .setProtectedHeader({ alg: "RS256", ...(signingKey.kid !== undefined && { kid: signingKey.kid }) })
      .setIssuer(pool.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .setJti(randomUUID())
      .sign(key);
  const tokens = {
    AccessToken: await sign(access, client.accessSeconds),
    IdToken: await sign(id, client.idSeconds),
    ExpiresIn: client.accessSeconds,
    TokenType: "Bearer",
  };
  pool.records.save();
  return tokens;
}

async function verifiedClaims(pool: UserPool, token: string) {
  try {
    const key = await importJWK({ ...publicKeys(pool).keys[0] }, "RS256");
    const options = { issuer: pool.issuer, algorithms: ["RS256"], currentDate: new Date() };
    return AccessClaims.parse((await jwtVerify(token, key, options)).payload);
  } catch (error) {
    const reason = error instanceof errors.JWTExpired ? "Access Token has expired" : "Invalid Access Token";
    throw notAuthorized(reason);
  }
}

function findSignIn(pool: UserPool, refreshToken: string): SignIn | undefined {
  const wantedHash = hash(refreshToken);
  return pool.records.signIns.find(({ refreshHash }) => refreshHash === wantedHash);
}

const hash = (token: string) => createHash("sha256").update(token).digest("base64url");
