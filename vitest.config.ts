import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// A machine that is busy is slow by a multiple: no test ends by the clock but one that hangs.
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
const slow = {
  ...patient,
  // After the unit tests, so that a mistake in typing shows in seconds.
  sequence: { groupOrder: 1 },
};

// Files that run one after another in a worker hand on what they have loaded, a running product
// (test/lent-environment.ts) and templates.
const handedOn = { isolate: false };
const together = { ...slow, ...handedOn };

export default defineConfig({
  test: {
    // Judges, after them all, whether the roles that the product ran under are exact.
    globalSetup: "test/permissions.ts",
    // Many of these tests wait for something much of the time, so four fit on two cores.
    maxWorkers: 2 * availableParallelism(),
    reporters: ["default", "./test/run-summary.ts"],
    projects: [
      { test: { name: "unit", include: ["{shared,frontend}/**/*.test.{ts,tsx}"], ...patient, ...handedOn } },
      { test: { name: "local", include: ["packages/**/*.test.ts"], ...together } },
      {
        test: {
          name: "integration",
          include: ["{lambdas,test}/**/*.test.ts"],
          globalSetup: "test/build-product.ts",
          ...together,
        },
      },
      {
        // One package in it names maps of its source that it does not bring.
        logLevel: "error",
        test: {
          name: "infrastructure",
          include: ["{infra,ops}/**/*.test.ts"],
          globalSetup: "test/build-product.ts",
          // It imports JSON as bundlers do, and Node does not.
          server: { deps: { inline: ["@actions/workflow-parser"] } },
          ...together,
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["test/get-browser.ts", "test/build-product.ts"],
          ...together,
          // A browser on a busy machine, unwatched: its tests may be tried again, and the run says which were.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
