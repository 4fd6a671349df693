import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();
const screens = [
  "",
  "/clients",
  "/clients/import",
  "/clients/00000000-0000-4000-8000-000000000000",
  "/clients/00000000-0000-4000-8000-000000000000/statement",
  "/subscriptions",
  "/subscriptions/import",
  "/payments",
  "/payments/import",
  "/payments/lines",
  "/payments/announced",
  "/activity",
  "/messages",
  "/reminders",
  "/settings",
  "/settings/emails",
  "/api",
];

/** The script and style files that a page loaded, without their content hashes. */
async function filesOf(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return urls.flatMap((url) => /assets\/(.+)-.{8}(\.js|\.css)$/.exec(url)?.slice(1, 3).join("") ?? []);
}

test("the tests run the production build of React, as deployed", async () => {
  const page = await office.open("/admin/login");
  await page.getByLabel("Email").waitFor();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  expect(texts.join()).toContain("Minified React error");
  expect(texts.join()).not.toContain('unique "key" prop');
});

test("each screen loads at most seven script and style files, also with an empty cache", async () => {
  // The text of a reminder is a file of its own, because WhatsApp loads it when it is pressed.
  const most = (screen: string) => (screen === "/settings/emails" ? 8 : 7);
  // That client does not exist.
  office.allowConsoleErrors(failedRequest);
  const taken: Record<string, string[]> = {};
  const page = await office.openAs(office.admin, "/admin", { fresh: true });
  for (const screen of screens) {
    await page.goto(`/admin${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The palette is loaded once the page is idle.
    taken[screen] = (await filesOf(page)).filter((file) => file !== "Palette.js");
  }
  const wrong = Object.entries(taken).filter(
    ([screen, files]) => files.length > most(screen) || files.length < 3,
  );
  expect(wrong).toEqual([]);
});

test("the site loads no file of the back-office, and the sign-in page none of its screens", async () => {
  const site = await office.open("/");
  await site.locator("html[data-awake]").waitFor();
  expect((await filesOf(site)).sort()).toEqual([
    "common.js",
    "hydrate.js",
    "index.js",
    "rolldown-runtime.js",
  ]);
  // The next screen loads while the person types; the form does not wait for it.
  const login = await (await fetch(`${office.product.site}/admin/login`)).text();
  const named = [...login.matchAll(/assets\/(.+)-.{8}(\.js|\.css)"/g)].map(
    ([, name = "", kind]) => name + kind,
  );
  expect(named.sort()).toEqual(["admin.css", "admin.js", "common.js", "rolldown-runtime.js"]);
});

test("sign-in does not load the schemas", async () => {
  const html = await (await fetch(`${office.product.site}/admin/login`)).text();
  const scripts = [...html.matchAll(/\/assets\/[^"]+\.js/g)].map(async ([path]) =>
    (await fetch(office.product.site + path)).text(),
  );
  expect(scripts.length).toBeGreaterThan(1);
  expect((await Promise.all(scripts)).join()).not.toContain("ZodMini");
});
