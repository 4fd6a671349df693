import { afterAll, beforeAll, expect, test } from "vitest";
import { startStaffPool } from "../../test/product/staff-pool.ts";
import { list } from "./commands.ts";
import { restore } from "./restore.ts";

let started: Awaited<ReturnType<typeof startStaffPool>>;
beforeAll(async () => {
  started = await startStaffPool();
});
afterAll(() => started.product.stop());

test("after the user pool is lost, everybody is invited again, once, with role, name and what is theirs", async () => {
  const { product, pool } = started;
  const user = (operation: string, more: object) =>
    product.userPool(operation, { UserPoolId: product.userPoolId, ...more });
  const admin = await product.createStaff("admin");
  const person = await product.createStaff("staff");
  const asAdmin = product.callerFor((await product.signIn(admin)).access);
  const oldId = String((await user("AdminGetUser", { Username: person.email })).Username);
  const message = { name: "Njeri", email: "njeri@visitor.example", phone: "", message: "Hello" };
  await product.call("POST /api/send-email", { body: message });
  const [{ id = "" } = {}] = (await asAdmin("GET /api/v1/messages")).body.messages;
  const assignment = { params: { id }, body: { to: oldId, seen: null } };
  expect((await asAdmin("PUT /api/v1/messages/{id}/assignment", assignment)).status).toBe(200);
  const rolesBefore = (await list(pool))
    .replaceAll(/ (active|invited) */g, "")
    .split("\n")
    .sort();
  const users = (await user("ListUsers", {})).Users as { Username: string }[];
  for (const { Username } of users) await user("AdminDeleteUser", { Username });

  await expect(list(pool)).rejects.toThrow(
    "Nothing was removed. To invite them again: npm run staff -- restore",
  );
  // The network fails after the user was created.
  const { database } = pool.rows;
  const send: typeof database.send = database.send.bind(database);
  Object.assign(database, {
    send: (command: object) =>
      command.constructor.name === "TransactWriteCommand"
        ? Promise.reject(new Error("The network failed."))
        : send(command as never),
  });
  await expect(restore(pool)).rejects.toThrow("The network failed.");
  Object.assign(database, { send });
  expect(await restore(pool)).toContain(`${person.email} is invited again as staff.`);
  expect(await restore(pool)).toBe("Everybody in the table has a user.");

  expect(
    (await list(pool))
      .replaceAll(/ (active|invited) */g, "")
      .split("\n")
      .sort(),
  ).toEqual(rolesBefore);
  const invitations = (await product.inbox()).filter(({ to }) => to[0] === person.email);
  expect(invitations).toHaveLength(1);
  await user("AdminSetUserPassword", {
    Username: admin.email,
    Password: "Lasting-1-Password",
    Permanent: true,
  });
  const asReturned = product.callerFor((await product.signIn(admin)).access);
  const [assigned] = (await asReturned("GET /api/v1/messages")).body.messages;
  const { staff } = (await asReturned("GET /api/v1/staff")).body;
  const assignee = staff.find((member) => member.id === assigned?.assigned?.to);
  expect(assignee).toMatchObject({ name: "Person 2", former_ids: [oldId] });
});
