import { execFile } from "node:child_process";
import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const office = staffedProduct();

/** Runs the command, and types the MFA code when it asks. */
function smoke(person: { email: string; password: string }, code?: () => string) {
  const env = { ...process.env, SMOKE_EMAIL: person.email, SMOKE_PASSWORD: person.password };
  const command = ["ops/smoke/main.ts", "--url", office.product.site];
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    if (!code) return void child.stdin?.end();
    child.stdout?.on("data", (text: string) => {
      if (text.includes("MFA code")) child.stdin?.end(`${code()}\n`);
    });
  });
}

test("a working stage passes, and nothing is written to it", async () => {
  const { code, output } = await smoke(await office.product.createStaff("staff"));
  expect(output).not.toContain("WRONG");
  expect(output).toContain(`${office.product.site} works.`);
  expect(code).toBe(0);
  for (const name of [
    "the site is complete without JavaScript",
    "POST /api/v1/clients needs a sign-in",
    "GET /api/v1/dashboard/stats",
  ])
    expect(output).toContain(`ok    ${name}`);
  const database = databaseOf(office.product);
  for (const table of ["Clients", "Subscriptions", "Messages", "Reminders"]) {
    const { Count } = await database.send(new ScanCommand({ TableName: await tableNamed(database, table) }));
    expect([table, Count]).toEqual([table, 0]);
  }
});

test("a broken route is reported, and the others are still checked", async () => {
  const database = databaseOf(office.product);
  const Item = { name: "company", company_name: 5 };
  await database.send(new PutCommand({ TableName: await tableNamed(database, "Settings"), Item }));
  const { code, output } = await smoke(await office.product.createStaff("staff"));
  expect(code).toBe(1);
  expect(output).toMatch(/WRONG GET \/api\/v1\/settings: answered 500/);
  expect(output).toContain("ok    GET /api/v1/clients");
  expect(output).toContain(`Something is broken at ${office.product.site}.`);
});

test("a failed sign-in is reported after the visitor's checks", async () => {
  const { code, output } = await smoke({ email: "nobody@staff.example", password: "Wrong-1-Password" });
  expect(code).toBe(1);
  expect(output).toContain("ok    the site is complete without JavaScript");
  expect(output).toMatch(/WRONG a member of staff signs in: NotAuthorizedException/);
});

test("the command asks for the MFA code", async () => {
  const { product } = office;
  const person = await product.createStaff("staff");
  const { access: AccessToken } = await product.signIn(person);
  const { SecretCode = "" } = await product.cognitoAdmin.send(
    new AssociateSoftwareTokenCommand({ AccessToken }),
  );
  const UserCode = new TOTP({ secret: SecretCode }).generate();
  await product.cognitoAdmin.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await product.cognitoAdmin.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));

  // The current code is already used.
  const nextCode = () => new TOTP({ secret: SecretCode }).generate({ timestamp: Date.now() + 30_000 });
  const { output } = await smoke(person, nextCode);
  expect(output).toContain("ok    a member of staff signs in");
  expect((await smoke(person)).output).toContain("WRONG a member of staff signs in: Error: \nNo answer");
});
