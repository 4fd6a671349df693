import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

export interface Authorized {
  claims: Record<string, string>;
  scopes: null;
}

/** The claims of a valid token, or the response header for an invalid one. */
interface AuthorizerResult {
  authorized?: Authorized;
  wwwAuthenticate?: string;
}

/**
 * Checks the signature (only RS256), issuer, audience (`aud`, or else `client_id`) and times.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function openAuthorizer({ issuer, audience }: { issuer: string; audience: string[] }) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const options = { algorithms: ["RS256"], issuer, requiredClaims: ["exp"] };
  const verified = new Map<string, JWTPayload>();
  /** A signature that was valid stays so: a known token can only expire. */
  async function verify(token: string): Promise<JWTPayload> {
    const knownPayload = verified.get(token);
    if (knownPayload && new Date(Number(knownPayload.exp) * 1000) > new Date()) return knownPayload;
    const { payload } = await jwtVerify(token, keys, options);
    verified.set(token, payload);
    return payload;
  }
  return async (header: string | undefined): Promise<AuthorizerResult> => {
    const token = header?.replace(/^Bearer\s+/i, "").trim();
    if (!token) return { wwwAuthenticate: "Bearer" };
    const claims = await verify(token).catch(tokenError);
    const reason = typeof claims === "string" ? claims : invalidClaim(claims, audience);
    if (typeof claims === "string" || reason)
      return { wwwAuthenticate: `Bearer scope="" error="invalid_token" error_description="${reason}"` };
    return { authorized: { claims: claimsAsText(claims), scopes: null } };
  };
}

function invalidClaim({ aud, client_id, iat = 0 }: JWTPayload, audience: string[]): string | undefined {
  const named = aud === undefined ? [client_id] : [aud].flat();
  if (!named.some((client) => typeof client === "string" && audience.includes(client)))
    return "the token does not have a valid audience";
  return iat > Date.now() / 1000 + 1 ? "the token was issued in the future" : undefined;
}

const tokenError = (error: unknown): string =>
  error instanceof errors.JOSEError ? error.message : "the issuer's keys cannot be read";

/** HTTP APIs pass every claim as text: a list becomes `[admin member]`. */
function claimsAsText(payload: JWTPayload): Record<string, string> {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
    return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
}
