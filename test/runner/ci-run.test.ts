import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A fake npm: each command ends as OUTCOMES says, and a test run writes its results as test/runner/run-summary.ts. */
const npm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync } = require("node:fs");
const args = process.argv.slice(2);
const command = args[0] === "run" ? args[1] : args[0];
const [status = 0, counts, failures = "", printed = ""] = JSON.parse(process.env.OUTCOMES)[command] ?? [];
if (counts) {
  mkdirSync(process.env.TEST_RESULTS, { recursive: true });
  appendFileSync(process.env.TEST_RESULTS + "/counts", counts.join(" ") + "\\n");
  appendFileSync(process.env.TEST_RESULTS + "/failures", failures);
}
console.error(printed);
process.exit(status);
`;

type Outcome = [
  status: number,
  counts?: [passed: number, failed: number],
  failures?: string,
  printed?: string,
];

/** Returns the output and the status of .ci/run. */
function ciRun(outcomes: Record<string, Outcome>) {
  const folder = mkdtempSync(join(tmpdir(), "ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "npm"), npm, { mode: 0o755 });
  cpSync(".ci", join(folder, ".ci"), { recursive: true });
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const { status, stdout } = spawnSync(join(folder, ".ci", "run"), {
    encoding: "utf8",
    env: { ...process.env, PATH, OUTCOMES: JSON.stringify(outcomes) },
  });
  const lines = stdout.trim().split("\n");
  return { status, lines, last: lines.at(-1) };
}

const product: Outcome = [0, [900, 0]];
const tools: Outcome = [0, [80, 0]];

test.runIf(process.platform !== "win32").each<[what: string, Record<string, Outcome>, last: string]>([
  ["all passed", { test: product, "test:tools": tools }, "980 passed, 0 failed"],
  ["tests failed", { test: [1, [899, 1]], "test:tools": [1, [78, 2]] }, "977 passed, 3 failed"],
  [
    "a run failed without a failed test",
    { test: [1, [900, 0]], "test:tools": tools },
    "980 passed, 1 failed",
  ],
  ["a run left no results", { test: [1], "test:tools": tools }, "80 passed, 1 failed"],
  ["the tools left no results", { test: product, "test:tools": [0] }, "900 passed, 1 failed"],
  ["the audit failed", { audit: [1], test: product, "test:tools": tools }, "980 passed, 1 failed"],
  [
    "the audit service cannot be reached",
    {
      audit: [1, undefined, undefined, "npm error audit endpoint returned an error"],
      test: product,
      "test:tools": tools,
    },
    "980 passed, 0 failed",
  ],
  ["nothing can be installed", { ci: [1] }, "0 passed, 1 failed"],
])(".ci/run ends with the sum of both test runs: %s", (_what, outcomes, last) =>
  expect(ciRun(outcomes)).toMatchObject({ status: last.endsWith(" 0 failed") ? 0 : 1, last }),
);

test.runIf(process.platform !== "win32")(".ci/run names the failures at its end", () => {
  const [product, tools] = ["FAILED a.test.ts: it adds up", "FAILED b.test.ts: it counts"];
  const { lines } = ciRun({ test: [1, [899, 1], `${product}\n`], "test:tools": [1, [79, 1], `${tools}\n`] });
  expect(lines.slice(-3)).toEqual([product, tools, "978 passed, 2 failed"]);
});
