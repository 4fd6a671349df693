import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { CALENDARS_PATH } from "../../shared/calendar.ts";
import * as company from "../../shared/company.ts";
import { BUILT_SITE_URL as site } from "../../shared/site-url.ts";
import { page } from "./content/page.ts";
import { Head } from "./Head.tsx";
import { Privacy } from "./Privacy.tsx";
import { Site } from "./Site.tsx";
import withoutScript from "./styles/without-script.css?inline";

/** The HTML for the head and the body of index.html. */
export const render = (font: string) => ({
  head: `${renderToStaticMarkup(<Head site={site} font={font} />)}<noscript><style>${withoutScript}</style></noscript>`,
  body: renderToString(<Site />),
});

/** Other files of the site, by name. */
export const companions = (font: string): Record<string, string> => ({
  // Google Calendar respects robots.txt too, so calendars must be allowed.
  "robots.txt": `User-agent: *\nAllow: ${CALENDARS_PATH}\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`,
  "sitemap.xml": `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${site}/</loc></url>\n  <url><loc>${site}/privacy.html</loc></url>\n</urlset>\n`,
  "privacy.html": `<!doctype html>${renderToStaticMarkup(<Privacy site={site} font={font} />)}`,
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
