import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import { endInterception, intercept } from "../../test/interception.ts";
import { staffedProduct } from "../../test/staffed.ts";

const on = staffedProduct();
const oct = "2026-10-20";

let people = 0;
/** A client who owes KES 100 for each month since October, for each of their subscriptions. */
async function newClient({ subscriptions = 1, ...details }: { subscriptions?: number; phone?: string } = {}) {
  people += 1;
  const body = { name: `Acme ${people}`, email: `accounts${people}@acme.example`, ...details };
  const { client } = (await on.asStaff("POST /api/v1/clients", { body })).body;
  const ids: string[] = [];
  for (let index = 0; index < subscriptions; index += 1) {
    const price = { start_date: "2026-09-20", next_billing_date: oct, frequency: "monthly", amount: 100 };
    const terms = { client_id: client.id, ...price, currency: "KES" as const };
    ids.push((await on.asStaff("POST /api/v1/subscriptions", { body: terms })).body.subscription.id);
  }
  const params = { id: client.id };
  return {
    ...client,
    subscriptions: ids,
    account: async () => (await on.asStaff("GET /api/v1/clients/{id}/account", { params })).body,
    pay: (payment: object) =>
      on.asStaff("POST /api/v1/clients/{id}/payments", { params, body: payment as never }),
  };
}

const line = (code: string | undefined, more: Partial<NewLine> = {}): NewLine => ({
  ...{ code, method: "mpesa", paid_on: "2026-11-12", amount: 100, currency: "KES", ...more },
});
const record = async (...lines: NewLine[]) => {
  const { status, body } = await on.asStaff("POST /api/v1/payments", { body: { lines } });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.lines;
};
const match = async (...lines: NewLine[]) => {
  const { status, body } = await on.asStaff("POST /api/v1/payments/match", { body: { lines } });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.matches;
};
const listed = async (state: "unmatched" | "ignored") =>
  (await on.asStaff("GET /api/v1/payments", { query: { state } })).body.payments;
const change = (id: string | undefined, body: object) =>
  on.asStaff("PUT /api/v1/payments/{id}", { params: { id: id ?? "" }, body: body as never });
const undo = (id: string | undefined) =>
  on.asStaff("DELETE /api/v1/payments/{id}", { params: { id: id ?? "" } });
const withCode = async (code: string) =>
  (await on.asStaff("GET /api/v1/payments", { query: { code } })).body.payments;
const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);

