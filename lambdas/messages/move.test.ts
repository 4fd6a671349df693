import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import type { Box } from "../../shared/messages/message.ts";
import { intercept } from "../../test/interception.ts";
import type { Person } from "../../test/product.ts";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";
import { staffedProduct } from "../../test/staffed.ts";

const running = staffedProduct();

const send = async (name: string, more: object = {}): Promise<string> => {
  const id = randomUUID();
  const body = { id, name, email: "achieng@example.co.ke", phone: "", message: "Hello", ...more };
  expect((await running.product.call("POST /api/send-email", { body })).status).toBe(200);
  await running.product.idle();
  return id;
};
const suspicious = { website: "https://spam.example" };
const move = (id: string, box: string, seen: string) =>
  running.asStaff("PUT /api/v1/messages/{id}", { params: { id }, body: { box, seen } });
const list = (query: Record<string, string>) => running.asStaff("GET /api/v1/messages", { query });
async function all(box: Box) {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await list({ box, ...(cursor && { cursor }) });
    expect(page.status).toBe(200);
    found.push(...page.body.messages);
    cursor = page.body.cursor;
  } while (cursor);
  return found;
}
const find = async (box: Box, id: string) => (await all(box)).find((message) => message.id === id);
const mails = async (name: string) =>
  (await running.product.inbox()).filter(({ subject }) => subject === `Message from ${name}`);

test("an answered message shows who moved it first and when, and can be moved back", async () => {
  const id = await send("Answered");
  const [first, second] = [await move(id, "answered", "waiting"), await move(id, "answered", "waiting")];
  expect(first.body.message).toMatchObject({
    state: "answered",
    moved: { name: "Person 1", by: expect.stringMatching(/^[0-9a-f-]{36}$/), at: expect.any(String) },
  });
  expect([second.status, second.body.message]).toEqual([200, first.body.message]);
  expect(await find("waiting", id)).toBeUndefined();
  expect((await find("answered", id))?.moved).toEqual(first.body.message.moved);

  expect((await move(id, "waiting", "answered")).body.message.state).toBe("mailed");
  expect(await find("answered", id)).toBeUndefined();
  expect(await find("waiting", id)).toBeDefined();
  await running.product.idle();
  expect((await mails("Answered")).length).toBe(1);
});

test("a message is assigned to one person at a time, and stays assigned when it is moved", async () => {
  const id = await send("Assigned");
  const { staff } = (await running.asStaff("GET /api/v1/staff")).body;
  const someone = (name: string) => ({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name });
  expect(staff).toEqual([someone("Person 1"), someone("Person 2")]);
  // A Cognito id, which is not a valid UUID of any version.
  const [me, other] = [staff[0]?.id ?? "", "a2b4c6d8-5021-70b1-1a2b-3c4d5e6f7081"];
  const assign = (to: string | null, seen: string | null, of = id) =>
    running.asStaff("PUT /api/v1/messages/{id}/assignment", { params: { id: of }, body: { to, seen } });
  const assigned = await assign(me, null);
  expect(assigned.body.message.assigned).toEqual({ to: me, at: expect.any(String), by: me });
  // A repeat changes nothing. A request based on an outdated assignment is refused.
  expect((await assign(me, null)).body).toEqual(assigned.body);
  expect((await assign(other, null)).status).toBe(409);
  const all = await Promise.all([assign(other, me), assign(null, me), assign(other, me)]);
  expect(all.map(({ status }) => status).toSorted()[0]).toBe(200);
  const kept = (await find("waiting", id))?.assigned?.to ?? null;
  expect([other, null]).toContain(kept);
  expect((await assign(me, kept)).status).toBe(200);
  expect((await move(id, "answered", "waiting")).body.message.assigned?.to).toBe(me);
  expect((await assign(null, me)).body.message).not.toHaveProperty("assigned");
  expect((await assign(me, null, randomUUID())).status).toBe(404);
});

