import { readFileSync } from "node:fs";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { parseSync, Visitor } from "vite";
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

/**
 * What a module of ours declares does nothing by itself, so a bundle keeps of it what its function uses: each value
 * becomes what a function gives that may be left out. The schemas of answers are for the browser and the tests, and go
 * with what only they use. What is left is a third of the schemas that a fresh process would have to make.
 */
const onlyWhatIsUsed: Plugin = {
  name: "only-what-is-used",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\](?:shared|lambdas)[/\\].*\.ts$/ }, ({ path }) => {
      const code = readFileSync(path, "utf8");
      const edits: { start: number; end: number; text: string }[] = [];
      const { program } = parseSync(path, code);
      for (const statement of program.body) {
        const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") continue;
        for (const { id, init } of declared.declarations)
          if (id.type === "Identifier" && init)
            edits.push(
              { start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" },
              { start: init.end, end: init.end, text: "))()" },
            );
      }
      new Visitor({
        ObjectExpression({ properties }) {
          const called = (name: string) =>
            properties.find(
              (part) => part.type === "Property" && part.key.type === "Identifier" && part.key.name === name,
            );
          const answer = called("access") && called("answer");
          if (answer) edits.push({ start: answer.start, end: answer.end, text: "answer: undefined" });
        },
      }).visit(program);
      let contents = "";
      let copied = 0;
      for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
        contents += code.slice(copied, start) + text;
        copied = end;
      }
      return { contents: contents + code.slice(copied), loader: "ts" };
    }),
};

/**
 * Bundles every function with its SDK, in one run: what is tested here is what is deployed.
 * `--watch` keeps at it and prints a line for each round.
 */
const plugins = [lessOfTheSdk, onlyWhatIsUsed];
const options: BuildOptions = {
  entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: `${name}/index` })),
  outdir: bundles,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  // Node makes every property of a built-in module that an ES module imports, such as `process.stdout`.
  format: "cjs",
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
