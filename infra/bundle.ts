import { readFileSync } from "node:fs";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { type ParseResult, parseSync, Visitor } from "vite";
import { bundles, entries } from "./function-entries.ts";

/** Replaces large modules of the SDK of which a function needs next to nothing. */
const trimSdk: Plugin = {
  name: "trim-sdk",
  setup: ({ onLoad }) => {
    // A fallback for Node's own SHA-256, which is always there.
    onLoad({ filter: /[\\/]sha256[\\/]Sha256Js\.js$/ }, () => ({
      contents: "export const Sha256Js = undefined",
    }));
    // Functions tell errors apart by name. Without its schema the SDK makes an error of that name, without its fields.
    onLoad({ filter: /@aws-sdk.client-[^/\\]+.dist-es.schemas.schemas_0\.js$/ }, ({ path }) => {
      const unused = /^n0_registry\.registerError\((?!ConditionalCheckFailed|TransactionCanceled).*$/gm;
      const code = readFileSync(path, "utf8").replaceAll(unused, "");
      return { contents: edited(code, pureDeclarations(parseSync(path, code).program)) };
    });
    // Without `info`, the SDK does not copy each request and answer for a logger that drops them.
    onLoad({ filter: /[\\/]NoOpLogger\.js$/ }, () => ({
      contents: "export class NoOpLogger { trace() {} debug() {} warn() {} error() {} }",
    }));
    // A client only reads the version from its package.json.
    onLoad({ filter: /@aws-sdk.client-[^/\\]+.package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/**
 * Makes our modules tree-shakable. Response schemas, which only the browser and tests need, are removed. A third of the
 * schemas remain, so functions start faster.
 */
const treeShakeDeclarations: Plugin = {
  name: "tree-shake-declarations",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\](?:shared|lambdas)[/\\].*\.ts$/ }, ({ path }) => {
      const code = readFileSync(path, "utf8");
      const { program } = parseSync(path, code);
      const edits = pureDeclarations(program);
      new Visitor({
        ObjectExpression({ properties }) {
          const property = (name: string) =>
            properties.find(
              (part) => part.type === "Property" && part.key.type === "Identifier" && part.key.name === name,
            );
          const response = property("access") && property("response");
          if (response) edits.push({ start: response.start, end: response.end, text: "response: undefined" });
        },
      }).visit(program);
      return { contents: edited(code, edits), loader: "ts" };
    }),
};

type Edit = { start: number; end: number; text: string };

/** Makes each declared value a pure call, which esbuild drops when nothing uses it. */
const pureDeclarations = ({ body }: ParseResult["program"]): Edit[] =>
  body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .flatMap((declared) => (declared?.type === "VariableDeclaration" ? declared.declarations : []))
    .flatMap(({ id, init }) =>
      id.type === "Identifier" && init
        ? [
            { start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" },
            { start: init.end, end: init.end, text: "))()" },
          ]
        : [],
    );

function edited(code: string, edits: Edit[]): string {
  let result = "";
  let copied = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    result += code.slice(copied, start) + text;
    copied = end;
  }
  return result + code.slice(copied);
}

/**
 * Bundles every function with its SDK, so that tests run what is deployed. `--watch` bundles after every change and
 * prints a line each time.
 */
const plugins = [trimSdk, treeShakeDeclarations];
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
  // No `import()` in a bundle: esbuild would wrap every module in a function that Node compiles twice, and a cold start
  // would take a quarter longer.
  // The SDK's ES modules become half as large as its CommonJS ones.
  mainFields: ["module", "main"],
  // Parts of the SDK that no function uses: a third of a bundle.
  alias: {
    "@aws-sdk/credential-provider-node": "./infra/environment-credentials.ts",
    "@aws-sdk/endpoint-cache": "./infra/no-endpoint-cache.ts",
  },
  plugins,
  // Only for services that stream events, which no function uses: 5 % of a bundle.
  external: ["@smithy/core/event-streams"],
  logLevel: "warning",
};

if (process.argv.includes("--watch")) {
  const report: Plugin = {
    name: "report",
    setup: ({ onEnd }) =>
      onEnd(({ errors }) => console.info(errors.length > 0 ? "functions not bundled" : "functions bundled")),
  };
  await (await context({ ...options, plugins: [...plugins, report] })).watch();
} else {
  await build(options);
}
