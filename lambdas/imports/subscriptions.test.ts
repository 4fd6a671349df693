import { afterAll, beforeAll, expect, test } from "vitest";
import { omit } from "../../shared/omit.ts";
import { importsOf } from "../../test/product/importing.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
});
afterAll(() => on?.product.stop());

const columns = ["client_name", "client_email", "service", "amount", "frequency", "start_date"];
/** With what is owed of them, but without the version of the account, which every change raises. */
const subscriptions = async () =>
  (await subscriptionList(on.call)).rows.map((subscription) => omit(subscription, "account_version"));
const ofService = async (service: string) =>
  (await subscriptions()).find((subscription) => subscription.service === service);
const accountOf = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;
const sums = async () =>
  (await on.rows("Totals")).reduce<Record<string, number>>((all, row) => {
    for (const [name, value] of Object.entries(row))
      if (typeof value === "number" && name !== "changes" && value !== 0)
        all[`${row.month} ${name}`] = (all[`${row.month} ${name}`] ?? 0) + value;
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0));
  }, {});

test("subscriptions of several clients are added with their charges, and undone without a trace", async () => {
  const owners = [];
  for (let n = 0; n < 3; n += 1)
    owners.push(await on.newClient({ name: `Owner ${n}`, email: `owner${n}@client.example` }));
  const before = await sums();
  const rows = Array.from({ length: 24 }, (_, n) => [
    `Owner ${n % 3}`,
    `owner${n % 3}@client.example`,
    `Service ${n}`,
    `${n + 1},000/=`,
    "Kila mwezi",
    "2026-02-01",
  ]);
  const { id, rows: planned } = await imports.preview("subscriptions", columns, rows);
  expect(planned[3]).toMatchObject({
    action: "new",
    changes: expect.arrayContaining([
      { field: "amount", label: "Amount", before: "", after: "KES\u00a04,000.00" },
      { field: "next_billing_date", label: "Next billing", before: "", after: "Jan 1, 2027" },
    ]),
  });
  expect((await imports.run(id)).counts).toMatchObject({ new: 24, done: 24 });
  expect(await subscriptions()).toHaveLength(24);
  expect(await ofService("Service 3")).toMatchObject({ amount: 4000, currency: "KES", version: 1 });
  expect((await on.rows("Charges")).length).toBe(24);
  const [owner] = owners;
  expect((await accountOf(owner?.id ?? "")).charges).toHaveLength(8);

  // The daily run changes rows without anybody's decision.
  await on.sweep("2027-01-02");
  const paid = await ofService("Service 0");
  await payPeriods(on.call, paid?.id ?? "", {
    period: "2027-01-01",
    reference: "R-1",
    paid_on: "2026-12-24",
  });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 23, left: 1 });
  expect((await subscriptions()).map(({ service }) => service)).toEqual(["Service 0"]);
  expect((await on.rows("Charges")).every(({ subscription_id }) => subscription_id === paid?.id)).toBe(true);
  const sumsAfter = await sums();
  expect(Object.keys(sumsAfter).length).toBeLessThanOrEqual(Object.keys(before).length + 5);
  expect((await on.call("GET /api/v1/dashboard/stats")).body.stats).toMatchObject({
    totalActiveSubscriptions: 1,
  });
});

test("an update with a new frequency keeps the file's date, and undoing puts everything back", async () => {
  const client = await on.newClient({ name: "Mover", email: "mover@client.example" });
  const subscription = await on.subscribe(client.id, "2027-01-15", { service: "Hosting", vat: "zero" });
  const named = [...columns, "next_billing_date", "id", "status", "vat"];
  const rows = [
    ["Mover", "mover@client.example", "Hosting plus", "99.50", "Yearly"].concat([
      subscription.start_date,
      "2027-03-20",
      subscription.id,
      "Active",
      "exempt",
    ]),
  ];
  const { id, rows: planned } = await imports.preview("subscriptions", named, rows);
  expect(planned[0]).toMatchObject({ action: "update", record_id: subscription.id });
  await imports.run(id);
  const after = await ofService("Hosting plus");
  expect(after).toMatchObject({ amount: 99.5, frequency: "yearly", next_billing_date: "2027-03-20" });
  const vats = async () => [
    (await accountOf(client.id)).charges.map(({ vat }) => vat),
    (await subscriptions()).find(({ id }) => id === subscription.id)?.vat,
  ];
  expect(await vats()).toEqual([["exempt"], "exempt"]);
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 1, left: 0 });
  expect(await vats()).toEqual([["zero"], "zero"]);
  const back = omit((await ofService("Hosting")) ?? { version: 0 }, "version");
  const before = omit(subscription, "version", "account_version");
  expect(back).toEqual({ ...before, currency: "USD", muted: false, billing_anchor: "2027-01-15" });
});

