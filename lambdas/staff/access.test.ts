import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { disabledText, mfaRequiredText } from "../../shared/staff/access-texts.ts";
import type { Member } from "../../shared/staff/staff.ts";
import { intercept } from "../../test/product/interception.ts";
import { staffOffice } from "../../test/product/staff-office.ts";

const { on, memberAt, change, recordedOf, somebody, signedIn } = staffOffice();

test("a disabled person loses access to every function within seconds, and gets it back when enabled", async () => {
  const { member, call, person } = await somebody();
  for (const route of ["GET /api/v1/clients", "GET /api/v1/settings"] as const)
    expect((await call(route)).status).toBe(200);
  expect(await change(member.id, { disabled: true })).toMatchObject({
    status: 200,
    body: { member: { state: "disabled" } },
  });
  // This route does not use the cache; the others follow within seconds.
  const refused = { status: 401, body: { error: disabledText } };
  expect(await call("GET /api/v1/staff/me")).toMatchObject(refused);
  for (const route of ["GET /api/v1/clients", "GET /api/v1/settings"] as const)
    await expect.poll(async () => (await call(route)).status, { timeout: 10_000 }).toBe(401);
  await expect(on.product.signIn(person)).rejects.toThrow();
  await change(member.id, { disabled: true });
  await change(member.id, { disabled: false });
  expect((await (await signedIn(person))("GET /api/v1/clients")).status).toBe(200);
  expect((await call("GET /api/v1/clients")).status).toBe(401);
  expect((await (await signedIn(person))("GET /api/v1/staff/me")).status).toBe(200);
  expect(await recordedOf(member.name)).toEqual([
    { kind: "staff-changed", by: "Person 2", before: { disabled: true }, after: { disabled: false } },
    { kind: "staff-changed", by: "Person 2", before: { disabled: false }, after: { disabled: true } },
  ]);
});

test("a new role takes effect within seconds: the old token is not valid", async () => {
  const { member, call, person } = await somebody();
  expect((await call("GET /api/v1/activity")).status).toBe(403);
  expect((await change(member.id, { role: "admin" })).body.member.role).toBe("admin");
  await expect.poll(async () => (await call("GET /api/v1/clients")).status, { timeout: 10_000 }).toBe(401);
  await expect.poll(async () => (await (await signedIn(person))("GET /api/v1/activity")).status).toBe(200);
  await change(member.id, { role: "staff" });
});

test("signing out everywhere ends all sessions", async () => {
  const { call } = await somebody();
  expect(await call("POST /api/v1/staff/me/sign-out")).toMatchObject({ status: 200, body: {} });
  await expect.poll(async () => (await call("GET /api/v1/clients")).status, { timeout: 10_000 }).toBe(401);
  const { status, body } = await call("GET /api/v1/staff/me");
  expect([status, body.error]).toEqual([401, "Please sign in."]);
});

/** Sets up a sign-in code, as people do in the settings. */
async function setUpMfa(AccessToken: string) {
  const { cognitoAdmin: cognito } = on.product;
  const { SecretCode = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = new TOTP({ secret: SecretCode }).generate();
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
}

test("an administrator with a sign-in code can require it of everybody; it can be reset", async () => {
  const [admin, staff] = [await somebody("admin"), await somebody()];
  const requireMfa = (second_factor_demanded: boolean) =>
    admin.call("PUT /api/v1/staff/rules", { body: { second_factor_demanded } });
  expect(await requireMfa(true)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("your own sign-in code first") },
  });
  await setUpMfa(admin.access);
  expect(await requireMfa(true)).toMatchObject({ status: 200, body: { second_factor_demanded: true } });
  try {
    const clients = () => staff.call("GET /api/v1/clients");
    await expect.poll(async () => (await clients()).status, { timeout: 10_000 }).toBe(403);
    expect((await clients()).body.error).toBe(mfaRequiredText);
    const verify = async () => (await staff.call("POST /api/v1/staff/me/second-factor")).body;
    expect(await verify()).toEqual({ second_factor: false });
    await setUpMfa(staff.access);
    expect(await verify()).toEqual({ second_factor: true });
    expect((await clients()).status).toBe(200);
    expect((await admin.call("GET /api/v1/clients")).status).toBe(200);

    const params = { id: staff.member.id };
    const reset = () => admin.call("DELETE /api/v1/staff/members/{id}/second-factor", { params });
    expect([(await reset()).body.member.second_factor, (await reset()).status]).toEqual([false, 200]);
  } finally {
    await requireMfa(false);
  }
  expect((await recordedOf(staff.member.name))[0]).toMatchObject({
    before: { second_factor: true },
    after: { second_factor: false },
  });
  expect(await recordedOf("Everybody")).toMatchObject([
    { after: { second_factor_demanded: false } },
    { after: { second_factor_demanded: true } },
  ]);
});

test("while access cannot be checked, nobody has access", async () => {
  const { access } = await somebody();
  let down = true;
  intercept(on.product, async ({ operation, body }, pass) =>
    down && operation === "BatchGetItem" && body.includes("DataStaff")
      ? new Response(JSON.stringify({ __type: "AccessDeniedException" }), { status: 400 })
      : pass(),
  );
  // A function without a cached session.
  const refused = await on.product.call("GET /api/v1/payments", {}, access);
  expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining("try again") } });
  down = false;
  expect((await on.product.call("GET /api/v1/payments", {}, access)).status).toBe(200);
});

test("the first function that is called after a sign-in saves it", async () => {
  const routes = [
    "GET /api/v1/clients",
    "GET /api/v1/subscriptions",
    "GET /api/v1/payments",
    "GET /api/v1/dashboard/stats",
    "GET /api/v1/settings",
    "GET /api/v1/reminders/status",
    "GET /api/v1/messages",
    "DELETE /api/v1/samples",
    "GET /api/v1/activity",
    "GET /api/v1/staff",
  ] as const;
  const membersSeen: Member[] = [];
  for (const route of routes) {
    const person = await on.product.createStaff("admin");
    expect((await (await signedIn(person))(route)).status).toBe(200);
    membersSeen.push(await memberAt(person.email));
  }
  expect(membersSeen.map(({ signed_in_at }) => typeof signed_in_at)).toEqual(routes.map(() => "string"));
});
