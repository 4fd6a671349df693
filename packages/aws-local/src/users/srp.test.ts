import { createHash, createHmac, getDiffieHellman, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { createVerifier, provesPassword, startExchange } from "./srp.ts";

const IDENTITY = { poolName: "Pool", username: "0d9c" };
const PASSWORD = "Correct-Horse-1";
const N = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);

test("only the right password, time and user give a valid proof", () => {
  const stored = createVerifier(IDENTITY, PASSWORD);
  const attempt = (password: string, change: { timestamp?: string; username?: string } = {}) => {
    const a = 0x1234567890abcdefn ** 8n;
    const exchange = startExchange(power(2n, a).toString(16), stored);
    if (!exchange) throw new Error("refused");
    const claim = { secretBlock: "c2VjcmV0", timestamp: "Mon Nov 2 07:00:00 UTC 2026" };
    const signature = sign(a, exchange.A, exchange.B, stored.salt, password, claim);
    const identity = { ...IDENTITY, username: change.username ?? IDENTITY.username };
    const timestamp = change.timestamp ?? claim.timestamp;
    return provesPassword(exchange, identity, { ...claim, timestamp, signature });
  };
  expect(attempt(PASSWORD)).toBe(true);
  expect(attempt(`${PASSWORD} `)).toBe(false);
  expect(attempt(PASSWORD, { timestamp: "Mon Nov 2 07:00:01 UTC 2026" })).toBe(false);
  expect(attempt(PASSWORD, { username: "0d9d" })).toBe(false);
});

test("a value that would make the shared secret zero is refused", () => {
  const stored = createVerifier(IDENTITY, PASSWORD);
  for (const A of ["0", N.toString(16), (2n * N).toString(16), "", "-1", "xyz"]) {
    expect(startExchange(A, stored)).toBeUndefined();
  }
  expect(startExchange("2", stored)).toBeDefined();
});

test("the stored verifier differs each time and does not contain the password", () => {
  const [first, second] = [createVerifier(IDENTITY, PASSWORD), createVerifier(IDENTITY, PASSWORD)];
  expect(first).not.toEqual(second);
  expect(JSON.stringify(first)).not.toContain(PASSWORD);
});

/** The client's side, written from RFC 5054 independently of the server's. */
function sign(
  a: bigint,
  A: bigint,
  B: bigint,
  salt: string,
  password: string,
  { secretBlock, timestamp }: { secretBlock: string; timestamp: string },
): string {
  const k = hash(signed(N), signed(2n));
  const u = hash(signed(A), signed(B));
  const inner = createHash("sha256").update(`Pool0d9c:${password}`).digest();
  const x = hash(signed(BigInt(`0x${salt}`)), inner);
  const base = (((B - k * power(2n, x)) % N) + N) % N;
  const S = power(base, a + u * x);
  const key = Buffer.from(hkdfSync("sha256", signed(S), signed(u), "Caldera Derived Key", 16));
  const message = Buffer.concat([
    Buffer.from("Pool0d9c"),
    Buffer.from(secretBlock, "base64"),
    Buffer.from(timestamp),
  ]);
  return createHmac("sha256", key).update(message).digest("base64");
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power((base * base) % N, exponent >> 1n);
  return exponent & 1n ? (half * base) % N : half;
}

/** Two's complement bytes, as Java's BigInteger writes a positive number. */
function signed(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

const hash = (...parts: Buffer[]) =>
  BigInt(`0x${createHash("sha256").update(Buffer.concat(parts)).digest("hex")}`);
