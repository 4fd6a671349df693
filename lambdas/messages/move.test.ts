import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import type { Box } from "../../shared/messages.ts";
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
/** As pages of an earlier release do, it says who moves the message; that is not believed. */
const move = (id: string, box: string, seen: string, name = "Grace") =>
  running.asStaff("PUT /api/v1/messages/{id}", { params: { id }, body: { box, seen, name } });
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

/** A message as the first release stored it, without anything that came later. */
const _row = (id: string, received_at: string, state: string) => ({
  ...{ id, name: "Old", email: "old@example.com", phone: "", message: "Old", state },
  ...{ day: received_at.slice(0, 10), received_at, mail_id: "earlier" },
});

test("an answered message says who and when, keeps the first one's mark, and can be taken back", async () => {
  const id = await send("Answered");
  const [first, second] = [await move(id, "answered", "waiting"), await move(id, "answered", "waiting", "B")];
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

test("a message is given to one person at a time, and keeps who it is for when it is moved", async () => {
  const id = await send("Assigned");
  const { staff } = (await running.asStaff("GET /api/v1/staff")).body;
  const someone = (name: string) => ({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name });
  expect(staff).toEqual([someone("Person 1"), someone("Person 2")]);
  // Formed as the user pool's are, which no version of UUIDs allows.
  const [me, other] = [staff[0]?.id ?? "", "a2b4c6d8-5021-70b1-1a2b-3c4d5e6f7081"];
  const assign = (to: string | null, seen: string | null, of = id) =>
    running.asStaff("PUT /api/v1/messages/{id}/assignment", { params: { id: of }, body: { to, seen } });
  const given = await assign(me, null);
  expect(given.body.message.assigned).toEqual({ to: me, at: expect.any(String), by: me });
  // Asked again it is the same; from somebody who saw it as nobody's it is refused, and stays.
  expect((await assign(me, null)).body).toEqual(given.body);
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

describe("the activity says who did what with a message", () => {
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

  test("once for each change, and by the visitor's name as long as the message is there", async () => {
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

  test("in the transaction of the change: neither is there without the other, and a lost answer makes no second", async () => {
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

describe("who moved a message comes from the token alone", () => {
  const tokenOf = (person: Person) => running.product.signIn(person).then(({ access }) => access);
  const moveAs = (token: string, id: string, name?: unknown) => {
    const body = { box: "answered", seen: "waiting", ...(name !== undefined && { name }) };
    return running.product.call("PUT /api/v1/messages/{id}", { params: { id }, body }, token);
  };
  const called = async (name: string) => {
    const person = await running.product.employ("staff");
    await running.product.userPool("AdminUpdateUserAttributes", {
      UserPoolId: running.product.userPoolId,
      Username: person.email,
      UserAttributes: [{ Name: "name", Value: name }],
    });
    return person;
  };

  test.each([
    ["a colleague", "Person 1"],
    ["somebody with a very long name", "x".repeat(10_000)],
    ["a number", 7],
    ["nobody", null],
  ])("though the request says it is %s", async (_, name) => {
    const token = await tokenOf(await called("Achieng Otieno"));
    const { status, body } = await moveAs(token, await send("Claimed"), name);
    expect([status, body.message.moved?.name]).toEqual([200, "Achieng Otieno"]);
  });

  test("without a name, or with one that cannot be one, it is the address", async () => {
    for (const name of ["", "Two\nlines", "x".repeat(500)]) {
      const person = await called(name);
      const { body } = await moveAs(await tokenOf(person), await send("Unnamed"));
      expect(body.message.moved?.name).toBe(person.email);
    }
  });

  test("somebody who was shut out, or an hour in which nobody can be looked up, moves nothing", async () => {
    const id = await send("Kept");
    const person = await called("Gone");
    const token = await tokenOf(person);
    intercept(running.product, async (call, pass) => (call.operation === "GetUser" ? undefined : pass()));
    expect(await moveAs(token, id)).toMatchObject({
      status: 503,
      body: { error: "Who you are could not be looked up just now. Nothing was changed; try again." },
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

test("whoever moves what is elsewhere by now is told, and it stays where it is", async () => {
  const id = await send("Contested");
  await move(id, "answered", "waiting");
  const late = await move(id, "aside", "waiting");
  expect([late.status, late.body.error]).toEqual([
    409,
    "Somebody else changed this message in the meantime. Reload and try again.",
  ]);
  expect(await find("answered", id)).toBeDefined();
});

test("ten people at once: one outcome, and everybody sees it or is told", async () => {
  const id = await send("Crowded");
  const boxes = ["answered", "aside"];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => move(id, boxes[index % 2] ?? "", "waiting", `P${index}`)),
  );
  const kept = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 409).length).toBe(5);
  expect(new Set(kept.map(({ body }) => JSON.stringify(body.message))).size).toBe(1);
});

test("a move that was overtaken between its look and its write is decided again, and told", async () => {
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

test("what is answered while it is being mailed stays answered, and is known to be mailed when that is undone", async () => {
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

test("a suspected message is kept aside; rescued it is mailed like any other, once however often it moves", async () => {
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

test("a move that cannot be is refused with a sentence", async () => {
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
