import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const slow = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Most of these tests wait for something most of the time, so two fit on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: "unit", include: ["{shared,frontend}/**/*.test.{ts,tsx}"] } },
      { test: { name: "local", include: ["local/**/*.test.ts"], ...slow } },
      { test: { name: "integration", include: ["lambdas/**/*.test.ts"], ...slow } },
      { test: { name: "infrastructure", include: ["infra/**/*.test.ts"], ...slow } },
      { test: { name: "browser", include: ["e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
});
