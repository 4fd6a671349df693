import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { expect, test } from "vitest";
import { placeholdersLeft } from "../frontend/site/placeholders.ts";
import { addStacks } from "./app.ts";

/** The stack names. */
const synthesize = (context: Record<string, string>): string[] =>
  addStacks(new App({ context: { ...recommendedFlags, ...context } }))
    .synth()
    .stacks.map(({ stackName }) => stackName)
    .sort();

test.skipIf(placeholdersLeft().length === 0)(
  "the production stage is not synthesized while the site has placeholders, and the error lists them",
  async () => {
    // As the CDK CLI runs it.
    const error = promisify(execFile)(process.execPath, ["infra/app.ts"], {
      env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: "prod" }) },
    });
    for (const line of placeholdersLeft()) {
      await expect(error).rejects.toMatchObject({ stderr: expect.stringContaining(line) });
    }
  },
);

test("allowPlaceholders lets the production stage be synthesized with placeholders", () => {
  expect(synthesize({ stage: "prod", allowPlaceholders: "true" })).toEqual(["Mwamba-prod"]);
});

test("a stage with a firewall is synthesized only once the firewall exists, so it is never unprotected", () => {
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