test("undoing an import that brought an ended subscription back ends it as before: what was due is asked for again", async () => {
  const client = await on.newClient({ name: "Returner", email: "returner@client.example" });
  const ended = { status: "inactive", ends_on: "2026-11-30", end_reason: "price", service: "Radio" };
  const { id, start_date } = await on.subscribe(client.id, "2026-11-24", ended);
  const owed = async () =>
    (await accountOf(client.id)).charges.map(({ period, state, on_hold }) => [period, state, on_hold]);
  const before = await owed();
  const rows = [["Returner", "returner@client.example", "Radio", "100", "Monthly", start_date, id, "Active"]];
  const { id: importId, rows: planned } = await imports.preview(
    "subscriptions",
    [...columns, "id", "status"],
    rows,
  );
  expect(planned).toMatchObject([{ action: "update", record_id: id }]);
  await imports.run(importId);
  expect((await ofService("Radio"))?.ends_on).toBeUndefined();
  expect((await owed()).length).toBeGreaterThan(before.length);
  expect((await imports.undo(importId)).counts).toMatchObject({ undone: 1, left: 0 });
  expect(await ofService("Radio")).toMatchObject(ended);
  expect(await owed()).toEqual(before);
});

test("an inactive client, an unknown one and a wrong amount are said for each row, and the others are imported", async () => {
  const client = await on.newClient({ name: "Good", email: "good@client.example", company: "Good Ltd" });
  const inactiveClient = await on.newClient({
    name: "Closed",
    email: "closed@client.example",
    status: "inactive",
  });
  expect(inactiveClient.status).toBe("inactive");
  const rest = ["A", "10", "monthly", "2026-12-01"];
  const { id, rows } = await imports.preview("subscriptions", columns, [
    ["Good", "", ...rest],
    ["Closed", "", ...rest],
    ["Nobody", "", ...rest],
    ["Good", "", "B", "1.234", "monthly", "2026-12-01"],
    // By address and company, in the column of names.
    ["GOOD@client.example", "", "C", "10", "monthly", "2026-12-01"],
    ["good ltd", "", "D", "10", "monthly", "2026-12-01"],
  ]);
  expect(rows.map(({ why }) => why)).toEqual([
    undefined,
    "The client is inactive. Make the client active first.",
    "No client has the name, company or address “Nobody”. Import or add the client first.",
    "Amount: “1.234” is not a clear amount.",
    undefined,
    undefined,
  ]);
  expect((await imports.run(id)).counts).toMatchObject({ new: 3, wrong: 3 });
  expect((await accountOf(client.id)).charges).toHaveLength(3);
});

test("clients whose imported subscriptions were undone can be undone too", async () => {
  const owners = await imports.preview("clients", ["name", "email"], [["Chain", "chain@client.example"]]);
  await imports.run(owners.id);
  const rows = [["Chain", "", "A", "10", "monthly", "2026-12-01"]];
  const { id } = await imports.preview("subscriptions", columns, rows);
  await imports.run(id);
  expect((await imports.undo(owners.id)).counts).toMatchObject({ undone: 0, left: 1 });
  await imports.undo(id);
  expect((await imports.undo(owners.id)).counts).toMatchObject({ undone: 1, left: 0 });
  const { clients } = (await on.call("GET /api/v1/clients")).body;
  expect(clients.filter(({ name }) => name === "Chain")).toEqual([]);
});