describe("a line is recorded once", () => {
  test("by several people at the same moment, for two clients, with repeats", async () => {
    const [one, other] = [await newClient(), await newClient()];
    const code = "TKB0000001";
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        (index < 3 ? on.asStaff : on.asAdmin)("POST /api/v1/payments", {
          body: { lines: [line(code, { client_id: index % 2 ? one.id : other.id })] },
        }),
      ),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(await withCode(code)).toHaveLength(1);
    expect((await one.account()).payments.length + (await other.account()).payments.length).toBe(1);
    expect(await match(line(code))).toMatchObject([{ code, verdict: "recorded" }]);
    expect(await match(line(` mpesa ${code.toLowerCase()}`))).toMatchObject([{ verdict: "recorded" }]);
  });

  test("also if a function is interrupted after each of its writes, and the same lines come again", async () => {
    const client = await newClient();
    const lines = [1, 2, 3].map((n) => line(`TKC000000${n}`, { client_id: client.id, payer: `Payer ${n}` }));
    for (let allowed = 0; allowed < 5; allowed += 1) {
      let writes = 0;
      intercept(on.product, async ({ operation }, pass) => {
        if (operation !== "TransactWriteItems") return pass();
        writes += 1;
        return writes > allowed ? undefined : pass();
      });
      await on.asStaff("POST /api/v1/payments", { body: { lines } });
      endInterception(on.product);
    }
    expect((await record(...lines)).map(({ state }) => state)).toEqual(Array(3).fill("recorded"));
    await on.product.idle();
    const { payments } = await client.account();
    expect(payments.map(({ reference }) => reference).sort()).toEqual(lines.map(({ code }) => code));
  });

  test("two bank lines that differ in payer or balance are two; the same twice is one", async () => {
    const client = await newClient();
    const bank = (more: Partial<NewLine>) =>
      line("Standing order", { method: "bank", client_id: client.id, ...more });
    const lines = [
      bank({ payer: "JANE", balance: 100 }),
      bank({ payer: "JANE", balance: 200 }),
      bank({ payer: "JOHN", balance: 200 }),
      line(undefined, { method: "bank", client_id: client.id }),
    ];
    await record(...lines);
    await record(...lines, ...lines);
    const { payments, credit } = await client.account();
    expect(sum(payments) + sum(credit)).toBe(400);
  });

  test("a code typed by hand is on record, and the other way round", async () => {
    const [client, other] = [await newClient(), await newClient()];
    const typed = await client.pay({ amount: 100, currency: "KES", reference: "MPESA tkd0000001" });
    expect(typed.status).toBe(201);
    expect(await match(line("TKD0000001"))).toMatchObject([{ verdict: "recorded", client_id: client.id }]);
    expect(await record(line("TKD0000001", { client_id: other.id }))).toMatchObject([
      { state: "recorded", payment_id: typed.body.payment.id },
    ]);
    await record(line("TKD0000002", { client_id: other.id }));
    const again = await client.pay({
      ...{ id: randomUUID(), amount: 100, currency: "KES", method: "mpesa", reference: "tkd0000002" },
    });
    expect([again.status, again.body.error]).toEqual([
      409,
      `This receipt is on record already: KES\u00a0100.00, paid on 2026-11-12, for ${other.name}.`,
    ]);
  });

  test("the rest of a line of which a part was typed is offered, and recorded", async () => {
    const client = await newClient({ subscriptions: 2 });
    await client.pay({ amount: 60, currency: "KES", method: "mpesa", reference: "TKE0000001" });
    expect(await match(line("TKE0000001"))).toMatchObject([
      { verdict: "doubtful", client_id: client.id, rest: 40 },
    ]);
    await record(line("TKE0000001", { client_id: client.id }));
    expect((await withCode("TKE0000001")).map(({ amount }) => amount).sort()).toEqual([40, 60]);
    // A line that waits gives way to what somebody types, and its rest goes on waiting.
    await record(line("TKE0000002", { payer: "JANE" }));
    await client.pay({ amount: 70, currency: "KES", method: "mpesa", reference: "TKE0000002" });
    expect((await listed("unmatched")).find(({ reference }) => reference === "TKE0000002")).toMatchObject({
      amount: 30,
      payer: "JANE",
    });
  });
});

describe("matching", () => {
  test("is sure by the reference, and by phone and amount; a payment typed in that week makes it doubtful", async () => {
    const client = await newClient({ phone: "0799 111 001" });
    const other = await newClient({ phone: "+254799111002" });
    const [first] = client.subscriptions;
    const to = [{ subscription_id: first, period: oct, amount: 100 }];
    const account = (client.payment_reference ?? "").replace(/(...)(...)/, "$1 $2-");
    expect(
      await match(
        line("TKG0000001", { account }),
        line("TKG0000002", { phone: "254799111002" }),
        line("TKG0000003", { account, payer: other.name }),
        line("TKG0000004", { amount: 77 }),
      ),
    ).toMatchObject([
      { verdict: "sure", client_id: client.id, to },
      { verdict: "sure", client_id: other.id },
      {
        verdict: "doubtful",
        client_id: client.id,
        candidates: [{ client_id: client.id }, { client_id: other.id }],
      },
      { verdict: "unmatched", candidates: [] },
    ]);
    await client.pay({ amount: 100, currency: "KES", paid_on: "2026-11-10", reference: "cash" });
    expect(await match(line("TKG0000001", { account }))).toMatchObject([{ verdict: "doubtful" }]);
    const params = { id: other.id };
    const { version } = (await on.asStaff("GET /api/v1/clients/{id}", { params })).body.client;
    await on.asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: { version } });
    expect(await match(line("TKG0000002", { phone: "254799111002" }))).toMatchObject([
      { verdict: "unmatched" },
    ]);
  });

  test("a corrected name or phone number is found, the one before is not", async () => {
    const client = await newClient({ phone: "0799 222 001" });
    const params = { id: client.id };
    const body = { name: "Zawadi Holdings Ltd", email: client.email, phone: "0799 222 002" };
    await on.asStaff("PUT /api/v1/clients/{id}", { params, body });
    expect(
      await match(
        line("TKH0000001", { phone: "254799222001" }),
        line("TKH0000002", { phone: "254799222002" }),
        line("TKH0000003", { payer: "HOLDINGS ZAWADI" }),
      ),
    ).toMatchObject([
      { verdict: "unmatched" },
      { verdict: "sure", client_id: client.id },
      { verdict: "doubtful", candidates: [{ client_id: client.id }] },
    ]);
  });
});

