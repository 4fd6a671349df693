import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { operation, requireUser, saveUser, type UserPool } from "./pool.ts";
import type { ClientSettings } from "./pool-settings.ts";
import type { User } from "./records.ts";
import { verifyAccessToken } from "./tokens.ts";
import { acceptedStep, createTotpSecret } from "./totp.ts";

const Preference = z.object({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});

/** The second step of a sign-in, for who has set one up. */
export function mfaChallenge(pool: UserPool, client: ClientSettings, { username, totp }: User) {
  if (!pool.settings.totpEnabled || !totp.enabled) return undefined;
  return {
    ChallengeName: "SOFTWARE_TOKEN_MFA",
    Session: pool.challenges.open(
      { name: "SOFTWARE_TOKEN_MFA", clientId: client.id, username },
      client.challengeSeconds,
    ),
    ChallengeParameters: { USER_ID_FOR_SRP: username, FRIENDLY_DEVICE_NAME: "TOTP device" },
  };
}

/** Accepts a code once: CodeMismatchException for a wrong one, ExpiredCodeException for a used one. */
export function takeCode(pool: UserPool, user: User, code: string): void {
  const accepted = acceptedStep(user.totp.secret ?? "", code, Date.now(), user.totp.lastStep);
  if (!accepted) throw new AwsError("CodeMismatchException", "Invalid code received for user");
  if (accepted.used)
    throw new AwsError("ExpiredCodeException", "Your software token has already been used once.");
  saveUser(pool, user, { totp: { ...user.totp, lastStep: accepted.step } });
}

export const associateSoftwareToken = operation(
  z.object({ AccessToken: z.string() }),
  async (pool, input) => {
    checkTotpEnabled(pool);
    const { user } = await verifyAccessToken(pool, input.AccessToken);
    const SecretCode = createTotpSecret();
    saveUser(pool, user, { totp: { ...user.totp, pending: SecretCode } });
    return { SecretCode };
  },
);

export const verifySoftwareToken = operation(
  z.object({ AccessToken: z.string(), UserCode: z.string() }),
  async (pool, { AccessToken, UserCode }) => {
    checkTotpEnabled(pool);
    const { user } = await verifyAccessToken(pool, AccessToken);
    const { pending, enabled, preferred } = user.totp;
    if (pending === undefined) throw invalidParameter("User has not set up software token mfa");
    const limit = `totp:${user.sub}`;
    pool.attempts.checkHourly(limit, 5);
    pool.attempts.countHourly(limit);
    const accepted = acceptedStep(pending, UserCode, Date.now());
    if (!accepted)
      throw new AwsError(
        "EnableSoftwareTokenMFAException",
        "Code mismatch and fail enable Software Token MFA",
      );
    pool.attempts.clearHourly(limit);
    // It is in force once its owner switches it on.
    saveUser(pool, user, { totp: { secret: pending, enabled, preferred, lastStep: accepted.step } });
    return { Status: "SUCCESS" };
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
export function mfaSettings({ totp }: User) {
  return {
    ...(totp.enabled && { UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] }),
    ...(totp.enabled && totp.preferred && { PreferredMfaSetting: "SOFTWARE_TOKEN_MFA" }),
  };
}

function prefer(pool: UserPool, user: User, wanted: z.infer<typeof Preference> | undefined) {
  if (!wanted) return {};
  checkTotpEnabled(pool);
  const { Enabled: enabled, PreferredMfa } = wanted;
  if (enabled && user.totp.secret === undefined)
    throw invalidParameter("User has not verified software token mfa");
  saveUser(pool, user, { totp: { ...user.totp, enabled, preferred: enabled && PreferredMfa } });
  return {};
}

function checkTotpEnabled({ settings }: UserPool): void {
  if (settings.totpEnabled) return;
  throw new AwsError(
    "SoftwareTokenMFANotFoundException",
    "Software Token MFA has not been enabled by the userPool.",
  );
}
