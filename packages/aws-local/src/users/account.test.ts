import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  fetchAuthSession,
  fetchUserAttributes,
  signIn,
  signOut,
  updateUserAttribute,
} from "aws-amplify/auth";
import { importJWK, SignJWT } from "jose";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openPoolUnderTest, POOL_ID } from "../../test/pool-under-test.ts";

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

const _moveTo = (value: string) => updateUserAttribute({ userAttribute: { attributeKey: "email", value } });

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
