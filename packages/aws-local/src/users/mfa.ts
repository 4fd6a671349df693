import { Secret, TOTP } from "otpauth";
import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { type Operation, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { tokenOperation } from "./tokens.ts";

export const createTotpSecret = () => new Secret({ size: 32 }).base32;

const STEP_MS = 30_000;

/** The time step of a code, at most one from the current one. `used` if it is not after the last accepted step. */
export function findTimeStep(secret: string, code: string, at: number, lastStep = -1) {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: at, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(at / STEP_MS) + delta;
  return { step, used: step <= lastStep };
}

/** @throws AwsError CodeMismatchException for a wrong code, ExpiredCodeException for a used one */
export function useCode(pool: UserPool, user: User, code: string): void {
  const timeStep = findTimeStep(user.totp.secret ?? "", code, Date.now(), user.totp.lastStep);
  if (!timeStep) throw new AwsError("CodeMismatchException", "Invalid code received for user");
  if (timeStep.used)
    throw new AwsError("ExpiredCodeException", "Your software token has already been used once.");
  saveUser(pool, user, { totp: { ...user.totp, lastStep: timeStep.step } });
}

export const mfaSettings = ({ totp }: User) => ({
  ...(totp.enabled && { UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] }),
  ...(totp.enabled && totp.preferred && { PreferredMfaSetting: "SOFTWARE_TOKEN_MFA" }),
});

const flag = z.boolean().default(false);
export const MfaPreference = {
  SoftwareTokenMfaSettings: z.object({ Enabled: flag, PreferredMfa: flag }).optional(),
};

type MfaPreference = z.infer<z.ZodObject<typeof MfaPreference>>;

export function setMfaPreference(pool: UserPool, user: User, input: MfaPreference): void {
  const settings = input.SoftwareTokenMfaSettings;
  if (!settings) return;
  checkTotpEnabled(pool);
  const { Enabled: enabled, PreferredMfa } = settings;
  if (enabled && user.totp.secret === undefined)
    throw invalidParameter("User has not verified software token mfa");
  saveUser(pool, user, { totp: { ...user.totp, enabled, preferred: enabled && PreferredMfa } });
}

function checkTotpEnabled({ settings }: UserPool): void {
  if (settings.totpEnabled) return;
  const message = "Software Token MFA has not been enabled by the userPool.";
  throw new AwsError("SoftwareTokenMFANotFoundException", message);
}

export const mfaOperations: Record<string, Operation> = {
  AssociateSoftwareToken: tokenOperation({}, (pool, { user }) => {
    checkTotpEnabled(pool);
    const SecretCode = createTotpSecret();
    saveUser(pool, user, { totp: { ...user.totp, pending: SecretCode } });
    return { SecretCode };
  }),

  VerifySoftwareToken: tokenOperation({ UserCode: z.string() }, (pool, { user }, { UserCode }) => {
    checkTotpEnabled(pool);
    const { pending, enabled, preferred } = user.totp;
    if (pending === undefined) throw invalidParameter("User has not set up software token mfa");
    const timeStep = findTimeStep(pending, UserCode, Date.now());
    const mismatch = "Code mismatch and fail enable Software Token MFA";
    if (!timeStep) throw new AwsError("EnableSoftwareTokenMFAException", mismatch);
    // Not enabled before SetUserMFAPreference.
    saveUser(pool, user, { totp: { secret: pending, enabled, preferred, lastStep: timeStep.step } });
    return { Status: "SUCCESS" };
  }),

  SetUserMFAPreference: tokenOperation(MfaPreference, (pool, { user }, input) =>
    setMfaPreference(pool, user, input),
  ),
};
