import { api } from "../../shared/api.ts";
import { calendarPath } from "../../shared/calendar.ts";
import type { Route } from "../../shared/route.ts";
import { get, poolOf, unless } from "./fetching.ts";

const headers = [
  "content-security-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
];
/** The page's sections; they stand in the HTML, or a visitor without a script sees nothing. */
const sections = ["home", "services", "solutions", "portfolio", "contact"];

const routes = Object.values(api).flatMap((resource) => Object.entries<Route>(resource));

/** What somebody sees who is not signed in. */
export const asVisitor = (site: string) => [
  {
    looksAt: "the site, complete without a script",
    async finds() {
      const page = await get(site);
      const html = await page.text();
      const missing = sections.filter((id) => !html.includes(`id="${id}"`));
      return unless(200, page) ?? (missing.length > 0 ? `lacks ${missing.join(", ")}` : undefined);
    },
  },
  {
    looksAt: "its headers",
    async finds() {
      const page = await get(site);
      const missing = headers.filter((name) => !page.headers.has(name));
      return missing.length > 0 ? `lack ${missing.join(", ")}` : undefined;
    },
  },
  {
    looksAt: "what it loads",
    async finds() {
      const html = await (await get(site)).text();
      const paths = [...new Set(html.match(/\/assets\/[\w.-]+/g))];
      const answers = await Promise.all(paths.map((path) => get(site + path)));
      const wrong = paths.filter((_, index) => answers[index]?.status !== 200);
      return paths.length === 0
        ? "it loads nothing"
        : wrong.length > 0
          ? `lacks ${wrong.join(", ")}`
          : undefined;
    },
  },
  {
    looksAt: "the back-office's page",
    async finds() {
      const page = await get(`${site}/admin/clients`);
      return unless(200, page) ?? ((await page.text()).includes("/assets/") ? undefined : "has no script");
    },
  },
  {
    looksAt: "config.json",
    finds: async () => void (await poolOf(site)),
  },
  {
    looksAt: "an unknown page, which leads to the site",
    async finds() {
      const page = await get(`${site}/no/such/page`);
      return unless(302, page) ?? (page.headers.get("location") === "/" ? undefined : "leads elsewhere");
    },
  },
  {
    looksAt: "an asset that is not there",
    finds: async () => unless(404, await get(`${site}/assets/none.js`)),
  },
  {
    looksAt: "an unknown path of the API, which has an answer of its own",
    async finds() {
      const answer = await get(`${site}/api/no-such-route`);
      const isPage = answer.headers.get("content-type")?.includes("html");
      return unless(404, answer) ?? (isPage ? "answered with a page" : undefined);
    },
  },
  {
    looksAt: "a contact form that is not filled in, which is refused",
    async finds() {
      return unless(400, await get(`${site}/api/send-email`, { method: "POST", body: "{}" }));
    },
  },
  {
    looksAt: "a calendar of nobody, which is not there",
    finds: async () => unless(404, await get(site + calendarPath("none", "none"))),
  },
  ...routes
    .filter(([, { access }]) => access !== "public")
    .map(([key]) => ({
      looksAt: `${key}, which needs somebody signed in`,
      async finds() {
        const [method, path] = key.split(" ") as [string, string];
        return unless(401, await get(site + path.replace(/\{\w+\}/g, "none"), { method }));
      },
    })),
];
