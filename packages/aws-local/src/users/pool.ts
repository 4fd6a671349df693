import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { ClientSettings, PoolSettings } from "./pool-settings.ts";
import type { User, UserRecords } from "./records.ts";
import type { SrpExchange } from "./srp.ts";

/** As AWS::Cognito::UserPoolGroup has it, and as it is listed. */
export type Group = { GroupName: string; Precedence?: number; UserPoolId: string };

export type PoolEmail = { from: string; to: string; subject: string; text: string; html?: string };

/** What a person who is signing in must answer next, under a session good for one answer within a limited time. */
export type Challenge = {
  name: "PASSWORD_VERIFIER" | "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA";
  clientId: string;
  /** The name in the pool. */
  username: string;
  /** Of a password's proof. */
  exchange?: SrpExchange;
  expires: number;
  used: boolean;
};

/** Everything an operation may touch. */
export type UserPool = {
  id: string;
  /** The part of the id after `_`, which goes into every password proof. */
  name: string;
  issuer: string;
  settings: PoolSettings;
  clients: Map<string, ClientSettings>;
  /** The most important first. */
  groups: Group[];
  records: UserRecords;
  /** The open sign-ins by their sessions. Held in memory: a sign-in does not outlive the process. */
  challenges: Map<string, Challenge>;
  sendEmail(email: PoolEmail): void;
  /** Asks a function of the pool's, as Cognito does, and waits for its answer. */
  trigger(functionArn: string, poolArn: string, event: unknown): Promise<unknown>;
};

export type Operation = (pool: UserPool, input: unknown) => Promise<Record<string, unknown>>;

type Input<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;
// biome-ignore lint/suspicious/noConfusingVoidType: what answers nothing is answered with nothing.
type Answer = Record<string, unknown> | void;

/** What an input says of these; InvalidParameterException when it has another shape. */
export function read<S extends z.ZodRawShape>(shape: S, input: unknown): Input<S> {
  const parsed = z.object(shape).safeParse(input);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues[0];
  throw invalidParameter(
    `1 validation error detected: Value at '${wrong?.path.join(".")}' failed to satisfy constraint: ${wrong?.message}`,
  );
}

/** Makes operations of the service, each with the shape of its input, of those that are for the same kind of whom. */
export const operationsFor =
  <Who>(find: (pool: UserPool, input: unknown) => Who | Promise<Who>) =>
  <S extends z.ZodRawShape>(
    shape: S,
    run: (pool: UserPool, who: Who, input: Input<S>) => Answer | Promise<Answer>,
  ): Operation =>
  async (pool, input) =>
    (await run(pool, await find(pool, input), read(shape, input))) ?? {};

/** What an app client does. */
export const clientOperation = operationsFor((pool, input) => {
  const { ClientId } = read({ ClientId: z.string() }, input);
  const client = pool.clients.get(ClientId);
  if (client) return client;
  throw new AwsError("ResourceNotFoundException", `User pool client ${ClientId} does not exist.`);
});

/** The user a person means by what they typed: the name in the pool, or their address. */
export function findUser(pool: UserPool, login: string): User | undefined {
  const key = login.toLowerCase();
  return pool.records.users.find(
    ({ username, attributes }) => username === key || attributes.email?.toLowerCase() === key,
  );
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

/** A user's groups that the pool still has, the most important first. */
export const groupsOf = (pool: UserPool, user: User): Group[] =>
  pool.groups.filter(({ GroupName }) => user.groups.includes(GroupName));
