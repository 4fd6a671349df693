import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Environment, startEnvironment } from "./environment.ts";
import { fixtureAssembly } from "./fixture.ts";
import { disable, enable, invite, list, resetMfa, type StaffPool } from "./staff-commands.ts";

const kim = "kim@office.example";
let environment: Environment;
let pool: StaffPool;

beforeAll(async () => {
  environment = await startEnvironment({ assembly: await fixtureAssembly() });
  const { region, awsEndpoint: endpoint, userPoolId } = environment;
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "x" };
  pool = { cognito: new CognitoIdentityProviderClient({ region, endpoint, credentials }), userPoolId };
});
afterAll(() => environment.stop());

const user = (operation: string, more: object = {}) =>
  environment.userPool(operation, { UserPoolId: environment.userPoolId, Username: kim, ...more });

test("somebody is invited by mail, and again as long as they have not come", async () => {
  expect(await list(pool)).toBe("There is nobody yet.");
  expect(await invite(pool, kim, "admin")).toBe(`${kim} is invited as admin.`);
  expect(await invite(pool, kim, "admin")).toBe(`${kim} is invited again as admin.`);
  const mails = (await (await fetch(`${environment.mail}/messages`)).json()) as { to: string[] }[];
  expect(mails.map(({ to }) => to)).toEqual([[kim], [kim]]);
  expect(await list(pool)).toMatch(/^kim@office\.example +admin +invited$/);

  await user("AdminSetUserPassword", { Password: "Lasting-1", Permanent: true });
  expect(await list(pool)).toMatch(/^kim@office\.example +admin +active$/);
  await expect(invite(pool, kim, "staff")).rejects.toThrow(`${kim} is on the staff already.`);
});

test("somebody is shut out and let in again", async () => {
  expect(await disable(pool, kim)).toBe(`${kim} can no longer sign in.`);
  expect(await list(pool)).toMatch(/admin +disabled$/);
  expect(await enable(pool, kim)).toBe(`${kim} can sign in again.`);
  expect(await list(pool)).toMatch(/admin +active$/);
  expect(await resetMfa(pool, kim)).toContain("without a second factor");
});

test("a role must be one that there is, and a person somebody who is known", async () => {
  const choice = "--role admin or --role staff.";
  await expect(invite(pool, "new@office.example", "boss")).rejects.toThrow(
    `There is no role boss: ${choice}`,
  );
  await expect(invite(pool, "new@office.example", undefined)).rejects.toThrow(`Say which role: ${choice}`);
  for (const command of [disable, enable, resetMfa])
    await expect(command(pool, "nobody@office.example")).rejects.toThrow(
      "Nobody on the staff has the address nobody@office.example.",
    );
  expect(await list(pool)).not.toContain("new@office.example");
});
