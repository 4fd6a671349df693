import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { line, statementOffice, sum } from "../../test/product/statement-office.ts";

const { on, newClient, record, match, listed, withCode, change } = statementOffice();

describe("a line is recorded once", () => {
  test("by several people at the same moment, for two clients, with repeats", async () => {
    const [first, second] = [await newClient(), await newClient()];
    const code = "TKB0000001";
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        (index < 3 ? on.asStaff : on.asAdmin)("POST /api/v1/payments", {
          body: { lines: [line(code, { client_id: index % 2 ? first.id : second.id })] },
        }),
      ),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(await withCode(code)).toHaveLength(1);
    expect((await first.account()).payments.length + (await second.account()).payments.length).toBe(1);
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

  test("and the credit of an earlier line of a file is used before that of a later one", async () => {
    const client = await newClient({ subscriptions: 0 });
    const codes = [5, 2, 8, 1, 9, 3, 7, 4].map((n) => `TMA000000${n}`);
    await record(...codes.map((code) => line(code, { client_id: client.id })));
    const terms = { start_date: "2026-12-20", next_billing_date: "2026-12-20", frequency: "yearly" };
    await on.asStaff("POST /api/v1/subscriptions", {
      body: { ...terms, client_id: client.id, amount: 350, currency: "KES" },
    });
    const { payments } = await client.account();
    expect(payments.map(({ reference, credit }) => [reference, credit])).toEqual(
      codes.map((code, at) => [code, [0, 0, 0, 50][at] ?? 100]),
    );
    // Also of lines that somebody assigns later, whatever the order.
    const otherClient = await newClient({ subscriptions: 0 });
    const later = codes.map((code) => code.replace("A", "B"));
    const waiting = await record(...later.map((code) => line(code)));
    for (const { payment_id } of waiting.toReversed())
      await change(payment_id, { client_id: otherClient.id });
    expect((await otherClient.account()).payments.map(({ reference }) => reference)).toEqual(later);
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

  test("a bank's line that comes back with another balance is on record; rewritten it is doubtful, for any client", async () => {
    const [client, otherClient] = [await newClient(), await newClient()];
    const account = client.payment_reference ?? "";
    const details = `RTGS ACC ${account}`;
    const bank = (more: Partial<NewLine> = {}) =>
      line("FT26316BBB01", { method: "bank", details, balance: 5_000, ...more });
    expect(await match(bank())).toMatchObject([{ verdict: "sure", client_id: client.id }]);
    await record(bank({ client_id: otherClient.id }));
    expect(await match(bank({ balance: 4_800 }))).toMatchObject([{ verdict: "recorded" }]);
    const why = expect.stringContaining(`of ${otherClient.name} for Nov 12, 2026, in another wording`);
    const wording = { details: `RTGS PAYMENT ACC ${account}` };
    expect(await match(bank(wording))).toMatchObject([{ verdict: "doubtful", why }]);
    expect(await match(bank({ ...wording, code: "FT-26316-BBB1" }))).toMatchObject([
      { verdict: "doubtful", why },
    ]);
    // Without its reference it is known by its client.
    const [own] = await record(bank({ client_id: client.id, code: "FT26316BBB02" }));
    expect(own?.state).toBe("recorded");
    expect(await match(bank({ code: undefined }))).toMatchObject([{ verdict: "doubtful" }]);
    // Two lines of one file that only their balance tells apart are two.
    const two = [1_000, 1_100].map((balance) =>
      bank({ code: "FT26316CCC01", balance, client_id: otherClient.id }),
    );
    await record(...two);
    await record(...two);
    expect(sum((await otherClient.account()).payments)).toBe(300);
  });

  test("a code typed by hand is on record, and the other way round", async () => {
    const [client, otherClient] = [await newClient(), await newClient()];
    const typed = await client.pay({ amount: 100, currency: "KES", reference: "MPESA tkd0000001" });
    expect(typed.status).toBe(201);
    expect(await match(line("TKD0000001"))).toMatchObject([{ verdict: "recorded", client_id: client.id }]);
    expect(await record(line("TKD0000001", { client_id: otherClient.id }))).toMatchObject([
      { state: "recorded", payment_id: typed.body.payment.id },
    ]);
    await record(line("TKD0000002", { client_id: otherClient.id }));
    const repeated = await client.pay({
      id: randomUUID(),
      amount: 100,
      currency: "KES",
      method: "mpesa",
      reference: "tkd0000002",
    });
    expect([repeated.status, repeated.body.error]).toEqual([
      409,
      `This receipt is on record already: KES\u00a0100.00, paid on Nov 12, 2026, for ${otherClient.name}.`,
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

  test("what is left of a line and ignored stays so; who types the code of an ignored line takes it", async () => {
    const client = await newClient();
    const ignoredLine = line("TKE0000003");
    const typed = { currency: "KES", method: "mpesa", reference: ignoredLine.code };
    const [{ payment_id } = {}] = await record(ignoredLine);
    await client.pay({ amount: 60, ...typed });
    expect((await change(payment_id, { state: "ignored", reason: "A gift" })).status).toBe(200);
    const why = expect.stringMatching(
      /KES\u00a040\.00 of the line is left, and .+ ignored it on .+ \(A gift\)\.$/,
    );
    expect(await match(ignoredLine)).toMatchObject([{ verdict: "doubtful", ignored: true, rest: 40, why }]);
    const chosen = { ...ignoredLine, client_id: client.id };
    expect(await record(chosen, ignoredLine)).toMatchObject([
      { state: "ignored", payment_id },
      { state: "ignored" },
    ]);
    const otherLine = line("TKE0000004");
    const [{ payment_id: id } = {}] = await record(otherLine);
    await change(id, { state: "ignored", reason: "A gift" });
    await client.pay({ amount: 100, ...typed, reference: otherLine.code });
    expect((await listed("ignored")).map((row) => row.id)).not.toContain(id);
    expect(await match(otherLine)).toMatchObject([{ verdict: "recorded", client_id: client.id }]);
    expect(sum((await client.account()).payments)).toBe(160);
  });
});

const moments = ["after it was stored", "after it was read", "before it is recorded"] as const;
describe.each(moments)("somebody else decides about a line %s", (when) => {
  /** Records a line for a client, while somebody else decides about it. */
  async function recordMeanwhile(chosenLine: NewLine, decide: (id: string) => Promise<{ status: number }>) {
    const reached: Record<string, (typeof moments)[number]> = {
      "TransactWriteItems 1": "after it was stored",
      "GetItem 1": "after it was read",
      "TransactWriteItems 2": "before it is recorded",
    };
    const calls = new Map<string, number>();
    let id = "";
    intercept(on.product, async ({ operation, body }, pass) => {
      const isAbout = body.includes(chosenLine.code ?? "") || (id !== "" && body.includes(id));
      if (!isAbout) return pass();
      calls.set(operation, (calls.get(operation) ?? 0) + 1);
      const moment = reached[`${operation} ${calls.get(operation)}`];
      const answer = moment?.startsWith("after") ? await pass() : undefined;
      if (moment === "after it was stored") id = (await waiting(chosenLine))?.id ?? "";
      if (moment === when) expect((await decide(id)).status).toBe(200);
      return answer ?? pass();
    });
    const [result] = await record(chosenLine);
    endInterception(on.product);
    return result;
  }
  const codeOf = (part: string) => `TKN${part}000${when.length}`;
  const waiting = async ({ code }: NewLine) =>
    (await listed("unmatched")).find(({ reference }) => reference === code);

  test("to be ignored: the answer says who did so and why, and nothing is recorded", async () => {
    const client = await newClient();
    const paidLine = line(codeOf("01"), { client_id: client.id });
    const result = await recordMeanwhile(paidLine, (id) =>
      change(id, { state: "ignored", reason: "A loan" }),
    );
    expect(result).toMatchObject({
      code: paidLine.code,
      state: "ignored",
      payment_id: expect.any(String),
      note: expect.stringMatching(/ ignored it, so it was not recorded: A loan$/),
    });
    expect(result?.error).toBeUndefined();
    expect((await client.account()).payments).toEqual([]);
    expect((await listed("ignored")).map(({ reference }) => reference)).toContain(paidLine.code);
  });

  test("to be another client's: the answer names that client", async () => {
    const [client, otherClient] = [await newClient(), await newClient()];
    const paidLine = line(codeOf("02"), { client_id: client.id });
    const result = await recordMeanwhile(paidLine, (id) => change(id, { client_id: otherClient.id }));
    const otherResult = { state: "recorded", client_id: otherClient.id, client_name: otherClient.name };
    const note = `It is recorded for ${otherClient.name} already.`;
    expect(result).toMatchObject({ ...otherResult, note });
    expect((await client.account()).payments).toEqual([]);
    expect(sum((await otherClient.account()).payments)).toBe(100);
    // So it does when the same file comes again, but not for that client.
    expect(await record(paidLine)).toMatchObject([{ ...otherResult, note }]);
    expect((await record({ ...paidLine, client_id: otherClient.id }))[0]?.note).toBeUndefined();
  });

  test("to be taken back by M-Pesa: the answer says so", async () => {
    const client = await newClient();
    const paidLine = line(codeOf("03"), { client_id: client.id });
    const back = line(codeOf("04"), { amount: -100, details: `Reversal of ${paidLine.code}` });
    const result = await recordMeanwhile(paidLine, () =>
      on.asAdmin("POST /api/v1/payments", { body: { lines: [back] } }),
    );
    expect(result).toMatchObject({
      state: "reversed",
      note: "M-Pesa or the bank took it back, so it was not recorded.",
    });
    expect((await client.account()).payments).toEqual([]);
  });
});
