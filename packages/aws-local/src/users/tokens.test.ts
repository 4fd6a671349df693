import { fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CLIENT_ID, openPoolUnderTest } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";

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

/** Signs in and returns Amplify's refresh token. */
async function refreshTokenOf(username: string): Promise<string> {
  await signIn({ username, password: PASSWORD });
  const [, token] = [...pool.storage].find(([key]) => key.endsWith(".refreshToken")) ?? [];
  return token ?? "";
}

test("tokens verify with the pool's keys and have groups, client, times and the same origin", async () => {
  for (const GroupName of ["member", "admin"]) {
    await pool.admin("AdminAddUserToGroup", { Username: ANN, GroupName });
  }
  await signIn({ username: ANN, password: PASSWORD });
  const { tokens } = await fetchAuthSession();
  const keys = createRemoteJWKSet(new URL(`${pool.issuer}/.well-known/jwks.json`));

  const access = await jwtVerify(tokens?.accessToken.toString() ?? "", keys, { issuer: pool.issuer });
  const id = await jwtVerify(tokens?.idToken?.toString() ?? "", keys, {
    issuer: pool.issuer,
    audience: CLIENT_ID,
  });
  expect(access.protectedHeader).toMatchObject({ alg: "RS256", kid: id.protectedHeader.kid });
  expect(access.payload).toMatchObject({
    token_use: "access",
    client_id: CLIENT_ID,
    "cognito:groups": ["admin", "member"],
    username: access.payload.sub,
    scope: "aws.cognito.signin.user.admin",
  });
  expect(access.payload.aud).toBeUndefined();
  expect(id.payload).toMatchObject({ token_use: "id", email: ANN, email_verified: true });
  expect(id.payload.origin_jti).toBe(access.payload.origin_jti);
  expect(id.payload.jti).not.toBe(access.payload.jti);
  expect((access.payload.exp ?? 0) - (access.payload.iat ?? 0)).toBe(30 * 60);
});

test("a refresh keeps the origin and time of the sign-in and updates the groups", async () => {
  await signIn({ username: ANN, password: PASSWORD });
  const before = (await fetchAuthSession()).tokens?.accessToken.payload;
  await pool.admin("AdminAddUserToGroup", { Username: ANN, GroupName: "member" });
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.payload;
  expect(after).toMatchObject({ origin_jti: before?.origin_jti, auth_time: before?.auth_time });
  expect(after?.["cognito:groups"]).toEqual(["member"]);
  expect(after?.jti).not.toBe(before?.jti);
});

test("a refresh token expires", async () => {
  const RefreshToken = await refreshTokenOf(ANN);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 86_400_000 });
  const { body } = await pool.post("GetTokensFromRefreshToken", { ClientId: CLIENT_ID, RefreshToken });
  expect(body).toMatchObject({ __type: "NotAuthorizedException" });
});

test("signing out revokes only this sign-in", async () => {
  const elsewhere = await refreshTokenOf(ANN);
  pool.storage.clear();
  const current = await refreshTokenOf(ANN);
  const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
  await signOut();

  const refresh = (RefreshToken: string) =>
    pool.post("GetTokensFromRefreshToken", { ClientId: CLIENT_ID, RefreshToken });
  expect((await refresh(current)).body).toMatchObject({ message: "Refresh Token has been revoked" });
  expect((await pool.post("GetUser", { AccessToken })).body.message).toBe("Access Token has been revoked");
  expect((await refresh(elsewhere)).status).toBe(200);
  expect((await refresh("made-up")).body).toMatchObject({ message: "Invalid Refresh Token" });
});

test("a global sign-out revokes all sign-ins of the user", async () => {
  const elsewhere = await refreshTokenOf(ANN);
  pool.storage.clear();
  await refreshTokenOf(ANN);
  await signOut({ global: true });
  const { body } = await pool.post("GetTokensFromRefreshToken", {
    ClientId: CLIENT_ID,
    RefreshToken: elsewhere,
  });
  expect(body).toMatchObject({ __type: "NotAuthorizedException", message: "Refresh Token has been revoked" });
});
