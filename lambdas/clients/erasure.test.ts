import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../shared/clients/client.ts";
import { omit } from "../../shared/omit.ts";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { paidPeriods, payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
/** Runs just before a function's call to AWS. */
let before: (call: AwsCall) => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
  await on.saveSettings();
  intercept(on.product, async (call, pass) => {
    await before(call);
    return pass();
  });
});
afterAll(() => on?.product.stop());

const everything = {
  name: "Njeri Wambui",
  email: "njeri@wambui.example",
  phone: "+254 711 222 333",
  company: "Wambui Bakery",
  kra_pin: "A123456789Z",
  address: "Plot 7, Kilimani\nNairobi",
};
const erase = (id: string, body: unknown, as = asAdmin) =>
  as("POST /api/v1/clients/{id}/erasure", { params: { id }, body });
const save = (id: string, more: object = {}) =>
  on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...everything, ...more } });
const stored = async ({ id }: Client) => {
  const row = (await on.rows("Clients")).find((row) => row.id === id) ?? {};
  return omit(row, "in_list", "changed_at");
};
const stats = async () => (await on.call("GET /api/v1/dashboard/stats")).body.stats;

/** Runs something once, before the first call that matches. */
function onceAt(isTheCall: (call: AwsCall) => boolean, happens: () => Promise<unknown>): void {
  before = async (call) => {
    if (!isTheCall(call)) return;
    before = async () => undefined;
    await happens();
  };
}

