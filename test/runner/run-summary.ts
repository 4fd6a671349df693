import { appendFileSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

type Errors = readonly { message: string; stack?: string }[] | undefined;

const MAX_FILES = 10;

/**
 * Prints the time of the whole run, the slowest files and why a test needed a retry. For .ci/run, which sums up several
 * runs, it adds to `counts` and `failures` in the folder TEST_RESULTS.
 */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outsideTests: Errors): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const failures = [
      ...(outsideTests ?? []).map((error) => `FAILED outside of a test: ${stacksOf([error])}`),
      // A failed hook or import; each of their failed tests stands for itself.
      ...suites
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => `FAILED ${nameOf(suite)}\n${stacksOf(suite.errors())}`),
      ...tests
        .filter((test) => test.result().state === "failed")
        .map((test) => `FAILED ${nameOf(test)}\n${stacksOf(test.result().errors)}`),
    ];
    const passed = tests.filter((test) => test.result().state === "passed").length;
    for (const failure of failures) addResult("failures", failure);
    addResult("counts", `${passed} ${failures.length}`);
    const files = modules
      .map((module) => ({ path: pathOf(module), seconds: secondsOf(module) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, MAX_FILES);
    if (files.length < 2) return;
    const lines = files.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    console.info(
      ["", `${inWords(performance.now() / 1000)} in total. The slowest files:`, ...lines].join("\n"),
    );
    for (const test of tests)
      if (test.diagnostic()?.flaky)
        console.info(`\nPassed on a retry: ${test.fullName}\n${stacksOf(test.result().errors)}`);
  }
}

/** Adds to a file of .ci/run, if it runs the tests. */
export function addResult(file: "counts" | "failures", text: string): void {
  const folder = process.env.TEST_RESULTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, file), `${text}\n`);
}

const pathOf = (module: TestModule) => relative("", module.moduleId);

type Named = TestModule | { module: TestModule; fullName: string };
const nameOf = (named: Named): string =>
  "module" in named ? `${pathOf(named.module)}: ${named.fullName}` : pathOf(named);

const stacksOf = (errors: Errors): string =>
  (errors ?? [])
    .flatMap(({ message, stack = message }) => stack.split("\n"))
    .filter((line) => !line.includes("/node_modules/"))
    .join("\n");

/** The time of a file in its worker, with loading and hooks. */
function secondsOf(module: TestModule): number {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
