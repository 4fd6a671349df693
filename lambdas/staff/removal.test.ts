import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { staffOffice } from "../../test/product/staff-office.ts";

const { on, members, mailsTo, recordedOf, somebody, signedIn, daily } = staffOffice();
afterEach(() => endInterception(on.product));

const remove = (id: string, as = on.asAdmin) => as("DELETE /api/v1/staff/members/{id}", { params: { id } });
const exportsOf = async (id: string) =>
  (await on.asAdmin("GET /api/v1/staff/members/{id}/exports", { params: { id } })).body.exports;
const inPool = (id: string) =>
  on.product.userPool("AdminGetUser", { UserPoolId: on.product.userPoolId, Username: id }).then(
    () => true,
    () => false,
  );

test("somebody is removed: signed out, gone from pool and list; the activity keeps the name; a repeat changes nothing", async () => {
  const { person, call, member } = await somebody("admin");
  await call("POST /api/v1/exports", { body: { list: "clients", rows: 26, filter: "status active" } });
  expect(await exportsOf(member.id)).toEqual([
    { at: expect.any(String), kind: "list-exported", list: "clients", rows: 26, filter: "status active" },
  ]);
  for (const _ of ["once", "twice"]) expect(await remove(member.id)).toMatchObject({ status: 200, body: {} });
  expect((await members()).map(({ id }) => id)).not.toContain(member.id);
  expect(await inPool(member.id)).toBe(false);
  const refused = await call("GET /api/v1/staff/me");
  expect([refused.status, refused.body.error]).toEqual([401, expect.stringContaining("disabled")]);
  await expect(signedIn(person)).rejects.toThrow();
  const records = await recordedOf(member.name);
  expect(records).toEqual([
    {
      kind: "staff-removed",
      by: "Person 2",
      before: { email: person.email, role: "admin" },
      after: undefined,
    },
  ]);
  expect(await exportsOf(member.id)).toHaveLength(1);
  await daily();
  expect(await recordedOf(member.name)).toEqual(records);
});

test("an invitation is withdrawn, and the address can be invited again", async () => {
  const body = { email: "wrong@address.example", name: "Wrong Address", role: "staff" };
  const invite = async () => (await on.asAdmin("POST /api/v1/staff/members", { body })).body.member;
  const { id } = await invite();
  expect((await remove(id)).status).toBe(200);
  expect(await inPool(id)).toBe(false);
  expect((await recordedOf(body.name))[0]).toMatchObject({
    kind: "staff-removed",
    before: { invited: true },
  });
  expect((await invite()).id).not.toBe(id);
  expect(await mailsTo(body.email)).toHaveLength(2);
});

test.each([false, true])(
  "a removal that is cut off is completed by the same call (answers lost: %o)",
  async (lost) => {
    const { member, call } = await somebody();
    const writes =
      /^(PutItem|UpdateItem|TransactWriteItems|AdminDisableUser|AdminUserGlobalSignOut|AdminDeleteUser)$/;
    for (let allowed = 1; ; allowed += 1) {
      let writesLeft = allowed;
      intercept(on.product, async ({ from, operation, body }, pass) => {
        if (!from?.toLowerCase().startsWith("apistaff") || !writes.test(operation) || /"lock"/.test(body))
          return pass();
        writesLeft -= 1;
        if (writesLeft >= 0) return pass();
        if (lost) await pass();
        return new Response(JSON.stringify({ __type: "x#InternalFailureOfTest" }), { status: 400 });
      });
      if ((await remove(member.id)).status === 200) break;
      // Access has ended with the first write.
      expect((await call("GET /api/v1/staff/me")).status).toBe(401);
    }
    endInterception(on.product);
    expect([await inPool(member.id), (await members()).some(({ id }) => id === member.id)]).toEqual([
      false,
      false,
    ]);
    expect((await recordedOf(member.name)).map(({ kind }) => kind)).toEqual(["staff-removed"]);
  },
);

test("it needs an administrator, somebody else, and another administrator", async () => {
  const { call, member } = await somebody("admin");
  const refused = async (answer: ReturnType<typeof remove>) => {
    const { status, body } = await answer;
    return [status, body.error];
  };
  expect(await refused(remove(member.id, on.asStaff))).toEqual([403, "Only an administrator can do this."]);
  expect(await refused(remove(randomUUID()))).toEqual([404, "That member of staff does not exist."]);
  expect(await refused(remove(member.id, call))).toEqual([
    409,
    "You cannot remove yourself. Ask another administrator to do it.",
  ]);
  // Two administrators remove each other at the same moment: one stays.
  const secondAdmin = await somebody("admin");
  for (const { id, role } of await members())
    if (role === "admin" && id !== member.id && id !== secondAdmin.member.id)
      await on.product.userPool("AdminRemoveUserFromGroup", {
        UserPoolId: on.product.userPoolId,
        Username: id,
        GroupName: "admin",
      });
  await daily();
  const answers = await Promise.all([
    remove(member.id, secondAdmin.call),
    remove(secondAdmin.member.id, call),
  ]);
  const [first = 0, second = 0] = answers.map(({ status }) => status).sort();
  expect([first, [401, 403, 409].includes(second)]).toEqual([200, true]);
});
