import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import { type AwsError, invalidParameter, notAuthorized } from "../aws-error.ts";
import { takeCode } from "./mfa.ts";
import { newPassword, temporaryPasswordExpired } from "./passwords.ts";
import {
  type Challenge,
  clientOperation,
  findUser,
  type Operation,
  saveUser,
  type UserPool,
} from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";
import { beginExchange, createVerifier, provesPassword } from "./srp.ts";
import { signInUser } from "./tokens.ts";

const Texts = z.record(z.string(), z.string());
type Texts = z.infer<typeof Texts>;

export const signInOperations: Record<string, Operation> = {
  InitiateAuth: clientOperation(
    { AuthFlow: z.string(), AuthParameters: Texts.default({}) },
    (pool, client, { AuthFlow, AuthParameters }) => {
      if (!client.allows(AuthFlow)) throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
      if (AuthFlow !== "USER_SRP_AUTH") throw invalidParameter(`${AuthFlow} does not run here.`);
      return askForProof(pool, client, AuthParameters);
    },
  ),

  RespondToAuthChallenge: clientOperation(
    { ChallengeName: z.string(), ChallengeResponses: Texts, Session: z.string().optional() },
    (pool, client, { ChallengeName, ChallengeResponses, Session }) => {
      const answer = answers.get(ChallengeName);
      if (!answer) throw invalidParameter(`${ChallengeName} does not run here.`);
      // What a password is proved for is the session of that challenge.
      const session = ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK ?? Session ?? "";
      const challenge = openChallenge(pool, client, session, ChallengeName, ChallengeResponses);
      return answer(pool, client, challenge, ChallengeResponses);
    },
  ),
};

type Answer = (
  pool: UserPool,
  client: ClientSettings,
  challenge: Challenge,
  given: Texts,
) => Promise<Answered>;
type Answered = { ChallengeName: string } | { AuthenticationResult: object };

/** An unknown user gets a challenge as a known one does. */
function askForProof(pool: UserPool, client: ClientSettings, parameters: Texts) {
  const { username, password } = findUser(pool, required(parameters, "USERNAME")) ?? nobody(pool);
  const exchange = beginExchange(required(parameters, "SRP_A"), password);
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const asked = { SALT: password.salt, SRP_B: exchange.B.toString(16), USERNAME: username };
  const { Session, ...answer } = ask(pool, client, "PASSWORD_VERIFIER", username, asked, exchange);
  return { ...answer, ChallengeParameters: { ...answer.ChallengeParameters, SECRET_BLOCK: Session } };
}

function nobody({ name: poolName }: UserPool) {
  const username = randomUUID();
  return { username, password: createVerifier({ poolName, username }, randomUUID()) };
}

async function verifyPassword(pool: UserPool, client: ClientSettings, challenge: Challenge, given: Texts) {
  challenge.used = true;
  const { username, exchange } = challenge;
  const stored = findUser(pool, username)?.password;
  const claim = {
    secretBlock: required(given, "PASSWORD_CLAIM_SECRET_BLOCK"),
    timestamp: required(given, "TIMESTAMP"),
    signature: required(given, "PASSWORD_CLAIM_SIGNATURE"),
  };
  const proved = exchange && provesPassword(exchange, { poolName: pool.name, username }, claim);
  // A password changed since the exchange began is not proved by the old one.
  if (!proved || !stored || BigInt(`0x${stored.verifier}`) !== exchange.verifier)
    throw notAuthorized("Incorrect username or password.");
  const user = enabledUser(pool, challenge);
  if (user.status !== "FORCE_CHANGE_PASSWORD") return afterPassword(pool, client, user);
  if (temporaryPasswordExpired(pool, user))
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  return ask(pool, client, "NEW_PASSWORD_REQUIRED", user.username, {
    requiredAttributes: "[]",
    userAttributes: JSON.stringify(user.attributes),
  });
}

const chooseFirstPassword: Answer = async (pool, client, challenge, given) => {
  const attribute = Object.keys(given).find((name) => name.startsWith("userAttributes."));
  if (attribute) throw invalidParameter(`${attribute} with a first password does not run here.`);
  const user = enabledUser(pool, challenge);
  const chosen = newPassword(pool, user, required(given, "NEW_PASSWORD"), "CONFIRMED");
  challenge.used = true;
  saveUser(pool, user, chosen);
  return afterPassword(pool, client, user);
};

const answerSecondFactor: Answer = async (pool, client, challenge, given) => {
  const user = enabledUser(pool, challenge);
  takeCode(pool, user, required(given, "SOFTWARE_TOKEN_MFA_CODE"));
  challenge.used = true;
  return signedIn(pool, client, user);
};

const answers = new Map<string, Answer>([
  ["PASSWORD_VERIFIER", verifyPassword],
  ["NEW_PASSWORD_REQUIRED", chooseFirstPassword],
  ["SOFTWARE_TOKEN_MFA", answerSecondFactor],
]);

async function afterPassword(pool: UserPool, client: ClientSettings, user: User) {
  if (!pool.settings.totpEnabled || !user.totp.enabled) return signedIn(pool, client, user);
  return ask(pool, client, "SOFTWARE_TOKEN_MFA", user.username, { FRIENDLY_DEVICE_NAME: "TOTP device" });
}

const signedIn = async (pool: UserPool, client: ClientSettings, user: User) => ({
  AuthenticationResult: await signInUser(pool, client, user),
  ChallengeParameters: {},
});

/** Opens a challenge under an unguessable session. */
function ask(
  { challenges }: UserPool,
  client: ClientSettings,
  name: Challenge["name"],
  username: string,
  parameters: Texts,
  exchange?: Challenge["exchange"],
) {
  const now = Date.now();
  for (const [id, { expires }] of challenges) if (expires + 600_000 < now) challenges.delete(id);
  const Session = randomBytes(64).toString("base64");
  const expires = now + client.challengeSeconds * 1000;
  const challenge = { name, clientId: client.id, username, expires, used: false };
  challenges.set(Session, { ...challenge, ...(exchange && { exchange }) });
  return { ChallengeName: name, Session, ChallengeParameters: { USER_ID_FOR_SRP: username, ...parameters } };
}

/** The challenge of a session, if it is this one, this client's and of the person who answers. */
function openChallenge(
  pool: UserPool,
  client: ClientSettings,
  session: string,
  name: string,
  given: Texts,
): Challenge {
  const challenge = pool.challenges.get(session);
  if (challenge?.name !== name || challenge.clientId !== client.id) throw invalidSession();
  const claimed = required(given, "USERNAME");
  if ((findUser(pool, claimed)?.username ?? claimed) !== challenge.username) throw invalidSession();
  if (challenge.used) throw invalidSession(", session can only be used once");
  if (challenge.expires <= Date.now()) throw invalidSession(", session is expired");
  return challenge;
}

function enabledUser(pool: UserPool, { username }: Challenge): User {
  const user = findUser(pool, username);
  if (!user?.enabled) throw notAuthorized("User is disabled.");
  return user;
}

/** A parameter a challenge cannot do without; InvalidParameterException when it is missing or empty. */
function required(parameters: Texts, name: string): string {
  const value = parameters[name];
  if (value) return value;
  throw invalidParameter(`Missing required parameter ${name}`);
}

const invalidSession = (reason = ""): AwsError => notAuthorized(`Invalid session for the user${reason}.`);
