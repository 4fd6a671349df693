import { expect, test } from "vitest";
import { matchesPattern, type Pattern } from "./event-bus.ts";

const event = {
  source: "aws.ses",
  "detail-type": "Email Bounced",
  resources: ["arn:a", "arn:b"],
  detail: { eventType: "Bounce", tries: 2, note: null },
};

test.each<[Pattern, boolean]>([
  [{ source: ["aws.ses"] }, true],
  [{ source: ["aws.sqs", "aws.ses"], detail: { eventType: ["Bounce"] } }, true],
  [{ source: ["aws.ses"], detail: { eventType: ["Delivery"] } }, false],
  [{ resources: ["arn:b"] }, true],
  [{ detail: { tries: [2] } }, true],
  [{ detail: { tries: ["2"] } }, false],
  [{ detail: { note: [null] } }, true],
  [{ missing: { inside: ["x"] } }, false],
])("%j", (pattern, matches) => {
  expect(matchesPattern(pattern, event)).toBe(matches);
});

test("an unsupported comparison is an error", () => {
  expect(() => matchesPattern({ detail: { tries: [{ numeric: [">", 1] }] } }, event)).toThrow(
    '{"numeric":[">",1]} is not supported',
  );
  expect(() => matchesPattern({ $or: [] }, event)).toThrow('"$or" is not supported');
});
