import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";

const today = "2026-12-24";
let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
beforeAll(async () => {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
});
afterAll(() => on.product.stop());

async function newAccount(more: Partial<Parameters<ReminderProduct["newClient"]>[0]> = {}) {
  const client = await on.newClient({ name: "Amani Traders", ...more });
  const params = { id: client.id };
  const body = (fields: object) => ({ params, body: fields as never });
  const account = async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  return {
    client,
    params,
    account,
    add: (fields: object) =>
      on.call(
        "POST /api/v1/clients/{id}/charges",
        body({ id: randomUUID(), service: "Installation", amount: 250, ...fields }),
      ),
    change: (charge: string, fields: object) =>
      on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
        params: { ...params, charge },
        body: { reason: "Agreed by phone", ...fields } as never,
      }),
    remove: (charge: string) =>
      on.call("DELETE /api/v1/clients/{id}/charges/{charge}", { params: { ...params, charge } }),
    pay: (fields: object) =>
      on.call("POST /api/v1/clients/{id}/payments", body({ id: randomUUID(), ...fields })),
    owed: async () => (await account()).owed.map(({ currency, overdue }) => [currency, overdue]),
    statement: async (query: { from?: string; to?: string } = {}) =>
      (await on.call("GET /api/v1/clients/{id}/statement", { params, query })).body,
    activity: async () =>
      (await on.call("GET /api/v1/clients/{id}/timeline", { params })).body.entries.flatMap((entry) =>
        entry.kind === "change" ? entry.what : [],
      ),
  };
}

async function recounted() {
  const { client, tableNames } = await open(on.product);
  return recount(client, tableNames, today);
}

describe("adding a charge", () => {
  test("is due today, in the company's currency, and takes the client's credit", async () => {
    const { pay, add, account, activity } = await newAccount();
    await pay({ amount: 100, credit: true });
    const { status, body } = await add({});
    expect([status, body.charge]).toMatchObject([
      201,
      { due: today, service: "Installation", currency: "USD", amount: 250, paid: 100, state: "open" },
    ]);
    expect(Object.keys(body.charge)).not.toContain("subscription_id");
    const { charges, credit, owed } = await account();
    expect([charges, credit, owed]).toMatchObject([[body.charge], [], [{ due_soon: 150 }]]);
    expect(await activity()).toContain("charge-added");
    expect(await recounted()).toEqual([]);
  });

  test("says its VAT, which the activity has too", async () => {
    const { add, account } = await newAccount();
    expect((await add({ vat: "exempt" })).body.charge.vat).toBe("exempt");
    expect((await account()).charges).toMatchObject([{ vat: "exempt" }]);
    const added = (await on.rows("Activity")).flatMap(({ after }) => after);
    expect(added).toContainEqual(expect.objectContaining({ amount: 250, vat: "exempt" }));
  });

  test("of the past is an old debt, in the only currency in which the client owes", async () => {
    const { add, owed, statement } = await newAccount();
    await add({ currency: "KES", amount: 5_000, due: "2026-03-31" });
    expect((await add({ due: "2026-09-30" })).body.charge.currency).toBe("KES");
    expect(await owed()).toEqual([["KES", 5_250]]);
    expect((await statement({ to: "2026-12-01" })).entries.map(({ text }) => text)).toEqual([
      "Installation (One-off), due Mar 31, 2026",
      "Installation (One-off), due Sep 30, 2026",
    ]);
    await add({ currency: "USD" });
    expect((await add({})).body.error).toContain("owes in several currencies");
  });

  test("is once for each id, also after the charge was changed or paid", async () => {
    const { add, change, pay, account } = await newAccount();
    const id = randomUUID();
    const [first, repeat] = await Promise.all([add({ id }), add({ id })]);
    expect([first.status, repeat.status, repeat.body]).toEqual([201, 201, first.body]);
    await change(id, { amount: 300 });
    await pay({ amount: 300 });
    const later = await add({ id });
    expect([later.status, later.body.charge]).toMatchObject([201, { amount: 300, state: "paid" }]);
    const refused = await add({ id, amount: 251 });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "This charge was stored by an earlier attempt, with other content.",
    ]);
    expect((await account()).charges).toHaveLength(1);
  });

  test.each([
    [{ amount: 0 }, "Please give an amount of more than 0."],
    [{ amount: -5 }, "The amount cannot be negative."],
    [{ amount: 1.005 }, "Please give the amount with at most two decimals."],
    [{ service: "" }, "Please say what it is for."],
    [{ service: "  " }, "Please say what it is for."],
    [{ service: undefined }, "Please say what it is for."],
    [{ service: "x".repeat(121) }, "The service is too long (at most 120 characters)."],
    [{ due: "2031-12-25" }, "Please choose a day until Dec 24, 2031: at most five years ahead."],
    [{ due: "1999-12-31" }, "Please give a date from Jan 1, 2000 to Dec 31, 2099."],
    [{ id: `${randomUUID()}#2026-12-24` }, "Please send an id"],
    [{ id: undefined }, "Please send an id"],
    [{ currency: "EUR" }, ""],
    [{ sample: true }, 'There is no field called "sample".'],
  ])("%j is refused", async (fields, text) => {
    const { add, account } = await newAccount();
    const { status, body } = await add(fields);
    expect([status, body.error]).toEqual([400, expect.stringContaining(text)]);
    expect((await account()).charges).toEqual([]);
  });

  test("needs a client who is not erased, and an id of no subscription; it is on hold while the client is inactive", async () => {
    const { client, add, account } = await newAccount();
    const unknown = { params: { id: randomUUID() }, body: { id: randomUUID(), service: "A", amount: 1 } };
    expect((await on.call("POST /api/v1/clients/{id}/charges", unknown)).status).toBe(404);
    const { id } = await on.subscribe(client.id, "2027-01-15");
    expect((await add({ id })).status).toBe(409);
    await on.deactivate(client);
    expect((await add({})).body.charge).toMatchObject({ state: "open", on_hold: true });
    expect((await account()).owed).toMatchObject([{ overdue: 0, due_soon: 0 }]);
    const { version } = (await on.call("GET /api/v1/clients/{id}", { params: { id: client.id } })).body
      .client;
    await asAdmin("POST /api/v1/clients/{id}/erasure", {
      params: { id: client.id },
      body: { version },
    });
    expect((await add({})).status).toBe(409);
  });
});

