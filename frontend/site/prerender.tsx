import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { calendars } from "../../shared/calendar.ts";
import * as company from "../../shared/company.ts";
import { page } from "./content/page.ts";
import { Head } from "./Head.tsx";
import { Privacy } from "./Privacy.tsx";
import { Site } from "./Site.tsx";
import withoutScript from "./styles/without-script.css?inline";

const site = (process.env.VITE_SITE_URL || company.site.value).replace(/\/+$/, "");

/** The page as HTML, in the two places it has in index.html. */
export const render = () => ({
  head: `${renderToStaticMarkup(<Head site={site} />)}<noscript><style>${withoutScript}</style></noscript>`,
  body: renderToString(<Site />),
});

/** The small files beside the page, by name: the same facts for machines, and the privacy notice. */
export const companions = (): Record<string, string> => ({
  // Google Calendar has gone by it as well: it would fetch nobody's calendar.
  "robots.txt": `User-agent: *\nAllow: ${calendars}\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`,
  "sitemap.xml": `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${site}/</loc></url>\n  <url><loc>${site}/privacy.html</loc></url>\n</urlset>\n`,
  "privacy.html": `<!doctype html>${renderToStaticMarkup(<Privacy site={site} />)}`,
  "manifest.webmanifest": JSON.stringify({
    name: company.name.value,
    short_name: company.shortName,
    description: page.description,
    start_url: "/",
    display: "browser",
    background_color: "#fbfaf6",
    theme_color: "#fbfaf6",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  }),
});
