import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test } from "vitest";
import { lineKey, MAX_SAVED_LINES } from "../../shared/payments/statement-line.ts";
import { intercept } from "../../test/interception.ts";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";
import { staffedProduct } from "../../test/staffed.ts";

const on = staffedProduct();
const subscriptionIds: string[] = [];
let clientId = "";
const oct = "2026-10-20";
beforeAll(async () => {
  const body = { name: "Acme", email: "accounts@acme.example" };
  clientId = (await on.asStaff("POST /api/v1/clients", { body })).body.client.id;
  for (let index = 0; index < 8; index += 1) subscriptionIds.push(await subscribe());
});

async function subscribe(): Promise<string> {
  const price = { start_date: "2026-09-20", next_billing_date: oct, frequency: "monthly", amount: 100 };
  const body = { client_id: clientId, ...price };
  return (await on.asStaff("POST /api/v1/subscriptions", { body })).body.subscription.id;
}

type Asked = { number: string; again?: true };
const line = (number: string, more: object = {}) => ({
  ...{ number, method: "mpesa" as const, paid_on: "2026-11-12", amount: 100 },
  ...more,
});
const record = (id: string | undefined, asked: Asked, more: object = {}, by = on.asStaff) =>
  by("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id: id ?? "" },
    body: {
      ...{ id: randomUUID(), period: oct, amount: 100, paid_on: "2026-11-12", method: "mpesa" },
      ...{ reference: asked.number, line: asked, ...more },
    },
  });
const type = (id: string | undefined, body: object) =>
  on.asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id: id ?? "" },
    body: { period: oct, ...body },
  });
const undo = (id: string | undefined, period = oct) =>
  on.asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id: id ?? "", period } });
const known = async (...lines: ReturnType<typeof line>[]) =>
  (await on.asStaff("POST /api/v1/payments/lines/known", { body: { lines } })).body.lines;
const payments = async (id: string | undefined) =>
  (await on.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id: id ?? "" } })).body.renewals;
const waiting = async () => (await on.asStaff("GET /api/v1/payments/lines")).body.lines;
const keep = (...lines: ReturnType<typeof line>[]) =>
  on.asStaff("POST /api/v1/payments/lines", { body: { lines } });

describe("a line is recorded once", () => {
  test("by two people at the same moment, for two subscriptions, with repeats", async () => {
    const number = "SJK4H7L2M9";
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        record(subscriptionIds[index % 2], { number }, {}, index < 3 ? on.asStaff : on.asAdmin),
      ),
    );
    expect((await payments(subscriptionIds[0])).length + (await payments(subscriptionIds[1])).length).toBe(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused)
      expect([status, body.error]).toEqual([
        409,
        "This receipt is on record already: $100.00, paid on 2026-11-12, for Acme.",
      ]);
    expect(await known(line(number), line("SJK4H7L2M8"))).toEqual([
      {
        key: number,
        recorded: {
          subscription_id:
            (await payments(subscriptionIds[0])).length > 0 ? subscriptionIds[0] : subscriptionIds[1],
          ...{ client_name: "Acme", paid_on: "2026-11-12", amount: 100, currency: "USD" },
        },
      },
    ]);
    const written = await record(subscriptionIds[0], { number: "sjk4h7l2m9 " });
    expect([written.status, written.body.error]).toEqual([409, expect.stringMatching(/on record already/)]);
  });

  test.each([
    ["the same payment", true],
    ["another payment", false],
  ])("while another request reads whether %s was, for the same subscription", async (_, same) => {
    const [id, number] = [await subscribe(), same ? "SJK4H7L2MZ" : "SJK4H7L2MY"];
    const mine = { id: randomUUID() };
    let faster: number | undefined;
    let looks = 0;
    intercept(on.product, async ({ operation, body }, pass) => {
      if (operation === "GetItem" && body.includes("line#")) {
        looks += 1;
        if (looks === 1) faster = (await record(id, { number }, same ? mine : {}, on.asAdmin)).status;
      }
      return pass();
    });
    expect((await record(id, { number }, mine)).status).toBe(same ? 201 : 409);
    expect(faster).toBe(201);
    expect(await payments(id)).toHaveLength(1);
  });

  test("a repeat after a lost response gets the same response; another browser tab is refused", async () => {
    const number = "SJK4H7L2MA";
    const body = { id: randomUUID() };
    const first = await record(subscriptionIds[2], { number }, body);
    expect(first.status).toBe(201);
    expect((await record(subscriptionIds[2], { number }, body)).body).toEqual(first.body);
    expect((await record(subscriptionIds[2], { number }, { id: undefined })).body).toEqual(first.body);
    const page = await record(subscriptionIds[2], { number });
    expect([page.status, page.body.error]).toEqual([
      409,
      "This receipt is on record already: $100.00, paid on 2026-11-12, for Acme.",
    ]);
    expect(await payments(subscriptionIds[2])).toHaveLength(1);
    const late = await record(subscriptionIds[2], { number: "SJK4H7L2MB" });
    expect([late.status, late.body.error]).toEqual([
      409,
      `The period due 2026-10-20 is already paid: $100.00, paid on 2026-11-12, M-Pesa, reference ${number}. This payment was not recorded. The period to pay next is due 2026-11-20.`,
    ]);
  });

  test("a line typed by hand is not recorded again; after an undo, only on purpose", async () => {
    const number = "SJK4H7L2MC";
    await type(subscriptionIds[3], { amount: 60, paid_on: "2026-11-14", reference: "sjk4h7l2mc" });
    await type(subscriptionIds[4], { amount: 40, paid_on: "2026-11-14", reference: number, method: "mpesa" });
    expect((await record(subscriptionIds[5], { number })).body.error).toBe(
      "This receipt is on record already: $40.00, paid on 2026-11-14, for Acme.",
    );
    expect((await record(subscriptionIds[3], { number })).status).toBe(409);
    await undo(subscriptionIds[3]);
    expect((await record(subscriptionIds[5], { number })).status).toBe(409);
    await undo(subscriptionIds[4]);
    const [one] = await known(line(number));
    expect([one?.recorded, one?.undone?.name]).toEqual([undefined, expect.any(String)]);
    expect((await record(subscriptionIds[5], { number })).body.error).toMatch(
      /^The payment of this receipt was undone by .* on 2026-12-24: check it again/,
    );
    expect((await record(subscriptionIds[5], { number, again: true })).status).toBe(201);
    expect((await record(subscriptionIds[6], { number, again: true })).status).toBe(409);
    expect((await known(line(number)))[0]).toMatchObject({
      recorded: { subscription_id: subscriptionIds[5] },
    });
  });

  test.each([
    [{ amount: undefined }, "Please give the day, the amount and the method that the statement says."],
    [{ line: { number: " " } }, "Please give the receipt number."],
    [{ paid_on: "2026-12-25" }, "The payment cannot be dated in the future: today is 2026-12-24."],
  ])("%o is refused", async (more, error) => {
    const { status, body } = await record(subscriptionIds[6], { number: "SJK4H7L2MX" }, more);
    expect([status, body.error]).toEqual([400, error]);
  });
});

