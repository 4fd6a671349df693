import * as z from "zod/mini";
import { StaffName } from "../../../shared/staff/staff.ts";
import { isMailable } from "../../../shared/text.ts";
import { notSignedIn, Refusal, Unavailable } from "../http/errors.ts";
import { logFailure } from "../log.ts";

/** A member of staff in the user pool. */
export type User = {
  /** The address, for somebody without a name. */
  name: string;
  email: string;
  /** Whether they have confirmed the address. */
  verified: boolean;
};

const GetUserResponse = z.object({
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z._default(z.string(), "") })),
});
const CognitoError = z.object({ __type: z.string() });

/** The token was revoked, or its owner disabled or deleted. */
const INVALID_TOKEN_ERRORS = /(NotAuthorized|UserNotFound|PasswordResetRequired|UserNotConfirmed)Exception$/;

/** GetUser changes nothing, and a connection may have died while this function was frozen. */
const MAX_TRIES = 2;
const TIMEOUT_MS = 3_000;

/**
 * The owner of an access token, as Cognito says; the token itself contains no more than their id.
 * @throws Refusal when the token is no longer valid, or the user pool does not respond
 */
export async function getUser(token: string): Promise<User> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callGetUser(token);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (tries < MAX_TRIES) continue;
      logFailure("caller not looked up", error);
      throw new Unavailable("We could not check who you are. Nothing was changed. Please try again.");
    }
  }
}

/** GetUser needs no signature. The SDK would be a tenth of a bundle for this one call. */
async function callGetUser(AccessToken: string): Promise<User> {
  const endpoint =
    process.env.AWS_ENDPOINT_URL ?? `https://cognito-idp.${process.env.AWS_REGION}.amazonaws.com`;
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.GetUser",
    },
    body: JSON.stringify({ AccessToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  if (!response.ok) {
    const { __type } = CognitoError.parse(body);
    if (INVALID_TOKEN_ERRORS.test(__type)) throw notSignedIn();
    throw new Error(__type);
  }
  const { UserAttributes } = GetUserResponse.parse(body);
  const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value ?? "";
  const email = attribute("email");
  // Its owner can write any text there with their token.
  const name = StaffName.safeParse(attribute("name"));
  return {
    name: (name.success && name.data) || email,
    email,
    verified: attribute("email_verified") === "true" && isMailable(email),
  };
}
