import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

type Prerender = {
  render: () => { head: string; body: string };
  companions: () => Record<string, string>;
};

const entry = "/site/prerender.tsx";
const page = "/index.html";

/** Fills `index.html` with the site's finished HTML, when it is built and while it is worked on. */
export function prerender(): Plugin {
  let root = "";
  let inlineLimit: unknown;
  let built: { site: Prerender; assets: Rolldown.OutputAsset[] };

  return {
    name: "prerender-site",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
      inlineLimit = config.build.assetsInlineLimit;
    },

    async buildStart() {
      if (this.environment.mode === "build") built = await buildForNode(root);
    },
    generateBundle() {
      for (const { fileName, source } of built.assets) this.emitFile({ type: "asset", fileName, source });
      for (const [fileName, source] of Object.entries(built.site.companions())) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },

    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const site = (await server.ssrLoadModule(entry)) as Prerender;
        const text = site.companions()[(request.url ?? "").slice(1)];
        if (text === undefined) next();
        else response.end(text);
      });
    },

    transformIndexHtml: {
      order: "post",
      async handler(html, { path, server }) {
        if (path !== page) return;
        const site = server ? ((await server.ssrLoadModule(entry)) as Prerender) : built.site;
        const { head, body } = site.render();
        return html.replace("<!--head-->", () => head).replace("<!--body-->", () => body);
      },
    },
  };
}
