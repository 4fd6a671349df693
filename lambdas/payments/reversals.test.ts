import { describe, expect, test, vi } from "vitest";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { line, statementOffice, sum } from "../../test/product/statement-office.ts";

const { on, newClient, record, match, listed } = statementOffice();

describe("a reversal", () => {
  test("for which the call has no time says so, and the same line again undoes its payment", async () => {
    const client = await newClient();
    await record(line("TKL0000031", { client_id: client.id }));
    const back = line("TKL0000032", { amount: -100, details: "Reversal of TKL0000031" });
    const now = Date.now;
    intercept(on.product, async ({ operation }, pass) => {
      const response = await pass();
      if (operation === "TransactWriteItems") vi.spyOn(Date, "now").mockImplementation(() => now() + 10_000);
      return response;
    });
    const [, result] = await record(line("TKL0000033"), back);
    endInterception(on.product);
    vi.restoreAllMocks();
    expect(result).toMatchObject({
      state: "recorded",
      error: expect.stringContaining("send this line again"),
    });
    expect((await client.account()).payments).toHaveLength(1);
    expect(await record(back)).toMatchObject([{ state: "reversed" }]);
    expect((await client.account()).payments).toEqual([]);
  });

  test("that came in, of a payment that is not on record, waits or is recorded like other lines", async () => {
    const client = await newClient();
    const came = line("TKL0000041", { details: "Reversal of TKZ0000009" });
    expect(await match(came)).toMatchObject([{ verdict: "unmatched" }]);
    expect(await record(came)).toEqual([
      { code: came.code, state: "unmatched", payment_id: expect.any(String) },
    ]);
    expect((await listed("unmatched")).map(({ reference }) => reference)).toContain(came.code);
    expect(await record({ ...came, client_id: client.id })).toMatchObject([{ state: "recorded" }]);
    expect(sum((await client.account()).payments)).toBe(100);
  });

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
    // The reversed line waits for no person, and the same file does not record it again.
    expect(await record(paid)).toMatchObject([{ state: "reversed" }]);
    expect((await listed("unmatched")).map(({ reference }) => reference)).not.toContain("TKL0000001");
  });

  test("of a bank in a later file, by its reference, if one payment of that amount has it", async () => {
    const client = await newClient();
    const bank = (code: string, more: Partial<NewLine>) => line(code, { method: "bank", ...more });
    const paid = bank("FT26316 ab12", { client_id: client.id, payer: "JANE", balance: 500 });
    const [{ payment_id } = {}] = await record(paid);
    const otherLine = bank("FT99", { amount: -70, details: "REVERSAL FT26316AB12", balance: 400 });
    const back = bank("FT88", { amount: -100, details: "REVERSAL FT26316AB12", balance: 400 });
    expect(await match(otherLine)).toMatchObject([{ verdict: "unmatched" }]);
    expect(await match(back)).toMatchObject([{ verdict: "reversal", payment_id, client_id: client.id }]);
    expect(await record(back)).toMatchObject([{ state: "reversed", payment_id }]);
    expect((await client.account()).payments).toEqual([]);
    expect(await match(back)).toMatchObject([{ verdict: "recorded" }]);
  });

  test("of a cheque is found by the cheque's number, however the bank writes it; a charge for it undoes nothing", async () => {
    const client = await newClient();
    const bank = (code: string | undefined, more: Partial<NewLine>) =>
      line(code, { method: "bank", ...more });
    await record(bank("CHQ000123", { client_id: client.id, details: "CHQ DEP 000123" }));
    const fee = bank("CHQ000123", { amount: -10, details: "UNPAID CHQ CHARGES 000123" });
    const unknown = bank("CHQ000124", { amount: -90, details: "INWARD UNPAID CHQ 000124 REFER TO DRAWER" });
    const back = bank(undefined, { amount: -100, details: "RVSL CHQ 123 UNPAID R/D" });
    expect(await match(fee, unknown, back)).toMatchObject([
      { verdict: "unmatched", why: expect.stringContaining("Money that went out") },
      { verdict: "unmatched", why: "It reverses 000124, which is not on record." },
      { verdict: "reversal", client_id: client.id },
    ]);
    expect(await record(back)).toMatchObject([{ state: "reversed" }]);
    expect((await client.account()).payments).toEqual([]);
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
