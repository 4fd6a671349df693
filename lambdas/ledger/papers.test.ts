import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { importsOf } from "../../test/product/importing.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";
import { PaperRow } from "./paper-row.ts";

const today = "2026-12-24";
let on: ReminderProduct;
let sample: { id: string };
beforeAll(async () => {
  on = await startReminderProduct();
  const asAdmin = on.product.callerFor(
    (await on.product.signIn(await on.product.createStaff("admin"))).access,
  );
  // Samples are only for a company without clients.
  const body = { name: "Sample", email: "sample@client.example", sample: true as const };
  sample = (await asAdmin("POST /api/v1/clients", { body })).body.client;
  await on.saveSettings({
    vat_registered: true,
    invoices_from: "2026-12-01",
    kes_per_usd: 129.5,
    kes_per_usd_day: "2026-12-21",
    company_kra_pin: "P051234567Z",
  });
});
afterAll(() => on.product.stop());

const papersOfAll = async () =>
  (await on.rows("Papers")).flatMap((row) => PaperRow.safeParse(row).data ?? []);
const papersOf = async ({ id }: { id: string }) =>
  (await papersOfAll())
    .filter(({ client_id }) => client_id === id)
    .sort((a, b) => (a.written < b.written ? -1 : 1));
const said = ({ kind, due, gross_cents, currency, lines }: PaperRow) => [
  kind,
  due,
  gross_cents,
  currency,
  lines.length,
];

async function newAccount(more: object = {}) {
  const client = await on.newClient({ name: "Amani Traders", kra_pin: "P052345678A", ...more });
  const params = { id: client.id };
  return {
    client,
    add: (fields: object) =>
      on.call("POST /api/v1/clients/{id}/charges", {
        params,
        body: { id: randomUUID(), service: "Installation", amount: 116, currency: "KES", ...fields },
      }),
    change: (charge: string, fields: object) =>
      on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
        params: { ...params, charge },
        body: { reason: "Agreed by phone", ...fields } as never,
      }),
    pay: (fields: object) =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params,
        body: { id: randomUUID(), currency: "KES", ...fields } as never,
      }),
    papers: () => papersOf(client),
    numbered: () =>
      expect.poll(async () => (await papersOf(client)).every(({ number }) => number)).toBe(true),
  };
}

async function recounted() {
  const { client, tableNames } = await open(on.product);
  return recount(client, tableNames, today);
}

describe("an invoice", () => {
  test("is written with a charge that is due today: parties, lines and VAT as they are", async () => {
    const { add, papers, client } = await newAccount({ company: "Amani Ltd", address: "Moi Avenue" });
    const { body } = await add({ currency: "USD" });
    const [paper, ...others] = await papers();
    expect(others).toEqual([]);
    expect(paper).toMatchObject({
      kind: "invoice",
      day: today,
      due: today,
      net_cents: 10_000,
      vat_cents: 1_600,
      gross_cents: 11_600,
      lines: [{ charge: body.charge.id, service: "Installation", taxed: "standard", rate: 16 }],
      seller: { name: "Mwamba Software", kra_pin: "P051234567Z" },
      buyer: { name: client.name, company: "Amani Ltd", address: "Moi Avenue", kra_pin: "P052345678A" },
      dollar_rate: { kes: 129.5, day: "2026-12-21" },
    });
    expect(await recounted()).toEqual([]);
  });

  test("waits for its day, and the first payment of any part writes it whole", async () => {
    const { add, pay, papers } = await newAccount();
    await add({ due: "2027-01-28" });
    await add({ due: "2026-11-30" });
    expect(await papers()).toEqual([]);
    await pay({ amount: 117 });
    expect((await papers()).map(said)).toEqual([["invoice", "2027-01-28", 11_600, "KES", 1]]);
  });

  test("with a number stays when the payment that wrote it is undone, and is not written again", async () => {
    const { add, pay, papers, numbered } = await newAccount();
    await add({ due: "2027-01-28" });
    const { body } = await pay({ amount: 50 });
    await numbered();
    const undone = await on.call("DELETE /api/v1/payments/{id}", { params: { id: body.payment.id } });
    expect(undone.body).toMatchObject({ invoice_stays: true });
    await pay({ amount: 116 });
    expect((await papers()).map(said)).toEqual([["invoice", "2027-01-28", 11_600, "KES", 1]]);
    expect(await recounted()).toEqual([]);
  });

  test("is withdrawn with the payment that brought it while it has no number", async () => {
    const { client, add, pay, papers } = await newAccount();
    const subscription = await on.subscribe(client.id, "2027-01-28", { amount: 58, currency: "KES" });
    const { body: added } = await add({ due: "2027-01-28" });
    const withoutNumbers = Promise.withResolvers<void>();
    intercept(on.product, async ({ from }, pass) => {
      if (from?.startsWith("InvoicingNumberPapers")) await withoutNumbers.promise;
      return pass();
    });
    const to = [{ charge_id: `${subscription.id}#2027-01-28`, amount: 58 }];
    const ahead = await pay({ amount: 58, to });
    const early = await pay({ amount: 116, to: [{ charge_id: added.charge.id, amount: 116 }] });
    expect((await papers()).map(said)).toHaveLength(2);
    for (const { body } of [ahead, early]) {
      const undone = await on.call("DELETE /api/v1/payments/{id}", { params: { id: body.payment.id } });
      expect([undone.status, undone.body.invoice_stays]).toEqual([200, undefined]);
    }
    withoutNumbers.resolve();
    endInterception(on.product);
    expect(await papers()).toEqual([]);
    expect(await recounted()).toEqual([]);
    // Written again, it gets the next number.
    await pay({ amount: 116, to: [{ charge_id: added.charge.id, amount: 116 }] });
    expect((await papers()).map(said)).toEqual([["invoice", "2027-01-28", 11_600, "KES", 1]]);
  });

  test("is not written for a sample, nor for what is free or on hold", async () => {
    await on.subscribe(sample.id, today, { currency: "KES" });
    const other = await newAccount();
    const subscription = await on.subscribe(other.client.id, today, { currency: "KES" });
    const paused = await newAccount();
    await on.deactivate(paused.client);
    await paused.add({});
    expect([await papersOf(sample), await paused.papers()]).toEqual([[], []]);
    expect((await other.papers()).map(({ lines }) => lines[0]?.charge)).toEqual([
      `${subscription.id}#${today}`,
    ]);
  });
});

