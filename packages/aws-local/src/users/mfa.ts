import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { findClient, operation, requireUser, saveUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";
import { verifyAccessToken } from "./tokens.ts";
import { acceptedStep, createTotpSecret } from "./totp.ts";

const Preference = z.object({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});

/** The second step of a sign-in: a code, the set-up where the pool demands it, or none. */
export function mfaChallenge(pool: UserPool, client: ClientSettings, user: User) {
  const { mfa, totpEnabled } = pool.settings;
  const common = { clientId: client.id, username: user.username };
  if (totpEnabled && user.totp.enabled) {
    const Session = pool.challenges.open({ name: "SOFTWARE_TOKEN_MFA", ...common }, client.challengeSeconds);
    return {
      ChallengeName: "SOFTWARE_TOKEN_MFA",
      Session,
      ChallengeParameters: { USER_ID_FOR_SRP: user.username, FRIENDLY_DEVICE_NAME: "TOTP device" },
    };
  }
  if (mfa !== "ON") return undefined;
  const Session = pool.challenges.open({ name: "MFA_SETUP", ...common }, client.challengeSeconds);
  const kinds = totpEnabled ? ["SOFTWARE_TOKEN_MFA"] : [];
  return {
    ChallengeName: "MFA_SETUP",
    Session,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, MFAS_CAN_SETUP: JSON.stringify(kinds) },
  };
}

/** Accepts a code once: CodeMismatchException for a wrong one, ExpiredCodeException for a used one. */
export function takeCode(pool: UserPool, user: User, code: string): void {
  const accepted = acceptedStep(user.totp.secret ?? "", code, Date.now(), user.totp.lastStep);
  if (!accepted) throw new AwsError("CodeMismatchException", "Invalid code received for user");
  if (accepted.used) {
    throw new AwsError("ExpiredCodeException", "Your software token has already been used once.");
  }
  saveUser(pool, user, { totp: { ...user.totp, lastStep: accepted.step } });
}

const SignedInOrSigningIn = z.object({ AccessToken: z.string().optional(), Session: z.string().optional() });

export const associateSoftwareToken = operation(
  SignedInOrSigningIn,
  async (pool, { AccessToken, Session }) => {
    const secret = createTotpSecret();
    checkTotpEnabled(pool);
    if (AccessToken !== undefined) {
      const { user } = await verifyAccessToken(pool, AccessToken);
      saveUser(pool, user, { totp: { ...user.totp, pending: secret } });
      return { SecretCode: secret };
    }
    const challenge = pool.challenges.find(Session, "MFA_SETUP");
    pool.challenges.close(Session);
    const { challengeSeconds } = findClient(pool, challenge.clientId);
    return { SecretCode: secret, Session: pool.challenges.open({ ...challenge, secret }, challengeSeconds) };
  },
);

export const verifySoftwareToken = operation(
  SignedInOrSigningIn.extend({ UserCode: z.string() }),
  async (pool, { AccessToken, Session, UserCode }) => {
    checkTotpEnabled(pool);
    if (AccessToken !== undefined) {
      const { user } = await verifyAccessToken(pool, AccessToken);
      if (user.totp.pending === undefined) throw invalid("User has not set up software token mfa");
      const limit = `totp:${user.sub}`;
      pool.attempts.checkHourly(limit, 5);
      pool.attempts.countHourly(limit);
      const lastStep = confirmSecret(user.totp.pending, UserCode);
      pool.attempts.clearHourly(limit);
      // Where the pool demands a second factor it is in force at once; elsewhere its owner switches it on.
      const enabled = user.totp.enabled || pool.settings.mfa === "ON";
      const { preferred } = user.totp;
      saveUser(pool, user, { totp: { secret: user.totp.pending, enabled, preferred, lastStep } });
      return { Status: "SUCCESS" };
    }
    const challenge = pool.challenges.find(Session, "MFA_SETUP");
    if (challenge.secret === undefined) throw invalid("User has not set up software token mfa");
    const client = findClient(pool, challenge.clientId);
    const user = requireUser(pool, challenge.username);
    const lastStep = confirmSecret(challenge.secret, UserCode, () => pool.challenges.failed(Session));
    pool.challenges.close(Session);
    saveUser(pool, user, { totp: { secret: challenge.secret, enabled: true, preferred: true, lastStep } });
    const verified = { ...challenge, verified: true };
    return { Status: "SUCCESS", Session: pool.challenges.open(verified, client.challengeSeconds) };
  },
);

export const setUserMfaPreference = operation(
  z.object({ AccessToken: z.string(), SoftwareTokenMfaSettings: Preference.optional() }),
  async (pool, { AccessToken, SoftwareTokenMfaSettings }) => {
    const { user } = await verifyAccessToken(pool, AccessToken);
    return prefer(pool, user, SoftwareTokenMfaSettings);
  },
);

/** What an administrator does for a lost phone: with `Enabled: false` the next sign-in asks for no code. */
export const adminSetUserMfaPreference = operation(
  z.object({ Username: z.string(), SoftwareTokenMfaSettings: Preference.optional() }),
  (pool, { Username, SoftwareTokenMfaSettings }) =>
    prefer(pool, requireUser(pool, Username), SoftwareTokenMfaSettings),
);

/** The second factors a user has switched on, as GetUser tells them. */
export function mfaSettings(user: User) {
  return {
    ...(user.totp.enabled && { UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] }),
    ...(user.totp.enabled && user.totp.preferred && { PreferredMfaSetting: "SOFTWARE_TOKEN_MFA" }),
  };
}

function prefer(pool: UserPool, user: User, wanted: z.infer<typeof Preference> | undefined) {
  if (!wanted) return {};
  checkTotpEnabled(pool);
  if (wanted.Enabled && user.totp.secret === undefined)
    throw invalid("User has not verified software token mfa");
  const { Enabled: enabled, PreferredMfa } = wanted;
  saveUser(pool, user, { totp: { ...user.totp, enabled, preferred: enabled && PreferredMfa } });
  return {};
}

/** The time step of a code that proves the secret was stored; EnableSoftwareTokenMFAException otherwise. */
function confirmSecret(secret: string, code: string, onFailure = () => {}): number {
  const accepted = acceptedStep(secret, code, Date.now());
  if (accepted) return accepted.step;
  onFailure();
  throw new AwsError("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA");
}

function checkTotpEnabled(pool: UserPool): void {
  if (pool.settings.totpEnabled) return;
  throw new AwsError(
    "SoftwareTokenMFANotFoundException",
    "Software Token MFA has not been enabled by the userPool.",
  );
}

const invalid = (message: string) => new AwsError("InvalidParameterException", message);
