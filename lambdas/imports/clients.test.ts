import { afterAll, beforeAll, expect, test } from "vitest";
import { importsOf } from "../../test/product/importing.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
});
afterAll(() => on?.product.stop());

const columns = ["name", "email", "phone", "company", "vat"];
const clients = async () => (await on.call("GET /api/v1/clients")).body.clients;
const named = async (name: string) => (await clients()).find((client) => client.name === name);
async function erase({ id, version }: { id: string; version: number }): Promise<void> {
  const admin = await on.product.signIn(await on.product.createStaff("admin"));
  const asAdmin = on.product.callerFor(admin.access);
  const answer = await asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } });
  expect(answer.status).toBe(200);
}
/** Digests can contain any letters by chance. */
const textsInImports = async () =>
  JSON.stringify((await on.rows("Imports")).filter(({ id }) => id !== "people"));
const results = (rows: readonly { action: string }[]) => rows.map(({ action }) => action);
const lookups = async () => (await on.rows("Lookups")).map(({ key }) => String(key));

test("an import adds clients in the background, undoing it removes them, and another import adds them again", async () => {
  // More than the background job imports in one step.
  const rows = Array.from({ length: 104 }, (_, n) => [
    `Duka ${n}`,
    `duka@client${n}.example`,
    `0711 ${100_000 + n}`,
    `Kampuni ${n % 3}`,
    n === 7 ? "exempt" : "",
  ]);
  const { id, rows: planned } = await imports.preview("clients", columns, rows);
  expect(new Set(results(planned))).toEqual(new Set(["new"]));
  expect(await clients()).toEqual([]);
  const finishedImport = await imports.run(id);
  expect(finishedImport).toMatchObject({ state: "done", counts: { rows: 104, new: 104, done: 104 } });
  expect(await named("Duka 7")).toMatchObject({ phone: "+254711100007", vat: "exempt", version: 1 });
  expect(await clients()).toHaveLength(104);
  expect((await on.call("GET /api/v1/dashboard/stats")).body).toMatchObject({
    stats: { totalActiveClients: 104, realRecords: 104 },
  });
  expect((await on.mails(/New client/)).length).toBe(0);
  // One entry of the activity for all rows, with the file.
  const entries = await on.rows("Activity");
  expect(entries).toMatchObject([
    { kind: "import-started", import_id: id, after: { import_of: "clients", file: "book.csv", rows: 104 } },
  ]);
  // The texts of the file are gone; each row knows its record.
  const stored = await imports.rowsOf(id);
  expect(stored.every(({ cells, record_id }) => !cells && record_id)).toBe(true);

  // The same file again: nothing changes.
  const repeated = await imports.preview("clients", columns, rows);
  expect(new Set(results(repeated.rows))).toEqual(new Set(["same"]));

  // A client with a later change or a subscription is left.
  const [changed, billed] = [await named("Duka 1"), await named("Duka 2")];
  if (!changed || !billed) throw new Error("They were imported.");
  const { name, email } = changed;
  await on.call("PUT /api/v1/clients/{id}", {
    params: { id: changed.id },
    body: { name, email, address: "Moi Avenue" },
  });
  await on.subscribe(billed.id, "2027-01-05");
  const since = new Date().toISOString();
  expect(await imports.undo(id)).toMatchObject({ state: "undone", counts: { undone: 102, left: 2 } });
  // Open lists are loaded again.
  expect((await on.call("GET /api/v1/clients", { query: { since } })).body).toMatchObject({ reload: true });
  expect((await on.removedAt("clients")) > since).toBe(true);
  expect((await clients()).map((client) => client.name).sort()).toEqual(["Duka 1", "Duka 2"]);
  expect((await imports.rowsOf(id)).flatMap(({ row, left }) => (left ? [[row, left]] : []))).toEqual([
    [2, "Somebody changed it since."],
    [3, "It has subscriptions."],
  ]);
  expect((await lookups()).filter((key) => key.startsWith("email#"))).toHaveLength(2);
  expect((await lookups()).filter((key) => key === "name#3 duka")).toEqual([]);
  expect((await on.call("GET /api/v1/dashboard/stats")).body).toMatchObject({
    stats: { totalActiveClients: 2, realRecords: 3 },
  });

  const third = await imports.preview("clients", columns, rows.slice(0, 30));
  expect(results(third.rows).filter((action) => action === "new")).toHaveLength(28);
  expect((await imports.run(third.id)).counts).toMatchObject({ new: 28, same: 2 });
  expect(await clients()).toHaveLength(30);
});

