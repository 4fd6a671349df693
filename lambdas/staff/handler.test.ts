import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { disabledText, mfaRequiredText } from "../../shared/staff/access-texts.ts";
import type { Member } from "../../shared/staff/staff.ts";
import { intercept } from "../../test/interception.ts";
import type { Person } from "../../test/product.ts";
import { staffedProduct } from "../../test/staffed.ts";

const on = staffedProduct();
const wanted = { email: "kim@office.example", name: "Kim Otieno", role: "staff" as const };

const members = async () => (await on.asAdmin("GET /api/v1/staff/members")).body.members;
const memberAt = async (email: string) => {
  const found = (await members()).find((one) => one.email === email);
  if (!found) throw new Error(`There is no ${email}.`);
  return found;
};
const mailsTo = async (email: string) => (await on.product.inbox()).filter(({ to }) => to.includes(email));
const change = (id: string, body: object) =>
  on.asAdmin("PUT /api/v1/staff/members/{id}", { params: { id }, body });
/** The activity records about somebody, newest first. */
const recordedOf = async (name: string) =>
  (await on.asAdmin("GET /api/v1/activity")).body.entries
    .filter(({ member }) => member === name)
    .map(({ kind, name, before, after }) => ({ kind, by: name, before, after }));

/** A new member of staff with a token, and their row in the list. */
async function somebody(role: "admin" | "staff" = "staff") {
  const person = await on.product.createStaff(role);
  const { access } = await on.product.signIn(person);
  return { person, access, call: on.product.callerFor(access), member: await memberAt(person.email) };
}
const signedIn = async (person: Person) => on.product.callerFor((await on.product.signIn(person)).access);

test("repeating an invitation sends no second email; the list shows all staff", async () => {
  const invited = await on.asAdmin("POST /api/v1/staff/members", { body: wanted });
  expect(invited).toMatchObject({
    status: 201,
    body: { member: { ...wanted, state: "invited", second_factor: false } },
  });
  expect(await on.asAdmin("POST /api/v1/staff/members", { body: wanted })).toMatchObject({
    ...{ status: 201, body: invited.body },
  });
  expect(await mailsTo(wanted.email)).toHaveLength(1);
  expect(await memberAt(wanted.email)).toEqual(invited.body.member);
  expect(invited.body.member.invited_until).toMatch(/^\d{4}-\d\d-\d\d$/);

  const { email } = (await somebody()).person;
  for (const [body, sentence] of [
    [{ ...wanted, email: wanted.email.toUpperCase(), name: "Another Kim" }, "is invited already"],
    [{ ...wanted, role: "admin" }, "is invited already"],
    [{ ...wanted, email }, "is on the staff already"],
  ] as const)
    expect(await on.asAdmin("POST /api/v1/staff/members", { body })).toMatchObject({
      ...{ status: 409, body: { error: expect.stringContaining(sentence) } },
    });
  for (const body of [
    { ...wanted, email: "kim" },
    { ...wanted, name: " " },
    { ...wanted, role: "boss" },
  ])
    expect((await on.asAdmin("POST /api/v1/staff/members", { body })).status).toBe(400);

  // Within a minute it counts as a repetition.
  const params = { id: invited.body.member.id };
  expect((await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params })).status).toBe(200);
  expect(await mailsTo(wanted.email)).toHaveLength(1);
  const came = { id: (await memberAt(email)).id };
  const again = await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params: came });
  expect(again).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("has accepted the invitation already") },
  });
  expect(await recordedOf(wanted.name)).toEqual([
    { kind: "staff-invited", by: "Person 2", before: undefined, after: wanted },
  ]);
});

