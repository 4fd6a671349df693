import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PersonItem } from "../../shared/people/people.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
beforeAll(async () => {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
});
afterAll(() => on?.product.stop());
afterEach(() => endInterception(on.product));

const search = async (query: string) => {
  const { status, body } = await asAdmin("POST /api/v1/people/search", { body: { query } });
  expect([status, body.cursor]).toEqual([200, undefined]);
  return body.found;
};
const kindsOf = async (query: string) => (await search(query)).map(({ kind }) => kind).sort();
const erase = (items: readonly PersonItem[], as = asAdmin) =>
  as("POST /api/v1/people/erasure", { body: { items: items.map(({ kind, id }) => ({ kind, id })) } });
const write = (email: string, more: object = {}) =>
  on.product.call("POST /api/send-email", {
    body: { name: "Wairimu", email, message: "Please call me", elapsed: 9_000, ...more },
  });
const records = async (kind: string) =>
  (await asAdmin("GET /api/v1/activity")).body.entries.filter((entry) => entry.kind === kind);

test("a visitor is found in every spelling of the address and the phone number, and erased", async () => {
  await write("Wairimu.Njoroge@Gmail.com");
  await write("wairimunjoroge+shop@googlemail.com", { phone: "+254 (0)722 000 111" });
  await write("wairimu@work.example", { phone: "0722000111", message: "Write to WAIRIMUNJOROGE@gmail.com" });
  await write("wairimu.njoroge@work.example", { name: "Somebody else" });
  await on.product.idle();
  const results = await search("wairimunjoroge@gmail.com");
  expect(results.map(({ kind }) => kind)).toEqual(["message", "message", "message"]);
  expect(await kindsOf("254722000111")).toEqual(["message", "message"]);
  expect(await kindsOf("njoroge wairimu")).toHaveLength(4);
  expect(results[0]?.text).toContain("Wairimu.Njoroge@Gmail.com");

  const exported = await asAdmin("POST /api/v1/people/export", {
    body: { items: results.map(({ kind, id }) => ({ kind, id })) },
  });
  expect(exported.body.records.map(({ data }) => data.email).sort()).toEqual([
    "Wairimu.Njoroge@Gmail.com",
    "wairimu@work.example",
    "wairimunjoroge+shop@googlemail.com",
  ]);
  expect(exported.body.records[0]?.data).not.toHaveProperty("address_key");
  for (const _ of ["once", "twice"])
    expect((await erase(results)).body).toEqual({
      erased: results.map(({ kind, id }) => ({ kind, id })),
      kept: [],
    });
  expect(await search("wairimunjoroge@gmail.com")).toEqual([]);
  expect(await search("0722 000 111")).toEqual([]);
  expect(await kindsOf("Somebody else")).toEqual(["message"]);
  expect((await records("person-exported")).map(({ after }) => after)).toEqual([{ records: 3 }]);
  expect((await records("person-erased")).map(({ after }) => after)).toEqual([
    { records: 3 },
    { records: 3 },
  ]);
});

test("a client is found by every field that can name them", async () => {
  await on.newClient({ name: "Pin Ltd", email: "pin@pin.example", kra_pin: "P051234567Q" });
  expect(await kindsOf("p051234567q")).toEqual(["activity", "client"]);
});

