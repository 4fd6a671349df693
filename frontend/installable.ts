import type { Plugin } from "vite";
import { backOfficeName, shortName } from "../shared/company.ts";

/** The same values as in base.css. */
const paper = { light: "#fbfaf6", dark: "#0f1614" };

/** The service worker `public/admin-worker.js` stores this page and shows it without a network. */
const offlinePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Offline · ${backOfficeName}</title>
    <style>
      :root {
        color-scheme: light dark;
      }
      body {
        max-width: 40ch;
        padding: 20vh 24px 0;
        margin: 0 auto;
        background: light-dark(${paper.light}, ${paper.dark});
        color: light-dark(#13231f, #e9eee9);
        font: 1rem/1.5 system-ui, sans-serif;
      }
      h1 {
        font-size: 1.5rem;
      }
      a {
        display: inline-block;
        padding: 10px 18px;
        margin-top: 8px;
        background: light-dark(#0e5a47, #74c9ad);
        border-radius: 8px;
        color: light-dark(#fff, #0f1614);
        font-weight: 600;
        text-decoration: none;
      }
    </style>
    <script src="/admin-offline.js" defer></script>
  </head>
  <body>
    <main>
      <h1>You are offline</h1>
      <p>The ${backOfficeName} needs a connection to show current data. It keeps no data on this device. The page you asked for opens once the connection is back.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>
`;

const manifest = {
  id: "/admin",
  name: backOfficeName,
  short_name: shortName,
  start_url: "/admin",
  scope: "/admin",
  display: "standalone",
  background_color: paper.light,
  theme_color: paper.light,
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

const files: Record<string, { type: string; source: string }> = {
  "admin-offline.html": { type: "text/html", source: offlinePage },
  "admin.webmanifest": { type: "application/manifest+json", source: JSON.stringify(manifest) },
};

const link = (rel: string, href: string) => ({ tag: "link", attrs: { rel, href } });
const colour = (scheme: string, content: string) => ({
  tag: "meta",
  attrs: { name: "theme-color", content, media: `(prefers-color-scheme: ${scheme})` },
});

/** Adds the offline page and the web app manifest, so that the back-office can be installed on a phone. */
export const installable = (): Plugin => ({
  name: "installable",
  generateBundle() {
    for (const [fileName, { source }] of Object.entries(files))
      this.emitFile({ type: "asset", fileName, source });
  },
  configureServer(server) {
    server.middlewares.use(({ url = "" }, response, next) => {
      const file = files[url.slice(1)];
      if (file) response.setHeader("content-type", file.type).end(file.source);
      else next();
    });
  },
  transformIndexHtml: (_, { path }) =>
    path === "/admin.html"
      ? [
          link("manifest", "/admin.webmanifest"),
          link("apple-touch-icon", "/apple-touch-icon.png"),
          colour("light", paper.light),
          colour("dark", paper.dark),
        ]
      : undefined,
});
