import { afterAll, beforeAll, expect, test } from "vitest";
import { papersOf } from "../../test/product/papers.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let papers: ReturnType<typeof papersOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  papers = papersOf(on.product);
});
afterAll(() => on?.product.stop());

const ofMonth = async (month?: string) =>
  (await on.call("GET /api/v1/invoices", { query: month === undefined ? {} : { month } })).body;
const ofClient = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/invoices", { params: { id } })).body.invoices;
const unconfirmed = async () =>
  (await on.call("GET /api/v1/invoices", { query: { state: "unconfirmed" } })).body.invoices;
const record = (id: string, body: object, call = on.call) =>
  call("PUT /api/v1/invoices/{id}/control-unit", { params: { id }, body });
let clients = 0;
async function newClient() {
  clients += 1;
  return on.newClient({
    name: `Client ${clients}`,
    email: `c${clients}@client.example`,
    kra_pin: "P051234567X",
  });
}
async function charge(id: string, amount: number, due = "2026-12-28") {
  const body = { id: crypto.randomUUID(), service: "Training", amount, currency: "KES", due };
  await on.call("POST /api/v1/clients/{id}/charges", { params: { id }, body });
  return body.id;
}
const pay = (id: string, amount: number) =>
  on.call("POST /api/v1/clients/{id}/payments", {
    params: { id },
    body: { id: crypto.randomUUID(), amount, currency: "KES" },
  });

test("a month lists its invoices newest first, with their lines and what is left to pay of each", async () => {
  const client = await newClient();
  const id = await charge(client.id, 11_600);
  const before = await papers.invoice(client, { day: "2026-11-30", charges: [await charge(client.id, 100)] });
  const invoice = await papers.invoice(client, { charges: [id] });
  await pay(client.id, 4_000);
  const { invoices, month, today } = await ofMonth();
  expect([month, today]).toEqual(["2026-12", "2026-12-24"]);
  expect(invoices).toEqual([
    {
      id: invoice.id,
      number: invoice.number,
      serial: invoice.serial,
      kind: "invoice",
      client_id: client.id,
      day: "2026-12-24",
      due: "2026-12-28",
      currency: "KES",
      net: 10_000,
      vat: 1_600,
      gross: 11_600,
      charges: [id],
      // The other charge of the same day pays first or last, by its id.
      left: expect.any(Number),
      credited: 0,
      not_collected: 0,
      buyer: { name: client.name, kra_pin: "P051234567X" },
      lines: [
        {
          charge: id,
          service: "Training",
          taxed: "standard",
          rate: 16,
          net: 10_000,
          vat: 1_600,
          gross: 11_600,
        },
      ],
    },
  ]);
  expect((await ofMonth("2026-11")).invoices).toMatchObject([{ id: before.id }]);
  const all = await ofClient(client.id);
  expect(all.map((listed) => listed.id)).toEqual([invoice.id, before.id]);
  expect(all.reduce((sum, { left = 0 }) => sum + left, 0)).toBe(11_700 - 4_000);
});

test("a credit note names its invoice, which says what was credited", async () => {
  const client = await newClient();
  const invoice = await papers.invoice(client, { charges: [await charge(client.id, 1_160)] });
  const note = await papers.creditNote(client, invoice, 40_000, { number: "CRN-2026-000001" });
  const [credit, listed] = await ofClient(client.id);
  expect(credit).toMatchObject({
    id: note.id,
    kind: "credit_note",
    of: invoice.id,
    of_number: invoice.number,
    gross: 400,
  });
  expect(credit).not.toHaveProperty("left");
  expect(listed).toMatchObject({ left: 760, credited: 400, not_collected: 0 });
  const opened = await on.call("GET /api/v1/invoices/{id}", { params: { id: note.id } });
  expect(opened.body.invoice).toMatchObject({ of_number: invoice.number, why: "Not delivered", gross: 400 });
});

test("long lists come in pages that have each invoice once", async () => {
  const client = await newClient();
  const one = await papers.invoice(client, { day: "2027-01-04", charges: [await charge(client.id, 10)] });
  const rest = Array.from({ length: 1_003 }, (_, n) => ({
    ...one,
    id: crypto.randomUUID(),
    number: `INV-2027-${String(n).padStart(6, "0")}`,
    // Many of one instant.
    written: `2027-01-04T06:00:00.000Z#${String(n % 7)}`,
  }));
  await papers.put(rest);
  for (const list of [
    (query: object) => on.call("GET /api/v1/invoices", { query: { month: "2027-01", ...query } }),
    (query: object) =>
      on.call("GET /api/v1/clients/{id}/invoices", { params: { id: client.id }, query: { ...query } }),
    (query: object) => on.call("GET /api/v1/invoices", { query: { state: "unconfirmed", ...query } }),
  ]) {
    const ids: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { body } = await list(cursor === undefined ? {} : { cursor });
      ids.push(...body.invoices.filter(({ client_id }) => client_id === client.id).map(({ id }) => id));
      cursor = body.cursor;
      pages += 1;
    } while (cursor !== undefined);
    expect([ids.length, new Set(ids).size, pages > 1]).toEqual([1_004, 1_004, true]);
  }
});

