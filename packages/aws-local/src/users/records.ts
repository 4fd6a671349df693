import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import * as z from "zod";

const Verifier = z.object({ salt: z.string(), verifier: z.string() });

/** A code sent by email: only its hash is kept. Times are milliseconds since 1970. */
const EmailedCode = z.object({ hash: z.string(), expires: z.number() });

const User = z.object({
  username: z.string(),
  sub: z.string(),
  attributes: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  status: z.enum(["CONFIRMED", "FORCE_CHANGE_PASSWORD"]),
  password: Verifier,
  temporarySince: z.number().optional(),
  groups: z.array(z.string()),
  totp: z.object({
    secret: z.string().optional(),
    /** Shown to its owner, not yet confirmed with a code. */
    pending: z.string().optional(),
    enabled: z.boolean(),
    preferred: z.boolean(),
    /** The time step of the last code accepted, which cannot be used again. */
    lastStep: z.number().optional(),
  }),
  resetCode: EmailedCode.optional(),
  created: z.number(),
  modified: z.number(),
});
export type User = z.infer<typeof User>;

/** One sign-in and the refresh token that continues it; tokens are kept as hashes. Times in milliseconds. */
const SignIn = z.object({
  id: z.string(),
  sub: z.string(),
  clientId: z.string(),
  authTime: z.number(),
  refreshHash: z.string(),
  expires: z.number(),
  /** When the last access token that names this sign-in ends. */
  accessUntil: z.number(),
  revoked: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

const State = z.object({
  users: z.array(User),
  signIns: z.array(SignIn),
  signingKey: z.custom<JWK>((value) => typeof value === "object" && value !== null && "kty" in value),
  secret: z.string(),
});

export type UserRecords = z.infer<typeof State> & {
  /** Writes everything before it returns, so that what is answered afterwards survives a killed process. */
  save(): void;
};

/** Reads the pool's records from `directory`, or begins them; without a directory they live in memory only. */
export async function openUserRecords(directory: string | undefined, poolId: string): Promise<UserRecords> {
  const file = directory === undefined ? undefined : join(directory, `${poolId}.json`);
  const state = (file === undefined ? undefined : readState(file)) ?? (await emptyState());
  const save = () => {
    const now = Date.now();
    state.signIns = state.signIns.filter((signIn) => Math.max(signIn.expires, signIn.accessUntil) > now);
    if (file) writeAtomically(file, JSON.stringify(State.parse(state)));
  };
  if (directory) mkdirSync(directory, { recursive: true });
  const records = Object.assign(state, { save });
  save();
  return records;
}

function readState(file: string) {
  try {
    return State.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(
      `${file} cannot be read as a user pool's records; delete it to start with an empty pool`,
      {
        cause: error,
      },
    );
  }
}

async function emptyState(): Promise<z.infer<typeof State>> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: randomBytes(32).toString("base64") };
  return { users: [], signIns: [], signingKey, secret: randomBytes(32).toString("hex") };
}

function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}
