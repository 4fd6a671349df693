import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());
beforeEach(() => on.saveSettings());

let people = 0;
async function someoneLate() {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-12-20");
  const params = { id: client.id };
  return {
    id,
    client_id: client.id,
    name: client.name,
    promise: async (day: string) => {
      const { status, body } = await on.call("POST /api/v1/clients/{id}/promises", { params, body: { day } });
      return { status, error: body.error, promised_until: body.promised_until };
    },
    withdraw: (day: string) =>
      on.call("DELETE /api/v1/clients/{id}/promises/{day}", { params: { ...params, day } }),
    account: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body,
    reminded: async () => {
      await on.product.idle();
      return (await on.reminders()).filter(({ to }) => to[0] === client.email).length;
    },
  };
}

test("until the promised day neither the daily run nor the button reminds the client, but a person can", async () => {
  const someone = await someoneLate();
  await on.subscribe(someone.client_id, "2026-11-20");
  expect(await someone.promise("2027-01-03")).toEqual({ status: 201, promised_until: "2027-01-03" });
  expect(await someone.promise("2027-01-03")).toMatchObject({ status: 201 });
  expect((await someone.account()).promised_until).toBe("2027-01-03");
  await on.sweep("2026-12-24");
  // One client, with three charges.
  expect(await on.sendNow()).toMatchObject({ sent: 0, skipped: 1 });
  expect(await someone.reminded()).toBe(0);
  expect(await on.sendLog(someone.id)).toMatchObject([
    { state: "skipped", reason: "promised to pay by Jan 3, 2027" },
  ]);
  const byHand = { params: { id: someone.id } };
  expect((await on.call("POST /api/v1/subscriptions/{id}/reminders", byHand)).body.reminder.state).not.toBe(
    "skipped",
  );
  expect(await someone.reminded()).toBe(1);
});

test("after the promised day the client is reminded again", async () => {
  const someone = await someoneLate();
  await someone.promise("2026-12-26");
  await on.sweep("2026-12-26");
  expect(await someone.reminded()).toBe(0);
  await on.sweep("2026-12-27");
  expect(await someone.reminded()).toBe(1);
});

test("the dashboard shows it on its day, until it is kept or removed", async () => {
  const promises = async () =>
    ((await on.call("GET /api/v1/dashboard/stats")).body.promises ?? []).map(
      ({ client_name }) => client_name,
    );
  const [kept, removed, later] = [await someoneLate(), await someoneLate(), await someoneLate()];
  for (const someone of [kept, removed]) await someone.promise("2026-12-24");
  await later.promise("2026-12-25");
  await expect.poll(promises).toEqual(expect.arrayContaining([kept.name, removed.name]));
  expect(await promises()).not.toContain(later.name);
  await on.call("POST /api/v1/clients/{id}/payments", {
    params: { id: kept.client_id },
    body: { id: crypto.randomUUID(), amount: 149.99, reference: "A" },
  });
  expect((await kept.account()).promised_until).toBeUndefined();
  expect((await removed.withdraw("2026-12-23")).body).toEqual({ promised_until: "2026-12-24" });
  for (let times = 0; times < 2; times += 1) expect((await removed.withdraw("2026-12-24")).body).toEqual({});
  await expect.poll(promises).toEqual([]);
  const params = { id: removed.client_id };
  const { entries } = (await on.call("GET /api/v1/clients/{id}/timeline", { params })).body;
  const recorded = entries.flatMap((entry) =>
    entry.kind === "change" && entry.what === "promise-changed" ? [entry.after] : [],
  );
  expect(recorded).toEqual([{}, { promised_until: "2026-12-24" }]);
});

test("two people and an unknown client: one promise stays, and bad days are refused", async () => {
  const someone = await someoneLate();
  const answers = await Promise.all([someone.promise("2026-12-30"), someone.promise("2026-12-31")]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(["2026-12-30", "2026-12-31"]).toContain((await someone.account()).promised_until);
  for (const day of ["2026-12-23", "2027-02-23", "2026-02-30", ""])
    expect((await someone.promise(day)).status).toBe(400);
  const params = { id: crypto.randomUUID() };
  const body = { day: "2026-12-30" };
  expect((await on.call("POST /api/v1/clients/{id}/promises", { params, body })).status).toBe(404);
});
