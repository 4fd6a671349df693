import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

const today = "2026-12-24";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({
    vat_registered: true,
    invoices_from: "2026-12-01",
    company_kra_pin: "P051234567Z",
  });
});
afterAll(() => on.product.stop());

async function newClient() {
  const email = `${randomUUID()}@client.example`;
  const client = await on.newClient({ name: "Amani Traders", company: "Amani Ltd", email });
  const params = { id: client.id };
  return {
    client,
    params,
    pay: (fields: object) =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params,
        body: { id: randomUUID(), currency: "KES", ...fields } as never,
      }),
    invoices: async () => (await on.call("GET /api/v1/clients/{id}/invoices", { params })).body.invoices,
    mails: async () => (await on.product.inbox()).filter(({ to }) => to.includes(email)),
    page: async (number: string) => {
      const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params })).body;
      return (await fetch(`${url}/invoices/${number}`)).text();
    },
  };
}

test("a corporate client gets the invoice with the reminder, and pays it net of the tax that it withholds", async () => {
  const { client, pay, invoices, mails, page } = await newClient();
  const subscription = await on.subscribe(client.id, "2026-12-31", { amount: 116_000, currency: "KES" });
  await on.sweep(today);
  const [invoice, ...others] = await invoices();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ due: "2026-12-31", net: 100_000, vat: 16_000, gross: 116_000 });
  const number = invoice?.number ?? "no number";
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining(number)]);
  expect(await page(number)).toContain("100,000.00");

  const charge_id = `${subscription.id}#2026-12-31`;
  const bank = {
    amount: 114_000,
    method: "bank",
    reference: "FT26358XYZ",
    to: [{ charge_id, amount: 114_000 }],
  };
  expect((await pay(bank)).status).toBe(201);
  const certificate = { amount: 2_000, method: "withholding_tax", reference: "KRAWHT0000123" };
  expect((await pay(certificate)).status).toBe(201);
  expect(await invoices()).toMatchObject([{ id: invoice?.id, gross: 116_000, left: 0 }]);
  expect((await invoices())[0]?.credited).toBeFalsy();
});

test("a client disputes an invoice: a credit note, a new charge with its invoice, and one email that carries it", async () => {
  const { params, invoices, mails } = await newClient();
  const charge = (service: string, amount: number) =>
    on.call("POST /api/v1/clients/{id}/charges", {
      params,
      body: { id: randomUUID(), service, amount, currency: "KES" },
    });
  const { body } = await charge("Installation", 11_600);
  const credited = await on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
    params: { ...params, charge: body.charge.id },
    body: { waived: 11_600, why: "reduced", reason: "Only one branch was installed" },
  });
  expect(credited.status).toBe(200);
  expect((await charge("Installation of one branch", 5_800)).status).toBe(201);
  await on.sweep(today);
  await on.sweep(today);
  const papers = await invoices();
  const [note] = papers.filter(({ kind }) => kind === "credit_note");
  const [disputed] = papers.filter(({ id }) => id === note?.of);
  const [corrected, ...others] = papers.filter(({ id }) => id !== note?.id && id !== disputed?.id);
  expect(others).toEqual([]);
  expect([disputed, note, corrected].map((paper) => [paper?.gross, paper?.left])).toEqual([
    [11_600, 0],
    [11_600, undefined],
    [5_800, 5_800],
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toContain(corrected?.number ?? "no number");
  expect(mail?.text).not.toContain(disputed?.number ?? "no number");
});

test("an invoice that is credited after the end of the year stays in its year, and its credit note is in the next", async () => {
  const { client, params, invoices, page } = await newClient();
  const subscription = await on.subscribe(client.id, today, { amount: 58, currency: "KES" });
  await on.numberPapers();
  await on.product.setClock("2027-07-10T09:00");
  const lowered = await on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
    params: { ...params, charge: `${subscription.id}#${today}` },
    body: { waived: 58, why: "reduced", reason: "It was never installed" },
  });
  expect(lowered.status).toBe(200);
  await on.numberPapers();
  const papers = await invoices();
  const invoice = papers.find(({ due }) => due === today);
  const note = papers.find(({ kind }) => kind === "credit_note");
  expect(invoice?.number).toMatch(/^INV-2026-/);
  expect(note).toMatchObject({
    number: "CRN-2027-000001",
    day: "2027-07-10",
    of: invoice?.id,
    gross: 58,
    vat: 8,
  });
  const text = await page(note?.number ?? "");
  expect(text).toContain(invoice?.number);
  expect(text).toContain("It was never installed");
  const monthly = (month: string) => on.call("GET /api/v1/invoices", { query: { month } });
  const idsOf = async (month: string) => (await monthly(month)).body.invoices.map(({ id }) => id);
  expect(await idsOf("2026-12")).toContain(invoice?.id);
  expect(await idsOf("2027-07")).toContain(note?.id);
  expect(await idsOf("2026-12")).not.toContain(note?.id);
});