test("an update keeps the values before, and undoing puts them back", async () => {
  const client = await on.newClient({ name: "Old", email: "old@update.example", phone: "0722 000001" });
  const rows = [["New", "OLD@update.example", "", "Company"]];
  const { id, rows: planned } = await imports.preview("clients", columns, rows);
  expect(planned).toMatchObject([
    {
      action: "update",
      record_id: client.id,
      changes: [
        { label: "Client", before: "Old", after: "New" },
        { label: "Phone", before: "0722 000001", after: "" },
        { label: "Company", before: "", after: "Company" },
      ],
    },
  ]);
  await imports.run(id);
  expect(await named("New")).toMatchObject({ phone: "", company: "Company", version: 2 });
  await imports.undo(id);
  const { payment_reference } = client;
  expect(await named("Old")).toMatchObject({ phone: "0722 000001", company: "", payment_reference });
  expect(await lookups()).toContain("phone#254722000001");
  const history = await on.call("GET /api/v1/clients/{id}/timeline", { params: { id: client.id } });
  expect(history.body.entries).toMatchObject([
    { what: "import-undone" },
    { what: "import-started" },
    { what: "client-added" },
  ]);
});

test("copies are imported, none of them with an address of the company, and undoing puts them back", async () => {
  await on.saveSettings();
  const copies = [{ email: "a@copies.example", name: "Asha" }];
  const { id } = await on.newClient({ name: "Copied", email: "copied@copies.example", copies });
  const head = ["name", "email", "copy_1", "copy_2"];
  const rows = [
    ["Copied", "copied@copies.example", "Books <b@copies.example>", "B@copies.example"],
    ["New with copies", "new@copies.example", "NEW@copies.example", "c@copies.example"],
    ["Wrong", "wrong@copies.example", "hello@mwamba.example", ""],
  ];
  const { id: importId, rows: planned } = await imports.preview("clients", head, rows);
  expect(results(planned)).toEqual(["update", "new", "wrong"]);
  expect(planned[2]?.why).toBe("hello@mwamba.example is an address of the company, so it cannot get copies.");
  await imports.run(importId);
  const copiesNow = async () =>
    (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body.client.copies;
  expect(await copiesNow()).toEqual([{ email: "b@copies.example", name: "Books" }]);
  expect(await named("New with copies")).toMatchObject({ copies: [{ email: "c@copies.example" }] });
  await imports.undo(importId);
  expect(await copiesNow()).toEqual(copies);
});

test("a row that somebody changed after the preview is not overwritten", async () => {
  const client = await on.newClient({ name: "Race", email: "race@client.example" });
  const { id } = await imports.preview("clients", columns, [["Race Ltd", "race@client.example", "", ""]]);
  const { name, email } = client;
  await on.call("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name, email, address: "Kisumu" },
  });
  expect((await imports.run(id)).counts).toMatchObject({ update: 0, wrong: 1 });
  const [row] = await imports.rowsOf(id);
  expect(row).toMatchObject({
    action: "wrong",
    why: expect.stringContaining("in the meantime"),
    name: "Race",
    cells: ["Race Ltd", "race@client.example", "", ""],
  });
  expect(await named("Race")).toMatchObject({ address: "Kisumu" });
});

