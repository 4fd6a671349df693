import * as z from "zod";
import { invalidParameter, notAuthorized } from "../aws-error.ts";
import { changed, ownAttributes } from "./attributes.ts";
import { invalidSession, requiredParameter } from "./challenges.ts";
import { mfaChallenge, takeCode } from "./mfa.ts";
import { beginPasswordProof, provenUser } from "./password-proof.ts";
import { newPassword, temporaryPasswordExpired } from "./passwords.ts";
import { findClient, findUser, operation, saveUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";
import { refreshTokens, signInUser } from "./tokens.ts";

const Texts = z.record(z.string(), z.string());
const Response = z.object({
  ClientId: z.string(),
  ChallengeName: z.string(),
  ChallengeResponses: Texts,
  Session: z.string().optional(),
});
type Response = z.infer<typeof Response>;

export const initiateAuth = operation(
  z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: Texts.default({}) }),
  async (pool, { ClientId, AuthFlow, AuthParameters }) => {
    const client = findClient(pool, ClientId);
    const flow = AuthFlow === "REFRESH_TOKEN" ? "REFRESH_TOKEN_AUTH" : AuthFlow;
    if (!client.allows(flow)) throw invalidParameter(`${flow} is not enabled for the client.`);
    if (flow === "USER_SRP_AUTH") return beginPasswordProof(pool, client, AuthParameters);
    if (flow !== "REFRESH_TOKEN_AUTH") throw invalidParameter(`${flow} does not run here.`);
    const token = requiredParameter(AuthParameters, "REFRESH_TOKEN");
    return { AuthenticationResult: await refreshTokens(pool, client, token), ChallengeParameters: {} };
  },
);

export const respondToAuthChallenge = operation(Response, (pool, response) => {
  const client = findClient(pool, response.ClientId);
  if (response.ChallengeName === "PASSWORD_VERIFIER") return verifyPassword(pool, client, response);
  if (response.ChallengeName === "NEW_PASSWORD_REQUIRED") return chooseFirstPassword(pool, client, response);
  if (response.ChallengeName === "SOFTWARE_TOKEN_MFA") return answerSecondFactor(pool, client, response);
  throw invalidParameter(`${response.ChallengeName} does not run here.`);
});

async function verifyPassword(pool: UserPool, client: ClientSettings, { ChallengeResponses }: Response) {
  const user = provenUser(pool, client, ChallengeResponses);
  checkEnabled(user);
  if (user.status !== "FORCE_CHANGE_PASSWORD") return nextAfterPassword(pool, client, user);
  if (temporaryPasswordExpired(pool, user))
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  return {
    ChallengeName: "NEW_PASSWORD_REQUIRED",
    Session: pool.challenges.open(
      { name: "NEW_PASSWORD_REQUIRED", clientId: client.id, username: user.username },
      client.challengeSeconds,
    ),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: "[]",
      userAttributes: JSON.stringify(user.attributes),
    },
  };
}

async function chooseFirstPassword(pool: UserPool, client: ClientSettings, response: Response) {
  const user = sessionUser(pool, client, response, "NEW_PASSWORD_REQUIRED");
  const given = Object.entries(response.ChallengeResponses)
    .filter(([name]) => name.startsWith("userAttributes."))
    .map(([name, Value]) => ({ Name: name.slice("userAttributes.".length), Value }));
  const attributes = changed(user.attributes, ownAttributes(client, given));
  const password = requiredParameter(response.ChallengeResponses, "NEW_PASSWORD");
  const chosen = newPassword(pool, user, password, "CONFIRMED");
  pool.challenges.close(response.Session);
  saveUser(pool, user, { ...chosen, attributes });
  return nextAfterPassword(pool, client, user);
}

async function answerSecondFactor(pool: UserPool, client: ClientSettings, response: Response) {
  const user = sessionUser(pool, client, response, "SOFTWARE_TOKEN_MFA");
  const code = requiredParameter(response.ChallengeResponses, "SOFTWARE_TOKEN_MFA_CODE");
  pool.attempts.checkPassword(user.sub);
  try {
    takeCode(pool, user, code);
  } catch (error) {
    pool.challenges.failed(response.Session);
    pool.attempts.passwordFailed(user.sub);
    throw error;
  }
  pool.challenges.close(response.Session);
  return signedIn(pool, client, user);
}

async function nextAfterPassword(pool: UserPool, client: ClientSettings, user: User) {
  return mfaChallenge(pool, client, user) ?? signedIn(pool, client, user);
}

/** Failures are forgotten only here, so that a known password does not allow codes to be guessed. */
async function signedIn(pool: UserPool, client: ClientSettings, user: User) {
  pool.attempts.passwordSucceeded(user.sub);
  return { AuthenticationResult: await signInUser(pool, client, user), ChallengeParameters: {} };
}

/** The user of an open session, if it is this challenge, this client's and of the person who answers. */
function sessionUser(
  pool: UserPool,
  client: ClientSettings,
  { Session, ChallengeResponses }: Response,
  name: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA",
): User {
  const challenge = pool.challenges.find(Session, name);
  const user = findUser(pool, requiredParameter(ChallengeResponses, "USERNAME"));
  if (challenge.clientId !== client.id || !user || user.username !== challenge.username)
    throw invalidSession("");
  checkEnabled(user);
  return user;
}

function checkEnabled(user: User): void {
  if (!user.enabled) throw notAuthorized("User is disabled.");
}
