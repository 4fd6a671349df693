import { afterAll, beforeAll, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { importsOf } from "../../test/product/importing.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";

const today = "2026-12-24";
let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
});
afterAll(() => on?.product.stop());

const columns = ["client_name", "client_email", "service", "amount", "currency", "due", "vat"];
const accountOf = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;

test("50 open debts of before are charges with days of the past, once, and what nobody has touched is undone", async () => {
  const client = await on.newClient({ name: "Umoja SACCO", email: "u@client.example" });
  const debt = (n: number) => [
    "",
    "u@client.example",
    `Invoice ${n}`,
    `${1_000 + n}`,
    "KES",
    "03/08/2026",
    n === 0 ? "Zero-rated" : "",
  ];
  const rows = Array.from({ length: 50 }, (_, n) => debt(n));
  const { id, rows: planned } = await imports.preview("charges", columns, rows);
  expect(new Set(planned.map(({ action }) => action))).toEqual(new Set(["new"]));
  expect(planned[0]?.name).toBe("Umoja SACCO, Invoice 0, due Aug 3, 2026");
  expect((await accountOf(client.id)).charges).toEqual([]);
  expect((await imports.run(id)).counts).toMatchObject({ new: 50, wrong: 0 });
  const { charges, owed } = await accountOf(client.id);
  expect([charges.length, owed]).toMatchObject([50, [{ currency: "KES", overdue: 51_225 }]]);
  expect(charges.filter(({ vat }) => vat !== undefined)).toHaveLength(1);
  expect(charges).toContainEqual(
    expect.objectContaining({ due: "2026-08-03", service: "Invoice 0", amount: 1_000, vat: "zero" }),
  );

  // The same file again adds nothing.
  const again = await imports.preview("charges", columns, rows);
  expect(new Set(again.rows.map(({ action }) => action))).toEqual(new Set(["same"]));
  expect((await imports.run(again.id)).counts).toMatchObject({ new: 0, same: 50 });

  const [paid, waived, moved] = charges as [(typeof charges)[0], (typeof charges)[0], (typeof charges)[0]];
  const params = { id: client.id };
  const change = (charge: string, body: object) =>
    on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
      params: { ...params, charge },
      body: { reason: "Agreed", ...body },
    });
  await on.call("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), amount: 1, currency: "KES", to: [{ charge_id: paid.id, amount: 1 }] },
  });
  await change(waived.id, { waived: 1 });
  await change(moved.id, { due: "2027-01-31" });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 47, left: 3 });
  const reasons = (await imports.rowsOf(id)).flatMap(({ left }) => left ?? []).sort();
  expect(reasons).toEqual([
    "Somebody changed it since.",
    "Somebody changed it since.",
    "Something is paid of it.",
  ]);
  expect((await accountOf(client.id)).charges).toHaveLength(3);
  const { client: database, tableNames } = await open(on.product);
  expect(await recount(database, tableNames, today)).toEqual([]);
});

test("rows say what is wrong, find their client as payments do, and take the client's credit", async () => {
  const client = await on.newClient({ name: "Amani", email: "a@client.example", phone: "0711 222333" });
  await on.call("POST /api/v1/clients/{id}/payments", {
    params: { id: client.id },
    body: { id: crypto.randomUUID(), amount: 40, credit: true },
  });
  const named = ["client_name", "client_reference", "client_phone", "service", "amount", "due", "vat"];
  const { id, rows } = await imports.preview("charges", named, [
    ["", client.payment_reference ?? "", "", "Training", "100", "20/12/2026"],
    ["amani", "", "", "training", "100", "20/12/2026"],
    ["", "", "+254711222333", "Cable", "KES 2,500", "31/01/2027"],
    ["Nobody", "", "", "Cable", "10", "20/12/2026"],
    ["Amani", "", "", "", "10", "20/12/2026"],
    ["Amani", "", "", "Cable", "", "20/12/2026"],
    ["Amani", "", "", "Cable", "0", "20/12/2026"],
    ["Amani", "", "", "Cable", "much", "20/12/2026"],
    ["Amani", "", "", "Cable", "10", ""],
    ["Amani", "", "", "Cable", "10", "20/12/2040"],
    ["Amani", "", "", "Cable", "10", "20/12/2026", "16%"],
  ]);
  expect(rows.map(({ action, why }) => why ?? action)).toEqual([
    "new",
    "The same as row 1.",
    "new",
    "No client has the name, company or address “Nobody”. Import or add the client first.",
    "Please say what it is for.",
    "Enter the amount.",
    "Please give an amount of more than 0.",
    expect.stringContaining("is not a clear amount"),
    "Enter the day on which it is due.",
    "Please choose a day until Dec 24, 2031: at most five years ahead.",
    "VAT: “16%” is not one of: Standard rate, Zero-rated, Exempt.",
  ]);
  expect((await imports.run(id)).counts).toMatchObject({ new: 2, duplicate: 1, wrong: 8 });
  expect((await accountOf(client.id)).charges).toMatchObject([
    { service: "Training", currency: "USD", paid: 40 },
    { service: "Cable", currency: "KES", amount: 2_500 },
  ]);
  // The client has records now, so undoing its own import would leave it.
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 1, left: 1 });
});
