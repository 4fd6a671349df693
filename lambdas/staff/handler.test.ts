import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { secondFactorLacking, shutOutSentence } from "../../shared/admission.ts";
import type { Member } from "../../shared/staff.ts";
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
/** What was recorded about somebody, the newest first. */
const recordedOf = async (name: string) =>
  (await on.asAdmin("GET /api/v1/activity")).body.entries
    .filter(({ member }) => member === name)
    .map(({ kind, name, before, after }) => ({ kind, by: name, before, after }));

/** Somebody with a token, and the row of them that administrators see. */
async function somebody(role: "admin" | "staff" = "staff") {
  const person = await on.product.employ(role);
  const { access } = await on.product.signIn(person);
  return { person, access, call: on.product.callerFor(access), member: await memberAt(person.email) };
}
const signedIn = async (person: Person) => on.product.callerFor((await on.product.signIn(person)).access);

test("somebody is invited once, and again when asked; the list says who is in", async () => {
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

  // So soon it is the same wish again, whose answer was lost.
  const params = { id: invited.body.member.id };
  expect((await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params })).status).toBe(200);
  expect(await mailsTo(wanted.email)).toHaveLength(1);
  const came = { id: (await memberAt(email)).id };
  const again = await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params: came });
  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining("has come already") } });
  expect(await recordedOf(wanted.name)).toEqual([
    { kind: "staff-invited", by: "Person 2", before: undefined, after: wanted },
  ]);
});

test("nobody but an administrator sees or changes who is in; colleagues' names are for all", async () => {
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

test("whoever is shut out is out of every function within seconds, and comes in again once they are let in", async () => {
  const { member, call, person } = await somebody();
  for (const route of ["GET /api/v1/clients", "GET /api/v1/settings"] as const)
    expect((await call(route)).status).toBe(200);
  expect(await change(member.id, { shut_out: true })).toMatchObject({
    status: 200,
    body: { member: { state: "shut-out" } },
  });
  // Nothing is believed of them here; the others come to it within seconds.
  const refused = { status: 401, body: { error: shutOutSentence } };
  expect(await call("GET /api/v1/staff/me")).toMatchObject(refused);
  for (const route of ["GET /api/v1/clients", "GET /api/v1/settings"] as const)
    await expect.poll(async () => (await call(route)).status, { timeout: 10_000 }).toBe(401);
  await expect(on.product.signIn(person)).rejects.toThrow();
  await change(member.id, { shut_out: true });
  await change(member.id, { shut_out: false });
  expect((await (await signedIn(person))("GET /api/v1/clients")).status).toBe(200);
  expect((await call("GET /api/v1/clients")).status).toBe(401);
  expect((await (await signedIn(person))("GET /api/v1/staff/me")).status).toBe(200);
  expect(await recordedOf(member.name)).toEqual([
    { kind: "staff-changed", by: "Person 2", before: { shut_out: true }, after: { shut_out: false } },
    { kind: "staff-changed", by: "Person 2", before: { shut_out: false }, after: { shut_out: true } },
  ]);
});

test("a new role counts within seconds: the token of before is over", async () => {
  const { member, call, person } = await somebody();
  expect((await call("GET /api/v1/activity")).status).toBe(403);
  expect((await change(member.id, { role: "admin" })).body.member.role).toBe("admin");
  await expect.poll(async () => (await call("GET /api/v1/clients")).status, { timeout: 10_000 }).toBe(401);
  await expect.poll(async () => (await (await signedIn(person))("GET /api/v1/activity")).status).toBe(200);
  await change(member.id, { role: "staff" });
});

test("whoever signs out everywhere is out everywhere", async () => {
  const { call } = await somebody();
  expect(await call("POST /api/v1/staff/me/sign-out")).toMatchObject({ status: 200, body: {} });
  await expect.poll(async () => (await call("GET /api/v1/clients")).status, { timeout: 10_000 }).toBe(401);
  const { status, body } = await call("GET /api/v1/staff/me");
  expect([status, body.error]).toEqual([401, "Please sign in."]);
});

test("two administrators who take each other's role at once do not both succeed", async () => {
  const [one, other] = [await somebody("admin"), await somebody("admin")];
  // The two are all there are, but for one who does not count.
  for (const { role, id } of await members())
    if (role === "admin" && ![one.member.id, other.member.id].includes(id))
      await on.product.userPool("AdminDisableUser", { UserPoolId: on.product.userPoolId, Username: id });
  const demote = (by: typeof one, whom: typeof one, body: object) =>
    by.call("PUT /api/v1/staff/members/{id}", { params: { id: whom.member.id }, body });
  const answers = await Promise.all([
    demote(one, other, { role: "staff" }),
    demote(other, one, { role: "staff" }),
  ]);
  // Whoever comes late enough finds their token over.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 409])]);
  const [left] = answers[0].status === 200 ? [one] : [other];
  for (const body of [{ role: "staff" }, { shut_out: true }])
    expect(await demote(left, left, body)).toMatchObject({
      ...{ status: 409, body: { error: expect.stringContaining("is the last admin, and stays it") } },
    });
  for (const { id, state } of (await left.call("GET /api/v1/staff/members")).body.members)
    if (state === "shut-out")
      await left.call("PUT /api/v1/staff/members/{id}", { params: { id }, body: { shut_out: false } });
  Object.assign(on, { asAdmin: await signedIn(left.person) });
});

test("a change that is cut off after any step is brought to its end by asking again, and recorded once", async () => {
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
      // It is done, and then the function dies: here, of an answer that it cannot take.
      await pass();
      return new Response(JSON.stringify({ __type: "Unexpected" }), { status: 400 });
    });
    const body = { role: "admin", shut_out: true };
    expect([operation, (await change(member.id, body)).status, cut]).toEqual([operation, 500, true]);
    expect((await change(member.id, body)).body.member).toMatchObject({ role: "admin", state: "shut-out" });
    expect(await recordedOf(member.name)).toEqual([
      {
        ...{ kind: "staff-changed", by: expect.any(String) },
        ...{ before: { role: "staff", shut_out: false }, after: { role: "admin", shut_out: true } },
      },
    ]);
  }
});