describe("removing a charge", () => {
  test("leaves nothing of it, until its day has passed", async () => {
    const { add, remove, account, statement, activity } = await newAccount();
    const { charge } = (await add({})).body;
    expect(await remove(charge.id)).toMatchObject({ status: 200, body: { owed: [] } });
    expect((await account()).charges).toEqual([]);
    expect((await statement()).entries).toEqual([]);
    expect(await activity()).toContain("charge-removed");
    expect((await remove(charge.id)).status).toBe(404);
    const old = (await add({ due: "2026-12-23" })).body.charge;
    expect((await remove(old.id)).body.error).toBe(
      "The charge due Dec 23, 2026 has passed. It stays on the statement: waive it instead.",
    );
    expect(await recounted()).toEqual([]);
  });

  test("is refused of a period, and of what is paid or told", async () => {
    const { client, add, pay, remove, change, account } = await newAccount({ email: "told@client.example" });
    await on.subscribe(client.id, "2027-01-15");
    const [period] = (await account()).charges;
    expect((await remove(period?.id ?? "")).body.error).toContain("This is a period of a subscription.");
    const paid = (await add({})).body.charge;
    await pay({ amount: 1 });
    expect((await remove(paid.id)).body.error).toContain("Something is paid of it");
    await pay({ amount: 249 });
    const told = (await add({})).body.charge;
    await on.sweep();
    expect((await remove(told.id)).body.error).toBe(
      "The client was told about it. It stays on the statement: waive it instead.",
    );
    // Once its day was moved, a past statement has it.
    const moved = (await add({ due: "2026-12-20" })).body.charge;
    await change(moved.id, { due: "2027-02-01" });
    expect((await remove(moved.id)).status).toBe(409);
  });
});

