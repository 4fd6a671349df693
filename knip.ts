import type { KnipConfig } from "knip";

export default {
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ["cfn-lint"],
  workspaces: {
    ".": {
      entry: [
        "infra/app.ts",
        "infra/viewer-request.js",
        "infra/{environment-credentials,no-brotli,no-endpoint-cache,no-event-streams}.ts",
        "lambdas/*/handler.ts",
        "lambdas/jobs/*.ts",
        "frontend/admin/main.tsx",
        "frontend/public/{account,admin-worker,admin-offline}.js",
        "frontend/site/{draw-images,hydrate,placeholders}.{ts,tsx}",
        "{ops,bench}/**/main.ts",
        // Commands without a script in package.json.
        "ops/start/retain.ts",
      ],
      project: ["{shared,lambdas,infra,frontend,ops,e2e,test,bench}/**/*.{ts,tsx,js}"],
    },
    "packages/aws-local": {
      entry: [
        "src/functions/lambda-runtime.js",
        "src/ses/inbox-browser.ts",
        "test/{fixture-handlers,tables-crash-writer}.ts",
      ],
      project: ["{src,test}/**/*.ts"],
    },
    "packages/daraja-local": { project: ["src/**/*.ts"] },
  },
} satisfies KnipConfig;
