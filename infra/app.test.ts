import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { placeholdersLeft } from "../frontend/site/placeholders.ts";

const outdir = mkdtempSync(join(tmpdir(), "assembly-"));
afterAll(() => rmSync(outdir, { recursive: true }));

/** As the CDK's command line runs it. */
const synthesize = (context: Record<string, string>) =>
  promisify(execFile)(process.execPath, ["infra/app.ts"], {
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });

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
  await synthesize({ stage: "prod", allowPlaceholders: "true" });
  expect(readdirSync(outdir)).toContain("Mwamba-prod.template.json");
});
