import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest, signIn } from "../test/browser/admin-browser.ts";
import { aClient } from "../test/product/staffed.ts";

const office = backOffice();
const figures = (page: Page) => page.getByText("Active subscriptions").first();
const stats = "**/api/v1/dashboard/stats?*";
const configuration = "**/config.json";
const ownScript = "**/assets/DashboardPage-*.js";
const screens = [
  "",
  "/clients",
  "/clients/import",
  "/clients/00000000-0000-4000-8000-000000000000",
  "/clients/00000000-0000-4000-8000-000000000000/statement",
  "/subscriptions",
  "/subscriptions/import",
  "/money/received",
  "/money/import",
  "/money/unmatched",
  "/money/announced",
  "/settings/activity",
  "/messages",
  "/money/sent",
  "/settings",
  "/settings/emails",
  "/settings/api",
];

/** Records the paths of requests from now on, in order; for a call to AWS its operation. */
function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "OPTIONS") return;
    const [, operation] = (request.headers()["x-amz-target"] ?? "").split(".");
    paths.push(operation ?? new URL(request.url()).pathname);
  });
  return paths;
}

/** Holds requests to these addresses until the page requests its figures. Returns the held addresses. */
async function holdUntilFigures(page: Page, ...addresses: string[]): Promise<Set<string>> {
  const figuresRequest = page.waitForRequest(stats);
  const held = new Set<string>();
  for (const address of addresses)
    await page.route(address, async (route) => {
      held.add(address);
      await figuresRequest;
      await route.continue();
    });
  return held;
}

/** The script and style files that a page loaded, without their content hashes. */
async function filesOf(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return urls.flatMap((url) => /assets\/(.+)-.{8}(\.js|\.css)$/.exec(url)?.slice(1, 3).join("") ?? []);
}

/** The site loads no file of the back-office. */
async function readSite(page: Page): Promise<void> {
  await page.locator("html[data-awake]").waitFor();
  expect((await filesOf(page)).sort()).toEqual([
    "common.js",
    "hydrate.js",
    "index.js",
    "rolldown-runtime.js",
  ]);
  office.checkConsole();
}

/** The sign-in page loads neither its screens nor the schemas. */
async function weighSignIn(): Promise<void> {
  // The next screen loads while the person types; the form does not wait for it.
  const login = await (await fetch(`${office.product.site}/admin/login`)).text();
  const named = [...login.matchAll(/assets\/(.+)-.{8}(\.js|\.css)"/g)].map(
    ([, name = "", kind]) => name + kind,
  );
  expect(named.sort()).toEqual(["admin.css", "admin.js", "common.js", "rolldown-runtime.js"]);
  const scripts = [...login.matchAll(/\/assets\/[^"]+\.js/g)].map(async ([path]) =>
    (await fetch(office.product.site + path)).text(),
  );
  const texts = (await Promise.all(scripts)).join();
  expect(texts).not.toContain("ZodMini");
  // The page runs the production build of React, as deployed.
  expect(texts).toContain("Minified React error");
  expect(texts).not.toContain('unique "key" prop');
}

/** Signing in takes two requests for the password and one for the figures: the rest loads while the person types. */
async function signInQuickly(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").waitFor();
  await page.waitForLoadState("networkidle");
  const paths = recordRequests(page);
  await signIn(page, office.admin);
  await figures(page).waitFor();
  expect(paths.slice(0, 3)).toEqual(["InitiateAuth", "RespondToAuthChallenge", "/api/v1/dashboard/stats"]);
  // On a slow machine what comes by itself after three seconds may already be on its way.
  const preloaded = paths.findIndex((path) => /^\/assets\/(Palette|ClientPanel)-/.test(path));
  const before = preloaded === -1 ? paths : paths.slice(0, preloaded);
  expect(before.filter((path) => path.endsWith(".js"))).toEqual([]);
}

/** A reloaded page requests its figures before its configuration has arrived. */
async function reloadQuickly(page: Page): Promise<void> {
  const held = await holdUntilFigures(page, configuration);
  await page.reload({ waitUntil: "commit" });
  await figures(page).waitFor();
  expect([...held]).toEqual([configuration]);
}

/** With an empty cache the page requests its figures once, before its screen has arrived. */
async function openWithEmptyCache(signedIn: Page): Promise<Page> {
  const storageState = await signedIn.context().storageState();
  const page = await office.open("/robots.txt", { storageState, fresh: true });
  const paths = recordRequests(page);
  const held = await holdUntilFigures(page, configuration, ownScript);
  await page.goto("/admin", { waitUntil: "commit" });
  await figures(page).waitFor();
  expect([...held].sort()).toEqual([configuration, ownScript].sort());
  await eventually(() => paths.filter((path) => path.endsWith("stats")).length).toBe(1);
  return page;
}

/** Each screen loads at most eight script and style files, the first with an empty cache. */
async function weighScreens(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // The text of a reminder is a file of its own, because WhatsApp loads it when it is pressed.
  const most = (screen: string) => (screen === "/settings/emails" ? 9 : 8);
  // The client does not exist.
  office.allowConsoleErrors(failedRequest);
  const taken: Record<string, string[]> = {};
  for (const screen of screens) {
    if (screen !== "") await page.goto(`/admin${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Loaded once the page is idle: the palette, and the panel with the fields that it needs.
    const preloaded = ["Palette.js", "ClientPanel.js", "forms.js"];
    taken[screen] = (await filesOf(page)).filter((file) => !preloaded.includes(file));
  }
  const wrong = Object.entries(taken).filter(
    ([screen, files]) => files.length > most(screen) || files.length < 3,
  );
  expect(wrong.map(([screen, files]) => [screen, ...files].join(" "))).toEqual([]);
}

test("the figures are requested as early as possible, also on a reload and with an empty cache, each screen loads few files, and the site none of the back-office", async () => {
  await office.asStaff("POST /api/v1/clients", { body: aClient });
  const page = await office.open("/", { fresh: true });
  await readSite(page);
  await weighSignIn();
  await signInQuickly(page);
  await reloadQuickly(page);
  await weighScreens(await openWithEmptyCache(page));
});