test("only administrators see and change members; all staff see the names", async () => {
  const { member, call } = await somebody();
  const params = { id: member.id };
  const answers = await Promise.all([
    call("GET /api/v1/staff/members"),
    call("POST /api/v1/staff/members", { body: wanted }),
    call("POST /api/v1/staff/members/{id}/invitation", { params }),
    call("PUT /api/v1/staff/members/{id}", { params, body: { role: "admin" } }),
    call("DELETE /api/v1/staff/members/{id}/second-factor", { params }),
    call("PUT /api/v1/staff/rules", { body: { second_factor_demanded: true } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect((await memberAt(member.email)).role).toBe("staff");
  expect((await call("GET /api/v1/staff")).body.staff).toContainEqual({ id: member.id, name: member.name });
  expect((await change("0f9d3c1e-52a7-4b0e-8b57-3f6f1f0c9a11", { role: "staff" })).status).toBe(404);
});

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

test("two administrators who remove each other's role at once do not both succeed", async () => {
  const [one, other] = [await somebody("admin"), await somebody("admin")];
  // There is no other active administrator.
  for (const { role, id } of await members())
    if (role === "admin" && ![one.member.id, other.member.id].includes(id))
      await on.product.userPool("AdminDisableUser", { UserPoolId: on.product.userPoolId, Username: id });
  const changeBy = (by: typeof one, target: typeof one, body: object) =>
    by.call("PUT /api/v1/staff/members/{id}", { params: { id: target.member.id }, body });
  const answers = await Promise.all([
    changeBy(one, other, { role: "staff" }),
    changeBy(other, one, { role: "staff" }),
  ]);
  // The later one may find their token invalid.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 409])]);
  const [left] = answers[0].status === 200 ? [one] : [other];
  for (const body of [{ role: "staff" }, { disabled: true }])
    expect(await changeBy(left, left, body)).toMatchObject({
      ...{ status: 409, body: { error: expect.stringContaining("is the last admin") } },
    });
  for (const { id, state } of (await left.call("GET /api/v1/staff/members")).body.members)
    if (state === "disabled")
      await left.call("PUT /api/v1/staff/members/{id}", { params: { id }, body: { disabled: false } });
  Object.assign(on, { asAdmin: await signedIn(left.person) });
});

test("a change that fails after any step is completed by repeating it, and recorded once", async () => {
  const failures = [
    "AdminAddUserToGroup",
    "AdminRemoveUserFromGroup",
    "AdminDisableUser",
    "AdminUserGlobalSignOut",
  ];
  for (const operation of [...failures, "TransactWriteItems"]) {
    const { member } = await somebody();
    let cut = false;
    intercept(on.product, async (call, pass) => {
      if (cut || call.operation !== operation || !call.from?.startsWith("ApiStaff")) return pass();
      cut = true;
      // The call succeeds, and then the function fails because of an unexpected response.
      await pass();
      return new Response(JSON.stringify({ __type: "Unexpected" }), { status: 400 });
    });
    const body = { role: "admin", disabled: true };
    expect([operation, (await change(member.id, body)).status, cut]).toEqual([operation, 500, true]);
    expect((await change(member.id, body)).body.member).toMatchObject({ role: "admin", state: "disabled" });
    expect(await recordedOf(member.name)).toEqual([
      {
        ...{ kind: "staff-changed", by: expect.any(String) },
        ...{ before: { role: "staff", disabled: false }, after: { role: "admin", disabled: true } },
      },
    ]);
  }
});

test("an invitation that fails half-way is completed by repeating it, and sends one email", async () => {
  for (const operation of ["AdminCreateUser", "AdminAddUserToGroup", "TransactWriteItems"]) {
    const body = { ...wanted, email: `${operation.toLowerCase()}@office.example` };
    let cut = false;
    intercept(on.product, async (call, pass) => {
      if (cut || call.operation !== operation) return pass();
      cut = true;
      await pass();
      return new Response(JSON.stringify({ __type: "Unexpected" }), { status: 400 });
    });
    expect((await on.asAdmin("POST /api/v1/staff/members", { body })).status).toBe(500);
    const { member } = (await on.asAdmin("POST /api/v1/staff/members", { body })).body;
    expect(member).toMatchObject({ ...body, state: "invited" });
    expect(await mailsTo(body.email)).toHaveLength(1);
  }
  // The SDK repeats a call whose response is lost.
  const body = { ...wanted, email: "lost@office.example" };
  let lost = false;
  intercept(on.product, async (call, pass) => {
    const answer = await pass();
    if (lost || call.operation !== "AdminCreateUser") return answer;
    lost = true;
    return undefined;
  });
  expect((await on.asAdmin("POST /api/v1/staff/members", { body })).status).toBe(201);
  expect(await mailsTo(body.email)).toHaveLength(1);
});

/** Sets up a second factor, as people do in the settings. */
async function setUpMfa(AccessToken: string) {
  const { cognitoAdmin: cognito } = on.product;
  const { SecretCode = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = new TOTP({ secret: SecretCode }).generate();
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
}

test("an administrator with a second factor can require it of everybody; it can be reset", async () => {
  const [admin, staff] = [await somebody("admin"), await somebody()];
  const requireMfa = (second_factor_demanded: boolean) =>
    admin.call("PUT /api/v1/staff/rules", { body: { second_factor_demanded } });
  expect(await requireMfa(true)).toMatchObject({
    ...{ status: 409, body: { error: expect.stringContaining("your own second factor first") } },
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
    ...{ before: { second_factor: true }, after: { second_factor: false } },
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
  const seen: Member[] = [];
  for (const route of routes) {
    const person = await on.product.createStaff("admin");
    expect((await (await signedIn(person))(route)).status).toBe(200);
    seen.push(await memberAt(person.email));
  }
  expect(seen.map(({ signed_in_at }) => typeof signed_in_at)).toEqual(routes.map(() => "string"));
});