test("a client is found by a former address, which can be forgotten alone; it never reaches another client", async () => {
  const { id } = await on.newClient({ name: "Old Address Ltd", email: "old@address.example" });
  const body = { name: "Old Address Ltd", email: "new@address.example" };
  await on.call("PUT /api/v1/clients/{id}", { params: { id }, body });
  expect(await kindsOf("OLD@address.example")).toEqual(["activity", "activity", "client", "former-address"]);
  const heir = await on.newClient({ name: "Heir", email: "old@address.example" });
  await write("Old@Address.example");
  const { client } = (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body;
  const erasure = { params: { id }, body: { version: client.version } };
  const former = (await search("old@address.example")).filter(({ kind }) => kind === "former-address");
  expect((await erase(former)).body.kept).toEqual([]);
  expect(await kindsOf("new@address.example")).toEqual(["client"]);
  expect((await search("old@address.example")).find(({ kind }) => kind === "client")?.id).toBe(heir.id);
  expect((await asAdmin("POST /api/v1/clients/{id}/erasure", erasure)).status).toBe(409);
  expect(await kindsOf("old@address.example")).toContain("message");
});

test("who gets copies of a client's emails is found by name and address, and erased without the client", async () => {
  const asha = { email: "Asha@books.example", name: "Asha Bookkeeper" };
  const other = { email: "other@books.example" };
  const { id } = await on.newClient({ name: "Copied Ltd", email: "c@copied.example", copies: [asha, other] });
  const own = await on.newClient({ name: "Asha Ltd", email: "asha@BOOKS.example" });
  const ofCopy = { kind: "copy", id: `${id} asha@books.example` } as const;
  expect(await search("asha bookkeeper")).toEqual([
    expect.objectContaining({
      ...ofCopy,
      text: "Asha Bookkeeper · Asha@books.example · copies of emails to Copied Ltd",
    }),
    expect.objectContaining({ kind: "activity" }),
  ]);
  const found = await search("asha@books.example");
  expect(found.map((item) => item.kind).sort()).toEqual(["activity", "activity", "client", "copy"]);
  expect(found.find(({ kind }) => kind === "client")?.id).toBe(own.id);
  expect((await kindsOf("Asha Ltd")).filter((kind) => kind === "copy")).toEqual(["copy"]);

  const { records: exported } = (await asAdmin("POST /api/v1/people/export", { body: { items: [ofCopy] } }))
    .body;
  expect(exported).toEqual([{ ...ofCopy, data: { client_id: id, ...asha } }]);
  for (let times = 0; times < 2; times += 1) expect((await erase([ofCopy])).body.erased).toEqual([ofCopy]);
  expect(await kindsOf("asha bookkeeper")).toEqual([]);
  expect(await kindsOf("other@books.example")).toEqual(["copy"]);
  const { client } = (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body;
  expect(client.copies).toEqual([other]);
  await asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version: client.version } });
  expect(await kindsOf("other@books.example")).toEqual([]);
  expect((await on.rows("Lookups")).filter(({ key }) => String(key).startsWith("copy#"))).toEqual([]);
});

test("staff and sent emails are found, but stay; a visitor's words about a person are found", async () => {
  const client = await on.newClient({ name: "Mail Ltd", email: "mail@mail.example" });
  await on.subscribe(client.id, "2026-12-20");
  await on.sweep();
  const results = await search("mail@mail.example");
  const email = results.find(({ kind }) => kind === "email");
  expect(email?.text).toBe("Dec 24, 2026 · Overdue reminder · Delivered");
  const [staff] = await search("person1@staff.example");
  expect(staff?.kind).toBe("staff");
  const { erased, kept } = (await erase([email, staff].flatMap((one) => one ?? []))).body;
  expect([erased, kept.map(({ kind }) => kind)]).toEqual([[], ["email", "staff"]]);
  expect(kept[0]?.why).toContain("prove what was sent");
  const { records: rows } = (
    await asAdmin("POST /api/v1/people/export", {
      body: { items: kept.map(({ kind, id }) => ({ kind, id })) },
    })
  ).body;
  expect(rows.map(({ data }) => data.kind ?? data.email)).toEqual(["overdue", "person1@staff.example"]);
});

