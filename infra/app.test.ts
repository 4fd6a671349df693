import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { expect, test } from "vitest";
import { placeholdersLeft } from "../frontend/site/placeholders.ts";
import { addStacks } from "./app.ts";

/** Which stacks there are. */
const synthesize = (context: Record<string, string>): string[] =>
  addStacks(new App({ context: { ...recommendedFlags, ...context } }))
    .synth()
    .stacks.map(({ stackName }) => stackName)
    .sort();

test.skipIf(placeholdersLeft().length === 0)(
  "the production stage is not synthesized while the site shows sample facts, and says which",
  async () => {
    // As the CDK's command line runs it.
    const refusal = promisify(execFile)(process.execPath, ["infra/app.ts"], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: "prod" }) },
    });
    for (const line of placeholdersLeft()) {
      await expect(refusal).rejects.toMatchObject({ stderr: expect.stringContaining(line) });
    }
  },
);

test("it is, where that is allowed in so many words", () => {
  expect(synthesize({ stage: "prod", allowPlaceholders: "true" })).toEqual(["Mwamba-prod"]);
});

test("a stage with a firewall is not there before its firewall, which it would stand open without", () => {
  expect(synthesize({ waf: "true" })).toEqual(["Mwamba-dev-Firewall"]);
  const webAclArn = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b";
  const all = synthesize({
    waf: "true",
    webAclArn,
    monthlyBudget: "20",
    alarmEmail: "night@example.com",
  });
  expect(all).toEqual(["Mwamba-dev", "Mwamba-dev-Budget", "Mwamba-dev-Firewall"]);
});
