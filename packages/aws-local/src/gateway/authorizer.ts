/** An HTTP API's JWT authorizer. */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

export interface AuthorizerSettings {
  issuer: string;
  audience: string[];
}

export interface Authorized {
  claims: Record<string, string>;
  scopes: null;
}

export type Decision =
  | { authorized: Authorized }
  | { status: 401; message: "Unauthorized"; wwwAuthenticate: string };

export type Authorizer = (header: string | undefined) => Promise<Decision>;

/**
 * Checks signature (RS256 alone), issuer, audience (`aud`, or `client_id` where there is none) and times.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function openAuthorizer({ issuer, audience }: AuthorizerSettings): Authorizer {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return async (header) => {
    const token = header?.replace(/^Bearer\s+/i, "").trim();
    if (!token) return { status: 401, message: "Unauthorized", wwwAuthenticate: "Bearer" };
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer,
        requiredClaims: ["exp"],
      });
      if (!isFor(payload, audience)) return invalid("the token does not have a valid audience");
      if (payload.iat !== undefined && payload.iat > Date.now() / 1000 + 1)
        return invalid("the token was issued in the future");
      return { authorized: { claims: claimsAsText(payload), scopes: null } };
    } catch (error) {
      return invalid(reasonOf(error));
    }
  };
}

function isFor({ aud, client_id }: JWTPayload, audience: string[]): boolean {
  const named = aud === undefined ? [client_id] : [aud].flat();
  return named.some((one) => typeof one === "string" && audience.includes(one));
}

const invalid = (reason: string): Decision => ({
  status: 401,
  message: "Unauthorized",
  wwwAuthenticate: `Bearer scope="" error="invalid_token" error_description="${reason}"`,
});

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === "iss" ? "invalid issuer" : `the token's ${error.claim} is not valid`;
  if (error instanceof errors.JOSEAlgNotAllowed) return "signing method is invalid";
  if (error instanceof errors.JWKSNoMatchingKey) return "the token's key is not known";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature is invalid";
  if (error instanceof errors.JOSEError) return "the token is malformed";
  return "the issuer's keys cannot be read";
}

/** HTTP APIs hand every claim on as text: a list becomes `[admin member]`. */
function claimsAsText(payload: JWTPayload): Record<string, string> {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
    return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
}
