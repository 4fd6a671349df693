import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { invoicedOf, toInvoice } from "../../shared/billing/invoicing.ts";
import type { Day } from "../../shared/day.ts";
import { rowsOf } from "../../test/product/database.ts";
import { importsOf } from "../../test/product/importing.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { today } from "../../test/product/product.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";
import { type OpenTables, open } from "../../test/product/tables-of-product.ts";
import type { PaperRow } from "./paper-row.ts";
import { ChargeRow } from "./rows.ts";

// More than one transaction of DynamoDB holds.
const CHARGES = 120;
const SUBSCRIPTIONS = 60;
const PERIODS = 60;

let on: ReminderProduct;
let tables: OpenTables;
beforeAll(async () => {
  on = await startReminderProduct({ template: shortTimeouts({ isWatched: true }) });
  await on.saveSettings({
    vat_registered: true,
    invoices_from: "2022-01-01",
    remind_before: [],
    remind_after: [],
    repeat_overdue_days: 0,
  });
  tables = await open(on.product);
});
afterAll(() => on?.product.stop());

async function newClient() {
  const { id, email } = await on.newClient({ email: `${randomUUID()}@client.example` });
  const papers = async () =>
    ((await rowsOf(on.product, "Papers")) as PaperRow[]).filter(({ client_id }) => client_id === id);
  return {
    id,
    email,
    papers,
    owe: async (due: string) => {
      for (let at = 0; at < CHARGES; at += 1) {
        const body = { id: randomUUID(), service: `Item ${at}`, amount: 116, currency: "KES" as const, due };
        const { status } = await on.call("POST /api/v1/clients/{id}/charges", { params: { id }, body });
        expect(status).toBe(201);
      }
    },
    mails: async () => (await on.product.inbox()).filter(({ to }) => to.includes(email)),
    /** How many charges are on invoices with all that has to be, and how many invoices and credit notes there are. */
    invoiced: async () => {
      const charges = (await rowsOf(on.product, "Charges"))
        .map((row) => ChargeRow.parse(row))
        .filter(({ client_id }) => client_id === id);
      const whole = charges.filter((charge) => charge.invoiced && invoicedOf(charge) === toInvoice(charge));
      expect(whole).toHaveLength(charges.filter(({ invoiced }) => invoiced).length);
      const all = await papers();
      const kinds = (kind: string) => all.filter((paper) => paper.kind === kind);
      const onPapers = (kind: string) =>
        kinds(kind).flatMap(({ lines }) => lines.map(({ charge }) => charge));
      const onInvoices = onPapers("invoice");
      return {
        charges: whole.length,
        lines: onInvoices.length,
        once: new Set(onInvoices).size,
        credited: onPapers("credit_note").length,
      };
    },
  };
}

const faults = (day: Day = today) => recount(tables.client, tables.tableNames, day);

/** Lets only the first transaction of the daily run that writes an invoice pass. */
function interruptTheRun(): void {
  let passed = 0;
  intercept(on.product, async ({ operation, body, from }, pass) => {
    const writes = operation === "TransactWriteItems" && body.includes("to_number");
    if (!writes || !from?.startsWith("RemindersSweep")) return pass();
    passed += 1;
    return passed === 1 ? pass() : undefined;
  });
}

describe.each([
  ["a lower price", { amount: 58 }],
  ["another currency", { currency: "USD" }],
  ["its end", { status: "inactive", open_charges: "remove" }],
])("a subscription with very many unpaid periods", (name, change) => {
  test(`is invoiced when it is added, and ${name} credits each of them`, async () => {
    const client = await newClient();
    const start = { start_date: "2022-01-24", next_billing_date: "2022-01-24", frequency: "monthly" };
    const { status, body } = await on.call("POST /api/v1/subscriptions", {
      body: { client_id: client.id, amount: 116, currency: "KES", ...start },
    });
    expect([status, body.error]).toEqual([201, undefined]);
    await on.product.idle();
    const all = { charges: PERIODS, lines: PERIODS, once: PERIODS, credited: 0 };
    expect([await client.invoiced(), await faults()]).toEqual([all, []]);

    const changed = await on.change(body.subscription.id, { open_charges: "change", ...change });
    expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    await on.product.idle();
    expect([(await client.invoiced()).credited, await faults()]).toEqual([PERIODS, []]);
  });
});

test("a payment of 15 charges is recorded before the daily run has invoiced very many that are due", async () => {
  const client = await newClient();
  const due = "2026-12-20";
  const terms = { amount_cents: 11_600, billing_anchor: due, next_billing_date: due };
  await seedAccounts(on.product, [client.id], () => terms, SUBSCRIPTIONS);
  await faults();
  const body = { id: randomUUID(), amount: 15 * 116, currency: "USD" as const };
  const params = { id: client.id };
  const paid = await on.call("POST /api/v1/clients/{id}/payments", { params, body });
  expect([paid.status, paid.body.error]).toEqual([201, undefined]);
  await on.product.idle();
  const all = { charges: SUBSCRIPTIONS, lines: SUBSCRIPTIONS, once: SUBSCRIPTIONS, credited: 0 };
  expect([await client.invoiced(), await faults()]).toEqual([all, []]);
});

