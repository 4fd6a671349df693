/**
 * `npm test`: the checks, then all tests. `npm test -- <name>` runs the test files whose path has the name in it, and
 * nothing else. What the tests run is built by test/build-product.ts, where it has changed.
 */
import { spawnSync } from "node:child_process";
import { startedAt } from "./run-summary.ts";

const args = process.argv.slice(2);
// An option's value stands behind an equals sign.
const named = args.some((argument) => !argument.startsWith("-"));
const windows = process.platform === "win32";

function run(program: string, ...given: string[]): void {
  const env = { ...process.env, [startedAt]: String(Math.round(performance.timeOrigin)) };
  const { status } = spawnSync(program, given, { stdio: "inherit", shell: windows, env });
  if (status !== 0) process.exit(status ?? 1);
}

if (!named) run("npm", "run", "--silent", "check");
run("vitest", "run", ...args);
