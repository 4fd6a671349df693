import { expect, test } from "vitest";
import { type Entry, entryOf, matchText, stateNames, stateOf } from "./line-entries.ts";
import { bodyOf, resultText, unitsOf, workOf } from "./line-work.ts";
import { type LineResult, MAX_LENGTHS, MAX_LINES_BYTES, type StatementLine } from "./statement-line.ts";

const line: StatementLine = {
  ...{ code: "UJK4H7L2M1", paid_on: "2026-12-24", amount: 100, currency: "KES", method: "mpesa" },
};
const sure = (index: number, more: Partial<StatementLine> = {}): Entry =>
  entryOf(
    String(index),
    { ...line, ...more },
    {
      ...{ verdict: "sure", client_id: "c1", client_name: "Acme", why: "Reference.", candidates: [] },
    },
  );

test("10,000 lines take 5 calls, and long texts never make a call too large", () => {
  const units = (more: Partial<StatementLine>) =>
    unitsOf(workOf(Array.from({ length: 10_000 }, (_, index) => sure(index, more))));
  expect(units({}).map(({ entries }) => entries.length)).toEqual(Array(5).fill(2_000));
  const long = units({ details: "”".repeat(MAX_LENGTHS.details), payer: "漢".repeat(MAX_LENGTHS.payer) });
  expect(long.flatMap(({ entries }) => entries)).toHaveLength(10_000);
  for (const { entries } of long)
    expect(Buffer.byteLength(JSON.stringify({ lines: entries.map(bodyOf) }))).toBeLessThanOrEqual(
      MAX_LINES_BYTES,
    );
});

const shown = (result: LineResult) => {
  const entry = { ...sure(0), result };
  return [stateNames[stateOf(entry)], ...matchText(entry)];
};

test("a line says what somebody else decided about it", () => {
  const [ignored, theirs, reversed]: LineResult[] = [
    { state: "ignored", note: "Jane ignored it, so it was not recorded: A loan" },
    { state: "recorded", client_id: "c2", client_name: "Zawadi", note: "It is recorded for Zawadi already." },
    { state: "reversed", note: "M-Pesa or the bank took it back, so it was not recorded." },
  ] as const;
  expect([ignored, theirs, reversed].map((result) => shown(result as LineResult))).toEqual([
    ["Ignored", "Not recorded", "Jane ignored it, so it was not recorded: A loan"],
    ["Recorded", "Zawadi", "It is recorded for Zawadi already."],
    ["Ignored", "Not recorded", "M-Pesa or the bank took it back, so it was not recorded."],
  ]);
  const chosenBefore = { ...sure(0), result: ignored as LineResult };
  expect(workOf([chosenBefore])).toEqual({ record: [], undo: [], keep: [] });
  const results = [ignored, theirs, reversed, { state: "recorded" }] as LineResult[];
  expect(resultText(results)).toBe("1 payment recorded, 3 decided by somebody else");
});
