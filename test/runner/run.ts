/**
 * `npm test` runs the tests of the product and, beside them, the checks; a failed check ends the tests. `npm run test:tools` runs the tests of the tools that build,
 * check and run it. With a name (`npm test -- <name>`) only test files run whose path contains it; `npm test` finds both
 * kinds. test/runner/build-product.ts builds what has changed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type LastTestRun, lastTestRun, processorSeconds } from "./processor-seconds.ts";
import { startedAt } from "./run-summary.ts";

const isTools = process.argv.includes("--tools");
const args = process.argv.slice(2).filter((argument) => argument !== "--tools");
// Options take their value after an equals sign, so any other argument is a name.
const named = args.some((argument) => !argument.startsWith("-"));
const windows = process.platform === "win32";
const began = processorSeconds();

function start(program: string, ...programArgs: string[]): ChildProcess {
  const env = {
    ...process.env,
    [startedAt]: String(Math.round(performance.timeOrigin)),
    // The test workers and the commands that tests start load the same packages again and again.
    NODE_COMPILE_CACHE: resolve(".local/compiled-tests"),
    // For tsc and esbuild, which are written in Go: they collect garbage less often.
    GOGC: "400",
  };
  return spawn(program, programArgs, { stdio: "inherit", shell: windows, env });
}

const statusOf = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));

const isComplete = !named && !isTools;
const projects = isTools ? ["--project=tools*"] : named ? [] : ["--project=!tools*"];
const tests = start("vitest", "run", ...projects, ...args);
const testStatus = statusOf(tests);
if (isComplete) {
  const checkStatus = await statusOf(start("npm", "run", "--silent", "check"));
  if (checkStatus !== 0) {
    tests.kill();
    await testStatus;
    process.exit(checkStatus);
  }
}
const status = await testStatus;

const result: LastTestRun = {
  at: new Date().toISOString(),
  passed: status === 0,
  seconds: Math.round(performance.now() / 1000),
  processorSeconds: Math.round(processorSeconds() - began),
};
console.info(`\n${result.processorSeconds} seconds of processor time on the whole machine.`);
if (isComplete) {
  mkdirSync(".local", { recursive: true });
  writeFileSync(lastTestRun, `${JSON.stringify(result, undefined, 2)}\n`);
}
process.exit(status);