test("rows that are possibly the same are skipped, updated or added, as chosen; two rows alike are one", async () => {
  const twin = await on.newClient({
    name: "Twin Traders Ltd",
    email: "a@twin.example",
    phone: "0733 111222",
  });
  const rows = [
    ["TWIN TRADERS", "b@twin.example", "", ""],
    ["Somebody", "c@twin.example", "+254733111222", ""],
    ["Once", "once@twin.example", "", ""],
    ["Twice", "ONCE@twin.example", "", ""],
  ];
  const first = await imports.preview("clients", columns, rows);
  expect(first.rows.map(({ action, of }) => [action, of])).toEqual([
    ["duplicate", twin.id],
    ["duplicate", twin.id],
    ["new", undefined],
    ["duplicate", 3],
  ]);
  expect((await imports.run(first.id)).counts).toMatchObject({ new: 1, duplicate: 3 });
  const second = await imports.preview("clients", columns, rows.slice(0, 2));
  expect((await imports.run(second.id, { duplicates: "new" })).counts).toMatchObject({ new: 2 });
  const otherRows = [["Twin Again", "d@twin.example", "0733 111 222", ""]];
  const third = await imports.preview("clients", columns, otherRows);
  expect((await imports.run(third.id, { duplicates: "update" })).counts).toMatchObject({ update: 1 });
  // A row can have a choice of its own.
  const fourth = await imports.preview("clients", columns, [
    ["Twin Fourth", "e@twin.example", "0733 111222", ""],
    ["TWIN TRADERS", "f@twin.example", "", ""],
    ["Once", "g@twin.example", "", ""],
  ]);
  const chosen = await imports.run(fourth.id, { duplicates: "new", rows: { 2: "skip", 3: "update" } });
  expect(chosen.counts).toMatchObject({ new: 1, duplicate: 1, update: 1 });
  expect(await named("Once")).toMatchObject({ email: "g@twin.example" });
  // The import keeps no text of a skipped row, and the client's history names the import.
  expect(JSON.stringify(await on.rows("Imports"))).not.toContain("f@twin.example");
  const { id } = (await named("Twin Fourth")) ?? { id: "" };
  const { entries } = (await on.call("GET /api/v1/clients/{id}/timeline", { params: { id } })).body;
  expect(entries).toMatchObject([{ kind: "change", what: "import-started", name: "Person 1" }]);
});

test("a wrong row is corrected in place, and compared with all others", async () => {
  const { id, rows } = await imports.preview("clients", columns, [
    ["Corrected", "nobody", "", ""],
    ["Other", "other@fix.example", "", ""],
    ["Third", "nobody", "", ""],
  ]);
  expect(results(rows)).toEqual(["wrong", "new", "wrong"]);
  const correct = async (from: number, row: string[]) =>
    (await on.call("POST /api/v1/imports/{id}/rows", { params: { id }, body: { from, rows: [row] } })).body;
  expect(await correct(1, ["Corrected", "OTHER@fix.example", "", ""])).toMatchObject({
    rows: [{ row: 1, action: "duplicate", of: 2, why: "The same as row 2." }],
    import: { counts: { rows: 3, new: 1, duplicate: 1, wrong: 1 } },
  });
  expect((await correct(3, ["Third", "third@fix.example", "", ""])).rows).toMatchObject([{ action: "new" }]);
  // The first rows are still known.
  const added = await on.call("POST /api/v1/imports/{id}/rows", {
    params: { id },
    body: { rows: [["Again", "other@fix.example", "", ""]] },
  });
  expect(added.body.rows).toMatchObject([{ row: 4, action: "duplicate", of: 2 }]);
  expect((await imports.run(id)).counts).toMatchObject({ new: 2, duplicate: 2, wrong: 0 });
});

test("a column empties fields in more than ten records only if somebody says so", async () => {
  const rows = Array.from({ length: 12 }, (_, n) => [`Full ${n}`, `full${n}@x.example`, "", `Firm ${n}`]);
  const filled = await imports.preview("clients", columns, rows);
  await imports.run(filled.id);
  const emptying = rows.map(([name = "", email = ""]) => [name, email, "", ""]);
  const preview = await imports.preview("clients", columns, emptying);
  expect((await imports.get(preview.id)).emptied).toEqual({ company: 12 });
  expect((await imports.run(preview.id)).counts).toMatchObject({ same: 12, update: 0 });
  expect(await named("Full 3")).toMatchObject({ company: "Firm 3" });
  const two = await imports.preview("clients", columns, emptying);
  expect((await imports.run(two.id, { empty: ["company"] })).counts).toMatchObject({ update: 12 });
  expect(await named("Full 3")).toMatchObject({ company: "" });
});

test("wrong rows keep name, reason and cells after the import, until their person is erased", async () => {
  const rows = [
    ["Kept Ltd", "kept", "0700 222333", ""],
    ["Fine", "fine@kept.example", "", ""],
  ];
  const { id } = await imports.preview("clients", columns, rows);
  expect((await imports.run(id)).counts).toMatchObject({ new: 1, wrong: 1 });
  const wrong = async () => (await imports.rowsOf(id)).find(({ action }) => action === "wrong");
  expect(await wrong()).toMatchObject({
    name: "Kept Ltd",
    why: "Please provide a valid email address.",
    cells: rows[0],
  });
  const client = await on.newClient({ name: "Somebody", email: "some@kept.example", phone: "0700222333" });
  await erase(client);
  expect(await wrong()).toMatchObject({ name: "", action: "wrong" });
  expect(await textsInImports()).not.toMatch(/Kept Ltd|222333/);
});

