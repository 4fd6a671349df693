import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{shared,lambdas,infra,local,frontend}/**/*.test.{ts,tsx}"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