describe("erasing a client", () => {
  test("it removes personal data, and keeps amounts, dates and payment references", async () => {
    const client = await on.newClient(everything);
    const { id } = await on.subscribe(client.id, "2027-01-15");
    const params = { id };
    const paid = { period: "2027-01-15", reference: "SFT6QX1Z9K" };
    await payPeriods(on.call, params.id, paid);
    const booksOf = async () => [
      (await on.rows("Subscriptions"))
        .filter((row) => row.id === id)
        .map(({ amount_cents, frequency, start_date, service }) => [
          amount_cents,
          frequency,
          start_date,
          service,
        ]),
      await paidPeriods(on.call, params.id),
    ];
    const [belongings, counted] = [await booksOf(), await stats()];

    const { status, body } = await erase(client.id, { version: client.version });
    expect(status).toBe(200);
    const { created_at, payment_reference } = client;
    const erased_at = expect.stringMatching(/^2026-12-24T/);
    const blank = { name: "Erased client", email: "", phone: "", company: "", address: "" };
    const remainingClient = {
      ...blank,
      id: client.id,
      status: "inactive",
      created_at,
      erased_at,
      version: 2,
      payment_reference,
    };
    expect(body.client).toEqual(remainingClient);
    expect(await stored(client)).toEqual(remainingClient);
    expect((await on.call("GET /api/v1/clients")).body.clients).toContainEqual(remainingClient);
    expect(await booksOf()).toEqual(belongings);
    expect(await stats()).toEqual({ ...counted, totalActiveClients: counted.totalActiveClients - 1 });
    for (const trace of Object.values(everything))
      expect(JSON.stringify(await on.rows("Clients"))).not.toContain(JSON.stringify(trace).slice(1, -1));
  });

  test("repeated, or twice at once, it has the same response and counts once", async () => {
    const client = await on.newClient(everything);
    const { totalActiveClients } = await stats();
    const seen = { version: client.version };
    let meanwhile = {} as Awaited<ReturnType<typeof erase>>;
    onceAt(
      ({ operation, body }) => operation === "TransactWriteItems" && body.includes(client.id),
      async () => {
        meanwhile = await erase(client.id, seen);
      },
    );
    const firstAnswer = await erase(client.id, seen);
    const secondAnswer = await erase(client.id, seen);
    expect([firstAnswer.status, meanwhile.status, secondAnswer.status]).toEqual([200, 200, 200]);
    expect(firstAnswer.body).toEqual(secondAnswer.body);
    expect(meanwhile.body).toEqual(secondAnswer.body);
    expect((await stats()).totalActiveClients).toBe(totalActiveClients - 1);
  });

  test("it needs an administrator, an existing client, and its current version", async () => {
    const client = await on.newClient(everything);
    const refused = async (answer: ReturnType<typeof erase>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    const seen = { version: client.version };
    const adminsOnly = [403, "Only an administrator can do this."];
    expect(await refused(erase(client.id, seen, on.call))).toEqual(adminsOnly);
    expect(await refused(erase(crypto.randomUUID(), seen))).toEqual([404, "That client does not exist."]);
    expect(await refused(erase("someone", seen))).toEqual([400, "That is not a valid id."]);
    expect(await refused(erase(client.id, {}))).toEqual([400, "Please give the version as a whole number."]);
    expect(await refused(erase(client.id, { version: client.version + 1 }))).toEqual([
      409,
      "Somebody else changed this client in the meantime. Reload and try again.",
    ]);
    expect(await stored(client)).toEqual(client);
  });

  test("a save cannot undo it, neither a later nor a concurrent one", async () => {
    const client = await on.newClient(everything);
    const { version } = client;
    onceAt(
      ({ operation, body }) => operation === "TransactWriteItems" && body.includes("Late Save"),
      () => erase(client.id, { version }),
    );
    const lateSave = await save(client.id, { name: "Late Save" });
    expect([lateSave.status, lateSave.body.error]).toEqual([
      409,
      "This client was erased and cannot be changed any more.",
    ]);
    for (const more of [{}, { version }, { version: version + 1 }]) {
      const { status, body } = await save(client.id, more);
      expect([status, body.error]).toEqual([409, "This client was erased and cannot be changed any more."]);
    }
    expect(await stored(client)).toMatchObject({ name: "Erased client", email: "", version: version + 1 });
  });
});

describe("messages from the client's address, and statement lines with their name", () => {
  const ofTheirs = { name: "Njeri Wambui", message: "Please call me", elapsed: 9_000 };
  const send = (email: string) => on.product.call("POST /api/send-email", { body: { ...ofTheirs, email } });
  const line = (code: string, more: object) => ({
    code,
    method: "mpesa" as const,
    paid_on: "2026-12-01",
    amount: 5,
    currency: "KES" as const,
    payer: "NJERI",
    ...more,
  });
  const keep = (...lines: ReturnType<typeof line>[]) => on.call("POST /api/v1/payments", { body: { lines } });
  const waiting = async () =>
    (await on.call("GET /api/v1/payments", { query: { state: "unmatched" } })).body.payments;
  const messagesFrom = async (part: string) =>
    (await on.rows("Messages")).filter(({ email }) => String(email).toLowerCase().includes(part));
  const keptPayment = {
    id: expect.any(String),
    amount: 5,
    paid_on: "2026-12-01",
    currency: "KES",
    method: "mpesa",
  };

  test("they are removed, also when attempts fail and are repeated", async () => {
    const { id } = await on.newClient({ ...everything, email: "Old.Letters@wambui.example" });
    const client = (await save(id, { email: "letters@wambui.example" })).body.client;
    for (const name of ["letters@", "LETTERS@", "letters+shop@", "old.letters@", "others@"])
      await send(`${name}Wambui.example`);
    await on.product.idle();
    await keep(
      line("SJK4H7L2M1", { account: client.payment_reference }),
      line("SJK4H7L2M2", { phone: "254711222333" }),
      line("SJK4H7L2M3", { account: "123", phone: "254711222334" }),
    );
    const seen = { version: client.version };
    for (const operation of ["UpdateItem", "TransactWriteItems"]) {
      before = async (call) => {
        if (call.operation === operation) throw new Error("cut off");
      };
      expect((await erase(client.id, seen)).status).toBe(500);
      before = async () => undefined;
      expect(await stored(client)).toMatchObject({ email: client.email });
    }
    for (const _ of ["once", "twice"]) expect((await erase(client.id, seen)).status).toBe(200);
    expect(await messagesFrom("letters@")).toEqual([]);
    expect(await messagesFrom("others@")).toHaveLength(1);
    // They can still be assigned.
    expect((await waiting()).sort((a, b) => (a.reference < b.reference ? -1 : 1))).toEqual([
      ...["SJK4H7L2M1", "SJK4H7L2M2"].map((reference) => ({
        ...keptPayment,
        reference,
        recorded_at: expect.any(String),
        state: "unmatched",
        source: "statement",
      })),
      expect.objectContaining({ payer: "NJERI", account: "123" }),
    ]);
  });

  test("anyone who read a line before cannot bring its text back by a late write", async () => {
    const client = await on.newClient({ ...everything, email: "late@wambui.example" });
    const seen = { version: client.version };
    await keep(
      line("SJK4H7L2N1", { account: client.payment_reference, payer: "NJERI LATE" }),
      line("SJK4H7L2N2", { account: client.payment_reference, payer: "NJERI LATE" }),
    );
    const lateLines = (await waiting()).filter(({ payer }) => payer === "NJERI LATE");
    const [recorded, ignored] = lateLines.map(({ id = "" }) => ({ params: { id } }));
    if (!recorded || !ignored) throw new Error("Both lines wait.");
    const assign = (params: typeof recorded, body: object) =>
      on.call("PUT /api/v1/payments/{id}", { ...params, body });
    const assigned = await assign(recorded, { client_id: client.id, credit: true });
    expect(assigned.status).toBe(200);
    const storedTexts = async () =>
      JSON.stringify(
        (await on.rows("Payments")).filter(({ id }) => lateLines.some((line) => line.id === id)),
      );

    // The first attempt is cut off after the client is erased, before their payments are.
    onceAt(
      ({ operation, body }) => operation === "TransactWriteItems" && body.includes(ignored.params.id),
      async () => {
        before = async ({ operation, body }) => {
          if (operation === "UpdateItem" && body.includes(recorded.params.id)) throw new Error("cut off");
        };
        await erase(client.id, seen);
        before = async () => undefined;
      },
    );
    await assign(ignored, { state: "ignored", reason: "unknown" });
    expect(await storedTexts()).toContain("NJERI LATE");
    expect(await stored(client)).toMatchObject({ name: "Erased client" });
    onceAt(
      ({ operation, body }) => operation === "TransactWriteItems" && body.includes(recorded.params.id),
      () => erase(client.id, seen),
    );
    await assign(recorded, { state: "unmatched" });
    expect(await storedTexts()).not.toContain("NJERI LATE");
  });

  test("they stay when somebody else saved the client in between", async () => {
    const client = await on.newClient({ ...everything, email: "stays@wambui.example" });
    await send(client.email);
    const { status } = await erase(client.id, { version: client.version + 1 });
    expect(status).toBe(409);
    expect(await messagesFrom("stays@")).toHaveLength(1);
  });
});
