import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type AwsError, invalidParameter, notAuthorized } from "../aws-error.ts";
import { changed, ownAttributes } from "./attributes.ts";
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
import { beginExchange, provesPassword, simulatedVerifier } from "./srp.ts";
import { signInUser } from "./tokens.ts";

/** Wrong answers to one challenge before the person has to begin again. */
const MAX_FAILURES = 5;

const Texts = z.record(z.string(), z.string());
const Response = z.object({ ChallengeResponses: Texts, Session: z.string().optional() });
type Response = z.infer<typeof Response>;
type Answered = { ChallengeName: string } | { AuthenticationResult: object };

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
    { ...Response.shape, ChallengeName: z.string() },
    (pool, client, { ChallengeName, ...response }) => {
      const answer = answers.get(ChallengeName);
      if (!answer) throw invalidParameter(`${ChallengeName} does not run here.`);
      return answer(pool, client, response);
    },
  ),
};

const answers = new Map<
  string,
  (pool: UserPool, client: ClientSettings, response: Response) => Promise<Answered>
>([
  ["PASSWORD_VERIFIER", verifyPassword],
  ["NEW_PASSWORD_REQUIRED", chooseFirstPassword],
  ["SOFTWARE_TOKEN_MFA", answerSecondFactor],
]);

/** An unknown user gets the same challenge as a known one. */
function askForProof(pool: UserPool, client: ClientSettings, parameters: Record<string, string>) {
  const login = required(parameters, "USERNAME");
  const user = findUser(pool, login);
  const key = login.toLowerCase();
  const stored = user?.password ?? simulatedVerifier(pool.records.secret, key);
  const username = user?.username ?? simulatedName(pool, key);
  const exchange = beginExchange(required(parameters, "SRP_A"), stored);
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const proof = { exchange, attemptsKey: user?.sub ?? `unknown:${key}` };
  const { Session, ...asked } = ask(
    pool,
    client,
    "PASSWORD_VERIFIER",
    username,
    {
      SALT: stored.salt,
      SRP_B: exchange.B.toString(16),
      USERNAME: username,
    },
    proof,
  );
  return { ...asked, ChallengeParameters: { ...asked.ChallengeParameters, SECRET_BLOCK: Session } };
}

