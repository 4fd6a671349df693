import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import type { ClientSettings, PoolSettings } from "./pool-settings.ts";
import type { User, UserRecords } from "./records.ts";
import type { SrpExchange } from "./srp.ts";

export type Group = { GroupName: string; Precedence?: number; UserPoolId: string };

export type PoolEmail = { from: string; to: string; subject: string; text: string; html?: string };

/** The next step of a sign-in. Its session expires and is valid for one response. */
export type Challenge = {
  name: "PASSWORD_VERIFIER" | "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA";
  clientId: string;
  username: string;
  exchange?: SrpExchange;
  expires: number;
  used: boolean;
};

export type UserPool = {
  id: string;
  /** The part of the id after `_`; password proofs include it. */
  name: string;
  issuer: string;
  settings: PoolSettings;
  clients: Map<string, ClientSettings>;
  /** By precedence. */
  groups: Group[];
  records: UserRecords;
  /** By session; lost when the process ends. */
  challenges: Map<string, Challenge>;
  sendEmail(email: PoolEmail): void;
  trigger(functionArn: string, poolArn: string, event: unknown): Promise<unknown>;
};

export type Operation = (pool: UserPool, input: unknown) => Promise<Record<string, unknown>>;

type Input<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;
// biome-ignore lint/suspicious/noConfusingVoidType: an operation without output returns nothing.
type Output = Record<string, unknown> | void;

/** Validates an input. @throws AwsError InvalidParameterException */
export function read<S extends z.ZodRawShape>(shape: S, input: unknown): Input<S> {
  const parsed = z.object(shape).safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw invalidParameter(
    `1 validation error detected: Value at '${issue?.path.join(".")}' failed to satisfy constraint: ${issue?.message}`,
  );
}

/** Returns a function that defines operations with the same kind of subject, such as a user or an app client. */
export const operationsFor =
  <Subject>(find: (pool: UserPool, input: unknown) => Subject | Promise<Subject>) =>
  <S extends z.ZodRawShape>(
    shape: S,
    run: (pool: UserPool, subject: Subject, input: Input<S>) => Output | Promise<Output>,
  ): Operation =>
  async (pool, input) =>
    (await run(pool, await find(pool, input), read(shape, input))) ?? {};

export const clientOperation = operationsFor((pool, input) => {
  const { ClientId } = read({ ClientId: z.string() }, input);
  const client = pool.clients.get(ClientId);
  if (client) return client;
  throw new AwsError("ResourceNotFoundException", `User pool client ${ClientId} does not exist.`);
});

export function findUser(pool: UserPool, login: string): User | undefined {
  const key = login.toLowerCase();
  return pool.records.users.find(
    ({ username, attributes }) => username === key || attributes.email?.toLowerCase() === key,
  );
}

/** Stores a change before the response is sent. */
export function saveUser(pool: UserPool, user: User, change: Partial<User>): void {
  Object.assign(user, change, { modified: Date.now() });
  pool.records.save();
}

export function revokeSignIns(pool: UserPool, user: User): void {
  for (const signIn of pool.records.signIns) if (signIn.sub === user.sub) signIn.revoked = true;
  pool.records.save();
}

export const groupsOf = (pool: UserPool, user: User): Group[] =>
  pool.groups.filter(({ GroupName }) => user.groups.includes(GroupName));
