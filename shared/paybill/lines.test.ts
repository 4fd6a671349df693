import { expect, test } from "vitest";
import { dayOfTime, readPulled } from "./lines.ts";

test.each([
  ["2026-12-23T19:30:00.000Z", "2026-12-23"],
  ["2026-12-23T21:30:00Z", "2026-12-24"],
  ["2026-12-23T22:30:00+03:00", "2026-12-23"],
  ["2026-12-23 22:30:00 +0300", "2026-12-23"],
  ["23/12/2026 22:30:00Z", "2026-12-24"],
  // Without a zone it is Nairobi's.
  ["2026-12-23 22:30:00", "2026-12-23"],
  ["2026-12-23T22:30:00", "2026-12-23"],
  ["20261223223000", "2026-12-23"],
  ["202612232230", "2026-12-23"],
  ["20261223", "2026-12-23"],
  ["23/12/2026 22:30:00", "2026-12-23"],
  ["23-12-2026 22:30:00", "2026-12-23"],
  ["23 Dec 2026 22:30", "2026-12-23"],
  ["12/23/2026 22:30:00", undefined],
  ["20261323223000", undefined],
  ["1766518200000", undefined],
  ["soon", undefined],
  ["", undefined],
])("the time %j is on %s in Nairobi", (time, day) => {
  expect(dayOfTime(time)).toBe(day);
});

const row = {
  transactionId: "tkb0000001",
  trxDate: "2026-12-23 22:30:00",
  amount: "100.00",
  billreference: "4821073",
  msisdn: "254711222333",
  transactiontype: "c2b-pay-bill-debit",
};

test("every row of the list is a line, or is listed with the reason", () => {
  expect(readPulled(row)).toMatchObject({
    line: { code: "TKB0000001", paid_on: "2026-12-23", amount: 100, account: "4821073" },
  });
  for (const [change, words] of [
    [{ trxDate: "yesterday" }, /^TKB0000001: we cannot read the time “yesterday”/],
    [{ amount: "a lot" }, /^TKB0000001: we cannot read the amount “a lot”/],
    [{ amount: "" }, /^TKB0000001: we cannot read the amount/],
    [{ transactiontype: "Reversal" }, /^TKB0000001: M-Pesa’s list has a reversal/],
    [{ transactionId: "" }, /^A row without a code: /],
  ] as const) {
    const read = readPulled({ ...row, ...change });
    expect("listed" in read && read.listed).toMatch(words);
  }
});
