import { expect, test } from "vitest";
import type { NamedStage } from "../../infra/stages.ts";
import { prod } from "../../test/loopback/preflight.ts";
import { checkSettings } from "./check-settings.ts";

test.each<[string, Partial<NamedStage>, string]>([
  ["no sender", { mailFrom: undefined }, "no mailFrom"],
  ["no company", { companyEmail: undefined }, "no companyEmail"],
  ["placeholders", { allowPlaceholders: false }, "1 placeholders"],
])("preflight finds what stages.json lacks: %s", (_, change, message) => {
  const stage = { ...prod, ...change } as NamedStage;
  const blocking = checkSettings(stage, ["company.ts name: ?"]).filter(({ level }) => level === "blocker");
  expect(blocking).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
});
