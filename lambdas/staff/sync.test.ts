import { expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { staffOffice } from "../../test/product/staff-office.ts";
import { aClient } from "../../test/product/staffed.ts";

const { on, members, memberAt, change, recordedOf, somebody, signedIn, daily } = staffOffice();

/** Changes a user in Cognito directly, as an engineer does in AWS's console. */
const inPool = (Username: string, operation: string, more: object = {}) =>
  on.product.userPool(operation, { UserPoolId: on.product.userPoolId, Username, ...more });
const feed = async (path: string) => (await fetch(on.product.site + path)).status;
const makeFeed = async (call: typeof on.asStaff) => (await call("POST /api/v1/staff/me/calendar")).body.path;

test("while Cognito does not respond, people work as always, and no call asks it", async () => {
  const [{ call }, boss] = [await somebody(), await somebody("admin")];
  const path = await makeFeed(call);
  let calls = 0;
  intercept(on.product, async ({ operation }, pass) => {
    if (!/^(Get|List|Admin.*)User|^Admin|^ListGroups/.test(operation)) return pass();
    calls += 1;
    return undefined;
  });
  const { client } = (await call("POST /api/v1/clients", { body: aClient })).body;
  const body = { ...aClient, name: "Amani" };
  const answers = [
    await call("PUT /api/v1/clients/{id}", { params: { id: client.id }, body }),
    await call("POST /api/v1/emails/{email}/test", { params: { email: "digest" } }),
    await boss.call("POST /api/v1/settings", { body: companyProfile }),
    await call("GET /api/v1/staff/me"),
    await call("GET /api/v1/staff"),
    await boss.call("GET /api/v1/staff/members"),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([await feed(path), calls]).toEqual([200, 0]);
  // Only changes of staff need it, and change nothing without it.
  const kim = { email: "kim@office.example", name: "Kim", role: "staff" };
  expect((await boss.call("POST /api/v1/staff/members", { body: kim })).status).toBe(500);
  expect(calls).toBeGreaterThan(0);
  intercept(on.product, (_, pass) => pass());
  expect((await members()).map(({ email }) => email)).not.toContain(kim.email);
});

test("an invited person is active, and can be given work, from their first call on", async () => {
  const person = await on.product.invite("staff");
  const { id, state } = await memberAt(person.email);
  const names = async () =>
    (await on.asStaff("GET /api/v1/staff")).body.staff.map((colleague) => colleague.id);
  expect([state, (await names()).includes(id)]).toEqual(["invited", false]);
  expect((await (await signedIn(person))("GET /api/v1/clients")).status).toBe(200);
  expect([(await memberAt(person.email)).state, (await names()).includes(id)]).toEqual(["active", true]);
});

test("what was done in AWS's console counts after the daily run, except that nobody gets back what was taken here", async () => {
  const [out, up, down] = [await somebody(), await somebody(), await somebody("admin")];
  const back = await somebody();
  const outFeed = await makeFeed(out.call);
  // As after a deletion in the pool, or in a copy of another stack's table.
  const [goneId = ""] = await seedRows(on.product, "Staff", 1, (id) => ({
    id,
    name: "Gone",
    email: "gone@office.example",
    role: "staff",
    second_factor: false,
  }));
  await inPool(out.member.id, "AdminDisableUser");
  await inPool(up.member.id, "AdminAddUserToGroup", { GroupName: "admin" });
  await inPool(down.member.id, "AdminAddUserToGroup", { GroupName: "staff" });
  await inPool(down.member.id, "AdminRemoveUserFromGroup", { GroupName: "admin" });
  await change(back.member.id, { disabled: true });
  await inPool(back.member.id, "AdminEnableUser");
  const UserAttributes = [
    { Name: "name", Value: "Somebody Else" },
    { Name: "email", Value: "new@office.example" },
  ];
  await inPool(up.member.id, "AdminUpdateUserAttributes", { UserAttributes });
  const newEmail = "made@office.example";
  await inPool(newEmail, "AdminCreateUser", { MessageAction: "SUPPRESS" });
  await inPool(newEmail, "AdminSetUserPassword", { Password: "Lasting-1-Password", Permanent: true });
  await inPool(newEmail, "AdminAddUserToGroup", { GroupName: "staff" });

  // Before that, the lower role of token and row counts, and somebody unknown has none.
  const asUp = await signedIn({ ...up.person, email: "new@office.example" });
  const asMade = () => signedIn({ email: newEmail, password: "" });
  expect((await asUp("GET /api/v1/activity")).status).toBe(403);
  expect((await asUp("GET /api/v1/clients")).status).toBe(200);
  expect(await (await asMade())("GET /api/v1/clients")).toMatchObject({
    status: 403,
    body: { error: "Your account has no role yet. Ask an administrator to give you one." },
  });
  await daily();

  const listed = new Map((await members()).map((member) => [member.id, member]));
  expect(listed.get(out.member.id)).toMatchObject({ state: "disabled" });
  expect(listed.get(up.member.id)).toMatchObject({
    role: "admin",
    name: up.member.name,
    email: "new@office.example",
  });
  expect(listed.get(down.member.id)).toMatchObject({ role: "staff" });
  expect(listed.has(goneId)).toBe(false);
  expect(listed.get(back.member.id)).toMatchObject({ state: "disabled" });
  expect((await memberAt(newEmail)).role).toBe("staff");
  expect((await out.call("GET /api/v1/staff/me")).status).toBe(401);
  expect(await feed(outFeed)).toBe(404);
  expect((await (await asMade())("GET /api/v1/clients")).status).toBe(200);
  const by = "The system";
  const changed = (before: object, after: object) => [{ kind: "staff-changed", by, before, after }];
  const disabled = changed({ disabled: false }, { disabled: true });
  expect(await recordedOf(out.member.name)).toEqual(expect.arrayContaining(disabled));
  expect(await recordedOf("Gone")).toMatchObject([{ kind: "staff-removed", by, before: { role: "staff" } }]);
  expect(await recordedOf(down.member.name)).toEqual(changed({ role: "admin" }, { role: "staff" }));
  expect(await recordedOf(newEmail)).toEqual(changed({}, { role: "staff" }));

  const before = (await on.asAdmin("GET /api/v1/activity")).body.entries.length;
  await daily();
  expect((await on.asAdmin("GET /api/v1/activity")).body.entries).toHaveLength(before);
});
