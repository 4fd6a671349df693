/** An HTTP API's JWT authorizer. */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

export interface Authorized {
  claims: Record<string, string>;
  scopes: null;
}

/** What the answer's `www-authenticate` says of a token that is not accepted. */
type Decision = { authorized: Authorized } | { wwwAuthenticate: string };

export type Authorizer = (header: string | undefined) => Promise<Decision>;

/**
 * Checks signature (RS256 alone), issuer, audience (`aud`, or `client_id` where there is none) and times.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function openAuthorizer({ issuer, audience }: { issuer: string; audience: string[] }): Authorizer {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const options = { algorithms: ["RS256"], issuer, requiredClaims: ["exp"] };
  return async (header) => {
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

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === "iss" ? "invalid issuer" : `the token's ${error.claim} is not valid`;
  if (error instanceof errors.JOSEAlgNotAllowed) return "signing method is invalid";
  if (error instanceof errors.JWKSNoMatchingKey) return "the token's key is not known";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature is invalid";
  return error instanceof errors.JOSEError ? "the token is malformed" : "the issuer's keys cannot be read";
}

/** HTTP APIs hand every claim on as text: a list becomes `[admin member]`. */
function claimsAsText(payload: JWTPayload): Record<string, string> {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
    return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
}
