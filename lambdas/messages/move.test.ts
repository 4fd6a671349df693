import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { messageInbox } from "../../test/product/message-inbox.ts";

const { running, send, move, find, mails } = messageInbox();
const suspicious = { website: "https://spam.example" };

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

test("moving a message that somebody has moved is refused, and it stays where it is", async () => {
  const id = await send("Contested");
  await move(id, "answered", "waiting");
  const lateMove = await move(id, "spam", "waiting");
  expect([lateMove.status, lateMove.body.error]).toEqual([
    409,
    "Somebody else changed this message in the meantime. Reload and try again.",
  ]);
  expect(await find("answered", id)).toBeDefined();
});

test("of ten concurrent moves one wins, and every other person sees it or gets an error", async () => {
  const id = await send("Crowded");
  const boxes = ["answered", "spam"];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => move(id, boxes[index % 2] ?? "", "waiting")),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 409).length).toBe(5);
  expect(new Set(accepted.map(({ body }) => JSON.stringify(body.message))).size).toBe(1);
});

test("a move between another request's read and write is detected, and that request is refused", async () => {
  const id = await send("Overtaken");
  let overtaken = false;
  intercept(running.product, async (call, pass) => {
    if (!overtaken && call.operation === "TransactWriteItems" && call.body.includes(id)) {
      overtaken = true;
      expect((await move(id, "spam", "waiting")).status).toBe(200);
    }
    return pass();
  });
  expect((await move(id, "answered", "waiting")).status).toBe(409);
  expect(overtaken).toBe(true);
  expect(await find("spam", id)).toBeDefined();
});

test("a message answered while it is being mailed stays answered, and counts as mailed when that is undone", async () => {
  const id = randomUUID();
  let answered = false;
  intercept(running.product, async (call, pass) => {
    if (!answered && call.operation === "SendRawEmail") {
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

test("spam is not mailed, and mailed once when it is moved to the inbox", async () => {
  const id = await send("Rescued", suspicious);
  expect(await find("waiting", id)).toBeUndefined();
  expect((await find("spam", id))?.state).toBe("spam");
  expect((await move(id, "waiting", "spam")).body.message.state).toBe("pending");
  await running.product.idle();
  expect((await mails("Rescued")).length).toBe(1);
  expect((await find("waiting", id))?.state).toBe("mailed");

  await move(id, "spam", "waiting");
  await move(id, "waiting", "spam");
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