describe("a line without a client", () => {
  test("waits once, is assigned, and waits again when that is undone; the client's page has it in between", async () => {
    const client = await newClient({ subscriptions: 2 });
    const said = { payer: "JANE DOE", phone: "2547***111", account: "12", details: "Pay Bill" };
    const one = line("TKJ0000001", { ...said, amount: 150 });
    expect(await record(one, one)).toMatchObject([{ state: "unmatched" }, { state: "unmatched" }]);
    await record(one);
    const waiting = (await listed("unmatched")).filter(({ reference }) => reference === "TKJ0000001");
    expect(waiting).toMatchObject([{ ...said, amount: 150, currency: "KES", state: "unmatched" }]);
    const { id } = waiting[0] ?? {};
    const [, second] = client.subscriptions;
    const to = [{ subscription_id: second, period: oct, amount: 100 }];
    const assigned = await change(id, { client_id: client.id, to });
    expect([assigned.status, assigned.body.payment?.allocations.length]).toEqual([200, 2]);
    expect((await change(id, { client_id: client.id })).body.payment).toEqual(assigned.body.payment);
    expect(sum((await client.account()).payments)).toBe(150);
    expect((await undo(id)).status).toBe(200);
    expect((await client.account()).payments).toEqual([]);
    expect((await listed("unmatched")).find((row) => row.id === id)).toMatchObject({ ...said, amount: 150 });
    expect((await undo(id)).status).toBe(404);
  });

  test("is moved to another client, also a payment that was typed", async () => {
    const [one, other] = [await newClient(), await newClient()];
    const { body } = await one.pay({ amount: 100, currency: "KES", reference: "cheque 7", method: "cheque" });
    expect((await change(body.payment.id, { client_id: other.id })).status).toBe(200);
    expect((await one.account()).payments).toEqual([]);
    expect((await other.account()).payments).toMatchObject([{ id: body.payment.id, amount: 100 }]);
    expect((await change(body.payment.id, { client_id: randomUUID() })).status).toBe(404);
    expect((await other.account()).payments).toHaveLength(1);
  });

  test("is ignored with a reason, which can be taken back", async () => {
    const one = line("TKJ0000010");
    const [{ payment_id: id } = {}] = await record(one);
    expect((await change(id, { state: "ignored", reason: " " })).body.error).toBe(
      "Please say why you ignore this payment.",
    );
    expect((await change(id, { state: "ignored", reason: "A loan" })).body.payment.state).toBe("ignored");
    expect((await listed("ignored")).find((row) => row.id === id)?.ignored).toMatchObject({
      reason: "A loan",
    });
    expect(await record(one)).toMatchObject([{ state: "ignored" }]);
    expect(await match(one)).toMatchObject([
      { verdict: "unmatched", why: expect.stringContaining("ignored it on") },
    ]);
    expect((await change(id, { state: "unmatched" })).status).toBe(200);
    expect((await listed("unmatched")).map((row) => row.id)).toContain(id);
    expect((await change(randomUUID(), { state: "unmatched" })).status).toBe(404);
  });
});

