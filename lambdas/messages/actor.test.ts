import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { messageInbox } from "../../test/product/message-inbox.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

const { running, send, move, find } = messageInbox();

test("a message is assigned to one person at a time, and stays assigned when it is moved", async () => {
  const id = await send("Assigned");
  const { staff } = (await running.asStaff("GET /api/v1/staff")).body;
  const someone = (name: string) => ({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name });
  expect(staff).toEqual([someone("Person 1"), someone("Person 2")]);
  // A Cognito id, which is not a valid UUID of any version.
  const [me, otherId] = [staff[0]?.id ?? "", "a2b4c6d8-5021-70b1-1a2b-3c4d5e6f7081"];
  const assign = (to: string | null, seen: string | null, of = id) =>
    running.asStaff("PUT /api/v1/messages/{id}/assignment", { params: { id: of }, body: { to, seen } });
  const assigned = await assign(me, null);
  expect(assigned.body.message.assigned).toEqual({ to: me, at: expect.any(String), by: me });
  // A repeat changes nothing. A request based on an outdated assignment is refused.
  expect((await assign(me, null)).body).toEqual(assigned.body);
  expect((await assign(otherId, null)).status).toBe(409);
  const all = await Promise.all([assign(otherId, me), assign(null, me), assign(otherId, me)]);
  expect(all.map(({ status }) => status).toSorted()[0]).toBe(200);
  const assignee = (await find("waiting", id))?.assigned?.to ?? null;
  expect([otherId, null]).toContain(assignee);
  expect((await assign(me, assignee)).status).toBe(200);
  expect((await move(id, "answered", "waiting")).body.message.assigned?.to).toBe(me);
  expect((await assign(null, me)).body.message).not.toHaveProperty("assigned");
  expect((await assign(me, null, randomUUID())).status).toBe(404);
});

describe("the activity records who changed a message", () => {
  const recorded = async (id: string) =>
    (await running.asAdmin("GET /api/v1/activity")).body.entries
      .filter(({ message_id }) => message_id === id)
      .map(({ kind, name, before = {}, after = {}, message_from, client_id }) => [
        kind,
        name,
        before,
        after,
        message_from,
        client_id,
      ])
      .reverse();
  const deleteRow = async (id: string) => {
    const database = databaseOf(running.product);
    await database.send(
      new DeleteCommand({ TableName: await tableNamed(database, "Messages"), Key: { id } }),
    );
  };

  test("one entry for each change, with the visitor's name while the message exists", async () => {
    const id = await send("Recorded");
    const me = (await running.asStaff("GET /api/v1/staff")).body.staff[0]?.id ?? "";
    const assign = (to: string | null, seen: string | null) =>
      running.asStaff("PUT /api/v1/messages/{id}/assignment", { params: { id }, body: { to, seen } });
    await assign(me, null);
    await assign(me, null);
    await Promise.all([move(id, "answered", "waiting"), move(id, "answered", "waiting")]);
    expect((await move(id, "spam", "waiting")).status).toBe(409);
    expect((await assign(randomUUID(), randomUUID())).status).toBe(409);
    await move(id, "waiting", "answered");
    await assign(null, me);
    const entriesOf = (from: string | undefined) =>
      [
        ["message-assigned", {}, { assigned: me }],
        ["message-moved", { box: "waiting" }, { box: "answered" }],
        ["message-moved", { box: "answered" }, { box: "waiting" }],
        ["message-assigned", { assigned: me }, {}],
      ].map(([kind, before, after]) => [kind, "Person 1", before, after, from, undefined]);
    expect(await recorded(id)).toEqual(entriesOf("Recorded"));
    await deleteRow(id);
    expect(await recorded(id)).toEqual(entriesOf(undefined));
  });

  test("in the same transaction as the change, and once if the response is lost", async () => {
    const id = await send("Whole");
    intercept(running.product, async (call, pass) =>
      call.operation === "TransactWriteItems" && call.body.includes(id)
        ? new Response(JSON.stringify({ __type: "ValidationException" }), { status: 400 })
        : pass(),
    );
    expect((await move(id, "answered", "waiting")).status).toBe(500);
    expect([(await find("waiting", id))?.moved, await recorded(id)]).toEqual([undefined, []]);
    let lost = false;
    intercept(running.product, async (call, pass) => {
      if (lost || call.operation !== "TransactWriteItems" || !call.body.includes(id)) return pass();
      lost = true;
      await pass();
      return undefined;
    });
    expect((await move(id, "answered", "waiting")).status).toBe(200);
    expect(lost).toBe(true);
    expect((await recorded(id)).length).toBe(1);
  });
});

describe("the token alone decides who moved a message", () => {
  const called = async (...names: string[]) => {
    const person = await running.product.createStaff("staff");
    const call = running.product.callerFor((await running.product.signIn(person)).access);
    const answers = [];
    for (const name of names) answers.push(await call("PUT /api/v1/staff/me", { body: { name } }));
    const move = (id: string, more: object = {}) =>
      call("PUT /api/v1/messages/{id}", {
        params: { id },
        body: { box: "answered", seen: "waiting", ...more },
      });
    return { person, move, statuses: answers.map(({ status }) => status) };
  };

  test("a request that says who it is is refused, and the name is the stored one", async () => {
    const { move, statuses } = await called("Achieng Otieno", "Two\u0000lines", "x".repeat(500));
    expect(statuses).toEqual([200, 400, 400]);
    const id = await send("Claimed");
    expect((await move(id, { name: "Person 1" })).status).toBe(400);
    const { status, body } = await move(id);
    expect([status, body.message.moved?.name]).toEqual([200, "Achieng Otieno"]);
  });

  test("without a name, the email address is shown", async () => {
    const { person, move } = await called("");
    expect((await move(await send("Unnamed"))).body.message.moved?.name).toBe(person.email);
  });
});
