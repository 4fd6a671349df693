import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** A new shared secret of 32 bytes in base32. */
export const createTotpSecret = () => new Secret({ size: 32 }).base32;

/**
 * The time step that `code` belongs to: the present one, the one before or the one after. Undefined when it
 * belongs to none of them; `used` when that step is not later than `lastStep`, the last one accepted.
 */
export function acceptedStep(
  secret: string,
  code: string,
  at: number,
  lastStep = -1,
): { step: number; used: boolean } | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: at, window: 1 });
  if (delta === null) return undefined;
  const step = Math.floor(at / STEP_MS) + delta;
  return { step, used: step <= lastStep };
}
