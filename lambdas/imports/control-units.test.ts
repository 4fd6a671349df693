import { afterAll, beforeAll, expect, test } from "vitest";
import { importsOf } from "../../test/product/importing.ts";
import { papersOf } from "../../test/product/papers.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
let papers: ReturnType<typeof papersOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
  papers = papersOf(on.product);
});
afterAll(() => on?.product.stop());

const columns = ["number", "control_unit", "link"];
const unitOf = async (id: string) => (await papers.rows()).find((paper) => paper.id === id)?.control_unit;
const waiting = async () =>
  (await on.call("GET /api/v1/invoices", { query: { state: "unconfirmed" } })).body.invoices.map(
    ({ number }) => number,
  );
async function invoices(count: number) {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const body = { id: crypto.randomUUID(), service: "Training", amount: 100 };
  await on.call("POST /api/v1/clients/{id}/charges", { params: { id: client.id }, body });
  const first = await papers.invoice(client);
  const rest = Array.from({ length: count - 1 }, (_, n) => ({
    ...first,
    id: crypto.randomUUID(),
    number: `${first.number}${n}`,
  }));
  await papers.put(rest);
  return [first, ...rest].map(({ id, number = "" }) => ({ id, number }));
}

test("control unit numbers are matched by invoice number, recorded once, and undone where nobody corrected them", async () => {
  const all = await invoices(120);
  const rows = all.map(({ number }, n) => [number, `KRACU01/${n}`, n === 0 ? "https://itax.example/0" : ""]);
  const { id, rows: planned } = await imports.preview("control_units", columns, rows);
  expect(new Set(planned.map(({ action }) => action))).toEqual(new Set(["update"]));
  expect(planned[0]).toMatchObject({
    name: all[0]?.number,
    changes: [
      { label: "Control unit number", before: "", after: "KRACU01/0" },
      { label: "Link", after: "https://itax.example/0" },
    ],
  });
  expect(await unitOf(all[0]?.id ?? "")).toBeUndefined();
  expect((await imports.run(id)).counts).toMatchObject({ update: 120, wrong: 0, done: 120 });
  expect(await unitOf(all[0]?.id ?? "")).toEqual({ number: "KRACU01/0", link: "https://itax.example/0" });
  expect(await unitOf(all[119]?.id ?? "")).toEqual({ number: "KRACU01/119" });
  expect(await waiting()).toEqual([]);

  // The same file again changes nothing.
  const again = await imports.preview("control_units", columns, rows);
  expect(new Set(again.rows.map(({ action }) => action))).toEqual(new Set(["same"]));

  const corrected = all[7]?.id ?? "";
  await on.asSettingsAdmin("PUT /api/v1/invoices/{id}/control-unit", {
    params: { id: corrected },
    body: { number: "KRACU01/700" },
  });
  expect((await imports.undo(id)).counts).toMatchObject({ undone: 119, left: 1 });
  expect((await imports.rowsOf(id)).flatMap(({ row, left }) => (left ? [[row, left]] : []))).toEqual([
    [8, "Somebody corrected it since."],
  ]);
  expect(await unitOf(all[0]?.id ?? "")).toBeUndefined();
  expect(await unitOf(corrected)).toEqual({ number: "KRACU01/700" });
  expect(await waiting()).toHaveLength(119);

  // The file can be imported another time.
  const repeated = await imports.preview("control_units", columns, rows.slice(0, 2));
  expect((await imports.run(repeated.id)).counts).toMatchObject({ update: 2 });
});

test("rows say what is wrong, and a file by line names each invoice once", async () => {
  const [one, other] = (await invoices(2)) as [
    { id: string; number: string },
    { id: string; number: string },
  ];
  await on.call("PUT /api/v1/invoices/{id}/control-unit", {
    params: { id: other.id },
    body: { number: "KRACU02/1" },
  });
  const { id, rows } = await imports.preview("control_units", columns, [
    [one.number.toLowerCase(), "KRACU02/2", ""],
    [one.number, "KRACU02/2", ""],
    [other.number, "KRACU02/3", ""],
    [other.number, "KRACU02/1", ""],
    ["INV-1999-000001", "KRACU02/4", ""],
    ["", "KRACU02/5", ""],
    [one.number, "", ""],
    [one.number, "KRACU02/2", "javascript:alert(1)"],
  ]);
  expect(rows.map(({ action, why }) => why ?? action)).toEqual([
    "update",
    "The same as row 1.",
    "It has the control unit number “KRACU02/1” already. An administrator can correct it on the invoice.",
    "same",
    "No invoice or credit note has the number “INV-1999-000001”.",
    "Enter the number of the invoice.",
    "Please give the control unit number.",
    "The link must begin with https:// and have no spaces.",
  ]);
  // Somebody records another number before the import starts.
  await on.call("PUT /api/v1/invoices/{id}/control-unit", {
    params: { id: one.id },
    body: { number: "KRACU02/9" },
  });
  expect((await imports.run(id)).counts).toMatchObject({ update: 0, wrong: 6 });
  expect(await unitOf(one.id)).toEqual({ number: "KRACU02/9" });
});
