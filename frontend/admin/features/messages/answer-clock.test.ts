import { expect, test } from "vitest";
import { answerClock } from "./answer-clock.ts";

const received = "2026-12-24T06:00:00.000Z";
const after = (hours: number, minutes = 0, seconds = 0) =>
  answerClock(received, Date.parse(received) + ((hours * 60 + minutes) * 60 + seconds) * 1_000);

test.each([
  [after(0), "quiet", "answer within 24 h"],
  [after(0, 0, 1), "quiet", "answer within 23 h"],
  [after(18, 30), "quiet", "answer within 5 h"],
  [after(20, 0, 1), "soon", "answer within 3 h"],
  [after(23, 15), "soon", "answer within 45 min"],
  [after(23, 59, 30), "soon", "answer now"],
  [after(24), "overdue", "overdue now"],
  [after(24, 20), "overdue", "20 min overdue"],
  [after(27), "overdue", "3 h overdue"],
  [after(24 + 71), "overdue", "71 h overdue"],
  [after(24 + 80), "overdue", "3 days overdue"],
  [after(24 * 400), "overdue", "399 days overdue"],
])("%j", (clock, tone, text) => {
  expect(clock).toEqual({ tone, text });
});
