import {
  fetchAuthSession,
  fetchUserAttributes,
  signIn,
  signOut,
  updatePassword,
  updateUserAttribute,
} from "aws-amplify/auth";
import { afterEach, expect, test, vi } from "vitest";
import { openPoolUnderTest } from "../../test/pool-under-test.ts";

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
  await pool.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
}

test("with a client that may write only the name, a user changes or removes the name and nothing else", async () => {
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
  const remaining = await fetchUserAttributes();
  expect(remaining).toMatchObject({ email: ANN, email_verified: "true" });
  expect(Object.keys(remaining)).not.toContain("name");
});

test("a user who knows their password changes it to one that meets the policy", async () => {
  await signedIn();
  const change = (oldPassword: string, newPassword: string) => updatePassword({ oldPassword, newPassword });
  await expect(change("Another-Horse-1", "Battery-Staple-2")).rejects.toThrow("Incorrect");
  await expect(change(PASSWORD, "short")).rejects.toThrow("policy");
  await change(PASSWORD, "Battery-Staple-2");
  await signOut();
  await expect(signIn({ username: ANN, password: PASSWORD })).rejects.toThrow("Incorrect");
  expect((await signIn({ username: ANN, password: "Battery-Staple-2" })).isSignedIn).toBe(true);
});

test("an expired or altered access token is refused", async () => {
  await signedIn();
  const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString() ?? "";
  const idToken = (await fetchAuthSession()).tokens?.idToken?.toString();
  const getUser = async (token: string | undefined) =>
    (await pool.post("GetUser", { AccessToken: token })).body;
  expect(await getUser(AccessToken)).toMatchObject({ UserAttributes: expect.any(Array) });
  const altered = AccessToken.replace(/\.(.)/, (_, first) => `.${first === "e" ? "f" : "e"}`);
  for (const token of [altered, idToken, "x"]) {
    expect(await getUser(token)).toEqual({
      __type: "NotAuthorizedException",
      message: "Invalid Access Token",
    });
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 });
  expect(await getUser(AccessToken)).toMatchObject({ message: "Access Token has expired" });
});
