import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());

const note = (id: string, body: unknown) =>
  on.call("POST /api/v1/clients/{id}/notes", { params: { id }, body });
const finish = (id: string, noteId: string) =>
  on.call("POST /api/v1/clients/{id}/notes/{note}/done", { params: { id, note: noteId } });
const dueNotes = async () => (await on.call("GET /api/v1/dashboard/stats")).body.notes ?? [];

test("a note is stored once, also when repeated, and an empty one is refused", async () => {
  const { id } = await on.newClient({ name: "Njeri" });
  const body = { id: randomUUID(), text: " Promised\u200b for Friday " };
  const [first, second] = await Promise.all([note(id, body), note(id, body)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.note).toEqual(first.body.note);
  expect(first.body.note).toMatchObject({ text: "Promised for Friday", name: "Person 1" });
  expect(await note(id, { ...body, text: "Another" })).toMatchObject({ status: 409 });
  expect(await note(id, { text: "  " })).toMatchObject({
    status: 400,
    body: { error: "Please write the note." },
  });
  expect((await note(id, { text: "x", due_on: "2026-02-30" })).status).toBe(400);
  const { entries } = (await on.call("GET /api/v1/clients/{id}/timeline", { params: { id } })).body;
  expect(entries.filter(({ kind }) => kind === "note")).toHaveLength(1);
});

test("a note is on the dashboard from its day until it is done", async () => {
  const { id } = await on.newClient({ name: "Juma" });
  const written = await note(id, { text: "Call about the rest", due_on: "2026-12-24" });
  await note(id, { text: "Not yet", due_on: "2026-12-25" });
  await note(id, { text: "On no day" });
  const overdueNote = await note(id, { text: "Late", due_on: "2026-12-20" });
  expect((await dueNotes()).map(({ text, client_name }) => [client_name, text])).toEqual([
    ["Juma", "Late"],
    ["Juma", "Call about the rest"],
  ]);
  const first = await finish(id, written.body.note.id);
  expect(first.body.note.done).toMatchObject({ name: "Person 1" });
  expect((await finish(id, written.body.note.id)).body).toEqual(first.body);
  await finish(id, overdueNote.body.note.id);
  expect(await dueNotes()).toEqual([]);
  expect((await finish(id, `2026-12-24T06:00:00.000Z#${randomUUID()}`)).status).toBe(404);
});

test("a note is erased with its client, and no note can be added then", async () => {
  const { id, version } = await on.newClient({ name: "Wanjiku" });
  await note(id, { text: "Her sister pays", due_on: "2026-12-24" });
  const admin = await on.product.signIn(await on.product.createStaff("admin"));
  const asAdmin = on.product.callerFor(admin.access);
  await asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } });
  expect(JSON.stringify(await on.rows("Activity"))).not.toContain("sister");
  expect(await dueNotes()).toEqual([]);
  expect(await note(id, { text: "Again" })).toMatchObject({
    status: 409,
    body: { error: "This client was erased and cannot be changed any more." },
  });
});
