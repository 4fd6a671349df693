import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { meterOf } from "../../test/product/meter.ts";
import { today } from "../../test/product/product.ts";
import { regularPayer } from "../../test/product/regular-payer.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: false });
});
afterAll(() => on?.product.stop());
afterEach(() => endInterception(on.product));

const pay = (id: string, body: object) =>
  on.call("POST /api/v1/clients/{id}/payments", {
    params: { id },
    body: { id: randomUUID(), amount: 100, ...body },
  });
const chargesOf = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body.charges;

test("an account with 400 paid and 3 open charges is paid and brought up to date for at most 20 read units, and told without reading them all", async () => {
  const id = await regularPayer(on.product);
  const readsOf = async (work: () => Promise<unknown>, without?: RegExp) => {
    const { reads } = await meterOf(on.product, without)(async () => void (await work()));
    endInterception(on.product);
    return reads;
  };
  const paid = await readsOf(async () => {
    const answer = await pay(id, {});
    expect(answer.status, answer.body.error).toBe(201);
    await on.product.idle();
  });
  const readsToTell = await readsOf(on.sweep, /Sweep/);
  const brought = await readsOf(() => on.sweep("2027-01-24"), /Send/);
  for (const reads of [paid, brought]) expect(reads).toBeLessThanOrEqual(20);
  // With the emails to the company; a busy machine can try one again. Reading all charges would be 33 each time.
  expect(readsToTell).toBeLessThanOrEqual(40);
  const charges = await chargesOf(id);
  const ofState = (name: string) => charges.filter(({ state }) => state === name).length;
  expect([ofState("paid"), ofState("open")]).toEqual([400, 4]);
  expect(charges.filter(({ told_on }) => told_on).length).toBeGreaterThan(0);
  expect(charges.find(({ due }) => due === "2026-11-24")).toMatchObject({ paid: 100, state: "open" });
});

/** A client whose subscription is to be charged next on a day that is charged and paid already. */
async function withGap() {
  const client = await on.newClient({ name: "Gap", email: `${randomUUID()}@client.example` });
  const subscription = await on.subscribe(client.id, "2027-01-10");
  const amount = 149.99;
  const of = (period: string) => ({ subscription_id: subscription.id, period, amount });
  const ahead = await pay(client.id, { amount, to: [of("2027-02-10")] });
  expect(ahead.status, ahead.body.error).toBe(201);
  // The end removes the charge that nobody paid, and the new beginning writes it again.
  for (const status of ["inactive", "active"])
    expect((await on.change(subscription.id, { status })).status).toBe(200);
  return { id: client.id, amount, of, payment: ahead.body.payment };
}

const statesOf = async (id: string) =>
  (await chargesOf(id)).map(({ due, paid, state }) => [due, paid, state].join(" ")).sort();

test("a paid period that comes after an open one is not charged again", async () => {
  const { id, amount, payment } = await withGap();
  expect(await statesOf(id)).toEqual(["2027-01-10 0 open", "2027-02-10 149.99 paid"]);
  const answer = await pay(id, { amount });
  expect(answer.status, answer.body.error).toBe(201);
  const account = (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;
  expect(await statesOf(id)).toEqual([
    "2027-01-10 149.99 paid",
    "2027-02-10 149.99 paid",
    "2027-03-10 0 open",
  ]);
  const before = account.payments.find((candidate) => candidate.id === payment?.id);
  expect(before?.allocations).toMatchObject([{ period: "2027-02-10", amount }]);
});

test.each([149.99, 500])("a closed period that is named for %d is refused as one", async (more) => {
  const { id, of } = await withGap();
  const before = await statesOf(id);
  const to = [of("2027-01-10"), { ...of("2027-02-10"), amount: more }];
  expect((await pay(id, { amount: 149.99 + more, to })).body.error).toBe(
    "The period due Feb 10, 2027 is already paid: $149.99, paid on Dec 24, 2026. This payment was not recorded.",
  );
  expect(await statesOf(id)).toEqual(before);
});

test("withheld tax takes the place of what was waived of a closed period", async () => {
  const client = await on.newClient({ name: "Withholding", email: `${randomUUID()}@client.example` });
  const subscription = await on.subscribe(client.id, "2026-12-17");
  const to = [{ subscription_id: subscription.id, period: "2026-12-17", amount: 140 }];
  expect((await pay(client.id, { amount: 140, to, in_full: true })).status).toBe(201);
  const certificate = await pay(client.id, {
    amount: 9.99,
    method: "withholding_tax",
    reference: `WHT${randomUUID()}`,
  });
  expect(certificate.status, certificate.body.error).toBe(201);
  expect(certificate.body.payment?.allocations).toMatchObject([{ period: "2026-12-17", amount: 9.99 }]);
});

test("a payment that somebody changed meanwhile is decided again from the account as it is then", async () => {
  const id = await regularPayer(on.product);
  let isFirst = true;
  intercept(on.product, async ({ operation, body, from }, pass) => {
    if (isFirst && operation === "TransactWriteItems" && from && body.includes("Late")) {
      isFirst = false;
      await pay(id, { amount: 299.98, reference: "First" });
    }
    return pass();
  });
  const latePayment = await pay(id, { amount: 149.99, reference: "Late" });
  expect(latePayment.status, latePayment.body.error).toBe(201);
  const open = (await chargesOf(id)).filter(({ state }) => state === "open");
  expect(open.map(({ due, paid }) => [due, paid])).toEqual([["2027-02-15", 0]]);
});

test("recount says whose charges are in the index and should not be, or are missing, and corrects it", async () => {
  const { id } = await withGap();
  const { client: database, tableNames } = await open(on.product);
  const indexed = async () => {
    const rows = (await on.rows("Charges")).filter(({ client_id }) => client_id === id);
    return rows.map(({ due, open_due, asked_for }) => [due, open_due, asked_for].join(" ")).sort();
  };
  await recount(database, tableNames, today);
  const before = await indexed();
  expect(before).toEqual(["2027-01-10 2027-01-10 real", "2027-02-10  "]);
  for (const row of (await on.rows("Charges")).filter(({ client_id }) => client_id === id)) {
    const { open_due, ...rest } = row;
    await on.put("Charges", open_due ? rest : { ...rest, open_due: row.due, asked_for: "real" });
  }
  expect(await recount(database, tableNames, today)).toEqual([`which charges of the client ${id} are open`]);
  expect(await indexed()).toEqual(before);
  expect(await recount(database, tableNames, today)).toEqual([]);
});
