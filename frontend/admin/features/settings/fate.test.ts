import { expect, test } from "vitest";
import { fateOf } from "./fate.ts";

const of = (sent: number, bounced: number, complained: number) =>
  fateOf({ from: "2026-11-25", to: "2026-12-24", sent, bounced, complained });

test("of no emails nothing is known", () => {
  expect(of(0, 0, 0)).toMatchObject({
    tone: "quiet",
    facts: [
      ["Came back for good", "unknown"],
      ["Marked as spam", "unknown"],
    ],
  });
});

test("below what AWS reviews nothing is to be done, and of how many emails that is stands beside it", () => {
  const { tone, facts, words } = of(2_001, 100, 2);
  expect([tone, facts.map(([, said]) => said)]).toEqual([
    "fine",
    ["100 of 2,001 (4.99%)", "2 of 2,001 (0.09%)"],
  ]);
  expect(words).toEqual([expect.stringContaining("Nothing is to be done")]);
});

test("from there on it says what to do, and that a few emails prove little", () => {
  expect(of(2_000, 100, 0)).toMatchObject({
    tone: "overdue",
    words: [expect.stringContaining("from 5% that come back")],
  });
  expect(of(2_000, 0, 2).words).toEqual([expect.stringContaining("from 0.1% that are marked as spam")]);
  expect(of(40, 2, 1).words).toEqual([
    expect.stringContaining("come back"),
    expect.stringContaining("spam"),
    expect.stringContaining("larger number"),
  ]);
});
