import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import * as z from "zod";

/** Times are milliseconds since 1970. */
const User = z.object({
  username: z.string(),
  sub: z.string(),
  attributes: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  status: z.enum(["CONFIRMED", "FORCE_CHANGE_PASSWORD"]),
  password: z.object({ salt: z.string(), verifier: z.string() }),
  temporarySince: z.number().optional(),
  groups: z.array(z.string()),
  totp: z.object({
    secret: z.string().optional(),
    /** Not yet verified with a code. */
    pending: z.string().optional(),
    enabled: z.boolean(),
    preferred: z.boolean(),
    /** The time step of the last accepted code, which cannot be used again. */
    lastStep: z.number().optional(),
  }),
  /** The code itself is not stored. */
  resetCode: z.object({ hash: z.string(), expires: z.number() }).optional(),
  created: z.number(),
  modified: z.number(),
});
export type User = z.infer<typeof User>;

const SignIn = z.object({
  id: z.string(),
  sub: z.string(),
  clientId: z.string(),
  authTime: z.number(),
  refreshHash: z.string(),
  expires: z.number(),
  /** When the last access token of this sign-in expires. */
  accessUntil: z.number(),
  revoked: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

const State = z.object({
  users: z.array(User),
  signIns: z.array(SignIn),
  signingKey: z.custom<JWK>((value) => typeof value === "object" && value !== null && "kty" in value),
});

export type UserRecords = z.infer<typeof State> & {
  /** Writes synchronously, so that data survives a crash after the response. */
  save(): void;
};

export async function openUserRecords(directory: string | undefined, poolId: string): Promise<UserRecords> {
  const file = directory === undefined ? undefined : join(directory, `${poolId}.json`);
  if (directory) mkdirSync(directory, { recursive: true });
  const state = file !== undefined && existsSync(file) ? readState(file) : await emptyState();
  const save = () => {
    const now = Date.now();
    state.signIns = state.signIns.filter((signIn) => Math.max(signIn.expires, signIn.accessUntil) > now);
    if (file === undefined) return;
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(State.parse(state)), { mode: 0o600, flush: true });
    renameSync(temporary, file);
  };
  save();
  return Object.assign(state, { save });
}

function readState(file: string) {
  try {
    return State.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const advice = "delete it to start with an empty pool";
    throw new Error(`${file} is not a valid file of user pool records; ${advice}`, { cause });
  }
}

async function emptyState(): Promise<z.infer<typeof State>> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: randomBytes(32).toString("base64") };
  return { users: [], signIns: [], signingKey };
}
