import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rows } from "../../lambdas/stores/staff-store.ts";
import type { Product } from "../../test/product/product.ts";
import { startStaffPool } from "../../test/product/staff-pool.ts";
import { disable, enable, invite, list, resetMfa, type StaffPool } from "./commands.ts";

const kim = "kim@office.example";
let product: Product;
let pool: StaffPool;
let rows: Rows;

beforeAll(async () => {
  ({ product, pool } = await startStaffPool());
  rows = pool.rows;
});
afterAll(() => product.stop());

const user = (operation: string, more: object = {}) =>
  product.userPool(operation, { UserPoolId: product.userPoolId, Username: kim, ...more });

test("a person is invited by email, and again until they sign in", async () => {
  expect(await list(pool)).toBe("There is no staff yet.");
  expect(await invite(pool, kim, { role: "admin" })).toBe(`${kim} is invited as admin.`);
  expect(await invite(pool, kim, { role: "admin" })).toBe(`${kim} is invited again as admin.`);
  const mails = await product.inbox();
  expect(mails.map(({ to }) => to)).toEqual([[kim], [kim]]);
  expect(await list(pool)).toMatch(/^kim@office\.example +admin +invited$/);

  await user("AdminSetUserPassword", { Password: "Lasting-1-Password", Permanent: true });
  expect(await list(pool)).toMatch(/^kim@office\.example +admin +active$/);
});

