import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTotpSecret, findTimeStep } from "./mfa.ts";

const totp = (secret: string, timestamp: number) => new TOTP({ secret }).generate({ timestamp });

/** "12345678901234567890" in base32, the key of RFC 6238, appendix B. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [20000000000, "353130"],
])("the code at second %i is the one in RFC 6238", (second, code) => {
  expect(findTimeStep(RFC_SECRET, code, second * 1000)).toEqual({
    step: Math.floor(second / 30),
    used: false,
  });
});

test("a clock may differ by one step in either direction, not two", () => {
  const now = 1111111111_000;
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{52}$/);
  const accepts = (seconds: number) =>
    findTimeStep(secret, totp(secret, now + seconds * 1000), now) !== undefined;
  expect([-60, -30, 0, 30, 60].map(accepts)).toEqual([false, true, true, true, false]);
});

test("a code of the last accepted step, or an earlier one, is reported as used", () => {
  const now = 1111111111_000;
  const code = totp(RFC_SECRET, now);
  const first = findTimeStep(RFC_SECRET, code, now);
  expect(first).toMatchObject({ used: false });
  expect(findTimeStep(RFC_SECRET, code, now, first?.step)).toMatchObject({ used: true });
  const earlier = totp(RFC_SECRET, now - 30_000);
  expect(findTimeStep(RFC_SECRET, earlier, now, first?.step)).toMatchObject({ used: true });
});

test("only six digits are a code", () => {
  for (const code of ["", "12345", "1234567", "abcdef", "１２３４５６"]) {
    expect(findTimeStep(RFC_SECRET, code, 0)).toBeUndefined();
  }
});
