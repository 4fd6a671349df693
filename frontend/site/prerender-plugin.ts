import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import { headingsFont } from "./headings-font.ts";

/** The exports of prerender.tsx. */
type Prerender = {
  render: (font: string) => { head: string; body: string };
  companions: (font: string) => Record<string, string>;
};

const fontOf = ({ render, companions }: Prerender) =>
  headingsFont([render("").body, companions("")["privacy.html"] ?? ""]);

const entry = "/site/prerender.tsx";
const page = "/index.html";
/** The script that hydrates the page, as named in index.html. */
const hydration = "/site/hydrate.tsx";

/** Inserts the rendered site into `index.html`, in the build and in the development server. */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  let built: { site: Prerender; assets: Rolldown.OutputAsset[] };
  let font: Awaited<ReturnType<typeof headingsFont>>;

  return {
    name: "prerender-site",
    configResolved(resolved) {
      config = resolved;
    },

    async buildStart() {
      if (config.command !== "build") return;
      built = await buildForNode(config);
      font = await fontOf(built.site);
      this.emitFile({ type: "asset", ...font });
      this.emitFile({ type: "chunk", id: join(config.root, hydration), preserveSignature: "strict" });
    },
    generateBundle(_, bundle) {
      for (const { fileName, source } of built.assets) {
        if (!bundle[fileName]) this.emitFile({ type: "asset", fileName, source });
      }
      for (const [fileName, source] of Object.entries(built.site.companions(`/${font.fileName}`))) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },

    configureServer(server) {
      server.middlewares.use(async ({ url = "" }, response, next) => {
        if (!/^\/([\w-]+\.(txt|xml|webmanifest|html)|assets\/headings-.*)$/.test(url)) return next();
        const site = (await server.ssrLoadModule(entry)) as Prerender;
        font = await fontOf(site);
        const files = { ...site.companions(`/${font.fileName}`), [font.fileName]: font.source };
        const file = files[url.slice(1)];
        if (file === undefined) next();
        else response.end(file);
      });
    },

    transformIndexHtml: {
      order: "post",
      async handler(html, { path, server, bundle = {} }) {
        if (path !== page) return;
        const chunk = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId === join(config.root, hydration),
        );
        const site = server ? ((await server.ssrLoadModule(entry)) as Prerender) : built.site;
        if (server) font = await fontOf(site);
        const { head, body } = site.render(`/${font.fileName}`);
        return scriptLast(html)
          .replace("<!--head-->", () => head)
          .replace("<!--body-->", () => body)
          .replace(hydration, chunk ? `/${chunk.fileName}` : hydration);
      },
    },
  };
}

/**
 * Moves the script to the end of the page. It runs after parsing anyway, and earlier in the page it would compete with
 * the first image for bandwidth.
 */
function scriptLast(html: string): string {
  const [script = ""] = /\s*<script type="module" crossorigin [^>]*><\/script>/.exec(html) ?? [];
  const moved = script.trim().replace("></", ' fetchpriority="low"></');
  return html.replace(script, "").replace("</body>", () => `${moved}</body>`);
}

/** Bundles the page for Node and loads it. Images and fonts get the same names as in the browser's bundle. */
async function buildForNode({ root, mode, build: { assetsInlineLimit } }: ResolvedConfig) {
  const { output } = (await build({
    configFile: false,
    logLevel: "warn",
    root,
    mode,
    publicDir: false,
    build: { ssr: join(root, entry), ssrEmitAssets: true, write: false, assetsInlineLimit },
  })) as Rolldown.RolldownOutput;
  const code = output.find((file) => file.type === "chunk")?.code ?? "";
  // The module imports React, so it must be in a folder where Node finds packages.
  const folder = await mkdtemp(join(root, "../node_modules/.prerender-"));
  try {
    await writeFile(join(folder, "site.mjs"), code);
    const site: Prerender = await import(pathToFileURL(join(folder, "site.mjs")).href);
    return { site, assets: output.filter((file) => file.type === "asset") };
  } finally {
    await rm(folder, { recursive: true });
  }
}
