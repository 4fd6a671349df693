import { randomBytes } from "node:crypto";
import { type AwsError, invalidParameter, notAuthorized } from "../aws-error.ts";
import type { SrpExchange } from "./srp.ts";

/** What a person who is signing in must answer next. `username` is the name in the pool. */
export type Challenge = { clientId: string; username: string } & (
  | {
      name: "PASSWORD_VERIFIER";
      exchange: SrpExchange;
      /** Whose failures count: a person's, or an unknown name's. */
      attemptsKey: string;
    }
  | { name: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA" }
);

type Named<Name extends Challenge["name"]> = Extract<Challenge, { name: Name }>;

type Entry = { challenge: Challenge; expires: number; failures: number; used: boolean };

/** Wrong answers to one challenge before the person has to begin again. */
const MAX_FAILURES = 5;

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * The open sign-ins, each under an unguessable session that is good for one challenge of one user and one
 * client, once, and for a limited time. Held in memory: a sign-in does not outlive the process.
 */
export function createChallenges() {
  const entries = new Map<string, Entry>();

  return {
    open(challenge: Challenge, seconds: number): string {
      const now = Date.now();
      for (const [id, entry] of entries) if (entry.expires + 600_000 < now) entries.delete(id);
      const id = randomBytes(64).toString("base64");
      entries.set(id, { challenge, expires: now + seconds * 1000, failures: 0, used: false });
      return id;
    },

    /** The challenge under `id` if it is this one; otherwise NotAuthorizedException. It stays open. */
    find<Name extends Challenge["name"]>(id: string | undefined, name: Name): Named<Name> {
      const entry = id === undefined ? undefined : entries.get(id);
      if (!entry || !isNamed(entry.challenge, name)) throw invalidSession("");
      if (entry.used) throw invalidSession(", session can only be used once");
      if (entry.expires <= Date.now()) throw invalidSession(", session is expired");
      return entry.challenge;
    },

    close(id: string | undefined): void {
      const entry = id === undefined ? undefined : entries.get(id);
      if (entry) entry.used = true;
    },

    /** Counts a wrong answer; the session ends after too many. */
    failed(id: string | undefined): void {
      const entry = id === undefined ? undefined : entries.get(id);
      if (entry && ++entry.failures >= MAX_FAILURES) entry.used = true;
    },
  };
}

/** A parameter a challenge cannot do without; InvalidParameterException when it is missing or empty. */
export function requiredParameter(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (value) return value;
  throw invalidParameter(`Missing required parameter ${name}`);
}

export function invalidSession(reason: string): AwsError {
  return notAuthorized(`Invalid session for the user${reason}.`);
}

function isNamed<Name extends Challenge["name"]>(challenge: Challenge, name: Name): challenge is Named<Name> {
  return challenge.name === name;
}
