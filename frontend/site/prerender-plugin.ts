import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type ResolvedConfig, type Rolldown } from "vite";

/** What prerender.tsx offers. */
type Prerender = {
  render: () => { head: string; body: string };
  companions: () => Record<string, string>;
};

const entry = "/site/prerender.tsx";
const page = "/index.html";
/** The script that hydrates the page, where index.html names it. */
const hydration = "/site/hydrate.tsx";

/** Fills `index.html` with the site's finished HTML, when it is built and while it is worked on. */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  let built: { site: Prerender; assets: Rolldown.OutputAsset[] };

  return {
    name: "prerender-site",
    configResolved(resolved) {
      config = resolved;
    },

    async buildStart() {
      if (config.command !== "build") return;
      built = await buildForNode(config);
      this.emitFile({ type: "chunk", id: join(config.root, hydration), preserveSignature: "strict" });
    },
    generateBundle(_, bundle) {
      for (const { fileName, source } of built.assets) {
        if (!bundle[fileName]) this.emitFile({ type: "asset", fileName, source });
      }
      for (const [fileName, source] of Object.entries(built.site.companions())) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },

    configureServer(server) {
      server.middlewares.use(async ({ url = "" }, response, next) => {
        if (!/^\/[\w-]+\.(txt|xml|webmanifest|html)$/.test(url)) return next();
        const site = (await server.ssrLoadModule(entry)) as Prerender;
        const text = site.companions()[url.slice(1)];
        if (text === undefined) next();
        else response.end(text);
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
        const { head, body } = site.render();
        return scriptLast(html)
          .replace("<!--head-->", () => head)
          .replace("<!--body-->", () => body)
          .replace(hydration, chunk ? `/${chunk.fileName}` : hydration);
      },
    },
  };
}

/**
 * A build's script behind all that is seen: it runs once the page is read wherever it stands, and further up it is asked
 * for before the first picture and shares the link with it.
 */
function scriptLast(html: string): string {
  const [script = ""] = /\s*<script type="module" crossorigin [^>]*><\/script>/.exec(html) ?? [];
  const late = script.trim().replace("></", ' fetchpriority="low"></');
  return html.replace(script, "").replace("</body>", () => `${late}</body>`);
}

/** Bundles the page for Node and loads it. Its pictures and font get the names they have in the browser's bundle. */
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
  // It imports React, so it has to stand where Node finds packages.
  const folder = await mkdtemp(join(root, "../node_modules/.prerender-"));
  try {
    await writeFile(join(folder, "site.mjs"), code);
    const site: Prerender = await import(pathToFileURL(join(folder, "site.mjs")).href);
    return { site, assets: output.filter((file) => file.type === "asset") };
  } finally {
    await rm(folder, { recursive: true });
  }
}
