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

/** Time stands still, in the middle of a step, until a test moves it. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  pool = await openPoolUnderTest();
  await pool.enroll(ANN, PASSWORD);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await signOut();
  vi.useRealTimers();
  await pool.close();
});

const nextStep = () => vi.setSystemTime(Date.now() + 30_000);
const enter = () => signIn({ username: ANN, password: PASSWORD });

/** Signs in, sets a phone up and switches it on; answers the phone's secret. */
async function setUpPhone(): Promise<string> {
  await enter();
  const { sharedSecret } = await setUpTOTP();
  await verifyTOTPSetup({ code: totp(sharedSecret, Date.now()) });
  await updateMFAPreference({ totp: "PREFERRED" });
  await signOut();
  nextStep();
  return sharedSecret;
}

test("a person sets their phone up, and from then on a code is asked for", async () => {
  await enter();
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
  expect((await enter()).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_TOTP_CODE");
  expect((await confirmSignIn({ challengeResponse: totp(sharedSecret, Date.now()) })).isSignedIn).toBe(true);
});

test("a mistyped code may be corrected, and a code works once", async () => {
  const secret = await setUpPhone();
  await enter();
  await expect(confirmSignIn({ challengeResponse: wrong(secret) })).rejects.toMatchObject({
    name: "CodeMismatchException",
    message: "Invalid code received for user",
  });
  const code = totp(secret, Date.now());
  expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  await signOut();

  await enter();
  await expect(confirmSignIn({ challengeResponse: code })).rejects.toMatchObject({
    name: "ExpiredCodeException",
    message: "Your software token has already been used once.",
  });
});

test("an administrator turns a lost phone off", async () => {
  await setUpPhone();
  expect((await enter()).isSignedIn).toBe(false);
  await pool.admin("AdminSetUserMFAPreference", {
    Username: ANN,
    SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
  });
  expect((await enter()).isSignedIn).toBe(true);
});

test("a second phone replaces the first only once it has shown a code", async () => {
  const first = await setUpPhone();
  await enter();
  await confirmSignIn({ challengeResponse: totp(first, Date.now()) });
  await setUpTOTP();
  await signOut();
  nextStep();
  await enter();
  expect((await confirmSignIn({ challengeResponse: totp(first, Date.now()) })).isSignedIn).toBe(true);
});

test("a pool without software tokens offers none", async () => {
  await pool.close();
  pool = await openPoolUnderTest({ pool: { EnabledMfas: [], MfaConfiguration: "OFF" } });
  await pool.enroll(ANN, PASSWORD);
  await enter();
  await expect(setUpTOTP()).rejects.toMatchObject({ name: "SoftwareTokenMFANotFoundException" });
});

/** Six digits that are the phone's code neither now nor a step away. */
function wrong(secret: string): string {
  const near = [-30_000, 0, 30_000].map((off) => totp(secret, Date.now() + off));
  return ["000000", "111111", "222222", "333333"].find((code) => !near.includes(code)) ?? "";
}
