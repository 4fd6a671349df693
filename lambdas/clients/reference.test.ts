import { afterAll, beforeAll, expect, test } from "vitest";
import { isMistyped } from "../../shared/payment-reference.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";
import { numberFor } from "./reference.ts";

let on: Reminding;
beforeAll(async () => {
  on = await startReminding();
  await on.saveSettings({ mpesa_paybill: "522522" });
});
afterAll(() => on?.product.stop());

/** A client as the release before has stored them: without a payment reference. */
async function ofBefore(more: object = {}) {
  const id = crypto.randomUUID();
  const known = { id, name: "Baraka", email: `${id}@client.example`, status: "active" };
  await on.put("Clients", { ...known, created_at: "2026-01-15T09:00:00.000Z", version: 1, ...more });
  return id;
}
const listed = async () => (await on.call("GET /api/v1/clients")).body.clients;
const referenceOf = async (id: string) =>
  (await listed()).find((client) => client.id === id)?.payment_reference;
const mailTo = async (id: string) =>
  (await on.reminders()).filter(({ to }) => to[0] === `${id}@client.example`).map(({ text }) => text ?? "");

test("a new client has one, the same however often the creation is asked for", async () => {
  const body = { id: crypto.randomUUID(), name: "Amani", email: "amani@client.example" };
  const answers = await Promise.all([1, 2, 3].map(() => on.call("POST /api/v1/clients", { body })));
  const given = new Set(answers.map((answer) => answer.body.client.payment_reference));
  expect(given.size).toBe(1);
  const [reference = ""] = given;
  expect(reference).toMatch(/^\d{7}$/);
  expect(isMistyped(reference)).toBe(false);
});

test("clients of the release before are given theirs when they are listed, by many at once, and keep it", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => ofBefore()));
  const looks = await Promise.all([listed(), listed(), listed()]);
  const last = await listed();
  for (const id of ids) {
    const seen = [...looks, last].map((clients) => clients.find((client) => client.id === id));
    expect(new Set(seen.map((client) => client?.payment_reference)).size).toBe(1);
    // Whoever edits what they were shown is not told of a conflict.
    expect(new Set(seen.map((client) => client?.version))).toEqual(new Set([2]));
  }
  expect(new Set(last.map(({ payment_reference }) => payment_reference)).size).toBe(last.length);
});

test("a number that is another client's is left to them, and the next is taken", async () => {
  const id = await ofBefore();
  const first = numberFor(id, 0);
  await on.put("Settings", { name: `payment-reference#${first}`, client_id: crypto.randomUUID() });
  expect(await referenceOf(id)).toBe(numberFor(id, 1));

  const made = crypto.randomUUID();
  await on.put("Settings", { name: `payment-reference#${numberFor(made, 0)}`, client_id: id });
  const body = { id: made, name: "Amani", email: "amani@client.example" };
  const { status, body: answer } = await on.call("POST /api/v1/clients", { body });
  expect([status, answer.client.payment_reference]).toEqual([201, numberFor(made, 1)]);
});

test("it outlives an erasure, and is nobody else's after it", async () => {
  const id = await ofBefore();
  const reference = await referenceOf(id);
  const asAdmin = on.product.callerFor((await on.product.signIn(await on.product.employ("admin"))).access);
  const erased = await asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version: 2 } });
  expect(erased.body.client.payment_reference).toBe(reference);
  const kept = (await on.rows("Settings")).find(({ name }) => name === `payment-reference#${reference}`);
  expect(kept?.client_id).toBe(id);
});

test("a reminder tells it, also to whom nobody has looked at since the release before", async () => {
  const [pressed, swept] = [await ofBefore(), await ofBefore()];
  await on.subscribe(pressed, "2026-12-30");
  await on.sendNow();
  await on.subscribe(swept, "2026-12-30");
  await on.sweep();
  for (const id of [pressed, swept]) {
    const [text = "", ...more] = await mailTo(id);
    expect(more).toEqual([]);
    const [, digits] = /M-Pesa account: (\d{3} \d{3} \d)$/m.exec(text) ?? [];
    expect(digits?.replaceAll(" ", "")).toBe(await referenceOf(id));
    expect(text).toContain("M-Pesa Paybill: 522522");
  }
});