test("an erasure that is cut off at any write is completed by the same call", async () => {
  const client = await on.newClient({
    name: "Cut Off",
    email: "cut@off.example",
    phone: "0733 000 111",
    company: "Shared",
  });
  await on.newClient({ name: "Partner", email: "partner@shared.example", company: "Shared" });
  const { id } = await on.subscribe(client.id, "2026-11-28", { service: "For Cut Off" });
  const renewal = { period: "2026-11-28", reference: "from Cut Off" };
  await payPeriods(on.call, id, renewal);
  await on.call("POST /api/v1/clients/{id}/notes", {
    params: { id: client.id },
    body: { text: "Cut Off calls" },
  });
  await write("cut+1@off.example");
  const lines = [
    {
      code: "SJK4H7L2M9",
      method: "mpesa",
      paid_on: "2026-12-01",
      amount: 5,
      currency: "KES",
      phone: "0733000111",
    },
  ];
  await on.call("POST /api/v1/payments", { body: { lines } });
  await on.product.idle();
  const all = await search("Cut Off");
  const items = [
    ...all.filter(({ kind }) => kind === "client"),
    ...all.filter(({ kind }) => kind !== "client"),
  ];
  const writes = /^(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;
  let cutOffs = 0;
  for (let allowed = 1; ; allowed += 1) {
    let writesLeft = allowed;
    intercept(on.product, async ({ from, operation }, pass) => {
      if (!from?.startsWith("ApiPeople") && !from?.startsWith("Apipeople")) return pass();
      if (!writes.test(operation) || writesLeft > 0) {
        if (writes.test(operation)) writesLeft -= 1;
        return pass();
      }
      // Every second time the write happens, and only its answer is lost.
      if (allowed % 2 === 0) await pass();
      const type = { "content-type": "application/x-amz-json-1.0" };
      return new Response(JSON.stringify({ __type: "x#ValidationException" }), {
        status: 400,
        headers: type,
      });
    });
    const { status } = await erase(items);
    if (status === 200) break;
    cutOffs += 1;
    expect(status).toBe(500);
  }
  // Each attempt starts where the one before ended.
  expect(cutOffs).toBeGreaterThan(4);
  endInterception(on.product);
  const names = [
    "Clients",
    "Subscriptions",
    "Charges",
    "Payments",
    "Lookups",
    "Messages",
    "Activity",
    "Reminders",
  ];
  const rowsLeft = (await Promise.all(names.map(on.rows))).flat().map((row) => JSON.stringify(row));
  expect(rowsLeft.filter((row) => /cut.off|cut@off|733 ?000 ?111/i.test(row))).toEqual([]);
  // The books stay.
  const paid = (await on.rows("Payments")).find((row) => row.client_id === client.id);
  expect(paid).toMatchObject({ cents: 14_999, reference: "" });
});

test("many records are found in pages, and bad requests are refused", async () => {
  const row = { name: "Crowd", email: "a@b.example", state: "spam", day: "2026-01-01" };
  await seedRows(on.product, "Messages", 1_200, (id) => ({
    ...row,
    id,
    message: "x".repeat(2_000),
    received_at: "2026-01-01T00:00:00.000Z",
  }));
  const idsFound = new Set<string>();
  let [pages, cursor] = [0, undefined as string | undefined];
  do {
    const { body } = await asAdmin("POST /api/v1/people/search", { body: { query: "Crowd", cursor } });
    for (const { id } of body.found) idsFound.add(id);
    [pages, cursor] = [pages + 1, body.cursor];
  } while (cursor);
  expect([idsFound.size, pages > 1]).toEqual([1_200, true]);
  const refused = async (route: "search" | "erasure", body: object, as = asAdmin) =>
    (await as(`POST /api/v1/people/${route}`, { body })).status;
  expect(await refused("search", { query: "ab" })).toBe(400);
  const place = Buffer.from(JSON.stringify({ table: "messages", from: { id: "" }, ids: [] }));
  expect(await refused("search", { query: "Crowd", cursor: place.toString("base64url") })).toBe(400);
  expect(await refused("search", { query: "Crowd" }, on.call)).toBe(403);
  expect(await refused("erasure", { items: [{ kind: "payment", id: "1" }] })).toBe(400);
  const odd: PersonItem[] = [
    ...(["client", "message", "note", "activity", "import-row", "former-address", "copy"] as const).flatMap(
      (kind) => ["1", " ", "a b", " b", "a "].map((id) => ({ kind, id })),
    ),
  ];
  expect((await erase(odd)).body.kept).toEqual([]);
});
