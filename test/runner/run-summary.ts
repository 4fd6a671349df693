import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const MAX_FILES = 10;

/** The variable with the start of the whole command in epoch milliseconds, if it also ran checks. */
export const startedAt = "TESTS_STARTED_AT";

/** .ci/run prints this file at its end. */
const errorsOutsideTests = ".local/errors-outside-tests.txt";

/** Prints the total time, the slowest files and why a test needed a retry, and keeps errors outside of tests. */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string; stack?: string }[]): void {
    for (const { message, stack = message } of errors) {
      mkdirSync(dirname(errorsOutsideTests), { recursive: true });
      appendFileSync(errorsOutsideTests, `FAILED outside of a test: ${stack}\n`);
    }
    const files = modules
      .map((module) => ({ path: relative("", module.moduleId), seconds: secondsOf(module) }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, MAX_FILES);
    if (files.length < 2) return;
    const since = Number(process.env[startedAt] ?? performance.timeOrigin);
    const lines = files.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    const total = `${inWords((Date.now() - since) / 1000)} in total. The slowest files:`;
    console.info(["", total, ...lines].join("\n"));
    const retried = modules.flatMap((module) => [...module.children.allTests()].filter(neededRetry));
    for (const test of retried) {
      const errors = test.result().errors?.map(({ message, stack = message }) => stack.split("\n")) ?? [];
      const lines = errors.flat().filter((line) => !line.includes("/node_modules/"));
      console.info(["", `Passed on a retry: ${test.fullName}`, ...lines].join("\n"));
    }
  }
}

const neededRetry = (test: TestCase) => test.diagnostic()?.flaky === true;

/** The time of a file in its worker, with loading and hooks. */
function secondsOf(module: TestModule): number {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
