import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../shared/clients/client.ts";
import type { TimelineEntry } from "../../shared/clients/timeline.ts";
import { type PeriodPayment, payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seededReminder, seedRows } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: true });
});
afterAll(() => on?.product.stop());

const page = async ({ id }: { id: string }) =>
  (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body;
async function timeline({ id }: { id: string }): Promise<TimelineEntry[][]> {
  const pages: TimelineEntry[][] = [];
  let cursor: string | undefined;
  do {
    const query: Record<string, string> = cursor ? { cursor } : {};
    const { body } = await on.call("GET /api/v1/clients/{id}/timeline", { params: { id }, query });
    pages.push(body.entries);
    cursor = body.cursor;
  } while (cursor);
  return pages;
}
const note = (id: string, body: unknown) =>
  on.call("POST /api/v1/clients/{id}/notes", { params: { id }, body });

describe("a client's page", () => {
  let client: Client;
  let subscriptionId: string;
  beforeAll(async () => {
    client = await on.newClient({ name: "Amani", email: "Accounts@amani.example" });
    subscriptionId = (await on.subscribe(client.id, "2026-12-20", { service: "Ledger" })).id;
    await on.subscribe(client.id, "2026-12-28", { frequency: "yearly", amount: 1200 });
    await on.subscribe(client.id, "2026-12-01", { status: "paused", amount: 5000 });
    const otherClient = await on.newClient({ name: "Baraka", email: "baraka@client.example" });
    await on.subscribe(otherClient.id, "2026-12-21");
  });

  test("shows only the client's subscriptions, with their sums", async () => {
    const { client: shown, subscriptions, figures, today } = await page(client);
    expect([shown.name, today]).toEqual(["Amani", "2026-12-24"]);
    expect(subscriptions.map(({ amount }) => amount)).toEqual([149.99, 1200, 5000]);
    expect(figures).toEqual({
      yearlyAmount: 2999.88,
      nextDue: "2026-12-28",
      nextAmount: 1200,
      overdueSubscriptions: 1,
      overdueAmount: 149.99,
      payments: 0,
      paidAmount: 0,
    });
  });

  test("names what a payment of a one-off is for", async () => {
    const payer = await on.newClient({ name: "Installed", email: "installed@client.example" });
    const params = { id: payer.id };
    const fee = { id: crypto.randomUUID(), service: "Installation", amount: 150, currency: "USD" as const };
    await on.call("POST /api/v1/clients/{id}/charges", { params, body: fee });
    const body = { id: crypto.randomUUID(), amount: 150, paid_on: "2026-12-24" };
    await on.call("POST /api/v1/clients/{id}/payments", { params, body });
    const [entries = []] = await timeline(payer);
    expect(entries.find(({ kind }) => kind === "payment")).toMatchObject({ service: "Installation" });
  });

  test("does not count free subscriptions as due or overdue", async () => {
    const freeClient = await on.newClient({ name: "Free", email: "free@client.example" });
    for (const day of ["2026-12-01", "2026-12-28"]) await on.subscribe(freeClient.id, day, { amount: 0 });
    const { figures } = await page(freeClient);
    expect(figures).toMatchObject({ overdueSubscriptions: 0, overdueAmount: 0 });
    expect(figures.nextDue).toBeUndefined();
  });

  test("has one timeline of payments, emails, changes, messages and notes, newest first", async () => {
    await on.sweep();
    for (const email of ["accounts@amani.example", "Accounts@amani.example", "baraka@client.example"])
      await on.product.call("POST /api/send-email", {
        body: { name: "A", email, message: `From ${email}`, elapsed: 30_000 },
      });
    const params = { id: subscriptionId };
    const paid = { period: "2026-12-20", reference: "SFT6QX1Z9K" };
    await payPeriods(on.call, params.id, paid);
    await note(client.id, { text: "Promised the rest" });
    const [entries = [], ...more] = await timeline(client);
    expect(more).toEqual([]);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const [first, second, ...rest] = entries;
    expect(first).toMatchObject({ kind: "note", text: "Promised the rest", name: "Person 1" });
    expect(second).toMatchObject({ kind: "payment", amount: 149.99, service: "Ledger", ...paid });
    const shown = rest.map((entry) =>
      entry.kind === "email"
        ? `${entry.email} ${entry.state} ${entry.periods}`
        : entry.kind === "message"
          ? entry.text
          : "",
    );
    expect(shown.filter(Boolean).sort()).toEqual([
      "From Accounts@amani.example",
      "From accounts@amani.example",
      "overdue delivered 2",
    ]);
    const changes = rest.flatMap((entry) => (entry.kind === "change" ? entry.what : []));
    expect(changes).toEqual([...Array(3).fill("subscription-added"), "client-added"]);
    expect((await page(client)).figures).toMatchObject({ payments: 1, paidAmount: 149.99 });
  });

  test("returns each of hundreds of entries once, also those of one instant", async () => {
    const busyClient = await on.newClient({ email: "many@client.example" });
    const at = (index: number) => new Date(Date.UTC(2026, 5, 1, 0, Math.floor(index / 70))).toISOString();
    await seedRows(on.product, "Reminders", 150, (id, index) => ({
      ...seededReminder(busyClient.id, id, "2026-06-01", index),
      at: at(index),
    }));
    await seedRows(on.product, "Messages", 75, (id, index) => ({
      id,
      name: "A",
      email: "Many@client.example",
      address_key: "many@client.example",
      message: `${index}`,
      state: "mailed",
      day: "2026-06-01",
      received_at: new Date(Date.UTC(2026, 5, 1, 0, 0, index)).toISOString(),
    }));
    const pages = await timeline(busyClient);
    const entries = pages.flat();
    expect(entries.length).toBe(150 + 75 + 1);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(pages.length).toBeGreaterThan(2);
  });

  const pay = (id: string, body: PeriodPayment) => payPeriods(on.call, id, body);

  test("has one entry for a payment of several periods and its receipt", async () => {
    const { id } = await on.newClient({ name: "Zawadi", email: "zawadi@client.example" });
    const subscription = await on.subscribe(id, "2026-11-20");
    await pay(subscription.id, { period: "2026-11-20", periods: 2, amount: 299.98, reference: "SK12ABC" });
    await on.product.idle();
    const [entries = []] = await timeline({ id });
    expect(entries.map(({ kind }) => kind)).toEqual(["payment", "change", "change"]);
    expect(entries[0]).toMatchObject({
      period: "2026-11-20",
      periods: 2,
      amount: 299.98,
      reference: "SK12ABC",
      receipt: { state: "delivered" },
    });
  });

  test("has a line for each reminder, which says what it named, also what it was not sent for", async () => {
    const { id } = await on.newClient({ name: "Kamau", email: "kamau@client.example" });
    await on.subscribe(id, "2026-12-20", { amount: 100, service: "Hosting" });
    await on.subscribe(id, "2027-01-02", { amount: 50, currency: "KES" });
    await on.sweep("2026-12-24");
    await on.sweep("2026-12-26");
    const [entries = []] = await timeline({ id });
    const emails = entries.flatMap((entry) => (entry.kind === "email" ? [entry] : []));
    const oldest = { email: "overdue", state: "delivered", period: "2026-12-20" };
    expect(emails).toMatchObject([
      { ...oldest, periods: 2, amounts: { USD: 100, KES: 50 } },
      { ...oldest, service: "Hosting", amounts: { USD: 100 } },
    ]);
    expect(emails[0]).not.toHaveProperty("service");
    const { reminders } = (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-26" } })).body;
    const named = { charges: 2, subscriptions: 2, since: "2026-12-20", amounts: { USD: 100, KES: 50 } };
    expect(reminders.filter(({ client_id }) => client_id === id)).toMatchObject([
      { kind: "upcoming", named },
    ]);
  });

  test("has a payment on the day it was paid, with its receipt, also if that was sent on another page", async () => {
    const { id } = await on.newClient({ name: "Halima", email: "halima@client.example" });
    const subscription = await on.subscribe(id, "2026-11-20");
    await pay(subscription.id, { period: "2026-11-20", paid_on: "2026-12-01" });
    await on.product.idle();
    const [near = []] = await timeline({ id });
    expect(near.at(-1)).toMatchObject({
      kind: "payment",
      at: "2026-12-01T20:59:59.999Z",
      recorded_on: "2026-12-24",
      receipt: { state: "delivered" },
    });
    await seedRows(on.product, "Reminders", 60, (row, index) => seededReminder(id, row, "2026-12-10", index));
    const pages = await timeline({ id });
    const [first = [], ...older] = pages;
    expect(pages.flat()).toHaveLength(60 + 3);
    expect(first.filter((entry) => entry.kind === "email" && entry.email === "receipt")).toEqual([]);
    const payments = older.flat().filter(({ kind }) => kind === "payment");
    expect(payments).toHaveLength(1);
    expect(payments[0]).toMatchObject({ receipt: { state: "delivered" } });
  });

  test("is a 404 for an unknown client, and an unknown cursor is refused", async () => {
    const id = crypto.randomUUID();
    const nobody = { status: 404, body: { error: "That client does not exist." } };
    expect(await on.call("GET /api/v1/clients/{id}", { params: { id } })).toMatchObject(nobody);
    expect(await on.call("GET /api/v1/clients/{id}/timeline", { params: { id } })).toMatchObject(nobody);
    expect(await note(id, { text: "Hello" })).toMatchObject(nobody);
    const query = { cursor: "yesterday" };
    const answer = await on.call("GET /api/v1/clients/{id}/timeline", { params: { id: client.id }, query });
    expect([answer.status, answer.body.error]).toEqual([400, "There is no such page of this list."]);
  });
});
