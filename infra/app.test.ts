import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { placeholdersLeft } from "../frontend/site/placeholders.ts";

const folder = mkdtempSync(join(tmpdir(), "assemblies-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** As the CDK's command line runs it; answers which stacks there are. */
async function synthesize(context: Record<string, string>): Promise<string[]> {
  const outdir = mkdtempSync(join(folder, "assembly-"));
  await promisify(execFile)(process.execPath, ["infra/app.ts"], {
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });
  return readdirSync(outdir)
    .filter((file) => file.endsWith(".template.json"))
    .map((file) => file.replace(".template.json", ""))
    .sort();
}

test.skipIf(placeholdersLeft().length === 0)(
  "the production stage is not synthesized while the site shows sample facts, and says which",
  async () => {
    const refusal = synthesize({ stage: "prod" });
    for (const line of placeholdersLeft()) {
      await expect(refusal).rejects.toMatchObject({ stderr: expect.stringContaining(line) });
    }
  },
);

test("it is, where that is allowed in so many words", async () => {
  expect(await synthesize({ stage: "prod", allowPlaceholders: "true" })).toEqual(["Mwamba-prod"]);
});

test("a stage with a firewall is not there before its firewall, which it would stand open without", async () => {
  expect(await synthesize({ waf: "true" })).toEqual(["Mwamba-dev-Firewall"]);
  const webAclArn = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b";
  const all = await synthesize({
    waf: "true",
    webAclArn,
    monthlyBudget: "20",
    alarmEmail: "night@example.com",
  });
  expect(all).toEqual(["Mwamba-dev", "Mwamba-dev-Budget", "Mwamba-dev-Firewall"]);
});
