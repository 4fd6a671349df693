import { describe, expect, test } from "vitest";
import { awsRules } from "./aws-rules.ts";
import { checks } from "./checks.ts";
import { synthesize } from "./synthesize.ts";
import { all } from "./template.ts";

const domain = {
  domain: "www.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
};

const dev = synthesize({});

describe.each([
  ["dev", dev],
  ["prod", synthesize({ stage: "prod", alarmEmail: "night@example.com" })],
  ["prod with a domain", synthesize({ stage: "prod", ...domain })],
  [
    "prod in another region",
    synthesize({ stage: "prod", ...domain }, { account: "111122223333", region: "af-south-1" }),
  ],
])("the template of stage %s", (_, template) => {
  test("follows AWS's own rules", () => expect(awsRules(template)).toEqual([]));

  test.each(Object.entries(checks))("passes the check that %s", (_name, check) =>
    expect(check(template)).toEqual([]),
  );
});

test("AWS's own rules are in force, beside references too", () => {
  const template = structuredClone(dev);
  const [found] = all<{ Runtime: string; Environment: { Variables: Record<string, unknown> } }>(
    template,
    "AWS::Lambda::Function",
  );
  if (!found) throw new Error("There is no function.");
  found.properties.Environment.Variables.AWS_REGION = { Ref: "AWS::Region" };
  expect(awsRules(template)).toEqual([expect.stringContaining(found.id)]);
});
