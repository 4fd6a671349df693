import type * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { Attempts } from "./attempts.ts";
import type { Challenges } from "./challenges.ts";
import type { ClientSettings, PoolSettings } from "./pool-settings.ts";
import type { User, UserRecords } from "./records.ts";

export type PoolEmail = { from: string; to: string; subject: string; text: string; html?: string };

export type Group = { name: string; precedence?: number };

/** Everything an operation may touch. */
export type UserPool = {
  region: string;
  id: string;
  /** The part of the id after `_`, which goes into every password proof. */
  name: string;
  issuer: string;
  settings: PoolSettings;
  clients: Map<string, ClientSettings>;
  /** The most important first. */
  groups: Group[];
  records: UserRecords;
  challenges: Challenges;
  attempts: Attempts;
  sendEmail(email: PoolEmail): void | Promise<void>;
  /** Asks a function of the pool's, as Cognito does, and waits for its answer. */
  trigger(functionArn: string, poolArn: string, event: unknown): Promise<unknown>;
};

type Answer = Record<string, unknown>;

export type Operation = (pool: UserPool, input: unknown) => Promise<Answer>;

/** An operation of the service with the shape of its input; another shape is InvalidParameterException. */
export function operation<S extends z.ZodType>(
  shape: S,
  run: (pool: UserPool, input: z.output<S>) => Answer | Promise<Answer>,
): Operation {
  return async (pool, input) => {
    const parsed = shape.safeParse(input);
    if (parsed.success) return run(pool, parsed.data);
    const wrong = parsed.error.issues[0];
    throw invalidParameter(
      `1 validation error detected: Value at '${wrong?.path.join(".")}' failed to satisfy constraint: ${wrong?.message}`,
    );
  };
}

export function findClient(pool: UserPool, clientId: string): ClientSettings {
  const client = pool.clients.get(clientId);
  if (client) return client;
  throw new AwsError("ResourceNotFoundException", `User pool client ${clientId} does not exist.`);
}

/** The user a person means by what they typed: the name in the pool, or their address. */
export function findUser(pool: UserPool, login: string): User | undefined {
  const key = login.toLowerCase();
  return pool.records.users.find(
    ({ username, attributes }) => username === key || attributes.email?.toLowerCase() === key,
  );
}

export function requireUser(pool: UserPool, login: string): User {
  const user = findUser(pool, login);
  if (user) return user;
  throw new AwsError("UserNotFoundException", "User does not exist.");
}

/** Keeps a change of a user: nothing may be answered before. */
export function saveUser(pool: UserPool, user: User, change: Partial<User>): void {
  Object.assign(user, change, { modified: Date.now() });
  pool.records.save();
}

/** Ends every sign-in of a user: refresh tokens and the access tokens that came from them. */
export function revokeSignIns(pool: UserPool, user: User): void {
  for (const signIn of pool.records.signIns) if (signIn.sub === user.sub) signIn.revoked = true;
  pool.records.save();
}
