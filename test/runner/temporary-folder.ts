import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for the temporary files of a run, which the CDK does not remove. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
