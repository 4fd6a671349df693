import { expect, test } from "vitest";
import { summarize } from "./deliverability-summary.ts";

const summaryOf = (sent: number, bounced: number, complained: number) =>
  summarize({ from: "2026-11-25", to: "2026-12-24", sent, bounced, complained });

test("without emails the result is unknown", () => {
  expect(summaryOf(0, 0, 0)).toMatchObject({
    tone: "quiet",
    facts: [
      ["Bounced permanently", "unknown"],
      ["Marked as spam", "unknown"],
    ],
  });
});

test("below the limits no action is needed, and the facts show the shares", () => {
  const { tone, facts, advice } = summaryOf(2_001, 100, 2);
  expect([tone, facts.map(([, value]) => value)]).toEqual([
    "fine",
    ["100 of 2,001 (4.99%)", "2 of 2,001 (0.09%)"],
  ]);
  expect(advice).toEqual([expect.stringContaining("No action needed")]);
});

test("above the limits it says what to do, and that few emails prove little", () => {
  expect(summaryOf(2_000, 100, 0)).toMatchObject({
    tone: "overdue",
    advice: [expect.stringContaining("5% of its emails bounce")],
  });
  expect(summaryOf(2_000, 0, 2).advice).toEqual([
    expect.stringContaining("0.1% of its emails are marked as spam"),
  ]);
  expect(summaryOf(40, 2, 1).advice).toEqual([
    expect.stringContaining("bounce"),
    expect.stringContaining("spam"),
    expect.stringContaining("larger number"),
  ]);
});
