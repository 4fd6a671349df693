import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf, wcag22 } from "../test/axe.ts";
import { siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

const openMenu = (page: Page) => page.locator(".menu-toggle").click();
const openChat = (page: Page) => page.locator(".chat-toggle").click();
const closed = async () => {};
const invalidForm = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

test.each([
  [1440, "as loaded", closed],
  [1440, "with the chat open", openChat],
  [1440, "with a form to correct", invalidForm],
  [768, "as loaded", closed],
  [768, "with the menu open", openMenu],
  [768, "with the chat open", openChat],
  [390, "as loaded", closed],
  [390, "with the menu open", openMenu],
  [390, "with the chat open", openChat],
  [390, "with a form to correct", invalidForm],
])("axe finds no violation at %d pixels %s", async (width, _, act) => {
  const page = await site.open({ width, reducedMotion: "reduce" });
  await act(page);
  expect(await violationsOf(page)).toEqual([]);
});

test.each([1440, 320])(
  "axe finds no violation in the privacy notice, and it fits, at %d pixels",
  async (width) => {
    const page = await site.open({ width });
    await page.getByRole("link", { name: "Privacy", exact: true }).click();
    await page.getByRole("heading", { name: "Your rights" }).waitFor();
    expect(await violationsOf(page, wcag22)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test("axe works: it finds a button without text, and grey on white in either scheme", async () => {
  const page = await site.open({ beforeHydration: true });
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      "afterbegin",
      '<button type="button" style="width:40px;height:40px"></button><p style="color:#bbb;background:#fff">Hardly to be read</p>',
    );
  });
  const rules = (found: string[]) => found.map((violation) => violation.split(":")[0]);
  expect(rules(await violationsOf(page, wcag22))).toEqual(
    expect.arrayContaining(["color-contrast", "button-name"]),
  );
  expect(rules(await violationsOf(page, { only: "colours" }))).toEqual(["color-contrast"]);
});

test("axe finds no violation in any solution or industry", async () => {
  const page = await site.open({ reducedMotion: "reduce" });
  for (const name of await page.locator(".solution-name").all()) {
    await name.click();
    expect(await violationsOf(page)).toEqual([]);
  }
});

test("the skip link moves the focus past the header", async () => {
  const page = await site.open();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

test("every focused element shows its focus", async () => {
  const page = await site.open({ reducedMotion: "reduce" });
  const unmarked = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const mark = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const marked = [element, element.parentElement].some(
        (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== "none",
      );
      return { marked, html: element.outerHTML.slice(0, 120) };
    });
    if (mark && !mark.marked) unmarked.push(mark.html);
  }
  expect(unmarked).toEqual([]);
});
