import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import { type AwsError, invalidParameter, notAuthorized } from "../aws-error.ts";
import { useCode } from "./mfa.ts";
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
import { createVerifier, provesPassword, startExchange } from "./srp.ts";
import { signInUser } from "./tokens.ts";

const TextMap = z.record(z.string(), z.string());
type TextMap = z.infer<typeof TextMap>;

export const signInOperations: Record<string, Operation> = {
  InitiateAuth: clientOperation(
    { AuthFlow: z.string(), AuthParameters: TextMap.default({}) },
    (pool, client, { AuthFlow, AuthParameters }) => {
      if (!client.allows(AuthFlow)) throw invalidParameter(`${AuthFlow} is not enabled for the client.`);
      if (AuthFlow !== "USER_SRP_AUTH") throw invalidParameter(`${AuthFlow} is not supported.`);
      return startSrp({ pool, client }, AuthParameters);
    },
  ),

  RespondToAuthChallenge: clientOperation(
    { ChallengeName: z.string(), ChallengeResponses: TextMap, Session: z.string().optional() },
    (pool, client, { ChallengeName, ChallengeResponses, Session }) => {
      const respond = responders.get(ChallengeName);
      if (!respond) throw invalidParameter(`${ChallengeName} is not supported.`);
      // A password proof names its session as the secret block.
      const session = ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK ?? Session ?? "";
      const context = { pool, client };
      const challenge = findChallenge(context, session, ChallengeName, ChallengeResponses);
      return respond(context, challenge, ChallengeResponses);
    },
  ),
};

type Context = { pool: UserPool; client: ClientSettings };
type Responder = (context: Context, challenge: Challenge, responses: TextMap) => Promise<SignInStep>;
type SignInStep = { ChallengeName: string } | { AuthenticationResult: object };

/** An unknown user gets a challenge too, to hide that the user does not exist. */
function startSrp(context: Context, parameters: TextMap) {
  const { pool } = context;
  const { username, password } = findUser(pool, required(parameters, "USERNAME")) ?? unknownUser(pool);
  const exchange = startExchange(required(parameters, "SRP_A"), password);
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const srp = { SALT: password.salt, SRP_B: exchange.B.toString(16), USERNAME: username };
  const challenge = createChallenge(context, { name: "PASSWORD_VERIFIER", username, exchange }, srp);
  const { Session, ...response } = challenge;
  return { ...response, ChallengeParameters: { ...response.ChallengeParameters, SECRET_BLOCK: Session } };
}

function unknownUser({ name: poolName }: UserPool) {
  const username = randomUUID();
  return { username, password: createVerifier({ poolName, username }, randomUUID()) };
}

const verifyPassword: Responder = async (context, challenge, responses) => {
  const { pool } = context;
  challenge.used = true;
  const { username, exchange } = challenge;
  const stored = findUser(pool, username)?.password;
  const claim = {
    secretBlock: required(responses, "PASSWORD_CLAIM_SECRET_BLOCK"),
    timestamp: required(responses, "TIMESTAMP"),
    signature: required(responses, "PASSWORD_CLAIM_SIGNATURE"),
  };
  const isProved = exchange && provesPassword(exchange, { poolName: pool.name, username }, claim);
  // The password may have changed since the exchange started.
  if (!isProved || !stored || BigInt(`0x${stored.verifier}`) !== exchange.verifier)
    throw notAuthorized("Incorrect username or password.");
  const user = enabledUser(pool, challenge);
  if (user.status !== "FORCE_CHANGE_PASSWORD") return afterPassword(context, user);
  if (temporaryPasswordExpired(pool, user))
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  const parameters = { requiredAttributes: "[]", userAttributes: JSON.stringify(user.attributes) };
  return createChallenge(context, { name: "NEW_PASSWORD_REQUIRED", username }, parameters);
};

const setFirstPassword: Responder = async (context, challenge, responses) => {
  const { pool } = context;
  const attribute = Object.keys(responses).find((name) => name.startsWith("userAttributes."));
  if (attribute) throw invalidParameter(`${attribute} with a first password is not supported.`);
  const user = enabledUser(pool, challenge);
  const changes = newPassword(pool, user, required(responses, "NEW_PASSWORD"), "CONFIRMED");
  challenge.used = true;
  saveUser(pool, user, changes);
  return afterPassword(context, user);
};

const verifyMfaCode: Responder = async (context, challenge, responses) => {
  const { pool } = context;
  const user = enabledUser(pool, challenge);
  useCode(pool, user, required(responses, "SOFTWARE_TOKEN_MFA_CODE"));
  challenge.used = true;
  return signedIn(context, user);
};

const responders = new Map<string, Responder>([
  ["PASSWORD_VERIFIER", verifyPassword],
  ["NEW_PASSWORD_REQUIRED", setFirstPassword],
  ["SOFTWARE_TOKEN_MFA", verifyMfaCode],
]);

async function afterPassword(context: Context, user: User) {
  const { pool } = context;
  if (!pool.settings.totpEnabled || !user.totp.enabled) return signedIn(context, user);
  const { username } = user;
  return createChallenge(
    context,
    { name: "SOFTWARE_TOKEN_MFA", username },
    { FRIENDLY_DEVICE_NAME: "TOTP device" },
  );
}

const signedIn = async ({ pool, client }: Context, user: User) => ({
  AuthenticationResult: await signInUser(pool, client, user),
  ChallengeParameters: {},
});

/** Expired challenges are deleted later, for a more precise error. */
const KEEP_EXPIRED_MS = 600_000;

type NewChallenge = Pick<Challenge, "name" | "username" | "exchange">;

function createChallenge({ pool, client }: Context, challenge: NewChallenge, parameters: TextMap) {
  const { challenges } = pool;
  const now = Date.now();
  for (const [id, { expires }] of challenges) if (expires + KEEP_EXPIRED_MS < now) challenges.delete(id);
  const Session = randomBytes(64).toString("base64");
  const expires = now + client.challengeSeconds * 1000;
  challenges.set(Session, { ...challenge, clientId: client.id, expires, used: false });
  const ChallengeParameters = { USER_ID_FOR_SRP: challenge.username, ...parameters };
  return { ChallengeName: challenge.name, Session, ChallengeParameters };
}

/** @throws AwsError unless the session has this challenge, for this client and user */
function findChallenge(
  { pool, client }: Context,
  session: string,
  name: string,
  responses: TextMap,
): Challenge {
  const challenge = pool.challenges.get(session);
  if (challenge?.name !== name || challenge.clientId !== client.id) throw invalidSession();
  const login = required(responses, "USERNAME");
  if ((findUser(pool, login)?.username ?? login) !== challenge.username) throw invalidSession();
  if (challenge.used) throw invalidSession(", session can only be used once");
  if (challenge.expires <= Date.now()) throw invalidSession(", session is expired");
  return challenge;
}

function enabledUser(pool: UserPool, { username }: Challenge): User {
  const user = findUser(pool, username);
  if (!user?.enabled) throw notAuthorized("User is disabled.");
  return user;
}

/** @throws AwsError InvalidParameterException if the parameter is missing or empty */
function required(parameters: TextMap, name: string): string {
  const value = parameters[name];
  if (value) return value;
  throw invalidParameter(`Missing required parameter ${name}`);
}

const invalidSession = (reason = ""): AwsError => notAuthorized(`Invalid session for the user${reason}.`);
