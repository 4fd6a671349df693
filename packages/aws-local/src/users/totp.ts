import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** A new shared secret of 32 bytes in base32 (RFC 4648), without padding. */
export function createTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(32)) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The one-time password of the half-minute that `at` (milliseconds since 1970) falls into (RFC 6238). */
export function totp(secret: string, at: number, digits = 6): string {
  return hotp(fromBase32(secret), Math.floor(at / STEP_MS), digits);
}

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
  const key = fromBase32(secret);
  const now = Math.floor(at / STEP_MS);
  const step = [now, now - 1, now + 1].find((candidate) =>
    timingSafeEqual(Buffer.from(hotp(key, candidate, 6)), Buffer.from(code)),
  );
  return step === undefined ? undefined : { step, used: step <= lastStep };
}

/** RFC 4226, 5.3: dynamic truncation of the HMAC of the counter. */
function hotp(key: Buffer, counter: number, digits: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", key).update(message).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

function fromBase32(text: string): Buffer {
  let bits = "";
  for (const email of text.replace(/=+$/, "")) bits += ALPHABET.indexOf(email).toString(2).padStart(5, "0");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
