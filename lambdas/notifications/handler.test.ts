import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../../e2e/product.ts";
import { databaseOf, tableNamed } from "../../e2e/seed-rows.ts";
import { aClient } from "../../e2e/staffed.ts";

let product: Product;
let call: ReturnType<Product["callerFor"]>;
const begin = async () => {
  product = await startProduct();
  call = product.callerFor((await product.signIn(await product.employ("staff"))).access);
};
const end = () => product.stop();

const newClient = async (more: object = {}) =>
  (await call("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
const subscribe = async (client_id: string, next_billing_date: string, more: object = {}) =>
  (
    await call("POST /api/v1/subscriptions", {
      body: {
        client_id,
        start_date: "2026-01-15",
        frequency: "monthly",
        amount: 149.99,
        next_billing_date,
        ...more,
      },
    })
  ).body.subscription;
const press = async () => (await call("POST /api/v1/send-notifications")).body;
const sweep = (day = "2026-12-24") => {
  const daily = product.schedules().find(({ expression }) => expression.startsWith("cron"));
  return product.fire(daily?.name ?? "", Date.parse(`${day}T07:00:00+03:00`));
};
const reminders = async () =>
  (await product.inbox()).filter(({ subject }) => /Renewal due|Payment overdue/.test(subject));
async function ledger(): Promise<Record<string, unknown>[]> {
  const database = databaseOf(product);
  return (
    (await database.send(new ScanCommand({ TableName: await tableNamed(database, "Reminders") }))).Items ?? []
  );
}

describe("what is due is reminded of once", () => {
  beforeAll(begin);
  afterAll(end);

  test("upcoming within 7 days and overdue get their letters, others none", async () => {
    const client = await newClient();
    await subscribe(client.id, "2026-12-31");
    await subscribe(client.id, "2026-12-24");
    await subscribe(client.id, "2026-12-20");
    await subscribe(client.id, "2027-01-01");
    await subscribe(client.id, "2026-12-25", { status: "paused" });
    await subscribe(client.id, "2026-12-25", { amount: 0 });
    expect(await press()).toEqual({ sent: 3, skipped: 0, failed: 0 });

    const letters = await reminders();
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      "Payment overdue since 20 Dec 2026: Accounts",
      "Renewal due 24 Dec 2026: Accounts",
      "Renewal due 31 Dec 2026: Accounts",
    ]);
    expect(letters.every(({ to }) => to[0] === aClient.email)).toBe(true);
    expect(letters[0]?.text).toContain("$149.99");
    expect((await ledger()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  });

  test("the button again, twice at once, and the daily run after it send nothing more", async () => {
    const pressed = await Promise.all([press(), press()]);
    expect(pressed).toEqual(Array(2).fill({ sent: 0, skipped: 0, failed: 0 }));
    expect(await sweep()).toMatchObject({ outcome: { sent: 0 } });
    expect((await reminders()).length).toBe(3);
  });

  test("the day after it was due, the latest kind goes out, once", async () => {
    expect(await sweep("2026-12-25")).toMatchObject({ outcome: { sent: 2 } });
    expect(await sweep("2026-12-25")).toMatchObject({ outcome: { sent: 0 } });
    const subjects = (await reminders()).map(({ subject }) => subject);
    expect(subjects).toContain("Payment overdue since 24 Dec 2026: Accounts");
    expect(subjects).toContain("Renewal due 1 Jan 2027: Accounts");
  });
});

describe("the button and the daily run at the same moment", () => {
  beforeEach(begin);
  afterAll(end);

  test("send each reminder once between them", async () => {
    const client = await newClient();
    for (let day = 10; day < 30; day += 1) await subscribe(client.id, `2026-12-${day}`);
    const outcomes = await Promise.all([press(), press(), sweep()]);
    expect((await reminders()).length).toBe(20);
    expect(JSON.stringify(outcomes)).not.toContain('"failed":1');
  });
});

describe("who gets none, and why, stands in the ledger", () => {
  beforeAll(begin);
  afterAll(end);

  test("an inactive client and a sample are skipped", async () => {
    const sample = await newClient({ sample: true, name: "Sample" });
    await subscribe(sample.id, "2026-12-26");
    const leaving = await newClient({ status: "inactive" });
    await subscribe(leaving.id, "2026-12-26");
    expect(await press()).toEqual({ sent: 0, skipped: 2, failed: 0 });
    expect((await ledger()).map(({ reason }) => reason).sort()).toEqual([
      "sample data",
      "the client is inactive",
    ]);
    expect(await reminders()).toEqual([]);
  });

  test("a kind that is switched off is skipped, and sent once it is on again", async () => {
    const client = await newClient();
    await subscribe(client.id, "2026-12-27");
    const { version: _, ...settings } = (await call("GET /api/v1/settings")).body.settings;
    await call("POST /api/v1/settings", { body: { ...settings, notify_renewals: false } });
    expect(await press()).toMatchObject({ sent: 0 });
    await call("POST /api/v1/settings", { body: { ...settings, notify_renewals: true } });
    expect(await press()).toMatchObject({ sent: 1 });
  });

  test("one that the mail service refuses fails with its reason, and is tried again next time", async () => {
    const client = await newClient({ email: "refused@example.com" });
    await subscribe(client.id, "2026-12-28");
    await fetch(`${product.mail}/faults`, {
      method: "PUT",
      body: JSON.stringify({ refuse: ["refused@example.com"] }),
    });
    expect(await press()).toMatchObject({ sent: 0, failed: 1 });
    expect((await ledger()).filter(({ state }) => state === "failed")).toMatchObject([
      { reason: "MessageRejected" },
    ]);
    await fetch(`${product.mail}/faults`, { method: "DELETE" });
    expect(await press()).toMatchObject({ sent: 1, failed: 0 });
  });
});
