import { confirmResetPassword, resetPassword, signIn, signOut } from "aws-amplify/auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPoolUnderTest } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const NOBODY = "nobody@example.com";
const PASSWORD = "Correct-Horse-1";
const NEW_PASSWORD = "Better-Horse-22";

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;

beforeEach(async () => {
  pool = await openPoolUnderTest();
  await pool.createUser(ANN, PASSWORD);
});

afterEach(async () => {
  vi.useRealTimers();
  await signOut();
  await pool.close();
});

const confirm = (confirmationCode: string, newPassword = NEW_PASSWORD, username = ANN) =>
  confirmResetPassword({ username, confirmationCode, newPassword });

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a user resets a forgotten password with a code from an email, which works once", async () => {
  const { nextStep } = await resetPassword({ username: ANN });
  expect(nextStep.codeDeliveryDetails).toEqual({
    attributeName: "email",
    deliveryMedium: "EMAIL",
    destination: "a***@e***",
  });
  const code = pool.emailedSecret();
  expect(pool.inbox.at(-1)?.to).toBe(ANN);
  expect(code).toMatch(/^\d{6}$/);
  await expect(confirm(otherThan(code))).rejects.toMatchObject({
    name: "CodeMismatchException",
    message: "Invalid verification code provided, please try again.",
  });
  await expect(confirm(code, "tooweak")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  await confirm(code);
  await expect(confirm(code, "Third-Horse-333")).rejects.toMatchObject({ name: "ExpiredCodeException" });
  await expect(signIn({ username: ANN, password: PASSWORD })).rejects.toThrow("Incorrect");
  expect((await signIn({ username: ANN, password: NEW_PASSWORD })).isSignedIn).toBe(true);
});

test("a code expires after an hour, and a newer one replaces it", async () => {
  await resetPassword({ username: ANN });
  const first = pool.emailedSecret();
  await resetPassword({ username: ANN });
  const second = pool.emailedSecret();
  if (first !== second) {
    await expect(confirm(first)).rejects.toMatchObject({ name: "CodeMismatchException" });
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  await expect(confirm(second)).rejects.toMatchObject({
    name: "ExpiredCodeException",
    message: "Invalid code provided, please request a code again.",
  });
});

test("an unknown or disabled user gets the same responses and no email", async () => {
  await pool.createUser("bob@example.com", PASSWORD);
  await pool.admin("AdminDisableUser", { Username: "bob@example.com" });
  for (const username of [NOBODY, "bob@example.com"]) {
    const { nextStep } = await resetPassword({ username });
    expect(nextStep.codeDeliveryDetails.destination).toBe(`${username.charAt(0)}***@e***`);
    await expect(confirm("123456", NEW_PASSWORD, username)).rejects.toMatchObject({
      name: "CodeMismatchException",
    });
  }
  expect(pool.inbox).toEqual([]);
});

test("a user who never chose a password cannot reset it and needs a new invitation", async () => {
  await pool.admin("AdminCreateUser", { Username: "new@example.com", MessageAction: "SUPPRESS" });
  await pool.admin("AdminUpdateUserAttributes", {
    Username: "new@example.com",
    UserAttributes: [{ Name: "email_verified", Value: "true" }],
  });
  await expect(resetPassword({ username: "new@example.com" })).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "User password cannot be reset in the current state.",
  });
});
