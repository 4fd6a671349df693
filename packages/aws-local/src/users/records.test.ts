import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { confirmResetPassword, fetchAuthSession, resetPassword, signIn, signOut } from "aws-amplify/auth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLIENT_ID, configureAmplify, openPoolUnderTest, POOL_ID } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";

let directory: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "users-"));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
  rmSync(directory, { recursive: true });
});

/** Simulates a killed process: earlier pools stay open beside the new one. */
async function start() {
  const pool = await openPoolUnderTest({ directory });
  open.push(pool);
  return pool;
}

test("a user stays signed in after a crash, and the pool's keys stay the same", async () => {
  const before = await start();
  await before.createUser(ANN, PASSWORD);
  await before.admin("AdminAddUserToGroup", { Username: ANN, GroupName: "admin" });
  await signIn({ username: ANN, password: PASSWORD });
  const keys = await (await fetch(`${before.issuer}/.well-known/jwks.json`)).json();

  const after = await start();
  configureAmplify(after.url, before.storage);
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(tokens?.accessToken.payload["cognito:groups"]).toEqual(["admin"]);
  expect(await (await fetch(`${after.issuer}/.well-known/jwks.json`)).json()).toEqual(keys);
});

test("a sign-out and an emailed code survive a crash", async () => {
  const before = await start();
  await before.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
  const [, RefreshToken] = [...before.storage].find(([key]) => key.endsWith(".refreshToken")) ?? [];
  await signOut({ global: true });
  await resetPassword({ username: ANN });

  const after = await start();
  const refreshed = await after.post("GetTokensFromRefreshToken", { ClientId: CLIENT_ID, RefreshToken });
  expect(refreshed.body.message).toBe("Refresh Token has been revoked");
  await confirmResetPassword({
    username: ANN,
    confirmationCode: before.emailedSecret(),
    newPassword: "Better-Horse-22",
  });
});

test("no password, code or refresh token is stored, and only the owner can read the file", async () => {
  const pool = await start();
  await pool.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
  await resetPassword({ username: ANN });
  const [, refreshToken = ""] = [...pool.storage].find(([key]) => key.endsWith(".refreshToken")) ?? [];

  expect(readdirSync(directory)).toEqual([`${POOL_ID}.json`]);
  const file = join(directory, `${POOL_ID}.json`);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(ANN);
  for (const secret of [PASSWORD, refreshToken, `"${pool.emailedSecret()}"`])
    expect(text).not.toContain(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});
