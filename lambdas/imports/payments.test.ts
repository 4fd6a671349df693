import { afterAll, beforeAll, expect, test } from "vitest";
import { importsOf } from "../../test/product/importing.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
});
afterAll(() => on?.product.stop());

const columns = ["paid_on", "client_name", "client_phone", "service", "amount", "method", "reference"];
const accountOf = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;

test("payments of past years have paid periods of their own, take nothing from what is open, and can be undone", async () => {
  const client = await on.newClient({ name: "History", email: "h@client.example", phone: "0711 222333" });
  const subscription = await on.subscribe(client.id, "2026-12-20", {
    service: "Hosting",
    currency: "KES",
    amount: 1_500,
  });
  const before = await accountOf(client.id);
  const listed = (await on.call("GET /api/v1/subscriptions")).body.subscriptions;
  const rows = [
    ...Array.from({ length: 20 }, (_, n) => [
      `2025-${String((n % 12) + 1).padStart(2, "0")}-${String(10 + Math.floor(n / 12))}`,
      "History",
      "",
      "hosting",
      "Sh 1,400",
      "M-Pesa",
      `R-${n}`,
    ]),
    ["2024-05-05", "", "+254711222333", "", "100", "mpesa", "TKB0000002"],
    ["2024-05-05", "History", "", "", "100", "cash", "twice"],
    ["2026-12-21", "History", "", "", "100", "cash", "open"],
    ["2027-05-05", "History", "", "", "100", "cash", "future"],
    ["2024-06-05", "History", "", "Other", "100", "cash", ""],
    ["2024-07-05", "History", "", "", "", "cash", ""],
  ];
  const { id, rows: planned } = await imports.preview("payments", columns, rows);
  expect(planned.slice(19).map(({ why = "new" }) => why)).toEqual([
    "new",
    "new",
    "The same as row 21.",
    expect.stringContaining("is not past: the subscription is open from Dec 20, 2026 on."),
    expect.stringContaining("is not past"),
    "History has no subscription “Other”.",
    expect.stringContaining("amount"),
  ]);
  expect((await imports.run(id)).counts).toMatchObject({ new: 21, wrong: 4, duplicate: 1 });
  const after = await accountOf(client.id);
  expect(after.owed).toEqual(before.owed);
  expect(after.charges.filter(({ paid }) => !paid)).toEqual(before.charges);
  expect(after.payments).toHaveLength(21);
  const [unchanged] = (await on.call("GET /api/v1/subscriptions")).body.subscriptions;
  expect({ ...unchanged, version: 0 }).toEqual({ ...listed[0], version: 0 });
  expect((await on.mails(/receipt/i)).length).toBe(0);
  const query = { from: "2025-01-01", to: "2025-12-31" };
  expect((await on.call("GET /api/v1/payments", { query })).body.payments).toHaveLength(20);

  // The same file again writes nothing twice, and the M-Pesa code is on record.
  const repeated = await imports.preview("payments", columns, rows.slice(0, 21));
  expect(new Set(repeated.rows.map(({ action }) => action))).toEqual(new Set(["wrong"]));
  const named = [...columns, "period"];
  const code = ["2024-05-05", "History", "", "", "100", "mpesa", "TKB0000002", "2024-05-06"];
  const repeatedCode = await imports.preview("payments", named, [code]);
  expect((await imports.run(repeatedCode.id)).counts).toMatchObject({ new: 0, wrong: 1 });
  expect((await imports.rowsOf(repeatedCode.id))[0]?.why).toContain("This receipt is on record already");

  // A payment that somebody corrected is left.
  const corrected = after.payments.find(({ reference }) => reference === "R-4");
  await on.call("PUT /api/v1/payments/{id}", {
    params: { id: corrected?.id ?? "" },
    body: { amount: 1_000 },
  });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 20, left: 1 });
  const account = await accountOf(client.id);
  expect(account.payments).toHaveLength(1);
  expect((await on.rows("Payments")).filter(({ paid_on }) => paid_on !== "2025-05-10")).toHaveLength(1);
  expect(subscription.service).toBe("Hosting");
});

test("an export of the payments imports without a change", async () => {
  const client = await on.newClient({ name: "Export", email: "e@client.example" });
  const subscription = await on.subscribe(client.id, "2026-12-24");
  const { body } = await payPeriods(on.call, subscription.id, { period: "2026-12-24", reference: "R-9" });
  const { rows } = await imports.preview(
    "payments",
    ["paid_on", "client_name", "amount", "id"],
    [["2026-12-24", "Export", "149.99", body.payment.id]],
  );
  expect(rows).toMatchObject([{ action: "same", record_id: body.payment.id }]);
});