describe("what lowers an invoiced charge", () => {
  test("asks why, and changes nothing without an answer", async () => {
    const { add, change, papers } = await newAccount();
    const { body } = await add({});
    for (const fields of [{ amount: 58 }, { waived: 16 }, { amount: 58, why: "not_collectible" }]) {
      const refused = await change(body.charge.id, fields);
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/invoice/)]);
    }
    expect((await papers()).map(said)).toEqual([["invoice", today, 11_600, "KES", 1]]);
  });

  test("writes a credit note if it was reduced, none if it is not collectible, and a second invoice if it rises", async () => {
    const { add, change, papers } = await newAccount();
    const { body } = await add({});
    const { id } = body.charge;
    expect(await change(id, { amount: 58, why: "reduced", reason: "One day without service" })).toMatchObject(
      {
        status: 200,
      },
    );
    expect(await change(id, { waived: 18, why: "not_collectible" })).toMatchObject({ status: 200 });
    expect(await change(id, { amount: 87 })).toMatchObject({ status: 200 });
    const [invoice, note, rise] = await papers();
    expect([invoice, note, rise].map((paper) => paper && said(paper))).toEqual([
      ["invoice", today, 11_600, "KES", 1],
      ["credit_note", undefined, 5_800, "KES", 1],
      ["invoice", today, 2_900, "KES", 1],
    ]);
    expect(note).toMatchObject({ of: invoice?.id, why: "One day without service", vat_cents: 800 });
    expect(await papers()).toHaveLength(3);
    expect(await recounted()).toEqual([]);
  });

  test("is said in the record of the change, and is asked for also if only what is waived takes another form", async () => {
    const { client, add, change, pay } = await newAccount();
    const { body } = await add({});
    const { id } = body.charge;
    await change(id, { waived: 16, why: "not_collectible" });
    const other = await change(id, { amount: 100, waived: 0 });
    expect([other.status, other.body.error]).toEqual([400, expect.stringMatching(/say why/)]);
    await change(id, { amount: 100, waived: 0, why: "reduced" });
    await change(id, { amount: 110, why: "reduced" });
    await pay({ amount: 90, to: [{ charge_id: id, amount: 90 }], in_full: true });
    const { body: timeline } = await on.call("GET /api/v1/clients/{id}/timeline", {
      params: { id: client.id },
      query: {},
    });
    const changes = timeline.entries.flatMap((entry) =>
      entry.kind === "change" && entry.what === "charge-changed" ? [entry.after] : [],
    );
    // Two records of one change have one instant, so their order is not known.
    const written = changes.map(({ amount, waived, why } = {}) => [amount, waived, why].join());
    expect(written.sort()).toEqual(
      [
        [16, true, "not_collectible"],
        [16, false, undefined],
        [100, undefined, "reduced"],
        [110, undefined, undefined],
        [20, true, "not_collectible"],
      ]
        .map((fields) => fields.join())
        .sort(),
    );
  });

  test("a payment in full that waives the rest leaves the invoice, unless it says that the price was reduced", async () => {
    const { add, pay, papers } = await newAccount();
    const { body } = await add({});
    const to = [{ charge_id: body.charge.id, amount: 100 }];
    expect(await pay({ amount: 100, to, in_full: true })).toMatchObject({ status: 201 });
    const reduced = await newAccount();
    const second = await reduced.add({});
    const named = [{ charge_id: second.body.charge.id, amount: 100 }];
    expect(await reduced.pay({ amount: 100, to: named, in_full: true, why: "reduced" })).toMatchObject({
      status: 201,
    });
    expect((await papers()).map(({ kind }) => kind)).toEqual(["invoice"]);
    expect((await reduced.papers()).map(({ kind, gross_cents }) => [kind, gross_cents])).toEqual([
      ["invoice", 11_600],
      ["credit_note", 1_600],
    ]);
  });

  test("a period that goes with the end of its subscription is credited whole", async () => {
    const { client, pay, papers } = await newAccount();
    const subscription = await on.subscribe(client.id, "2027-01-05", { amount: 116, currency: "KES" });
    await pay({ amount: 116 });
    const end = {
      currency: "KES" as const,
      ends_on: "2026-12-31",
      end_reason: "price" as const,
      next_billing_date: undefined,
    };
    const { body: preview } = await on.call("POST /api/v1/subscriptions/{id}/preview", {
      params: { id: subscription.id },
      body: {
        client_id: client.id,
        start_date: subscription.start_date,
        frequency: subscription.frequency as "monthly",
        amount: 116,
        currency: "KES",
        ends_on: "2026-12-31",
      },
    });
    expect(preview.credit_notes).toEqual({ KES: 116 });
    const ended = await on.change(subscription.id, end);
    expect(ended.status).toBe(200);
    expect((await papers()).map(({ kind, gross_cents }) => [kind, gross_cents])).toEqual([
      ["invoice", 11_600],
      ["credit_note", 11_600],
    ]);
  });
});

