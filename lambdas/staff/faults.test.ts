import { expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { staffOffice } from "../../test/product/staff-office.ts";

const { on, memberAt, mailsTo, change, recordedOf, somebody, signedIn, daily } = staffOffice();
const invitation = { email: "kim@office.example", name: "Kim Otieno", role: "staff" as const };

test("a change that fails after any step is completed by repeating it, and recorded once", async () => {
  const failures = [
    "AdminAddUserToGroup",
    "AdminRemoveUserFromGroup",
    "AdminDisableUser",
    "AdminUserGlobalSignOut",
  ];
  for (const operation of [...failures, "TransactWriteItems"]) {
    const { member, call } = await somebody();
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
    // Access has ended, whatever the user pool says by now.
    expect((await call("GET /api/v1/staff/me")).status).toBe(401);
    expect((await memberAt(member.email)).state).toBe("disabled");
    expect((await change(member.id, body)).body.member).toMatchObject({ role: "admin", state: "disabled" });
    expect(await recordedOf(member.name)).toEqual([
      {
        kind: "staff-changed",
        by: expect.any(String),
        before: { role: "staff", disabled: false },
        after: { role: "admin", disabled: true },
      },
    ]);
  }
});

test("until it is complete, a change leaves somebody the lower of the two roles, and no access that it takes", async () => {
  const cases = [
    { start: "staff", body: { disabled: false }, fails: "AdminEnableUser", statuses: [401, 403] },
    { start: "staff", body: { disabled: true }, fails: "AdminDisableUser", statuses: [401, 403] },
    { start: "staff", body: { role: "admin" }, fails: "AdminAddUserToGroup", statuses: [200, 403] },
    { start: "admin", body: { role: "staff" }, fails: "AdminRemoveUserFromGroup", statuses: [200, 403] },
  ] as const;
  for (const { start, body, fails, statuses } of cases) {
    const { member, person } = await somebody(start);
    const enables = "disabled" in body && !body.disabled;
    if (enables) await change(member.id, { disabled: true });
    intercept(on.product, async ({ operation }, pass) => {
      if (operation !== fails) return pass();
      // The worst time to fail: after Cognito has given access, or before it has taken it away.
      if (/Enable|Add/.test(fails)) await pass();
      return new Response(JSON.stringify({ __type: "Unexpected" }), { status: 400 });
    });
    expect((await change(member.id, body)).status).toBe(500);
    intercept(on.product, (_, pass) => pass());
    // Tokens of the second in which sessions ended are not valid either.
    const token = async () => {
      const call = await signedIn(person);
      return [(await call("GET /api/v1/staff/me")).status, (await call("GET /api/v1/activity")).status];
    };
    await expect.poll(token, { timeout: 5_000 }).toEqual(statuses);
    if (fails === "AdminDisableUser") {
      // Another change completes it too, and does not give access back.
      await change(member.id, { role: "admin" });
      await expect(on.product.signIn(person)).rejects.toThrow();
    }
    if (fails === "AdminRemoveUserFromGroup") {
      // Neither the daily run, after other changes in AWS's console, nor another change here gives the role back.
      await on.product.userPool("AdminUpdateUserAttributes", {
        UserPoolId: on.product.userPoolId,
        Username: member.id,
        UserAttributes: [{ Name: "email", Value: "moved@office.example" }],
      });
      for (const _ of "12") await daily();
      expect((await change(member.id, { disabled: false })).body.member.role).toBe("staff");
    }
    const expected = "disabled" in body ? { state: body.disabled ? "disabled" : "active" } : body;
    expect((await change(member.id, body)).body.member).toMatchObject(expected);
  }
});

test("a name whose response is lost is saved and recorded once by repeating it", async () => {
  const { call, member } = await somebody();
  let lost = false;
  intercept(on.product, async ({ operation }, pass) => {
    const answer = await pass();
    if (lost || operation !== "AdminUpdateUserAttributes") return answer;
    lost = true;
    return new Response(JSON.stringify({ __type: "Unexpected" }), { status: 400 });
  });
  const body = { name: "Wanjiku Mwangi" };
  expect((await call("PUT /api/v1/staff/me", { body })).status).toBe(500);
  expect((await memberAt(member.email)).name).toBe(member.name);
  for (const _ of "12") expect((await call("PUT /api/v1/staff/me", { body })).status).toBe(200);
  expect((await memberAt(member.email)).name).toBe(body.name);
  expect(await recordedOf(body.name)).toEqual([
    { kind: "staff-changed", by: member.name, before: { name: member.name }, after: body },
  ]);
});

test("an invitation that fails half-way is completed by repeating it, and sends one email", async () => {
  for (const operation of ["AdminCreateUser", "AdminAddUserToGroup", "TransactWriteItems"]) {
    const body = { ...invitation, email: `${operation.toLowerCase()}@office.example` };
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
  const body = { ...invitation, email: "lost@office.example" };
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
