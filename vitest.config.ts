import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// A busy machine is several times slower: only a test that hangs reaches these timeouts.
const longTimeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
const seeded = { ...longTimeouts, setupFiles: ["test/runner/seed.ts"] };
const slow = {
  ...seeded,
  // Three quarters of a synthesis. infra/checks/templates.test.ts applies the same rules to every kind of stage.
  env: { CDK_VALIDATION: "false" },
  // After the unit tests, so that a simple mistake shows in seconds.
  sequence: { groupOrder: 2 },
};

// The files of a worker share their modules, a running product (test/product/environment-pool.ts) and templates.
const sharedWorker = { isolate: false };
const slowShared = { ...slow, ...sharedWorker };
// These tests never wait.
const busyWorkers = { ...sharedWorker, maxWorkers: availableParallelism() };

/** Tests of the tools, not of the product. `npm run test:tools` runs the projects whose name starts with `tools`. */
const tools = [
  "e2e/inbox.test.ts",
  "infra/checks/{faults,updates}.test.ts",
  "ops/**/*.test.ts",
  "test/{product,runner}/**/*.test.ts",
];
/** The same journeys in Chromium, Firefox and WebKit. `npm run test:browsers` runs only them. */
const browsers = "e2e/engines/*.test.ts";
/** `npm run check`, beside the unit tests, so that one command runs everything. */
const check = "test/runner/check.test.ts";

export default defineConfig({
  test: {
    // The second checks, after all tests, that the functions' roles are exact.
    globalSetup: ["test/runner/temporary-folder.ts", "test/product/permissions.ts"],
    // Tests also wait, so four workers keep two cores busy.
    maxWorkers: availableParallelism() + 2,
    reporters: ["default", "./test/runner/run-summary.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["{shared,frontend}/**/*.test.ts"],
          ...seeded,
          ...busyWorkers,
        },
      },
      {
        test: {
          name: "dom",
          include: ["frontend/admin/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: "test/browser/dom.tsx",
          ...longTimeouts,
          ...busyWorkers,
        },
      },
      // After the unit tests, beside the infrastructure: each keeps about one core busy for half a minute.
      {
        test: {
          name: "check",
          include: [check],
          ...longTimeouts,
          ...busyWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "integration",
          include: ["{lambdas,test}/**/*.test.ts"],
          exclude: tools,
          globalSetup: "test/runner/build-product.ts",
          ...slowShared,
        },
      },
      {
        // Hides warnings about a package without its source maps.
        logLevel: "error",
        test: {
          name: "infrastructure",
          include: ["infra/**/*.test.ts"],
          exclude: tools,
          globalSetup: "test/runner/build-product.ts",
          // It imports JSON without import attributes, which Node refuses.
          server: { deps: { inline: ["@actions/workflow-parser"] } },
          ...slow,
          ...busyWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.test.ts"],
          exclude: [...tools, browsers],
          globalSetup: ["test/runner/get-browser.ts", "test/runner/build-product.ts"],
          ...slowShared,
          // A busy CI machine may need a retry; the run summary lists the retried tests.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
      {
        test: {
          name: "browsers",
          include: [browsers],
          globalSetup: ["test/runner/other-browsers.ts", "test/runner/build-product.ts"],
          ...slowShared,
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
      { test: { name: "tools: packages", include: ["packages/**/*.test.ts"], ...slowShared } },
      {
        test: {
          name: "tools: others",
          include: tools,
          exclude: [check],
          globalSetup: ["test/runner/get-browser.ts", "test/runner/build-product.ts"],
          ...slowShared,
        },
      },
    ],
  },
});