test("an invitation that is cut off is brought to its end, and nobody is mailed twice", async () => {
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
  // Lost on the way, it is called again by the SDK.
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

/** Sets up a second factor, as its owner does in the settings. */
async function provideFactor(AccessToken: string) {
  const { cognitoAdmin: cognito } = on.product;
  const { SecretCode = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = new TOTP({ secret: SecretCode }).generate();
  await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
}

test("a second factor is demanded of everybody, by whoever has one; it can be reset", async () => {
  const [admin, staff] = [await somebody("admin"), await somebody()];
  const demand = (second_factor_demanded: boolean) =>
    admin.call("PUT /api/v1/staff/rules", { body: { second_factor_demanded } });
  expect(await demand(true)).toMatchObject({
    ...{ status: 409, body: { error: expect.stringContaining("your own second factor first") } },
  });
  await provideFactor(admin.access);
  expect(await demand(true)).toMatchObject({ status: 200, body: { second_factor_demanded: true } });
  try {
    const clients = () => staff.call("GET /api/v1/clients");
    await expect.poll(async () => (await clients()).status, { timeout: 10_000 }).toBe(403);
    expect((await clients()).body.error).toBe(secondFactorLacking);
    const prove = async () => (await staff.call("POST /api/v1/staff/me/second-factor")).body;
    expect(await prove()).toEqual({ second_factor: false });
    await provideFactor(staff.access);
    expect(await prove()).toEqual({ second_factor: true });
    expect((await clients()).status).toBe(200);
    expect((await admin.call("GET /api/v1/clients")).status).toBe(200);

    const params = { id: staff.member.id };
    const reset = () => admin.call("DELETE /api/v1/staff/members/{id}/second-factor", { params });
    expect([(await reset()).body.member.second_factor, (await reset()).status]).toEqual([false, 200]);
  } finally {
    await demand(false);
  }
  expect((await recordedOf(staff.member.name))[0]).toMatchObject({
    ...{ before: { second_factor: true }, after: { second_factor: false } },
  });
  expect(await recordedOf("Everybody")).toMatchObject([
    { after: { second_factor_demanded: false } },
    { after: { second_factor_demanded: true } },
  ]);
});

test("as long as nobody can say who was shut out, nobody comes in", async () => {
  const { access } = await somebody();
  let down = true;
  intercept(on.product, async ({ operation, body }, pass) =>
    down && operation === "BatchGetItem" && body.includes("DataStaff")
      ? new Response(JSON.stringify({ __type: "AccessDeniedException" }), { status: 400 })
      : pass(),
  );
  // A function that has not seen them yet.
  const refused = await on.product.call("GET /api/v1/payments", {}, access);
  expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining("try again") } });
  down = false;
  expect((await on.product.call("GET /api/v1/payments", {}, access)).status).toBe(200);
});

test("a sign-in is noted by the first function that hears of it", async () => {
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
    const person = await on.product.employ("admin");
    expect((await (await signedIn(person))(route)).status).toBe(200);
    seen.push(await memberAt(person.email));
  }
  expect(seen.map(({ signed_in_at }) => typeof signed_in_at)).toEqual(routes.map(() => "string"));
});
