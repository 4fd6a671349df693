import { createHmac, DiffieHellman, getDiffieHellman, hash, hkdfSync, randomBytes } from "node:crypto";

/**
 * Cognito's variant of the Secure Remote Password protocol (RFC 5054): SHA-256, the 3072-bit group of RFC 3526, g = 2,
 * a 16-byte key from HKDF, and an HMAC over pool, user, secret block and time as the proof. Numbers are hashed as
 * hexadecimal, with a leading zero byte if the high bit is set.
 */
const group = getDiffieHellman("modp15");
const N = BigInt(`0x${group.getPrime("hex")}`);
const g = 2n;

type PasswordVerifier = { salt: string; verifier: string };

export type SrpExchange = { A: bigint; B: bigint; b: bigint; verifier: bigint };

/** `poolName` is the part of the pool's id after `_`. */
export type SrpIdentity = { poolName: string; username: string };

export function createVerifier(
  { poolName, username }: SrpIdentity,
  password: string,
  salt = randomBytes(16).toString("hex"),
): PasswordVerifier {
  const inner = digest(Buffer.from(`${poolName}${username}:${password}`)).toString("hex");
  const x = BigInt(`0x${hashHex(padded(BigInt(`0x${salt}`)), inner)}`);
  return { salt, verifier: power(g, x).toString(16) };
}

/** Returns undefined for an invalid `A`, including A mod N = 0, which would make the shared secret known. */
export function startExchange(srpA: string, stored: PasswordVerifier): SrpExchange | undefined {
  if (!/^[0-9a-f]{1,800}$/i.test(srpA)) return undefined;
  const A = BigInt(`0x${srpA}`);
  if (A % N === 0n) return undefined;
  const verifier = BigInt(`0x${stored.verifier}`);
  const b = BigInt(`0x${randomBytes(32).toString("hex")}`);
  return { A, B: (multiplier * verifier + power(g, b)) % N, b, verifier };
}

/** Whether `signature` (base64) proves knowledge of the password behind the exchange's verifier. */
export function provesPassword(
  exchange: SrpExchange,
  identity: SrpIdentity,
  claim: { secretBlock: string; timestamp: string; signature: string },
): boolean {
  const u = BigInt(`0x${hashHex(padded(exchange.A), padded(exchange.B))}`);
  if (u === 0n) return false;
  const shared = power((exchange.A * power(exchange.verifier, u)) % N, exchange.b);
  const key = hkdfSync("sha256", fromHex(padded(shared)), fromHex(padded(u)), "Caldera Derived Key", 16);
  const expected = createHmac("sha256", Buffer.from(key))
    .update(identity.poolName)
    .update(identity.username)
    .update(Buffer.from(claim.secretBlock, "base64"))
    .update(claim.timestamp)
    .digest();
  return expected.equals(Buffer.from(claim.signature, "base64"));
}

/** By OpenSSL, six times as fast as BigInt. `createDiffieHellman` has a setter, but verifies the prime for 1.7 s. */
function power(base: bigint, exponent: bigint): bigint {
  DiffieHellman.prototype.setPrivateKey.call(group, padded(exponent), "hex");
  return BigInt(`0x${group.computeSecret(fromHex(padded(base)), null, "hex")}`);
}

function padded(value: bigint): string {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

const fromHex = (hex: string) => Buffer.from(hex, "hex");
const digest = (bytes: Buffer) => hash("sha256", bytes, "buffer");
const hashHex = (...hex: string[]) => digest(fromHex(hex.join(""))).toString("hex");

const multiplier = BigInt(`0x${hashHex(padded(N), padded(g))}`);