describe("a reversal", () => {
  test("in a later file undoes the payment that only its details name, once", async () => {
    const client = await newClient();
    const paid = line("TKL0000001", { client_id: client.id });
    const [{ payment_id } = {}] = await record(paid);
    const back = line("TKL0000002", {
      amount: -100,
      details: "Reversal of TKL0000001",
      paid_on: "2026-11-14",
    });
    expect(await match(back)).toMatchObject([{ verdict: "reversal", payment_id, client_id: client.id }]);
    expect(await record(back)).toMatchObject([{ state: "reversed", payment_id }]);
    expect(await record(back)).toMatchObject([{ state: "reversed" }]);
    expect((await client.account()).payments).toEqual([]);
    // It does not wait for anybody, and the same file does not record it again.
    expect(await record(paid)).toMatchObject([{ state: "reversed" }]);
    expect((await listed("unmatched")).map(({ reference }) => reference)).not.toContain("TKL0000001");
  });

  test("of a bank in a later file, by its reference, if one payment of that amount has it", async () => {
    const client = await newClient();
    const bank = (code: string, more: Partial<NewLine>) => line(code, { method: "bank", ...more });
    const paid = bank("FT26316 ab12", { client_id: client.id, payer: "JANE", balance: 500 });
    const [{ payment_id } = {}] = await record(paid);
    const other = bank("FT99", { amount: -70, details: "REVERSAL FT26316AB12", balance: 400 });
    const back = bank("FT88", { amount: -100, details: "REVERSAL FT26316AB12", balance: 400 });
    expect(await match(other)).toMatchObject([{ verdict: "unmatched" }]);
    expect(await match(back)).toMatchObject([{ verdict: "reversal", payment_id, client_id: client.id }]);
    expect(await record(back)).toMatchObject([{ state: "reversed", payment_id }]);
    expect((await client.account()).payments).toEqual([]);
    expect(await match(back)).toMatchObject([{ verdict: "recorded" }]);
  });

  test("in the same file", async () => {
    const client = await newClient();
    const account = client.payment_reference ?? "";
    const lines = [
      line("TKL0000011", { account }),
      line("TKL0000012", { amount: -100, details: "Reversal of TKL0000011" }),
    ];
    expect(await match(...lines)).toMatchObject([{ verdict: "doubtful" }, { verdict: "reversal" }]);
    expect(await record(...lines)).toMatchObject([{ state: "unmatched" }, { state: "reversed" }]);
    expect((await listed("unmatched")).map(({ reference }) => reference)).not.toContain("TKL0000011");
  });
});

test("how a statement is read is remembered for everybody, the last choice first", async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const layout = { columns: { code: 0, day: 1, paidIn: 2 }, order: "dmy", currency: "KES" } as const;
  for (const id of [one, other, one])
    await on.asStaff("PUT /api/v1/payments/layouts", { body: { id, layout } });
  const { layouts } = (await on.asAdmin("GET /api/v1/payments/layouts")).body;
  expect(layouts).toEqual([
    { id: one, layout },
    { id: other, layout },
  ]);
});

test("too many lines, a zero amount and an invalid cursor are refused in a sentence", async () => {
  const many = Array.from({ length: 201 }, (_, index) => line(`TKM${index}`));
  const post = (key: "POST /api/v1/payments/match" | "POST /api/v1/payments", lines: NewLine[]) =>
    on.asStaff(key, { body: { lines } });
  expect((await post("POST /api/v1/payments/match", many)).body.error).toBe(
    "Please send 200 lines at most in one call.",
  );
  expect((await post("POST /api/v1/payments", [line("TKM1", { amount: 0 })])).status).toBe(400);
  const query = { state: "unmatched", cursor: "bm9uZQ" } as const;
  expect((await on.asStaff("GET /api/v1/payments", { query })).status).toBe(400);
});
