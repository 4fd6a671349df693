/** An HTTP API's JWT authorizer. */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

export interface Authorized {
  claims: Record<string, string>;
  scopes: null;
}

interface Decision {
  authorized?: Authorized;
  /** What the answer says of a token that is not accepted. */
  wwwAuthenticate?: string;
}

/**
 * Checks signature (RS256 alone), issuer, audience (`aud`, or `client_id` where there is none) and times.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function openAuthorizer({ issuer, audience }: { issuer: string; audience: string[] }) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const options = { algorithms: ["RS256"], issuer, requiredClaims: ["exp"] };
  return async (header: string | undefined): Promise<Decision> => {
    const token = header?.replace(/^Bearer\s+/i, "").trim();
    if (!token) return { wwwAuthenticate: "Bearer" };
    const checked = await jwtVerify(token, keys, options).catch(reasonOf);
    const reason = typeof checked === "string" ? checked : misuse(checked.payload, audience);
    if (typeof checked === "string" || reason)
      return { wwwAuthenticate: `Bearer scope="" error="invalid_token" error_description="${reason}"` };
    return { authorized: { claims: claimsAsText(checked.payload), scopes: null } };
  };
}

function misuse({ aud, client_id, iat = 0 }: JWTPayload, audience: string[]): string | undefined {
  const named = aud === undefined ? [client_id] : [aud].flat();
  if (!named.some((one) => typeof one === "string" && audience.includes(one)))
    return "the token does not have a valid audience";
  return iat > Date.now() / 1000 + 1 ? "the token was issued in the future" : undefined;
}

const reasonOf = (error: unknown): string =>
  error instanceof errors.JOSEError ? error.message : "the issuer's keys cannot be read";

/** HTTP APIs hand every claim on as text: a list becomes `[admin member]`. */
function claimsAsText(payload: JWTPayload): Record<string, string> {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
    return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
}
