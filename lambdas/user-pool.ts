import * as z from "zod/mini";
import { StaffName } from "../shared/staff.ts";
import { isMailable } from "../shared/text.ts";
import { notSignedIn, Refusal, Unavailable } from "./errors.ts";
import { logFailure } from "./log.ts";

/** A member of staff, as the user pool knows them. */
export type User = {
  /** Their name; their address where they have none. */
  called: string;
  email: string;
  /** Whether they have shown that they read what is mailed there. */
  verified: boolean;
};

const Answer = z.object({
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z._default(z.string(), "") })),
});
const CognitoError = z.object({ __type: z.string() });

/** The token was ended before its time, or its owner shut out or removed. */
const over = /(NotAuthorized|UserNotFound|PasswordResetRequired|UserNotConfirmed)Exception$/;

/** Asking changes nothing, and a connection may have died while this function slept. */
const mostTries = 2;

/**
 * Whose access token it is: Cognito says so of the token itself, so nobody can claim to be somebody else. An access
 * token names its owner's id alone.
 * @throws Refusal when the token is good no longer, or the user pool cannot be asked
 */
export async function getUser(token: string): Promise<User> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(token);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (tries < mostTries) continue;
      logFailure("caller not looked up", error);
      throw new Unavailable("Who you are could not be looked up just now. Nothing was changed; try again.");
    }
  }
}

/** Cognito's GetUser, which is signed by nobody: the SDK would be a tenth of a bundle for this one call. */
async function ask(AccessToken: string): Promise<User> {
  const endpoint =
    process.env.AWS_ENDPOINT_URL ?? `https://cognito-idp.${process.env.AWS_REGION}.amazonaws.com`;
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.GetUser",
    },
    body: JSON.stringify({ AccessToken }),
    signal: AbortSignal.timeout(3_000),
  });
  const body: unknown = await response.json();
  if (!response.ok) {
    const { __type } = CognitoError.parse(body);
    if (over.test(__type)) throw notSignedIn();
    throw new Error(__type);
  }
  const { UserAttributes } = Answer.parse(body);
  const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value ?? "";
  const email = attribute("email");
  // Its owner can write anything there, past our pages.
  const name = StaffName.safeParse(attribute("name"));
  return {
    called: (name.success && name.data) || email,
    email,
    verified: attribute("email_verified") === "true" && isMailable(email),
  };
}
