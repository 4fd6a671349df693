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
  "/activity",
  "/messages",
  "/reminders",
  "/settings",
  "/settings/emails",
  "/api",
];

/** The names of the files of script and style that a page asked for, without what changes with their content. */
async function filesOf(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return asked.flatMap((url) => /assets\/(.+)-.{8}(\.js|\.css)$/.exec(url)?.slice(1, 3).join("") ?? []);
}

test("what is tested is what is deployed: React as it is built for people, not for its developers", async () => {
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

test("each screen takes at most six files of script and style, also from an empty cache", async () => {
  // Nobody is at that client's address.
  office.forgive(failedRequest);
  const taken: Record<string, string[]> = {};
  const page = await office.openAs(office.admin, "/admin", { fresh: true });
  for (const screen of screens) {
    await page.goto(`/admin${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    taken[screen] = await filesOf(page);
  }
  expect(Object.entries(taken).filter(([, files]) => files.length > 6 || files.length < 3)).toEqual([]);
});

test("the site asks for none of the back-office's files, and the sign-in page for no screen's", async () => {
  const site = await office.open("/");
  await site.locator("html[data-awake]").waitFor();
  expect((await filesOf(site)).sort()).toEqual([
    "common.js",
    "hydrate.js",
    "index.js",
    "rolldown-runtime.js",
  ]);
  // While somebody types, the screen they are going to comes as well; the form does not wait for it.
  const login = await (await fetch(`${office.product.site}/admin/login`)).text();
  const named = [...login.matchAll(/assets\/(.+)-.{8}(\.js|\.css)"/g)].map(
    ([, name = "", kind]) => name + kind,
  );
  expect(named.sort()).toEqual(["admin.css", "admin.js", "common.js", "rolldown-runtime.js"]);
});

test("nobody waits for schemas to sign in", async () => {
  const html = await (await fetch(`${office.product.site}/admin/login`)).text();
  const scripts = [...html.matchAll(/\/assets\/[^"]+\.js/g)].map(async ([path]) =>
    (await fetch(office.product.site + path)).text(),
  );
  expect(scripts.length).toBeGreaterThan(1);
  expect((await Promise.all(scripts)).join()).not.toContain("ZodMini");
});
