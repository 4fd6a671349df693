import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { solutions } from "../frontend/site/content/solutions.ts";
import { violationsOf, wcag22 } from "../test/browser/axe.ts";
import { siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();

async function expectNoViolations(page: Page, state: string, within?: string) {
  expect(await violationsOf(page, within ? { within } : {}), state).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOf(page, { only: "colours", ...(within && { within }) }), `${state}, dark`).toEqual(
    [],
  );
  await page.emulateMedia({ colorScheme: "light" });
}

test("the keyboard reaches the page with a visible focus, and axe finds no violation on any screen of the site", async () => {
  const page = await site.open();
  await page.evaluate(() => {
    document.addEventListener("focusin", ({ target }) => {
      const element = target as Element;
      const marked = [element, element.parentElement].some(
        (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== "none",
      );
      element.setAttribute("data-focus", marked ? "visible" : "invisible");
    });
  });
  const active = () => page.evaluate(() => [document.activeElement?.textContent, document.activeElement?.id]);
  await page.keyboard.press("Tab");
  expect(await active()).toEqual(["Skip to content", ""]);
  for (let presses = 1; presses < 60; presses++) await page.keyboard.press("Tab");
  const withFocus = (state: string) =>
    page
      .locator(`[data-focus=${state}]`)
      .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120)));
  expect(await withFocus("invisible")).toEqual([]);
  expect((await withFocus("visible")).length).toBeGreaterThan(40);

  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  expect((await active())[1]).toBe("main");

  // Then the widths, a form to correct, chat and menu.
  const resize = (width: number) => page.setViewportSize({ width, height: 900 });
  await resize(360);
  await expectNoViolations(page, "360 pixels, as loaded");
  await resize(768);
  await expectNoViolations(page, "768 pixels, as loaded");
  // The product's pictures are dark too.
  const pictures = () =>
    page
      .locator(".own img")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
  const light = await pictures();
  await page.emulateMedia({ colorScheme: "dark" });
  // A browser chooses another picture a moment later.
  await expect.poll(async () => (await pictures()).filter((picture) => light.includes(picture))).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(15, 22, 20)");
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.locator("[aria-invalid]").first().waitFor();
  await resize(390);
  await expectNoViolations(page, "390 pixels, with a form to correct");
  // A phone shows the names of the solutions; each opens its sheet.
  const names = page.locator(".solution-open");
  expect(await names.filter({ visible: true }).count()).toBe(solutions.length);
  await names.first().click();
  await page.locator(".solution:popover-open").waitFor();
  await expectNoViolations(page, "390 pixels, with a sheet open", "#solutions");
  await page.getByRole("link", { name: "Get Quote for the" }).click();
  await expectNoViolations(page, "390 pixels, with a quote's questions", "#contact");
  await resize(1440);
  await expectNoViolations(page, "1440 pixels, with a form to correct");
  for (const place of [1, 2]) {
    await page.getByRole("tab").nth(place).click();
    await expectNoViolations(page, `industry ${place}`, ".industries");
  }

  await page.evaluate(() => scrollTo(0, innerHeight));
  // The chat stays open while the menu opens; the other way round the menu would close.
  await page.locator(".chat-toggle").click();
  await page.getByRole("dialog", { name: "Support" }).waitFor();
  await expectNoViolations(page, "1440 pixels, with the chat open", ".chat");
  await resize(768);
  await page.locator(".menu-toggle").click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await expectNoViolations(page, "768 pixels, with the chat open", ".chat");
  await expectNoViolations(page, "768 pixels, with the menu open", ".header");
  await resize(390);
  await expectNoViolations(page, "390 pixels, with chat and menu open");

  // The privacy notice, which also fits.
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await page.getByRole("heading", { name: "Your rights" }).waitFor();
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOf(page, wcag22), `${width} pixels`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // Axe works: it finds a button without text, and grey on white in either scheme.
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      "afterbegin",
      '<button type="button" style="width:40px;height:40px"></button><p role="dialog" style="color:#bbb;background:#fff">Hardly to be read</p>',
    );
  });
  const rules = (violations: string[]) => violations.map((violation) => violation.split(":")[0]);
  expect(rules(await violationsOf(page, wcag22))).toEqual(
    expect.arrayContaining(["color-contrast", "button-name"]),
  );
  for (const contrastOf of ["*", "[role=dialog]"])
    expect(rules(await violationsOf(page, { only: "colours", contrastOf }))).toEqual(["color-contrast"]);
  expect(await violationsOf(page, { only: "colours", contrastOf: "main *" })).toEqual([]);
});
