import { api } from "../../shared/api/api.ts";
import { calendarPath } from "../../shared/calendar.ts";
import type { Route } from "../../shared/route.ts";
import { get, readUserPool, statusProblem } from "./http.ts";

const headers = [
  "content-security-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
];
/** The page's sections. Without JavaScript, visitors only see what is in the HTML. */
const sections = ["home", "services", "solutions", "portfolio", "contact"];

const routes = Object.values(api).flatMap((resource) => Object.entries<Route>(resource));

/** The checks without a sign-in. */
export const visitorChecks = (site: string) => [
  {
    name: "the site is complete without JavaScript",
    async run() {
      const page = await get(site);
      const html = await page.text();
      const missing = sections.filter((id) => !html.includes(`id="${id}"`));
      return statusProblem(200, page) ?? (missing.length > 0 ? `lacks ${missing.join(", ")}` : undefined);
    },
  },
  {
    name: "the site's security headers",
    async run() {
      const page = await get(site);
      const missing = headers.filter((name) => !page.headers.has(name));
      return missing.length > 0 ? `lacks ${missing.join(", ")}` : undefined;
    },
  },
  {
    name: "the site's assets",
    async run() {
      const html = await (await get(site)).text();
      const paths = [...new Set(html.match(/\/assets\/[\w.-]+/g))];
      const answers = await Promise.all(paths.map((path) => get(site + path)));
      const missing = paths.filter((_, index) => answers[index]?.status !== 200);
      if (paths.length === 0) return "has no assets";
      return missing.length > 0 ? `lacks ${missing.join(", ")}` : undefined;
    },
  },
  {
    name: "the back-office's page",
    async run() {
      const page = await get(`${site}/admin/clients`);
      return (
        statusProblem(200, page) ?? ((await page.text()).includes("/assets/") ? undefined : "has no script")
      );
    },
  },
  {
    name: "config.json",
    run: async () => void (await readUserPool(site)),
  },
  {
    name: "an unknown page redirects to the site",
    async run() {
      const page = await get(`${site}/no/such/page`);
      return (
        statusProblem(302, page) ?? (page.headers.get("location") === "/" ? undefined : "redirects elsewhere")
      );
    },
  },
  {
    name: "a missing asset answers 404",
    run: async () => statusProblem(404, await get(`${site}/assets/none.js`)),
  },
  {
    name: "an unknown API path answers 404 without a page",
    async run() {
      const answer = await get(`${site}/api/no-such-route`);
      const isPage = answer.headers.get("content-type")?.includes("html");
      return statusProblem(404, answer) ?? (isPage ? "answered with a page" : undefined);
    },
  },
  {
    name: "an empty contact form is refused",
    async run() {
      return statusProblem(400, await get(`${site}/api/send-email`, { method: "POST", body: "{}" }));
    },
  },
  {
    name: "an unknown calendar answers 404",
    run: async () => statusProblem(404, await get(site + calendarPath("none", "none"))),
  },
  ...routes
    .filter(([, { access }]) => access !== "public")
    .map(([key]) => ({
      name: `${key} needs a sign-in`,
      async run() {
        const [method, path] = key.split(" ") as [string, string];
        return statusProblem(401, await get(site + path.replace(/\{\w+\}/g, "none"), { method }));
      },
    })),
];