test("an import left in its preview is listed until it is started or discarded; one with missing rows is not", async () => {
  const listed = async (kind: "clients" | "payments" = "clients") =>
    (await on.call("GET /api/v1/imports", { query: { kind } })).body.imports.map(({ name }) => name);
  const otherNames = await listed();
  const leftImport = await imports.preview(
    "clients",
    columns,
    [["Left", "left@p.example", "", ""]],
    "left.csv",
  );
  const goneImport = await imports.preview(
    "clients",
    columns,
    [["Gone", "going@p.example", "", ""]],
    "dropped.csv",
  );
  const body = { kind: "clients" as const, name: "half.csv", columns, rows: 2 };
  const half = (await on.call("POST /api/v1/imports", { body })).body.import;
  const params = { id: half.id };
  const send = (name: string) =>
    on.call("POST /api/v1/imports/{id}/rows", {
      params,
      body: { rows: [[name, `${name}@half.example`, "", ""]] },
    });
  await send("one");
  expect(await listed()).toEqual(["dropped.csv", "left.csv", ...otherNames]);
  expect((await on.call("POST /api/v1/imports/{id}/run", { params, body: {} })).body.error).toBe(
    "The rows of the file did not arrive completely. Choose the file again.",
  );
  await send("two");
  expect(await listed()).toEqual(["half.csv", "dropped.csv", "left.csv", ...otherNames]);
  expect(await listed("payments")).toEqual([]);
  await imports.undo(goneImport.id);
  await imports.run(leftImport.id);
  expect(await listed()).toEqual(["half.csv", ...otherNames]);
});

test("an erasure finds the rows of a person among many without reading the others", async () => {
  const client = await on.newClient({ name: "Needle", email: "needle@hay.example", phone: "0700 333444" });
  const hay = Array.from({ length: 1_200 }, (_, n) => [`Hay ${n}`, `hay@h${n}.example`, "", ""]);
  hay[7] = ["Other", "nobody", "+254 700 333 444", ""];
  hay[1_100] = ["c/o", "Needle <NEEDLE@hay.example>; x@y.example", "", ""];
  hay[1_101] = ["needle", "wrong", "", ""];
  await imports.preview("clients", columns, hay);
  const reads: string[] = [];
  intercept(on.product, async ({ operation, body, from }, pass) => {
    if (from && body.includes("Imports")) reads.push(operation);
    return pass();
  });
  await erase(client);
  endInterception(on.product);
  expect(reads.toSorted()).toEqual(["BatchGetItem", "Query", "UpdateItem", "UpdateItem", "UpdateItem"]);
  const stored = (await on.rows("Imports")).filter(({ row }) => /^\d+$/.test(String(row)));
  expect(JSON.stringify(stored)).not.toMatch(/needle|333.?444/i);
  expect(JSON.stringify(stored)).toContain("hay@h8.example");
});

test("an import that read a row before it was erased does not bring its text back", async () => {
  const { id } = await imports.preview("clients", columns, [["Late", "late", "0700 444555", "Late & Co"]]);
  const client = await on.newClient({ name: "X", email: "x@late.example", phone: "0700444555" });
  let isErased = false;
  intercept(on.product, async ({ operation, from, body }, pass) => {
    const isFinish =
      from?.startsWith("BillingBillingJob") && operation === "PutItem" && body.includes("Late");
    if (isFinish && !isErased) {
      isErased = true;
      await erase(client);
    }
    return pass();
  });
  const { counts } = await imports.run(id);
  endInterception(on.product);
  expect([isErased, counts.wrong]).toEqual([true, 1]);
  expect(JSON.stringify(await on.rows("Imports"))).not.toMatch(/Late & Co/);
});

test("an erased client leaves no texts in imports, and does not come back", async () => {
  const { id } = await imports.preview("clients", columns, [["Gone", "gone@x.example", "0700 111222", ""]]);
  await imports.run(id);
  const client = await named("Gone");
  if (client) await erase(client);
  expect(await textsInImports()).not.toMatch(/gone/i);
  const repeated = await imports.preview("clients", columns, [["Gone", "GONE@x.example", "", ""]]);
  expect(repeated.rows[0]).toMatchObject({ action: "wrong", why: expect.stringContaining("was erased") });
  await imports.undo(repeated.id);
  expect(JSON.stringify(await on.rows("Imports"))).not.toMatch(/gone@/i);
});
