import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "vitest";
import { databaseOf } from "../../test/product/database.ts";
import { paperRow } from "../../test/product/paper-rows.ts";
import { startProduct, today } from "../../test/product/product.ts";
import { open } from "../../test/product/tables-of-product.ts";
import { paperProblems, papersIn, raiseLastNumbers } from "./papers.ts";
import { recount } from "./recount.ts";

const product = await startProduct();
afterAll(() => product.stop());
const { client, tableNames } = await open(product);
const database = databaseOf(product);
const put = (table: "papers" | "charges", Item: Record<string, unknown>) =>
  database.send(new PutCommand({ TableName: tableNames[table], Item }));

const client_id = "0b8f4d6e-5f0a-4c1e-9d52-3f0f1f5c7a11";
const [a, b, c, d] = [..."abcd"].map((last) => `00000000-0000-4000-8000-00000000000${last}`) as [
  string,
  string,
  string,
  string,
];
const numbered = (serial: number, number: string, fields: Parameters<typeof paperRow>[1] = {}) =>
  paperRow(serial, { client_id, number, serial, to_number: undefined, ...fields });

test("the last numbers are raised to those of the papers, and never lowered", async () => {
  await put("papers", numbered(7, "INV-2026-000005"));
  expect(await recount(client, tableNames, today)).toEqual([
    "the last numbers of invoices: 0, now 7, INV-2026-000005",
  ]);
  const places = { "INV-2026": 9, "CRN-2026": 2 };
  await put("papers", { id: "numbers", serial: 11, places });
  await put("papers", numbered(12, "INV-2027-000001"));
  expect(await raiseLastNumbers(client, tableNames.papers)).toEqual([
    "the last numbers of invoices: 11, CRN-2026-000002, INV-2026-000009, now 12, CRN-2026-000002, INV-2026-000009, INV-2027-000001",
  ]);
  expect(await raiseLastNumbers(client, tableNames.papers)).toEqual([]);
});

test("what differs between papers and charges is said, and numbers that are missing or given twice", async () => {
  const written = await papersIn(client, [tableNames.papers]);
  for (const id of ["numbers", ...written.map((paper) => paper.id)])
    await database.send(new DeleteCommand({ TableName: tableNames.papers, Key: { id } }));
  const of = (charge: string, cents: number) => ({
    charge,
    net_cents: cents,
    vat_cents: 0,
    gross_cents: cents,
  });
  const first = numbered(1, "INV-2026-000001", { lines: [of(a, 100), of(b, 200), of(c, 300)] });
  const last = numbered(4, "INV-2026-000003", { lines: [of(a, 50)] });
  const credit = numbered(4, "CRN-2026-000001", { kind: "credit_note", of: first.id, lines: [of(c, 300)] });
  for (const paper of [first, last, credit]) await put("papers", paper);
  const charge = { client_id, due: today, currency: "KES", cents: 150, paid_cents: 0, state: "open" };
  const part = { invoice: first.id, day: today, cents: 100 };
  await put("charges", { ...charge, id: a, invoiced: [part] });
  await put("charges", { ...charge, id: d, invoiced: [part] });
  expect(await paperProblems(client, tableNames)).toEqual([
    `the charge ${a} of the client ${client_id} says 100 cents on invoices; INV-2026-000001, INV-2026-000003 says 150`,
    `the charge ${b} of the client ${client_id} is gone; INV-2026-000001 says 200 cents`,
    `the charge ${d} of the client ${client_id} names invoices that are missing`,
    "of INV-2026, these numbers are missing: 2",
    "of serial, these numbers are missing: 2, 3",
    "of serial, these numbers are given twice: 4",
  ]);
});