describe("the activity records who changed a message", () => {
  const recorded = async (id: string) =>
    (await running.asAdmin("GET /api/v1/activity")).body.entries
      .filter(({ message_id }) => message_id === id)
      .map(({ kind, name, before = {}, after = {}, message_from, client_id }) => [
        ...[kind, name, before, after, message_from, client_id],
      ])
      .reverse();
  const gone = async (id: string) => {
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
    expect((await move(id, "aside", "waiting")).status).toBe(409);
    expect((await assign(randomUUID(), randomUUID())).status).toBe(409);
    await move(id, "waiting", "answered");
    await assign(null, me);
    const said = (from: string | undefined) =>
      [
        ["message-assigned", {}, { assigned: me }],
        ["message-moved", { box: "waiting" }, { box: "answered" }],
        ["message-moved", { box: "answered" }, { box: "waiting" }],
        ["message-assigned", { assigned: me }, {}],
      ].map(([kind, before, after]) => [kind, "Person 1", before, after, from, undefined]);
    expect(await recorded(id)).toEqual(said("Recorded"));
    await gone(id);
    expect(await recorded(id)).toEqual(said(undefined));
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
  const tokenOf = (person: Person) => running.product.signIn(person).then(({ access }) => access);
  const moveAs = (token: string, id: string, more: object = {}) => {
    const body = { box: "answered", seen: "waiting", ...more };
    return running.product.call("PUT /api/v1/messages/{id}", { params: { id }, body }, token);
  };
  const called = async (name: string) => {
    const person = await running.product.createStaff("staff");
    await running.product.userPool("AdminUpdateUserAttributes", {
      UserPoolId: running.product.userPoolId,
      Username: person.email,
      UserAttributes: [{ Name: "name", Value: name }],
    });
    return person;
  };

  test("a request that says who it is is refused, and the name is the pool's", async () => {
    const token = await tokenOf(await called("Achieng Otieno"));
    const id = await send("Claimed");
    expect((await moveAs(token, id, { name: "Person 1" })).status).toBe(400);
    const { status, body } = await moveAs(token, id);
    expect([status, body.message.moved?.name]).toEqual([200, "Achieng Otieno"]);
  });

  test("without a valid name, the email address is shown", async () => {
    for (const name of ["", "Two\nlines", "x".repeat(500)]) {
      const person = await called(name);
      const { body } = await moveAs(await tokenOf(person), await send("Unnamed"));
      expect(body.message.moved?.name).toBe(person.email);
    }
  });

  test("a disabled person moves nothing, and nobody does while Cognito does not respond", async () => {
    const id = await send("Kept");
    const person = await called("Gone");
    const token = await tokenOf(person);
    intercept(running.product, async (call, pass) => (call.operation === "GetUser" ? undefined : pass()));
    expect(await moveAs(token, id)).toMatchObject({
      status: 503,
      body: { error: "We could not check who you are. Nothing was changed. Please try again." },
    });
    let asked = 0;
    intercept(running.product, async (call, pass) => {
      if (call.operation === "GetUser") asked += 1;
      return pass();
    });
    await running.product.userPool("AdminDisableUser", {
      UserPoolId: running.product.userPoolId,
      Username: person.email,
    });
    expect(await moveAs(token, id)).toMatchObject({ status: 401, body: { error: "Please sign in." } });
    expect(asked).toBe(1);
    expect((await find("waiting", id))?.moved).toBeUndefined();
  });
});

test("moving a message that somebody has moved is refused, and it stays where it is", async () => {
  const id = await send("Contested");
  await move(id, "answered", "waiting");
  const late = await move(id, "aside", "waiting");
  expect([late.status, late.body.error]).toEqual([
    409,
    "Somebody else changed this message in the meantime. Reload and try again.",
  ]);
  expect(await find("answered", id)).toBeDefined();
});

test("of ten concurrent moves one wins, and every other person sees it or gets an error", async () => {
  const id = await send("Crowded");
  const boxes = ["answered", "aside"];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => move(id, boxes[index % 2] ?? "", "waiting")),
  );
  const kept = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 409).length).toBe(5);
  expect(new Set(kept.map(({ body }) => JSON.stringify(body.message))).size).toBe(1);
});

test("a move between another request's read and write is detected, and that request is refused", async () => {
  const id = await send("Overtaken");
  let overtaken = false;
  intercept(running.product, async (call, pass) => {
    if (!overtaken && call.operation === "TransactWriteItems" && call.body.includes(id)) {
      overtaken = true;
      expect((await move(id, "aside", "waiting")).status).toBe(200);
    }
    return pass();
  });
  expect((await move(id, "answered", "waiting")).status).toBe(409);
  expect(overtaken).toBe(true);
  expect(await find("aside", id)).toBeDefined();
});

test("a message answered while it is being mailed stays answered, and counts as mailed when that is undone", async () => {
  const id = randomUUID();
  let answered = false;
  intercept(running.product, async (call, pass) => {
    if (!answered && call.operation === "SendEmail") {
      answered = true;
      expect((await move(id, "answered", "waiting")).status).toBe(200);
    }
    return pass();
  });
  await send("Interrupted", { id });
  expect((await find("answered", id))?.state).toBe("answered");
  expect((await move(id, "waiting", "answered")).body.message.state).toBe("mailed");
  await running.product.idle();
  expect((await mails("Interrupted")).length).toBe(1);
});

test("a suspected message is set aside, and mailed once when it is moved to the inbox", async () => {
  const id = await send("Rescued", suspicious);
  expect(await find("waiting", id)).toBeUndefined();
  expect((await find("aside", id))?.state).toBe("suspected");
  expect((await move(id, "waiting", "aside")).body.message.state).toBe("pending");
  await running.product.idle();
  expect((await mails("Rescued")).length).toBe(1);
  expect((await find("waiting", id))?.state).toBe("mailed");

  await move(id, "aside", "waiting");
  await move(id, "waiting", "aside");
  await running.product.idle();
  expect((await find("waiting", id))?.state).toBe("mailed");
  expect((await mails("Rescued")).length).toBe(1);
});

test("an invalid move is refused with an error message", async () => {
  const id = await send("Unmoved");
  expect(await move(id, "bin", "waiting")).toMatchObject({
    status: 400,
    body: { error: expect.any(String) },
  });
  expect(await move("7", "answered", "waiting")).toMatchObject({
    status: 400,
    body: { error: "That is not a valid id." },
  });
  expect(await move(randomUUID(), "answered", "waiting")).toMatchObject({
    status: 404,
    body: { error: "That message does not exist." },
  });
  const { status } = await running.product.call("GET /api/v1/messages");
  expect(status).toBe(401);
  expect(await find("waiting", id)).toBeDefined();
});
