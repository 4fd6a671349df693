import { readFile } from "node:fs/promises";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import fontverter from "fontverter";
import { bundles, entries } from "./function-entries.ts";

/** Fonts as their tables: a function would take half a second to decompress them. */
const fonts: Plugin = {
  name: "fonts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.woff$/ }, async ({ path }) => ({
      contents: await fontverter.convert(await readFile(path), "truetype"),
      loader: "binary",
    })),
};

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
  // Parts of the SDK that no function uses: a third of a bundle. The fonts of a PDF are not compressed.
  alias: {
    "brotli/decompress.js": "./infra/no-brotli.ts",
    "@smithy/core/event-streams": "./infra/no-event-streams.ts",
    "@aws-sdk/credential-provider-node": "./infra/environment-credentials.ts",
    "@aws-sdk/endpoint-cache": "./infra/no-endpoint-cache.ts",
  },
  // pdfkit finds a colour profile beside itself, which our PDFs do not use.
  define: { "import.meta.url": '"file:///"' },
  plugins: [fonts],
  logLevel: "warning",
};

/** Prints a line after every change that was bundled. */
const report: Plugin = {
  name: "report",
  setup: ({ onEnd }) =>
    onEnd(({ errors }) => console.info(errors.length > 0 ? "functions not bundled" : "functions bundled")),
};

if (process.argv.includes("--watch")) await (await context({ ...options, plugins: [fonts, report] })).watch();
else await build(options);