test("a payment's preview says which charges are on invoices, and of which it writes one", async () => {
  const { client, add } = await newAccount();
  await add({});
  await add({ due: "2027-01-28" });
  await add({ due: "2026-11-30" });
  const { body } = await on.call("POST /api/v1/clients/{id}/payments/preview", {
    params: { id: client.id },
    body: { amount: 348, currency: "KES" },
  });
  expect(body.charges.map(({ due, invoices, to_invoice }) => [due, invoices?.length, to_invoice])).toEqual([
    ["2026-11-30", undefined, undefined],
    [today, 1, undefined],
    ["2027-01-28", undefined, true],
  ]);
});

test("an undo of a payment ahead keeps all its periods with their invoices", async () => {
  const { client, pay, papers, numbered } = await newAccount();
  const subscription = await on.subscribe(client.id, "2027-01-05", { amount: 116, currency: "KES" });
  const to = ["2027-01-05", "2027-02-05"].map((period) => ({
    charge_id: `${subscription.id}#${period}`,
    amount: 116,
  }));
  const { body } = await pay({ amount: 232, to });
  await numbered();
  const undone = await on.call("DELETE /api/v1/payments/{id}", { params: { id: body.payment.id } });
  expect(undone.body).toMatchObject({ invoice_stays: true });
  expect((await papers()).map(({ kind, gross_cents }) => [kind, gross_cents])).toEqual([
    ["invoice", 11_600],
    ["invoice", 11_600],
  ]);
});

test("a payment that is corrected to more writes the invoice of the charge to come that it pays", async () => {
  const { add, pay, papers } = await newAccount();
  await add({});
  await add({ due: "2027-01-28" });
  const { body } = await pay({ amount: 116 });
  expect(await papers()).toHaveLength(1);
  const corrected = await on.call("PUT /api/v1/payments/{id}", {
    params: { id: body.payment.id },
    body: { amount: 130 },
  });
  expect(corrected.status).toBe(200);
  expect((await papers()).map(said)).toEqual([
    ["invoice", today, 11_600, "KES", 1],
    ["invoice", "2027-01-28", 11_600, "KES", 1],
  ]);
});

test("an import of what is due today writes its invoice, and then cannot be undone", async () => {
  const { client, papers } = await newAccount({ email: "imported@client.example" });
  const imports = importsOf(on);
  const columns = ["client_name", "client_email", "service", "amount", "currency", "due"];
  const row = ["", "imported@client.example", "Training", "116", "KES", "24/12/2026"];
  const { id } = await imports.preview("charges", columns, [row]);
  await imports.run(id);
  expect((await papers()).map(said)).toEqual([["invoice", today, 11_600, "KES", 1]]);
  // It is on an invoice, so it stays.
  expect((await imports.undo(id)).counts).toMatchObject({ left: 1 });
  expect(await papersOf(client)).toHaveLength(1);
});

