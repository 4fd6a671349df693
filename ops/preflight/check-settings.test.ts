import { expect, test } from "vitest";
import { prod } from "../../test/loopback/preflight.ts";
import type { NamedStage } from "../deploy/stage-settings.ts";
import { checkSettings } from "./check-settings.ts";

test.each<[string, Partial<NamedStage>, string]>([
  ["no sender", { mailFrom: undefined }, "no mailFrom"],
  ["no company", { companyEmail: undefined }, "no companyEmail"],
  ["a domain without a certificate", { certificateArn: undefined }, "needs a certificate"],
  ["placeholders", { allowPlaceholders: false }, "1 placeholders"],
])("preflight finds what stages.json lacks: %s", (_, change, message) => {
  const stage = { ...prod, ...change } as NamedStage;
  const blocking = checkSettings(stage, ["company.ts name: ?"]).filter(({ level }) => level === "blocker");
  expect(blocking).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
});
