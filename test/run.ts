/**
 * `npm test` runs the checks, then the tests of the product. `npm run test:tools` runs the tests of the tools that build,
 * check and run it. With a name (`npm test -- <name>`) only test files run whose path contains it; `npm test` finds both
 * kinds. test/build-product.ts builds what has changed.
 */
import { spawnSync } from "node:child_process";
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

function run(program: string, ...programArgs: string[]): number {
  const env = {
    ...process.env,
    [startedAt]: String(Math.round(performance.timeOrigin)),
    // The test workers and the commands that tests start load the same packages again and again.
    NODE_COMPILE_CACHE: resolve(".local/compiled-tests"),
  };
  const { status } = spawnSync(program, programArgs, { stdio: "inherit", shell: windows, env });
  return status ?? 1;
}

const isComplete = !named && !isTools;
if (isComplete) {
  const status = run("npm", "run", "--silent", "check");
  if (status !== 0) process.exit(status);
}
const projects = isTools ? ["--project=tools*"] : named ? [] : ["--project=!tools*"];
const status = run("vitest", "run", ...projects, ...args);

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
