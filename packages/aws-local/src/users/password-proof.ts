import { invalidParameter, notAuthorized } from "../aws-error.ts";
import { invalidSession, requiredParameter } from "./challenges.ts";
import { srpIdentity } from "./passwords.ts";
import { findUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";
import { beginExchange, provesPassword, simulatedVerifier } from "./srp.ts";

/** An unknown user gets the same challenge as a known one. */
export function beginPasswordProof(
  pool: UserPool,
  client: ClientSettings,
  parameters: Record<string, string>,
) {
  const login = requiredParameter(parameters, "USERNAME");
  const user = findUser(pool, login);
  const key = login.toLowerCase();
  const stored = user?.password ?? simulatedVerifier(pool.records.secret, key);
  const username = user?.username ?? simulatedName(pool, key);
  const exchange = beginExchange(requiredParameter(parameters, "SRP_A"), stored);
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const attemptsKey = user?.sub ?? `unknown:${key}`;
  const secretBlock = pool.challenges.open(
    { name: "PASSWORD_VERIFIER", clientId: client.id, username, exchange, attemptsKey },
    client.challengeSeconds,
  );
  return {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeParameters: {
      SALT: stored.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: exchange.B.toString(16),
      USERNAME: username,
      USER_ID_FOR_SRP: username,
    },
  };
}

/** The user who has just proved to know the password; NotAuthorizedException for everybody else. */
export function provenUser(pool: UserPool, client: ClientSettings, responses: Record<string, string>): User {
  const secretBlock = requiredParameter(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const signature = requiredParameter(responses, "PASSWORD_CLAIM_SIGNATURE");
  const timestamp = requiredParameter(responses, "TIMESTAMP");
  const claimed = requiredParameter(responses, "USERNAME");
  const challenge = pool.challenges.find(secretBlock, "PASSWORD_VERIFIER");
  pool.challenges.close(secretBlock);
  const { username, exchange, attemptsKey } = challenge;
  const user = pool.records.users.find((one) => one.username === username);
  if (challenge.clientId !== client.id) throw invalidSession("");
  if (claimed !== username && (!user || findUser(pool, claimed) !== user)) throw invalidSession("");
  if (!/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.");
  }
  pool.attempts.checkPassword(attemptsKey);
  const claim = { secretBlock, timestamp, signature };
  const proved = provesPassword(exchange, srpIdentity(pool, { username }), claim);
  // A password changed since the exchange began is not proved by the old one.
  if (!proved || !user || BigInt(`0x${user.password.verifier}`) !== exchange.verifier) {
    pool.attempts.passwordFailed(attemptsKey);
    throw notAuthorized("Incorrect username or password.");
  }
  return user;
}

/** Names in the pool are UUIDs; an unknown one must look the same. */
function simulatedName(pool: UserPool, key: string): string {
  const hex = simulatedVerifier(pool.records.secret, `name:${key}`).salt;
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
