import { afterAll, beforeAll, expect, test } from "vitest";
import { isMistyped } from "../../shared/payment-reference.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { referenceFor } from "./reference-store.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ mpesa_paybill: "522522" });
});
afterAll(() => on?.product.stop());

test("a repeated creation answers with the same payment reference", async () => {
  const body = { id: crypto.randomUUID(), name: "Amani", email: "amani@client.example" };
  const answers = await Promise.all([1, 2, 3].map(() => on.call("POST /api/v1/clients", { body })));
  const references = new Set(answers.map((answer) => answer.body.client.payment_reference));
  expect(references.size).toBe(1);
  const [reference = ""] = references;
  expect(reference).toMatch(/^\d{7}$/);
  expect(isMistyped(reference)).toBe(false);
});

test("a reference that another client has is not given again: the next one is taken", async () => {
  const id = crypto.randomUUID();
  const takenKey = `reference#${referenceFor(id, 0)}`;
  await on.put("Lookups", { key: takenKey, clients: new Set([crypto.randomUUID()]) });
  const body = { id, name: "Amani", email: "amani@client.example" };
  const { status, body: answer } = await on.call("POST /api/v1/clients", { body });
  expect([status, answer.client.payment_reference]).toEqual([201, referenceFor(id, 1)]);
});

test("an erased client keeps its reference, and no other client gets it", async () => {
  const { id, version, payment_reference } = await on.newClient();
  const asAdmin = on.product.callerFor(
    (await on.product.signIn(await on.product.createStaff("admin"))).access,
  );
  const erased = await asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } });
  expect(erased.body.client.payment_reference).toBe(payment_reference);
  const reserved = (await on.rows("Lookups")).find(({ key }) => key === `reference#${payment_reference}`);
  expect(reserved?.clients).toEqual(new Set([id]));
});

test("a reminder shows the reference as the account number for M-Pesa", async () => {
  const { id, payment_reference } = await on.newClient({ email: "baraka@client.example" });
  await on.subscribe(id, "2026-12-30", { currency: "KES" });
  await on.sendNow();
  const [text = "", ...more] = (await on.reminders())
    .filter(({ to }) => to[0] === "baraka@client.example")
    .map(({ text }) => text ?? "");
  expect(more).toEqual([]);
  const [, digits] = /Account number: (\d{3} \d{3} \d)$/m.exec(text) ?? [];
  expect(digits?.replaceAll(" ", "")).toBe(payment_reference);
  expect(text).toContain("M-Pesa Paybill\nBusiness number: 522522\n");
});
