import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { bundles, entries } from "./function-entries.ts";

/** Bundles every function with its SDK, so that tests run what is deployed. */
const options: BuildOptions = {
  entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: `${name}/index` })),
  outdir: bundles,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  // CommonJS, because an ES module makes Node read every property of the built-in modules it imports.
  format: "cjs",
  // The SDK's `import("node:http")` becomes `require`, for the same reason: a fifth of a cold start.
  supported: { "dynamic-import": false },
  target: "node24",
  minify: true,
  // The SDK's ES modules become half as large as its CommonJS ones.
  mainFields: ["module", "main"],
  // Parts of the SDK that no function uses: a third of a bundle.
  alias: {
    "@aws-sdk/credential-provider-node": "./infra/environment-credentials.ts",
    "@aws-sdk/endpoint-cache": "./infra/no-endpoint-cache.ts",
  },
  // Only for services that stream events, which no function uses: 5 % of a bundle.
  external: ["@smithy/core/event-streams"],
  logLevel: "warning",
};

/** Prints a line after every change that was bundled. */
const report: Plugin = {
  name: "report",
  setup: ({ onEnd }) =>
    onEnd(({ errors }) => console.info(errors.length > 0 ? "functions not bundled" : "functions bundled")),
};

if (process.argv.includes("--watch")) await (await context({ ...options, plugins: [report] })).watch();
else await build(options);
