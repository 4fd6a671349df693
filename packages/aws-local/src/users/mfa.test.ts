import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPoolUnderTest } from "../../test/pool-under-test.ts";

const totp = (secret: string, timestamp: number) => new TOTP({ secret }).generate({ timestamp });

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;

/** The clock stands still in the middle of a step. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  pool = await openPoolUnderTest();
  await pool.createUser(ANN, PASSWORD);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await signOut();
  vi.useRealTimers();
  await pool.close();
});

const nextStep = () => vi.setSystemTime(Date.now() + 30_000);
const signInAsAnn = () => signIn({ username: ANN, password: PASSWORD });

/** Signs in and enables TOTP; returns the secret. */
async function setUpPhone(): Promise<string> {
  await signInAsAnn();
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: totp(sharedSecret, Date.now()) });
  await updateMFAPreference({ totp: "PREFERRED" });
  await signOut();
  nextStep();
  return sharedSecret;
}

test("after a user enables TOTP, a sign-in needs a code", async () => {
  await signInAsAnn();
  await expect(verifyTOTPSetup({ code: "123456" })).rejects.toMatchObject({
    name: "InvalidParameterException",
  });
  const { sharedSecret } = await setUpTOTP();
  await expect(updateMFAPreference({ totp: "PREFERRED" })).rejects.toMatchObject({
    name: "InvalidParameterException",
    message: "User has not verified software token mfa",
  });
  await expect(verifyTOTPSetup({ code: wrong(sharedSecret) })).rejects.toMatchObject({
    name: "EnableSoftwareTokenMFAException",
    message: "Code mismatch and fail enable Software Token MFA",
  });
  await verifyTOTPSetup({ code: totp(sharedSecret, Date.now()) });
  expect(await fetchMFAPreference()).toEqual({ preferred: undefined, enabled: undefined });
  await updateMFAPreference({ totp: "PREFERRED" });
  expect(await fetchMFAPreference()).toEqual({ preferred: "TOTP", enabled: ["TOTP"] });

  await signOut();
  nextStep();
  expect((await signInAsAnn()).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  expect((await confirmSignIn({ challengeResponse: totp(sharedSecret, Date.now()) })).isSignedIn).toBe(true);
});

test("a wrong code can be corrected, and a code works once", async () => {
  const secret = await setUpPhone();
  await signInAsAnn();
  await expect(confirmSignIn({ challengeResponse: wrong(secret) })).rejects.toMatchObject({
    name: "CodeMismatchException",
    message: "Invalid code received for user",
  });
  const code = totp(secret, Date.now());
  expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  await signOut();

  await signInAsAnn();
  await expect(confirmSignIn({ challengeResponse: code })).rejects.toMatchObject({
    name: "ExpiredCodeException",
    message: "Your software token has already been used once.",
  });
});

test("an administrator disables MFA for a lost phone", async () => {
  await setUpPhone();
  expect((await signInAsAnn()).isSignedIn).toBe(false);
  await pool.admin("AdminSetUserMFAPreference", {
    Username: ANN,
    SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
  });
  expect((await signInAsAnn()).isSignedIn).toBe(true);
});

test("a second phone replaces the first only after a verified code", async () => {
  const first = await setUpPhone();
  await signInAsAnn();
  await confirmSignIn({ challengeResponse: totp(first, Date.now()) });
  await setUpTOTP();
  await signOut();
  nextStep();
  await signInAsAnn();
  expect((await confirmSignIn({ challengeResponse: totp(first, Date.now()) })).isSignedIn).toBe(true);
});

test("a pool without software tokens refuses the setup", async () => {
  await pool.close();
  pool = await openPoolUnderTest({ pool: { EnabledMfas: [], MfaConfiguration: "OFF" } });
  await pool.createUser(ANN, PASSWORD);
  await signInAsAnn();
  await expect(setUpTOTP()).rejects.toMatchObject({ name: "SoftwareTokenMFANotFoundException" });
});

/** Six digits that are not a code of the current, previous or next step. */
function wrong(secret: string): string {
  const validCodes = [-30_000, 0, 30_000].map((off) => totp(secret, Date.now() + off));
  return ["000000", "111111", "222222", "333333"].find((code) => !validCodes.includes(code)) ?? "";
}
