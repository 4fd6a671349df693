import { readFileSync } from "node:fs";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { bundles, entries } from "./entries.ts";

/** What the SDK takes whole modules for, and a function needs next to nothing of. */
const lessOfTheSdk: Plugin = {
  name: "less-of-the-sdk",
  setup: ({ onLoad }) => {
    // Stands in for Node's own, which is never missing.
    onLoad({ filter: /[\\/]sha256[\\/]Sha256Js\.js$/ }, () => ({
      contents: "export const Sha256Js = undefined",
    }));
    // Of its package.json a client reads the version.
    onLoad({ filter: /@aws-sdk.client-[^/\\]+.package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/** A schema does nothing by itself, so a bundle keeps those alone that its function uses. */
const onlyUsedSchemas: Plugin = {
  name: "only-used-schemas",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\](?:shared|lambdas)[/\\].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(/(?<![\w.])z\.\w+\(/g, "/* @__PURE__ */ $&"),
      loader: "ts",
    })),
};

/**
 * Bundles every function with its SDK, in one run: what is tested here is what is deployed.
 * `--watch` keeps at it and prints a line for each round.
 */
const plugins = [lessOfTheSdk, onlyUsedSchemas];
const options: BuildOptions = {
  entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: `${name}/index` })),
  outdir: bundles,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  minify: true,
  // An `import()` within a bundle makes esbuild wrap every module in a function that Node then compiles twice: a cold
  // start is a quarter longer than with all of it loaded at once.
  // The SDK's ES modules shrink to half of what its CommonJS ones do.
  mainFields: ["module", "main"],
  // What no function uses of the SDK, which is a third of a bundle.
  alias: {
    "@aws-sdk/credential-provider-node": "./infra/environment-credentials.ts",
    "@aws-sdk/endpoint-cache": "./infra/no-endpoint-cache.ts",
  },
  plugins,
  // Loaded only by a service that streams events, which none of ours does; it is a twentieth of the bundle.
  external: ["@smithy/core/event-streams"],
  // Some of what the SDK depends on still calls require.
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  logLevel: "warning",
};

if (process.argv.includes("--watch")) {
  const say: Plugin = {
    name: "say",
    setup: ({ onEnd }) =>
      onEnd(({ errors }) => console.info(errors.length > 0 ? "functions not bundled" : "functions bundled")),
  };
  await (await context({ ...options, plugins: [...plugins, say] })).watch();
} else {
  await build(options);
}