test("when invoices begin on a day that has passed, one run finds what was paid since", async () => {
  await on.saveSettings({ invoices_from: null });
  const { add, pay, papers } = await newAccount();
  await add({});
  await add({ due: "2026-11-30" });
  await pay({ amount: 232 });
  expect(await papers()).toEqual([]);
  await on.saveSettings({ invoices_from: "2026-12-02" });
  await on.sweep(today);
  expect((await papers()).map(said)).toEqual([["invoice", today, 11_600, "KES", 1]]);
  expect(await recounted()).toEqual([]);
});

test("an invoice gathers what is due on one day, and is written on that day by the daily run", async () => {
  const { client, papers } = await newAccount();
  for (const amount of [58, 116])
    await on.subscribe(client.id, "2027-01-05", { amount, currency: "KES", start_date: "2026-12-05" });
  expect(await papers()).toEqual([]);
  await on.sweep("2027-01-05");
  expect((await papers()).map(said)).toEqual([["invoice", "2027-01-05", 17_400, "KES", 2]]);
  expect((await papers())[0]?.lines[0]?.covered).toEqual({ from: "2027-01-05", to: "2027-02-04" });
});

describe("a subscription that changes its currency", () => {
  const inShillings = { amount: 116, currency: "KES", start_date: "2026-11-24" };
  const inDollars = { currency: "USD", amount: 1 };
  const first = ["invoice", today, 11_600, "KES", 1];

  test("keeps an invoiced charge in its currency, and the next invoice is in the new one", async () => {
    const { client, papers, pay } = await newAccount();
    const { id } = await on.subscribe(client.id, today, inShillings);
    expect((await on.change(id, inDollars)).status).toBe(200);
    expect((await papers()).map(said)).toEqual([first]);
    await on.sweep("2027-01-24");
    expect((await papers()).map(said)).toEqual([first, ["invoice", "2027-01-24", 100, "USD", 1]]);
    expect((await pay({ amount: 116 })).status).toBe(201);
    expect((await pay({ amount: 1, currency: "USD" })).status).toBe(201);
    expect(await papers()).toHaveLength(2);
  });

  test("credits an invoiced charge that changes with it in its own currency, and invoices it in the new one", async () => {
    const { client, papers, pay } = await newAccount();
    const { id } = await on.subscribe(client.id, today, inShillings);
    expect((await on.change(id, { ...inDollars, open_charges: "change" })).status).toBe(200);
    const [, ...later] = await papers();
    expect(later.map(({ kind, gross_cents, currency }) => [kind, gross_cents, currency]).toSorted()).toEqual([
      ["credit_note", 11_600, "KES"],
      ["invoice", 100, "USD"],
    ]);
    expect((await pay({ amount: 1, currency: "USD" })).status).toBe(201);
    expect(await papers()).toHaveLength(3);
  });
});

test("two daily runs, payments, and settings that change meanwhile write each invoice once", async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => newAccount()));
  for (const { client } of accounts)
    await on.subscribe(client.id, "2027-02-05", { amount: 116, currency: "KES", start_date: "2027-01-05" });
  const [first, second, ...answers] = await Promise.all([
    on.fire("2027-02-05"),
    on.fire("2027-02-05"),
    ...accounts.map(({ pay }, at) => pay({ amount: 116 - at })),
    on.saveSettings({ vat_rate: 18 }),
  ]);
  await on.product.idle();
  expect([first, second].filter((outcome) => "error" in outcome)).toEqual([]);
  expect(answers.map(({ status }) => status)).toEqual([...accounts.map(() => 201), 200]);
  for (const { papers } of accounts)
    expect((await papers()).map(said)).toEqual([["invoice", "2027-02-05", 11_600, "KES", 1]]);
  await on.numberPapers();
  const serials = (await papersOfAll()).map(({ serial = 0 }) => serial);
  expect(serials.sort((a, b) => a - b)).toEqual(serials.map((_, at) => at + 1));
  // Each is at one of the two rates, with its VAT.
  for (const { lines } of (await Promise.all(accounts.map(({ papers }) => papers()))).flat())
    for (const { rate, vat_cents, net_cents } of lines)
      expect([
        { rate: 16, vat_cents: 1_600, net_cents: 10_000 },
        { rate: 18, vat_cents: 1_769, net_cents: 9_831 },
      ]).toContainEqual({ rate, vat_cents, net_cents });
});
