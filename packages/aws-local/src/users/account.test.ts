import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  confirmUserAttribute,
  fetchAuthSession,
  fetchUserAttributes,
  signIn,
  signOut,
  updatePassword,
  updateUserAttribute,
} from "aws-amplify/auth";
import { importJWK, SignJWT } from "jose";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { CLIENT_ID, openPoolUnderTest, POOL_ID } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const NEW_ADDRESS = "ann.lee@example.com";
const PASSWORD = "Correct-Horse-1";

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;

afterEach(async () => {
  vi.useRealTimers();
  await signOut();
  await pool.close();
});

async function signedIn(settings: Parameters<typeof openPoolUnderTest>[0] = {}) {
  pool = await openPoolUnderTest(settings);
  await pool.enroll(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
}

const moveTo = (value: string) => updateUserAttribute({ userAttribute: { attributeKey: "email", value } });

test("a new address counts as verified only with the code that was mailed to it", async () => {
  await signedIn();
  expect((await moveTo(NEW_ADDRESS)).nextStep.codeDeliveryDetails?.destination).toBe("a***@e***");
  expect(pool.inbox.at(-1)?.to).toBe(NEW_ADDRESS);
  expect(await fetchUserAttributes()).toMatchObject({ email: NEW_ADDRESS, email_verified: "false" });
  const confirm = (confirmationCode: string) =>
    confirmUserAttribute({ userAttributeKey: "email", confirmationCode });
  await expect(confirm("000000x")).rejects.toMatchObject({ name: "CodeMismatchException" });
  await confirm(pool.mailedSecret());
  expect(await fetchUserAttributes()).toMatchObject({ email: NEW_ADDRESS, email_verified: "true" });
});

test("where the template says so, the old address stays until the new one is verified", async () => {
  await signedIn({
    pool: { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] } },
  });
  await moveTo(NEW_ADDRESS);
  expect(await fetchUserAttributes()).toMatchObject({ email: ANN, email_verified: "true" });
  await confirmUserAttribute({ userAttributeKey: "email", confirmationCode: pool.mailedSecret() });
  expect(await fetchUserAttributes()).toMatchObject({ email: NEW_ADDRESS, email_verified: "true" });
});

test("a client that may write the name alone lets its owner change that, or remove it, and nothing else", async () => {
  await signedIn({ client: { WriteAttributes: ["name"] } });
  const write = (attributeKey: string, value: string) =>
    updateUserAttribute({ userAttribute: { attributeKey, value } });
  await write("name", "Ann Lee");
  expect(await fetchUserAttributes()).toMatchObject({ name: "Ann Lee", email: ANN });
  const session = await fetchAuthSession({ forceRefresh: true });
  expect(session.tokens?.idToken?.payload.name).toBe("Ann Lee");
  for (const [key, value] of [
    ["email", NEW_ADDRESS],
    ["email_verified", "true"],
    ["preferred_username", "ann"],
    ["custom:role", "admin"],
    ["sub", "7"],
  ] as const)
    await expect(write(key, value), key).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "A client attempted to write unauthorized attribute",
    });
  await write("name", "");
  const left = await fetchUserAttributes();
  expect(left).toMatchObject({ email: ANN, email_verified: "true" });
  expect(Object.keys(left)).not.toContain("name");
});

test("an access token without the scope for its owner's account cannot act on it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "pool-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await signedIn({ directory });
  const { accessToken } = (await fetchAuthSession()).tokens ?? {};
  const { signingKey } = JSON.parse(readFileSync(join(directory, `${POOL_ID}.json`), "utf8"));
  const withScope = async (scope: string) => {
    const AccessToken = await new SignJWT({ ...accessToken?.payload, scope })
      .setProtectedHeader({ alg: "RS256", kid: signingKey.kid })
      .sign(await importJWK(signingKey, "RS256"));
    return (await pool.post("GetUser", { AccessToken })).body;
  };
  expect(await withScope("openid aws.cognito.signin.user.admin")).toMatchObject({
    Username: expect.any(String),
  });
  expect(await withScope("openid profile")).toEqual({
    __type: "NotAuthorizedException",
    message: "Access Token does not have required scopes",
  });
});

test("nobody takes another person's address", async () => {
  await signedIn();
  await pool.enroll("bob@example.com", PASSWORD);
  await expect(moveTo("BOB@example.com")).rejects.toMatchObject({ name: "AliasExistsException" });
});

test("a password that was used before is refused for as long as the template remembers", async () => {
  const PasswordPolicy = { MinimumLength: 8, PasswordHistorySize: 2 };
  await signedIn({ pool: { Policies: { PasswordPolicy } } });
  await updatePassword({ oldPassword: PASSWORD, newPassword: "second-one" });
  await expect(updatePassword({ oldPassword: "second-one", newPassword: PASSWORD })).rejects.toMatchObject({
    name: "PasswordHistoryPolicyViolationException",
  });
  await updatePassword({ oldPassword: "second-one", newPassword: "third-one" });
  await updatePassword({ oldPassword: "third-one", newPassword: "fourth-one" });
  await updatePassword({ oldPassword: "fourth-one", newPassword: PASSWORD });
});

test("an access token that is over, or altered, says nothing about its owner", async () => {
  await signedIn();
  const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString() ?? "";
  const idToken = (await fetchAuthSession()).tokens?.idToken?.toString();
  const ask = async (token: string | undefined) => (await pool.post("GetUser", { AccessToken: token })).body;
  expect(await ask(AccessToken)).toMatchObject({ UserAttributes: expect.any(Array) });
  const altered = AccessToken.replace(/\.(.)/, (_, first) => `.${first === "e" ? "f" : "e"}`);
  for (const token of [altered, idToken, "x"]) {
    expect(await ask(token)).toEqual({ __type: "NotAuthorizedException", message: "Invalid Access Token" });
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
  expect(await ask(AccessToken)).toMatchObject({ message: "Access Token has expired" });
});

test("with rotation a refresh token is replaced at every use, and the old one is refused", async () => {
  const RefreshTokenRotation = { Feature: "ENABLED", RetryGracePeriodSeconds: 10 };
  await signedIn({ client: { RefreshTokenRotation, ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH"] } });
  const kept = () => [...pool.storage].find(([key]) => key.endsWith(".refreshToken"))?.[1];
  const refresh = (RefreshToken: string | undefined) =>
    pool.post("GetTokensFromRefreshToken", { ClientId: CLIENT_ID, RefreshToken });
  const first = kept();
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
  expect(kept()).not.toBe(first);
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
  const used = kept();
  await fetchAuthSession({ forceRefresh: true });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
  expect((await refresh(used)).body.__type).toBe("RefreshTokenReuseException");
  expect((await refresh(first)).body.message).toBe("Invalid Refresh Token");
  expect((await refresh(kept())).status).toBe(200);
});