describe("changing a charge", () => {
  test("waives a sum in all, however often, and at most what is not paid", async () => {
    const { add, change, pay, account, activity } = await newAccount();
    const { charge } = (await add({})).body;
    await pay({ amount: 100 });
    for (const _ of [1, 2])
      expect((await change(charge.id, { waived: 50 })).body.charge).toMatchObject({
        amount: 200,
        paid: 100,
        waived: 50,
      });
    expect((await activity()).filter((what) => what === "charge-changed")).toHaveLength(1);
    const refused = await change(charge.id, { waived: 150.01 });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "At most $150.00 of it can be waived: $100.00 is paid.",
    ]);
    expect((await change(charge.id, { waived: 0 })).body.charge).toMatchObject({ amount: 250 });
    expect((await change(charge.id, { amount: 99 })).status).toBe(409);
    expect((await change(charge.id, { amount: 300, waived: 200 })).body.charge.state).toBe("waived");
    expect((await change(charge.id, { due: "2027-01-01" })).body.error).toBe(
      "Nothing is left to pay of it, so its due day stays.",
    );
    expect((await change(charge.id, { amount: 300 })).body.charge).toMatchObject({ amount: 300, paid: 100 });
    expect((await account()).owed).toMatchObject([{ due_soon: 200 }]);
    expect(await recounted()).toEqual([]);
  });

  test("needs something to change, a reason, and a charge of this client", async () => {
    const { add, change } = await newAccount();
    const { charge } = (await add({})).body;
    expect((await change(charge.id, {})).status).toBe(400);
    expect((await change(charge.id, { amount: 1, reason: "" })).status).toBe(400);
    expect((await change(charge.id, { waived: true })).status).toBe(400);
    expect((await change(charge.id, { due: "2026-12-23" })).status).toBe(400);
    expect((await change(charge.id, { due: "2031-12-25" })).status).toBe(400);
    expect((await change(randomUUID(), { amount: 1 })).status).toBe(409);
    expect((await change("no id", { amount: 1 })).status).toBe(400);
  });

  test("moves the due day; statements of past days keep the one that had passed", async () => {
    const { add, change, owed, statement, account } = await newAccount();
    const { charge } = (await add({ due: "2026-10-20" })).body;
    const past = await statement({ to: "2026-12-23" });
    const moved = await change(charge.id, { due: "2027-01-10" });
    expect([moved.status, moved.body.charge]).toMatchObject([200, { due: "2027-01-10", state: "open" }]);
    expect(await statement({ to: "2026-12-23" })).toEqual(past);
    expect(past.ages).toEqual([{ currency: "USD", amounts: [0, 0, 0, 250, 0] }]);
    const present = await statement();
    expect([present.ages, present.closing, present.coming]).toEqual([
      [{ currency: "USD", amounts: [250, 0, 0, 0, 0] }],
      [{ currency: "USD", amount: 250 }],
      [],
    ]);
    expect(await owed()).toEqual([]);
    expect((await change(charge.id, { due: "2027-01-10" })).body.charge.due).toBe("2027-01-10");
    expect((await account()).charges).toHaveLength(1);
    expect(await recounted()).toEqual([]);
  });

  test("a period keeps its place in the schedule when its due day moves", async () => {
    const { client, change, account } = await newAccount();
    const { id } = await on.subscribe(client.id, "2026-12-20");
    const first = `${id}#2026-12-20`;
    const moved = await change(first, { due: "2027-02-25" });
    expect(moved.body.charge).toMatchObject({ id: first, period: "2026-12-20", due: "2027-02-25" });
    const periods = async () => (await account()).charges.map(({ period, due }) => [period, due]);
    expect(await periods()).toEqual([
      ["2027-01-20", "2027-01-20"],
      ["2026-12-20", "2027-02-25"],
    ]);
    const { subscriptions } = (await on.call("GET /api/v1/clients/{id}", { params: { id: client.id } })).body;
    expect(subscriptions).toMatchObject([
      {
        next_billing_date: "2027-01-20",
        open: [{ period: "2027-01-20" }, { period: "2026-12-20", due: "2027-02-25" }],
      },
    ]);
    expect(await recounted()).toEqual([]);
  });
});