test("a control unit number is recorded once, and only an administrator corrects it", async () => {
  const client = await newClient();
  const { id, number } = await papers.invoice(client, { charges: [await charge(client.id, 500)] });
  const isWaiting = async () => (await unconfirmed()).some((invoice) => invoice.id === id);
  expect(await isWaiting()).toBe(true);
  const unit = { number: "KRACU0100000001/77", link: "https://itax.example/77" };
  const recorded = await record(id, unit);
  expect([recorded.status, recorded.body.invoice.control_unit]).toEqual([200, unit]);
  expect(await isWaiting()).toBe(false);
  // A repeat changes nothing.
  expect((await record(id, unit)).status).toBe(200);
  const refused = await record(id, { number: "OTHER/1" });
  expect([refused.status, refused.body.error]).toEqual([
    403,
    "The control unit number KRACU0100000001/77 is recorded already. Only an administrator can correct it.",
  ]);
  const corrected = await record(id, { number: "KRACU0100000001/78" }, on.asSettingsAdmin);
  expect([corrected.status, corrected.body.invoice.control_unit]).toEqual([
    200,
    { number: "KRACU0100000001/78" },
  ]);
  const activity = (await on.rows("Activity"))
    .filter(({ kind }) => kind === "control-unit-recorded")
    .sort((a, b) => (String(a.at) < String(b.at) ? -1 : 1));
  expect(activity).toMatchObject([
    {
      subject: client.id,
      after: { invoice: number, control_unit: unit.number, control_unit_link: unit.link },
    },
    { before: { control_unit: unit.number }, after: { invoice: number, control_unit: "KRACU0100000001/78" } },
  ]);
  // Nothing else of the paper has changed.
  const row = (await papers.rows()).find((paper) => paper.id === id);
  expect(row).toMatchObject({ number, gross_cents: 50_000, control_unit: { number: "KRACU0100000001/78" } });
});

test("an invoice without a number takes no control unit number, and bad requests change nothing", async () => {
  const client = await newClient();
  const invoice = await papers.invoice(client, { unnumbered: true, charges: [await charge(client.id, 500)] });
  expect((await ofClient(client.id))[0]).not.toHaveProperty("number");
  const early = await record(invoice.id, { number: "KRACU0100000001/79" });
  expect([early.status, early.body.error]).toEqual([
    409,
    "This invoice has no number yet. It gets one in a moment. Please try again then.",
  ]);
  for (const body of [
    {},
    { number: "" },
    { number: "1", link: "javascript:alert(1)" },
    { number: "1", more: 1 },
  ])
    expect((await record(invoice.id, body)).status).toBe(400);
  expect((await record(crypto.randomUUID(), { number: "1" })).status).toBe(404);
  expect((await papers.rows()).find(({ id }) => id === invoice.id)?.control_unit).toBeUndefined();
  const invalid: Record<string, string>[] = [
    { month: "2026-13" },
    { month: "december" },
    { state: "paid" },
    { cursor: "nonsense" },
  ];
  for (const query of invalid) expect((await on.call("GET /api/v1/invoices", { query })).status).toBe(400);
  const nobody = { params: { id: crypto.randomUUID() } };
  expect((await on.call("GET /api/v1/clients/{id}/invoices", nobody)).status).toBe(404);
  expect((await on.call("GET /api/v1/invoices/{id}", nobody)).status).toBe(404);
});

test("the dashboard counts the invoices that have no control unit number two days after they were written", async () => {
  const client = await newClient();
  const toConfirm = async () =>
    (await on.call("GET /api/v1/dashboard/stats")).body.invoices_to_confirm?.invoices ?? 0;
  const before = await toConfirm();
  const late = await papers.invoice(client, { day: "2026-12-22", charges: [await charge(client.id, 100)] });
  await papers.invoice(client, { day: "2026-12-23", charges: [await charge(client.id, 100)] });
  expect(await toConfirm()).toBe(before + 1);
  await record(late.id, { number: "KRACU0100000001/80" });
  expect(await toConfirm()).toBe(before);
});

test("an erased client's invoices stay, and the file of personal data has them", async () => {
  const client = await newClient();
  const { id, number } = await papers.invoice(client, { charges: [await charge(client.id, 100)] });
  const parts: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await on.asSettingsAdmin("GET /api/v1/clients/{id}/everything", {
      params: { id: client.id },
      ...(cursor !== undefined && { query: { cursor } }),
    });
    parts.push(...(body.invoices ?? []));
    cursor = body.cursor;
  } while (cursor !== undefined);
  expect(parts).toMatchObject([
    { id, number, seller: { name: "Mwamba Software" }, buyer: { name: client.name } },
  ]);
  const { version } = client;
  await on.asSettingsAdmin("POST /api/v1/clients/{id}/erasure", {
    params: { id: client.id },
    body: { version },
  });
  expect(await ofClient(client.id)).toMatchObject([{ id, number, buyer: { name: client.name } }]);
});
