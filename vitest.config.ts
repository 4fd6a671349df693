import { defineConfig } from "vitest/config";

const slow = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["{shared,frontend}/**/*.test.{ts,tsx}"] } },
      { test: { name: "local", include: ["local/**/*.test.ts"], ...slow } },
      { test: { name: "integration", include: ["lambdas/**/*.test.ts"], ...slow } },
      { test: { name: "infrastructure", include: ["infra/**/*.test.ts"], ...slow } },
      { test: { name: "browser", include: ["e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
});