test("an invitation has a name, which a new invitation can change", async () => {
  const lee = "lee@office.example";
  const nameOf = async () => (await list(pool)).split("\n").find((line) => line.startsWith(lee));
  await invite(pool, lee, { role: "staff", name: " Lee  O'Hara " });
  expect(await nameOf()).toMatch(/ staff +invited +Lee {2}O'Hara$/);
  await invite(pool, lee, { role: "staff" });
  expect(await nameOf()).toMatch(/ invited +Lee {2}O'Hara$/);
  await invite(pool, lee, { role: "staff", name: "Lee Mwangi" });
  expect(await nameOf()).toMatch(/ invited +Lee Mwangi$/);
  for (const name of ["  ", "Two\nlines", "x".repeat(201), "Jo\ud83d"])
    await expect(invite(pool, "noname@office.example", { role: "staff", name })).rejects.toThrow(
      'A name is one line of at most 200 characters: --name "First Last".',
    );
  expect(await list(pool)).not.toContain("noname");
});

test("a role is replaced, not added, and the last administrator stays", async () => {
  const groupsOf = async (Username: string) => {
    const { Groups } = await product.userPool("AdminListGroupsForUser", {
      UserPoolId: product.userPoolId,
      Username,
    });
    return (Groups as { GroupName: string }[]).map(({ GroupName }) => GroupName);
  };
  const last = `${kim} is the last admin. Give that role to somebody else first.`;
  await expect(invite(pool, kim, { role: "staff" })).rejects.toThrow(last);
  expect(await groupsOf(kim)).toEqual(["admin"]);

  const max = "max@office.example";
  await invite(pool, max, { role: "admin" });
  // An invited person may never sign in.
  await expect(invite(pool, kim, { role: "staff" })).rejects.toThrow(last);
  await product.userPool("AdminSetUserPassword", {
    UserPoolId: product.userPoolId,
    Username: max,
    Password: "Lasting-1-Password",
    Permanent: true,
  });
  await disable(pool, max);
  await expect(invite(pool, kim, { role: "staff" })).rejects.toThrow(last);
  await enable(pool, max);

  const before = (await product.inbox()).length;
  expect(await invite(pool, kim, { role: "staff", name: "Kim Otieno" })).toBe(
    `${kim} is already on the staff, and now has the role staff. It applies within seconds.`,
  );
  expect(await groupsOf(kim)).toEqual(["staff"]);
  expect(await list(pool)).toMatch(/kim@office\.example +staff +active +Kim Otieno/);
  await invite(pool, kim, { role: "admin" });
  expect(await groupsOf(kim)).toEqual(["admin"]);
  expect((await product.inbox()).length).toBe(before);
});

test("a person is disabled and enabled again", async () => {
  const { Username: id } = await user("AdminGetUser");
  const { database, table: TableName } = rows;
  const rowOf = async () =>
    (await database.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;
  const calendar = { digest: "of an address", made_at: "2026-12-24T06:00:00.000Z" };
  await database.send(new PutCommand({ TableName, Item: { ...(await rowOf()), calendar } }));
  expect(await disable(pool, kim)).toBe(`${kim} can no longer sign in.`);
  const state = { name: "Kim Otieno", email: kim, role: "admin", disabled: true, second_factor: false };
  const times = { invited_at: expect.any(Number), ended_at: expect.any(Number) };
  expect(await rowOf()).toEqual({ id, ...state, ...times });
  expect(await list(pool)).toMatch(/^kim\S+ +admin +disabled +Kim Otieno$/m);
  expect(await enable(pool, kim)).toBe(`${kim} can sign in again.`);
  expect(await list(pool)).toMatch(/^kim\S+ +admin +active +Kim Otieno$/m);
  expect(await resetMfa(pool, kim)).toContain("without MFA");
});

test("two administrators cannot be disabled at the same time", async () => {
  const max = "max@office.example";
  const results = await Promise.allSettled([disable(pool, kim), disable(pool, max)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await list(pool)).match(/ admin +active/g)).toHaveLength(1);
  for (const email of [kim, max]) await enable(pool, email);
});

test("each change is recorded once with its differences, also after an interruption; without a change there is no record", async () => {
  const ann = "ann@office.example";
  await invite(pool, ann, { role: "staff", name: "Ann" });
  await invite(pool, ann, { role: "admin", name: "Ann Otieno" });
  await product.userPool("AdminSetUserPassword", {
    UserPoolId: product.userPoolId,
    Username: ann,
    Password: "Lasting-1-Password",
    Permanent: true,
  });
  await invite(pool, ann, { role: "admin", name: "Ann Otieno" });
  await resetMfa(pool, ann);
  await enable(pool, ann);
  await disable(pool, ann);
  await disable(pool, ann);
  // Cognito is updated, then the network fails.
  const { database } = pool.rows;
  const send: typeof database.send = database.send.bind(database);
  let failed = false;
  Object.assign(database, {
    send: (command: object) => {
      if (!failed && command.constructor.name === "TransactWriteCommand") {
        failed = true;
        return Promise.reject(new Error("The network failed."));
      }
      return send(command as never);
    },
  });
  await expect(enable(pool, ann)).rejects.toThrow("The network failed.");
  expect(await list(pool)).toMatch(/^ann\S+ +admin +disabled/m);
  await enable(pool, ann);
  await enable(pool, ann);
  Object.assign(database, { send });

  const { Items = [] } = await database.send(new ScanCommand({ TableName: pool.rows.activity }));
  const records = Items.filter(({ before, after, member }) =>
    JSON.stringify({ before, after, member }).includes("Ann"),
  );
  const differences = records.map(({ kind, before = {}, after = {} }) => [kind, before, after]);
  const expected = [
    ["staff-invited", {}, { email: ann, name: "Ann", role: "staff" }],
    ["staff-changed", { role: "staff", name: "Ann" }, { role: "admin", name: "Ann Otieno" }],
    ["staff-invited", {}, { email: ann }],
    ["staff-changed", { disabled: false }, { disabled: true }],
    ["staff-changed", { disabled: true }, { disabled: false }],
  ];
  // In any order: the records of one command have the same time.
  expect(differences).toHaveLength(expected.length);
  expect(differences).toEqual(expect.arrayContaining(expected));
  const { id: by, name } = pool.actor;
  for (const record of records)
    expect(record).toMatchObject({ subject: "staff", by, name, day: expect.any(String) });
  const admin = await product.createStaff("admin");
  const asAdmin = product.callerFor((await product.signIn(admin)).access);
  const day = String(records[0]?.day);
  const { body } = await asAdmin("GET /api/v1/activity", { query: { from: day, to: day } });
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      kind: "staff-invited",
      name,
      member: "Ann",
      after: expect.objectContaining({ email: ann }),
    }),
  );
});

test("unknown roles and people are refused", async () => {
  const choice = "Use --role admin or --role staff.";
  await expect(invite(pool, "new@office.example", { role: "boss" })).rejects.toThrow(
    `There is no role boss. ${choice}`,
  );
  await expect(invite(pool, "new@office.example", {})).rejects.toThrow(`The role is missing. ${choice}`);
  for (const command of [disable, enable, resetMfa])
    await expect(command(pool, "nobody@office.example")).rejects.toThrow(
      "There is no staff with the address nobody@office.example.",
    );
  expect(await list(pool)).not.toContain("new@office.example");
});
