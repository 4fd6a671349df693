import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastTestRun } from "./processor-seconds.ts";

/**
 * Runs test/runner/run.ts with fake commands, of which those that start with `failing` fail; `tests` is what vitest does.
 * Returns the commands and the record.
 */
function runTests(args: string[], failing = "nothing", tests = "") {
  const folder = mkdtempSync(join(tmpdir(), "run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const program of ["npm", "vitest"]) {
    const script = `#!/bin/sh\nline="${program} $*"\necho "$line" >> commands\ncase $line in ${failing}*) exit 1;; esac\n${program === "vitest" ? tests : ""}\n`;
    writeFileSync(join(folder, program), script, { mode: 0o755 });
  }
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "run.ts"), ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  });
  const commands = readFileSync(join(folder, "commands"), "utf8").trim().split("\n").sort();
  const record = join(folder, lastTestRun);
  return { status, stdout, commands, record: existsSync(record) && JSON.parse(readFileSync(record, "utf8")) };
}

const onUnix = test.runIf(process.platform !== "win32");
const checks = "npm run --silent check";

onUnix("npm test runs the checks and the product's tests, and records the processor time", () => {
  const { commands, stdout, record } = runTests(["--reporter=default"]);
  expect(commands).toEqual([checks, "vitest run --project=!tools* --reporter=default"]);
  expect(record).toEqual({
    at: expect.any(String),
    passed: true,
    seconds: expect.any(Number),
    processorSeconds: expect.any(Number),
  });
  expect(stdout).toContain(`${record.processorSeconds} seconds of processor time on the whole machine.`);
});

onUnix.each<[args: string[], command: string]>([
  [["clients"], "vitest run clients"],
  [["--tools"], "vitest run --project=tools*"],
  [["--tools", "srp"], "vitest run --project=tools* srp"],
])("%j runs no checks and records nothing", (args, command) => {
  const { commands, record } = runTests(args);
  expect(commands).toEqual([command]);
  expect(record).toBe(false);
});

onUnix("a failure sets the exit status, and a failed check ends tests that would run for hours", () => {
  expect(runTests([], "npm", "exec sleep 7200")).toMatchObject({ status: 1, record: false });
  expect(runTests([], "vitest")).toMatchObject({ status: 1, record: { passed: false } });
  expect(runTests(["--tools"], "vitest").status).toBe(1);
  expect(runTests([])).toMatchObject({ status: 0 });
});