test("erasing a client with very many invoiced charges keeps every invoice, and credits none", async () => {
  const client = await newClient();
  await client.owe(today);
  await on.product.idle();
  const all = { charges: CHARGES, lines: CHARGES, once: CHARGES, credited: 0 };
  expect(await client.invoiced()).toEqual(all);
  const params = { id: client.id };
  const { version } = (await on.call("GET /api/v1/clients/{id}", { params })).body.client;
  const { access } = await on.product.signIn(await on.product.createStaff("admin"));
  const erased = await on.product.callerFor(access)("POST /api/v1/clients/{id}/erasure", {
    params,
    body: { version } as never,
  });
  expect([erased.status, erased.body.error]).toEqual([200, undefined]);
  expect([await client.invoiced(), await faults()]).toEqual([all, []]);
});

test("an import of debts, and of subscriptions with very many unpaid periods, invoices all of them", async () => {
  const imports = importsOf(on);
  const client = await newClient();
  const who = ["client_name", "client_email", "service", "amount", "currency"];
  const row = (service: string, ...more: string[]) => ["", client.email, service, "116", "KES", ...more];
  const debts = Array.from({ length: CHARGES }, (_, at) => row(`Item ${at}`, "2026-08-03"));
  const charges = await imports.preview("charges", [...who, "due"], debts);
  expect((await imports.run(charges.id)).counts).toMatchObject({ new: CHARGES, wrong: 0 });
  const terms = ["monthly", "2022-01-24", "2022-01-24"];
  const rows = ["One", "Two"].map((service) => row(service, ...terms));
  const columns = [...who, "frequency", "start_date", "next_billing_date"];
  const subscriptions = await imports.preview("subscriptions", columns, rows);
  expect((await imports.run(subscriptions.id)).counts).toMatchObject({ new: 2, wrong: 0 });
  const count = CHARGES + 2 * PERIODS;
  const all = { charges: count, lines: count, once: count, credited: 0 };
  expect([await client.invoiced(), await faults()]).toEqual([all, []]);
});

// The later ones: they look at the sums of later days.
test("the daily run invoices all charges of one day, each once; interrupted, the next run goes on", async () => {
  const client = await newClient();
  await client.owe("2026-12-28");
  interruptTheRun();
  await on.sweep("2026-12-28");
  endInterception(on.product);
  const { charges } = await client.invoiced();
  expect(charges).toBeGreaterThan(0);
  expect(charges).toBeLessThan(CHARGES);
  await on.sweep("2026-12-29");
  const all = { charges: CHARGES, lines: CHARGES, once: CHARGES, credited: 0 };
  expect([await client.invoiced(), await faults("2026-12-29")]).toEqual([all, []]);
  await on.numberPapers();
  const numbers = ((await rowsOf(on.product, "Papers")) as PaperRow[])
    .flatMap(({ kind, serial = 0 }) => (kind ? serial : []))
    .sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect((await client.papers()).reduce((sum, { gross_cents }) => sum + gross_cents, 0)).toBe(
    CHARGES * 11_600,
  );
});

test("very many subscriptions that fall due on one day are invoiced, and charged for the next period", async () => {
  const client = await newClient();
  const terms = { amount_cents: 11_600, billing_anchor: "2026-12-30", next_billing_date: "2026-12-30" };
  await seedAccounts(on.product, [client.id], () => terms, SUBSCRIPTIONS);
  await faults();
  await on.sweep("2026-12-30");
  const all = { charges: SUBSCRIPTIONS, lines: SUBSCRIPTIONS, once: SUBSCRIPTIONS, credited: 0 };
  expect([await client.invoiced(), await faults("2026-12-30")]).toEqual([all, []]);
  const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } });
  expect(body.charges).toHaveLength(2 * SUBSCRIPTIONS);
});

test("an email that tells many charges of one day early invoices all of them first", async () => {
  await on.saveSettings({ remind_before: [7] });
  const client = await newClient();
  await client.owe("2027-01-10");
  await on.sweep("2027-01-03");
  await on.numberPapers();
  await expect.poll(async () => (await client.mails()).length).toBe(1);
  const all = { charges: CHARGES, lines: CHARGES, once: CHARGES, credited: 0 };
  expect([await client.invoiced(), await faults("2027-01-03")]).toEqual([all, []]);
  const papers = await client.papers();
  const [mail] = await client.mails();
  for (const { number } of papers) expect(mail?.text).toContain(number);
  expect(mail?.attachments).toHaveLength(papers.length);
  await on.saveSettings({ remind_before: [] });
});
