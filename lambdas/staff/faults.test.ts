import { expect, test } from "vitest";
import { intercept } from "../../test/interception.ts";
import { staffOffice } from "../../test/staff-office.ts";

const { on, mailsTo, change, recordedOf, somebody } = staffOffice();
const wanted = { email: "kim@office.example", name: "Kim Otieno", role: "staff" as const };

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
