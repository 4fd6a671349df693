import { expect, test } from "vitest";
import {
  type LineResult,
  MAX_LENGTHS,
  MAX_LINES_BYTES,
  type StatementLine,
} from "../../../../../shared/payments/statement-line.ts";
import { type Entry, entryOf, matchText, stateNames, stateOf } from "./line-entries.ts";
import { partsOf } from "./line-parts.ts";
import { bodyOf, resultText, unitsOf, workOf } from "./line-work.ts";

const line: StatementLine = {
  code: "UJK4H7L2M1",
  paid_on: "2026-12-24",
  amount: 100,
  currency: "KES",
  method: "mpesa",
};
const sure = (index: number, more: Partial<StatementLine> = {}): Entry =>
  entryOf(
    String(index),
    { ...line, ...more },
    { verdict: "sure", client_id: "c1", client_name: "Acme", why: "Reference.", candidates: [] },
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

test("lines of one payer and the line that a reversal names come in one call, and calls are full", () => {
  const of = (index: number, more: Partial<StatementLine>): StatementLine => ({
    ...line,
    code: `UJ${String(index).padStart(8, "0")}`,
    ...more,
  });
  // Ten payments of each of 500 accounts, a shared account, lines that say nothing, and a reversal far from its payment.
  const lines = [
    ...Array.from({ length: 5_000 }, (_, index) => of(index, { account: `100 ${index % 500}` })),
    ...Array.from({ length: 450 }, (_, index) => of(5_000 + index, { account: "RENT" })),
    ...Array.from({ length: 4_549 }, (_, index) => of(5_450 + index, {})),
    of(9_999, { amount: -100, details: "Reversal of UJ00000007" }),
  ];
  const parts = partsOf(lines, 200);
  expect(parts).toHaveLength(50);
  expect(parts.flat().toSorted(([a], [b]) => a - b)).toEqual([...lines.entries()]);
  const callOf = new Map(parts.flatMap((part, call) => part.map(([index]) => [index, call] as const)));
  expect(callOf.get(9_999)).toBe(callOf.get(7));
  for (let account = 0; account < 500; account += 1) {
    const calls = Array.from({ length: 10 }, (_, month) => callOf.get(account + month * 500));
    expect(new Set(calls).size).toBe(1);
  }
});
