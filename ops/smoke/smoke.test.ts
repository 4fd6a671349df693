import { execFile } from "node:child_process";
import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";
import { staffedProduct } from "../../test/staffed.ts";

const office = staffedProduct();

/** As an engineer runs it, who types what is asked for once it is. */
function smoke(person: { email: string; password: string }, code?: () => string) {
  const env = { ...process.env, SMOKE_EMAIL: person.email, SMOKE_PASSWORD: person.password };
  const command = ["ops/smoke/main.ts", "--url", office.product.site];
  return new Promise<{ code: number; says: string }>((resolve) => {
    const child = execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), says: stdout + stderr }),
    );
    if (!code) return void child.stdin?.end();
    child.stdout?.on("data", (said: string) => {
      if (said.includes("second factor")) child.stdin?.end(`${code()}\n`);
    });
  });
}

test("a stage that works passes, and nothing is left in it", async () => {
  const { code, says } = await smoke(await office.product.employ("staff"));
  expect(says).not.toContain("WRONG");
  expect(says).toContain(`${office.product.site} works.`);
  expect(code).toBe(0);
  for (const looksAt of [
    "the site, complete without a script",
    "POST /api/v1/clients, which needs",
    "GET /api/v1/dashboard/stats",
  ])
    expect(says).toContain(`ok    ${looksAt}`);
  const database = databaseOf(office.product);
  for (const table of ["Clients", "Subscriptions", "Messages", "Reminders"]) {
    const { Count } = await database.send(new ScanCommand({ TableName: await tableNamed(database, table) }));
    expect([table, Count]).toEqual([table, 0]);
  }
});

test("what is broken is named, and the rest looked at all the same", async () => {
  const database = databaseOf(office.product);
  const Item = { name: "company", company_name: 5 };
  await database.send(new PutCommand({ TableName: await tableNamed(database, "Settings"), Item }));
  const { code, says } = await smoke(await office.product.employ("staff"));
  expect(code).toBe(1);
  expect(says).toMatch(/WRONG GET \/api\/v1\/settings: answered 500/);
  expect(says).toContain("ok    GET /api/v1/clients");
  expect(says).toContain(`Something is broken at ${office.product.site}.`);
});

test("somebody who cannot sign in is told so, after what a visitor sees", async () => {
  const { code, says } = await smoke({ email: "nobody@staff.example", password: "Wrong-1-Password" });
  expect(code).toBe(1);
  expect(says).toContain("ok    the site, complete without a script");
  expect(says).toMatch(/WRONG a member of staff signs in: NotAuthorizedException/);
});

test("somebody with a second factor is asked for its code", async () => {
  const { product } = office;
  const person = await product.employ("staff");
  const { access: AccessToken } = await product.signIn(person);
  const { SecretCode = "" } = await product.cognitoAdmin.send(
    new AssociateSoftwareTokenCommand({ AccessToken }),
  );
  const UserCode = new TOTP({ secret: SecretCode }).generate();
  await product.cognitoAdmin.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await product.cognitoAdmin.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));

  // The code of this half minute has been used.
  const nextCode = () => new TOTP({ secret: SecretCode }).generate({ timestamp: Date.now() + 30_000 });
  const { says } = await smoke(person, nextCode);
  expect(says).toContain("ok    a member of staff signs in");
  expect((await smoke(person)).says).toContain("WRONG a member of staff signs in: Error: \nNobody answers");
});