/** Names in the pool are UUIDs; an unknown one must look the same. */
function simulatedName(pool: UserPool, key: string): string {
  const hex = simulatedVerifier(pool.records.secret, `name:${key}`).salt;
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

async function verifyPassword(pool: UserPool, client: ClientSettings, { ChallengeResponses }: Response) {
  const user = provenUser(pool, client, ChallengeResponses);
  checkEnabled(user);
  if (user.status !== "FORCE_CHANGE_PASSWORD") return afterPassword(pool, client, user);
  if (temporaryPasswordExpired(pool, user))
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  return ask(pool, client, "NEW_PASSWORD_REQUIRED", user.username, {
    requiredAttributes: "[]",
    userAttributes: JSON.stringify(user.attributes),
  });
}

/** The user who has just proved to know the password; NotAuthorizedException for everybody else. */
function provenUser(pool: UserPool, client: ClientSettings, responses: Record<string, string>): User {
  const secretBlock = required(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const signature = required(responses, "PASSWORD_CLAIM_SIGNATURE");
  const timestamp = required(responses, "TIMESTAMP");
  const claimed = required(responses, "USERNAME");
  const challenge = open(pool, secretBlock, "PASSWORD_VERIFIER");
  challenge.used = true;
  const { username, proof, clientId } = challenge;
  const user = pool.records.users.find((one) => one.username === username);
  if (!proof || clientId !== client.id) throw invalidSession();
  if (claimed !== username && (!user || findUser(pool, claimed) !== user)) throw invalidSession();
  if (!/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/.test(timestamp))
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.");
  const { exchange, attemptsKey } = proof;
  pool.attempts.checkPassword(attemptsKey);
  const claim = { secretBlock, timestamp, signature };
  const proved = provesPassword(exchange, { poolName: pool.name, username }, claim);
  // A password changed since the exchange began is not proved by the old one.
  if (!proved || !user || BigInt(`0x${user.password.verifier}`) !== exchange.verifier) {
    pool.attempts.passwordFailed(attemptsKey);
    throw notAuthorized("Incorrect username or password.");
  }
  return user;
}

async function chooseFirstPassword(pool: UserPool, client: ClientSettings, response: Response) {
  const { user, challenge } = answering(pool, client, response, "NEW_PASSWORD_REQUIRED");
  const given = Object.entries(response.ChallengeResponses)
    .filter(([name]) => name.startsWith("userAttributes."))
    .map(([name, Value]) => ({ Name: name.slice("userAttributes.".length), Value }));
  const attributes = changed(user.attributes, ownAttributes(client, given));
  const password = required(response.ChallengeResponses, "NEW_PASSWORD");
  const chosen = newPassword(pool, user, password, "CONFIRMED");
  challenge.used = true;
  saveUser(pool, user, { ...chosen, attributes });
  return afterPassword(pool, client, user);
}

async function answerSecondFactor(pool: UserPool, client: ClientSettings, response: Response) {
  const { user, challenge } = answering(pool, client, response, "SOFTWARE_TOKEN_MFA");
  const code = required(response.ChallengeResponses, "SOFTWARE_TOKEN_MFA_CODE");
  pool.attempts.checkPassword(user.sub);
  try {
    takeCode(pool, user, code);
  } catch (error) {
    challenge.failures += 1;
    challenge.used = challenge.failures >= MAX_FAILURES;
    pool.attempts.passwordFailed(user.sub);
    throw error;
  }
  challenge.used = true;
  return signedIn(pool, client, user);
}

async function afterPassword(pool: UserPool, client: ClientSettings, user: User) {
  if (!pool.settings.totpEnabled || !user.totp.enabled) return signedIn(pool, client, user);
  return ask(pool, client, "SOFTWARE_TOKEN_MFA", user.username, { FRIENDLY_DEVICE_NAME: "TOTP device" });
}

/** Failures are forgotten only here, so that a known password does not allow codes to be guessed. */
async function signedIn(pool: UserPool, client: ClientSettings, user: User) {
  pool.attempts.passwordSucceeded(user.sub);
  return { AuthenticationResult: await signInUser(pool, client, user), ChallengeParameters: {} };
}

/** Opens a challenge under an unguessable session. */
function ask(
  { challenges }: UserPool,
  client: ClientSettings,
  name: Challenge["name"],
  username: string,
  parameters: Record<string, string>,
  proof?: Challenge["proof"],
) {
  const now = Date.now();
  for (const [id, { expires }] of challenges) if (expires + 600_000 < now) challenges.delete(id);
  const Session = randomBytes(64).toString("base64");
  const expires = now + client.challengeSeconds * 1000;
  const challenge = { name, clientId: client.id, username, expires, failures: 0, used: false };
  challenges.set(Session, { ...challenge, ...(proof && { proof }) });
  return { ChallengeName: name, Session, ChallengeParameters: { USER_ID_FOR_SRP: username, ...parameters } };
}

/** The challenge of a session if it is this one; otherwise NotAuthorizedException. It stays open. */
function open({ challenges }: UserPool, session: string | undefined, name: Challenge["name"]): Challenge {
  const challenge = challenges.get(session ?? "");
  if (challenge?.name !== name) throw invalidSession();
  if (challenge.used) throw invalidSession(", session can only be used once");
  if (challenge.expires <= Date.now()) throw invalidSession(", session is expired");
  return challenge;
}

/** The user of an open session, if it is this challenge, this client's and of the person who answers. */
function answering(pool: UserPool, client: ClientSettings, response: Response, name: Challenge["name"]) {
  const challenge = open(pool, response.Session, name);
  const user = findUser(pool, required(response.ChallengeResponses, "USERNAME"));
  if (challenge.clientId !== client.id || user?.username !== challenge.username) throw invalidSession();
  checkEnabled(user);
  return { user, challenge };
}

function checkEnabled(user: User): void {
  if (!user.enabled) throw notAuthorized("User is disabled.");
}

/** A parameter a challenge cannot do without; InvalidParameterException when it is missing or empty. */
function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (value) return value;
  throw invalidParameter(`Missing required parameter ${name}`);
}

const invalidSession = (reason = ""): AwsError => notAuthorized(`Invalid session for the user${reason}.`);
