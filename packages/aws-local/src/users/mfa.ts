import { Secret, TOTP } from "otpauth";
import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { type Operation, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { ownOperation } from "./tokens.ts";

/** A new shared secret of 32 bytes in base32. */
export const createTotpSecret = () => new Secret({ size: 32 }).base32;

const STEP_MS = 30_000;

/**
 * The time step that `code` belongs to: the present one, the one before or the one after. Undefined when it
 * belongs to none of them; `used` when that step is not later than `lastStep`, the last one accepted.
 */
export function acceptedStep(secret: string, code: string, at: number, lastStep = -1) {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: at, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(at / STEP_MS) + delta;
  return { step, used: step <= lastStep };
}

/** Accepts a code once: CodeMismatchException for a wrong one, ExpiredCodeException for a used one. */
export function takeCode(pool: UserPool, user: User, code: string): void {
  const accepted = acceptedStep(user.totp.secret ?? "", code, Date.now(), user.totp.lastStep);
  if (!accepted) throw new AwsError("CodeMismatchException", "Invalid code received for user");
  if (accepted.used)
    throw new AwsError("ExpiredCodeException", "Your software token has already been used once.");
  saveUser(pool, user, { totp: { ...user.totp, lastStep: accepted.step } });
}

/** The second factors a user has switched on, as GetUser tells them. */
export const mfaSettings = ({ totp }: User) => ({
  ...(totp.enabled && { UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] }),
  ...(totp.enabled && totp.preferred && { PreferredMfaSetting: "SOFTWARE_TOKEN_MFA" }),
});

const flag = z.boolean().default(false);
export const MfaPreference = {
  SoftwareTokenMfaSettings: z.object({ Enabled: flag, PreferredMfa: flag }).optional(),
};

/** Switches the second factor on or off. */
export function preferMfa(
  pool: UserPool,
  user: User,
  { SoftwareTokenMfaSettings: wanted }: z.infer<z.ZodObject<typeof MfaPreference>>,
): void {
  if (!wanted) return;
  checkTotpEnabled(pool);
  const { Enabled: enabled, PreferredMfa } = wanted;
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
  AssociateSoftwareToken: ownOperation({}, (pool, { user }) => {
    checkTotpEnabled(pool);
    const SecretCode = createTotpSecret();
    saveUser(pool, user, { totp: { ...user.totp, pending: SecretCode } });
    return { SecretCode };
  }),

  VerifySoftwareToken: ownOperation({ UserCode: z.string() }, (pool, { user }, { UserCode }) => {
    checkTotpEnabled(pool);
    const { pending, enabled, preferred } = user.totp;
    if (pending === undefined) throw invalidParameter("User has not set up software token mfa");
    const accepted = acceptedStep(pending, UserCode, Date.now());
    const mismatch = "Code mismatch and fail enable Software Token MFA";
    if (!accepted) throw new AwsError("EnableSoftwareTokenMFAException", mismatch);
    // It is in force once its owner switches it on.
    saveUser(pool, user, { totp: { secret: pending, enabled, preferred, lastStep: accepted.step } });
    return { Status: "SUCCESS" };
  }),

  SetUserMFAPreference: ownOperation(MfaPreference, (pool, { user }, wanted) =>
    preferMfa(pool, user, wanted),
  ),
};