test("payments of past years take the place of lines that wait since they were undone, also several of one client", async () => {
  const wrong = await on.newClient({ name: "Wrong", email: "w@client.example" });
  await on.subscribe(wrong.id, "2026-12-20", { currency: "KES", amount: 200 });
  const right = await on.newClient({ name: "Right", email: "r@client.example" });
  await on.subscribe(right.id, "2026-12-20", { currency: "KES", amount: 200 });
  const codes = ["TKC0000001", "TKC0000002"];
  const lines = codes.map((code, n) => ({
    code,
    method: "mpesa" as const,
    paid_on: `2025-03-0${n + 1}`,
    amount: 100,
    currency: "KES" as const,
    client_id: wrong.id,
  }));
  const recorded = (await on.call("POST /api/v1/payments", { body: { lines } })).body.lines;
  for (const { payment_id = "" } of recorded)
    await on.call("DELETE /api/v1/payments/{id}", { params: { id: payment_id } });
  const rows = lines.map(({ code, paid_on }) => [paid_on, "Right", "", "", "100", "mpesa", code]);
  const since = new Date().toISOString();
  const { id } = await imports.preview("payments", columns, rows);
  expect((await imports.run(id)).counts).toMatchObject({ new: 2 });
  expect((await accountOf(right.id)).payments.map(({ reference }) => reference).sort()).toEqual(codes);
  // Open lists have to drop the lines.
  expect((await on.call("GET /api/v1/payments", { query: { since } })).body).toMatchObject({ reload: true });
  expect((await on.removedAt("payments")) > since).toBe(true);
});

test("undoing removes only what the import wrote: what somebody changed is left and listed", async () => {
  const [ownClient, otherClient] = [
    await on.newClient({ name: "Mine", email: "mine@client.example" }),
    await on.newClient({ name: "Other", email: "other@client.example" }),
  ];
  const subscription = await on.subscribe(ownClient.id, "2026-12-20", { currency: "KES", amount: 100 });
  await on.subscribe(otherClient.id, "2026-11-20", { currency: "KES", amount: 100 });
  const due = { subscription_id: subscription.id, period: "2026-12-20", amount: 100 };
  const changes: [day: string, change: object][] = [
    ["2025-01-05", { client_id: otherClient.id }],
    ["2025-02-05", { to: [due] }],
    ["2025-03-05", { reference: "Corrected" }],
    ["2025-04-05", { paid_on: "2025-04-06" }],
    ["2025-05-05", { method: "cheque" }],
    ["2025-06-05", { currency: "USD", credit: true }],
    ["2025-07-05", {}],
  ];
  const rows = changes.map(([day]) => [day, "Mine", "", "", "100", "bank", `Past ${day}`]);
  const { id } = await imports.preview("payments", columns, rows);
  expect((await imports.run(id)).counts).toMatchObject({ new: rows.length });
  const { payments } = await accountOf(ownClient.id);
  for (const [day, body] of changes.slice(0, -1)) {
    const payment = payments.find(({ paid_on }) => paid_on === day)?.id ?? "";
    const answer = await on.call("PUT /api/v1/payments/{id}", { params: { id: payment }, body });
    expect(answer.status, `${day} ${answer.body.error}`).toBe(200);
  }
  const before = [await accountOf(ownClient.id), await accountOf(otherClient.id)];
  const since = new Date().toISOString();
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 1, left: 6 });
  // Open lists have to drop the payment.
  expect((await on.removedAt("payments")) > since).toBe(true);
  const whys = (await imports.rowsOf(id)).map(({ left }) => left);
  expect(whys).toEqual([...Array(6).fill("Somebody changed it since."), undefined]);
  const isOther = (row: { paid_on?: string; period?: string }) =>
    row.paid_on !== "2025-07-05" && row.period !== "2025-07-05";
  expect([await accountOf(ownClient.id), await accountOf(otherClient.id)]).toEqual(
    before.map((account) => ({
      ...account,
      charges: account.charges.filter(isOther),
      payments: account.payments.filter(isOther),
    })),
  );
});

test("undos at the same moment count every row once", async () => {
  const all = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const name = `Undo ${n}`;
      const client = await on.newClient({ name, email: `undo${n}@client.example` });
      await on.subscribe(client.id, "2026-12-20", { currency: "KES", amount: 100 });
      return { name, client };
    }),
  );
  const rows = all.flatMap(({ name }) =>
    Array.from({ length: 28 }, (_, day) => [
      `2025-02-${String(day + 1).padStart(2, "0")}`,
      name,
      "",
      "",
      "100",
      "cash",
      "",
    ]),
  );
  const { id } = await imports.preview("payments", columns, rows);
  expect((await imports.run(id)).counts).toMatchObject({ new: rows.length });
  const undo = () => on.call("DELETE /api/v1/imports/{id}", { params: { id } });
  await Promise.all([undo(), undo(), undo(), undo()]);
  await on.product.idle();
  expect((await imports.get(id)).counts).toMatchObject({ undone: rows.length, left: 0 });
  for (const { client } of all) expect((await accountOf(client.id)).payments).toEqual([]);
});