test("a bank line's key is reference, day and amount; an M-Pesa line's key is its receipt number", () => {
  const other = { number: "Standing order", paid_on: "2026-11-12", cents: 100 };
  expect(lineKey({ ...other, method: "bank" })).toBe("STANDINGORDER 2026-11-12 100");
  expect(lineKey({ ...other, number: " sjk4h7 l2m9", method: undefined })).toBe("SJK4H7L2M9");
  expect(lineKey({ ...other, number: "SJK4", method: "mpesa" })).toBe("SJK4");
});

describe("a line without a matching client", () => {
  const said = {
    currency: "KES" as const,
    payer: "JANE DOE",
    phone: "254799000111",
    account: "12",
    details: "Pay Bill",
  };

  test("is saved once, listed by day, and assigned by a payment, which removes its personal data", async () => {
    const [one, two] = [line("TJK0000001", said), line("TJK0000002", { ...said, paid_on: "2026-11-02" })];
    expect((await keep(one, two)).body).toEqual({ kept: 2 });
    expect((await keep(one, line("SJK4H7L2M9"), line("TJK0000003"))).body).toEqual({ kept: 1 });
    expect((await keep(one)).body).toEqual({ kept: 0 });
    await expect
      .poll(async () => (await waiting()).map(({ number }) => number))
      .toEqual([...["TJK0000002", "TJK0000001", "TJK0000003"]]);
    expect((await waiting())[1]).toMatchObject({ ...one, kept: { name: expect.any(String) } });
    expect(await known(line(one.number))).toEqual([{ key: one.number, waiting: true }]);

    const id = await subscribe();
    const inShillings = await record(id, { number: one.number }, { currency: "KES" });
    expect([inShillings.status, inShillings.body.error]).toEqual([
      409,
      "This period is in US dollars, not in Kenya shillings.",
    ]);
    expect((await record(id, { number: one.number })).status).toBe(201);
    await expect.poll(async () => (await waiting()).length).toBe(2);
    const database = databaseOf(on.product);
    const place = { TableName: await tableNamed(database, "Activity") };
    const { Item } = await database.send(
      new GetCommand({ ...place, Key: { subject: `line#${one.number}`, at: "line" } }),
    );
    expect(JSON.stringify(Item)).not.toMatch(/JANE|2547/);
  });

  test("is ignored with a reason, once, and recorded afterwards only on purpose", async () => {
    const one = line("TJK0000010", said);
    await keep(one);
    const ignore = (body: object) =>
      on.asStaff("POST /api/v1/payments/lines/ignore", { body: { ...line("TJK0000010"), ...body } as never });
    expect((await ignore({ reason: " " })).body.error).toBe("Please say why you ignore this payment.");
    const { body } = await ignore({ reason: "Paid back" });
    expect(body.line.ignored).toMatchObject({ reason: "Paid back" });
    expect((await ignore({ reason: "Another" })).body).toEqual(body);
    expect((await keep(one)).body).toEqual({ kept: 0 });
    const id = await subscribe();
    expect((await record(id, { number: one.number })).body.error).toMatch(
      /^This receipt was ignored by .*Paid back/,
    );
    expect((await record(id, { number: one.number, again: true })).status).toBe(201);
    expect((await ignore({ reason: "Late" })).body.error).toBe(
      "A payment of this line is on record, so it cannot be ignored.",
    );
    const entries = (await on.asAdmin("GET /api/v1/activity")).body.entries;
    expect(entries.find(({ kind }) => kind === "line-ignored")?.after).toMatchObject({ reason: "Paid back" });
    expect(entries.find(({ kind }) => kind === "lines-kept")?.client_id).toBeUndefined();
  });

  test("an invalid cursor and too many lines at once are refused", async () => {
    const { status } = await on.asStaff("GET /api/v1/payments/lines", { query: { cursor: "bm9uZQ" } });
    expect(status).toBe(400);
    const many = Array.from({ length: MAX_SAVED_LINES + 1 }, (_, index) => line(`TJK${index}`));
    expect((await keep(...many)).status).toBe(400);
  });
});
