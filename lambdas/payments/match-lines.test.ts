import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import { firstDue, line, statementOffice, sum } from "../../test/product/statement-office.ts";

const { on, newClient, record, match, listed, change, undo } = statementOffice();

describe("matching", () => {
  test("is sure by the reference, and by phone and amount; a payment typed in that week makes it doubtful", async () => {
    const client = await newClient({ phone: "0799 111 001" });
    const otherClient = await newClient({ phone: "+254799111002" });
    const [first] = client.subscriptions;
    const to = [{ subscription_id: first, period: firstDue, amount: 100 }];
    const account = (client.payment_reference ?? "").replace(/(...)(...)/, "$1 $2-");
    expect(
      await match(
        line("TKG0000001", { account }),
        line("TKG0000002", { phone: "254799111002" }),
        line("TKG0000003", { account, payer: otherClient.name }),
        line("TKG0000004", { amount: 77 }),
      ),
    ).toMatchObject([
      { verdict: "sure", client_id: client.id, to },
      { verdict: "sure", client_id: otherClient.id },
      {
        verdict: "doubtful",
        client_id: client.id,
        candidates: [{ client_id: client.id }, { client_id: otherClient.id }],
      },
      { verdict: "unmatched", candidates: [] },
    ]);
    await client.pay({ amount: 100, currency: "KES", paid_on: "2026-11-10", reference: "cash" });
    expect(await match(line("TKG0000001", { account }))).toMatchObject([{ verdict: "doubtful" }]);
    const params = { id: otherClient.id };
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
    const facts = { payer: "JANE DOE", phone: "2547***111", account: "12", details: "Pay Bill" };
    const paidLine = line("TKJ0000001", { ...facts, amount: 150 });
    expect(await record(paidLine, paidLine)).toMatchObject([{ state: "unmatched" }, { state: "unmatched" }]);
    await record(paidLine);
    const waiting = (await listed("unmatched")).filter(({ reference }) => reference === "TKJ0000001");
    expect(waiting).toMatchObject([{ ...facts, amount: 150, currency: "KES", state: "unmatched" }]);
    const { id } = waiting[0] ?? {};
    const [, second] = client.subscriptions;
    const to = [{ subscription_id: second, period: firstDue, amount: 100 }];
    const assigned = await change(id, { client_id: client.id, to });
    expect([assigned.status, assigned.body.payment?.allocations.length]).toEqual([200, 2]);
    expect((await change(id, { client_id: client.id })).body.payment).toEqual(assigned.body.payment);
    expect(sum((await client.account()).payments)).toBe(150);
    expect((await undo(id)).status).toBe(200);
    expect((await client.account()).payments).toEqual([]);
    expect((await listed("unmatched")).find((row) => row.id === id)).toMatchObject({ ...facts, amount: 150 });
    expect((await undo(id)).status).toBe(404);
  });

  test("is moved to another client, also a payment that was typed", async () => {
    const [first, second] = [await newClient(), await newClient()];
    const { body } = await first.pay({
      amount: 100,
      currency: "KES",
      reference: "cheque 7",
      method: "cheque",
    });
    expect((await change(body.payment.id, { client_id: second.id })).status).toBe(200);
    expect((await first.account()).payments).toEqual([]);
    expect((await second.account()).payments).toMatchObject([{ id: body.payment.id, amount: 100 }]);
    expect((await change(body.payment.id, { client_id: randomUUID() })).status).toBe(404);
    expect((await second.account()).payments).toHaveLength(1);
  });

  test("is ignored with a reason, also for who chose a client before, until that is taken back", async () => {
    const client = await newClient();
    const ignoredLine = line("TKJ0000010");
    const [{ payment_id: id } = {}] = await record(ignoredLine);
    expect((await change(id, { state: "ignored", reason: " " })).body.error).toBe(
      "Please say why you ignore this payment.",
    );
    expect((await change(id, { state: "ignored", reason: "A loan" })).body.payment.state).toBe("ignored");
    expect((await listed("ignored")).find((row) => row.id === id)?.ignored).toMatchObject({
      reason: "A loan",
    });
    expect(await record(ignoredLine)).toMatchObject([{ state: "ignored" }]);
    expect(await match(ignoredLine)).toMatchObject([
      { verdict: "unmatched", ignored: true, why: expect.stringContaining("ignored it on") },
    ]);
    const chosen = { ...ignoredLine, client_id: client.id };
    const note = expect.stringMatching(/ ignored it, so it was not recorded: A loan$/);
    expect(await record(chosen)).toMatchObject([{ state: "ignored", payment_id: id, note }]);
    const assigned = await change(id, { client_id: client.id });
    expect([assigned.status, assigned.body.error]).toEqual([
      409,
      expect.stringMatching(/ ignored this payment \(A loan\)\. Put it back before you assign it\.$/),
    ]);
    expect((await listed("ignored")).map((row) => row.id)).toContain(id);
    expect((await change(id, { state: "unmatched" })).status).toBe(200);
    expect((await listed("unmatched")).map((row) => row.id)).toContain(id);
    expect((await client.account()).payments).toEqual([]);
    expect(await record(chosen)).toMatchObject([{ state: "recorded", payment_id: id }]);
    expect((await change(randomUUID(), { state: "unmatched" })).status).toBe(404);
  });
});

test("how a statement is read is remembered for everybody, the last choice first", async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const layout = { columns: { code: 0, day: 1, paidIn: 2 }, order: "dmy", currency: "KES" } as const;
  for (const id of [first, second, first])
    await on.asStaff("PUT /api/v1/payments/layouts", { body: { id, layout } });
  const { layouts } = (await on.asAdmin("GET /api/v1/payments/layouts")).body;
  expect(layouts).toEqual([
    { id: first, layout },
    { id: second, layout },
  ]);
});

test("too many lines, a zero amount and an invalid cursor are refused in a sentence", async () => {
  const tooMany = Array.from({ length: 201 }, (_, index) => line(`TKM${index}`));
  const post = (key: "POST /api/v1/payments/match" | "POST /api/v1/payments", lines: NewLine[]) =>
    on.asStaff(key, { body: { lines } });
  expect((await post("POST /api/v1/payments/match", tooMany)).body.error).toBe(
    "Please send 200 lines at most in one call.",
  );
  expect((await post("POST /api/v1/payments", [line("TKM1", { amount: 0 })])).status).toBe(400);
  const query = { state: "unmatched", cursor: "bm9uZQ" } as const;
  expect((await on.asStaff("GET /api/v1/payments", { query })).status).toBe(400);
});
