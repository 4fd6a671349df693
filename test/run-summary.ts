import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const shown = 10;

/** The variable that says since when (epoch milliseconds), where more was done than running tests. */
export const startedAt = "TESTS_STARTED_AT";

/** Prints, at the end of a run, how long it took, which files took longest and which tests passed only when tried again. */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({ path: relative("", module.moduleId), seconds: secondsOf(module) }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, shown);
    if (files.length < 2) return;
    const since = Number(process.env[startedAt] ?? performance.timeOrigin);
    const lines = files.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    const all = `${inWords((Date.now() - since) / 1000)} in all. The slowest files:`;
    console.info(["", all, ...lines].join("\n"));
    const again = modules.flatMap((module) => [...module.children.allTests()].filter(neededAnotherTry));
    if (again.length > 0) {
      console.info(
        ["", "Passed at the second try:", ...again.map(({ fullName }) => `  ${fullName}`)].join("\n"),
      );
    }
  }
}

const neededAnotherTry = (test: TestCase) => test.diagnostic()?.flaky === true;

/** What a file takes of its worker: also loading it, and its hooks. */
function secondsOf(module: TestModule): number {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
