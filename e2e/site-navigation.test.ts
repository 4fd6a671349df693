import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sections } from "../frontend/site/content/sections.ts";
import { eventually, restingScrollPosition, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const current = (page: Page) => main(page).locator("[aria-current]").allTextContents();
const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id);

test("the navigation leads to each section and marks the current one, as does scrolling by hand", async () => {
  const page = await site.open();
  expect(await current(page)).toEqual(["Home"]);
  for (const { id, name } of [...sections].reverse()) {
    await main(page).getByRole("link", { name }).click();
    await eventually(() => current(page)).toEqual([name]);
    await restingScrollPosition(page);
    // Directly below the header, unless the page ends first.
    expect(await topOf(page, id)).toBeLessThanOrEqual(73);
    expect(await topOf(page, id)).toBeGreaterThanOrEqual(0);
  }
  for (const { id, name } of sections) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: "instant" }), id);
    await eventually(() => current(page)).toEqual([name]);
  }
  const scrollBehavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await scrollBehavior()).toBe("auto");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await scrollBehavior()).toBe("smooth");
});

test("the footer's quick links and the calls to action lead to their sections", async () => {
  const page = await site.open();
  const links = page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
  expect(await links.allTextContents()).toEqual(sections.map(({ name }) => name));
  await links.getByText("Solutions").click();
  await eventually(() => topOf(page, "solutions")).toBeCloseTo(72, -1);
  await eventually(() => current(page)).toEqual(["Solutions"]);
  for (const name of ["Talk to Us Today", "Schedule Consultation", "Download Brochure", "Start a Project"]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await eventually(() => current(page)).toEqual(["Home"]);
    await page.getByRole("link", { name }).click();
    await eventually(() => current(page)).toEqual(["Contact"]);
  }
});

test("the header has a shadow after scrolling by more than twenty pixels", async () => {
  const page = await site.open();
  const header = page.locator("header");
  const scrollTo = (top: number) =>
    page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
  const shadow = () => header.evaluate((element) => getComputedStyle(element).boxShadow !== "none");
  await scrollTo(20);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await header.getAttribute("data-scrolled")).toBeNull();
  await scrollTo(21);
  await eventually(() => header.getAttribute("data-scrolled")).not.toBeNull();
  expect(await shadow()).toBe(true);
  await scrollTo(0);
  await eventually(() => header.getAttribute("data-scrolled")).toBeNull();
});

test("on a phone the menu opens by tap and by keyboard, leads to a section, and Escape closes it", async () => {
  const page = await site.open({ width: 390 });
  const contact = main(page).getByRole("link", { name: "Contact" });
  expect(await contact.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Open menu" }).click();
  await contact.waitFor();
  const toggle = page.getByRole("button", { name: "Close menu" });
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  await contact.click();
  await contact.waitFor({ state: "hidden" });
  const opener = page.getByRole("button", { name: "Open menu" });
  expect(await opener.getAttribute("aria-expanded")).toBe("false");
  await restingScrollPosition(page);
  expect(await topOf(page, "contact")).toBeLessThanOrEqual(65);

  await opener.focus();
  await page.keyboard.press("Enter");
  await main(page).getByRole("link", { name: "Home" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Home");
  await page.keyboard.press("Escape");
  await main(page).getByRole("link", { name: "Home" }).waitFor({ state: "hidden" });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("every link leads to a section, to one of our files, or to another site in a new tab", async () => {
  const page = await site.open({ beforeHydration: true });
  const links = await page.locator("a[href]").evaluateAll((anchors) =>
    anchors.map((a) => ({
      href: a.getAttribute("href") ?? "",
      target: a.getAttribute("target"),
      rel: a.getAttribute("rel"),
    })),
  );
  for (const { href, target, rel } of links) {
    if (href.startsWith("#")) expect(await page.locator(href).count(), href).toBe(1);
    else if (href.startsWith("/"))
      expect((await page.request.get(site.product().site + href)).status()).toBe(200);
    else if (/^(tel|mailto):/.test(href)) expect(href).toMatch(/^(tel:\+\d{9,}|mailto:\S+@\S+)$/);
    else expect({ href, target, rel }).toEqual({ href, target: "_blank", rel: "noopener" });
  }
  const files = await page
    .locator("link[href], img[src]")
    .evaluateAll((elements) => elements.map((e) => e.getAttribute("href") ?? e.getAttribute("src") ?? ""));
  for (const file of files.filter((file) => file.startsWith("/"))) {
    const answer = await page.request.get(site.product().site + file);
    expect(`${file} ${answer.status()} ${answer.headers()["content-type"]}`).toMatch(
      file === "/" ? / 200 text\/html/ : / 200 (?!text\/html)/,
    );
  }
});
