import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { industryGroups, testimonials } from "../frontend/site/content/portfolio.ts";
import { solutions } from "../frontend/site/content/solutions.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();
const groups = industryGroups.value.map(({ name }) => name);

const reducedMotion = { reducedMotion: "reduce" } as const;
const shown = (page: Page) => page.getByRole("tabpanel").locator("h3").textContent();
const counter = (page: Page) => page.locator(".counter").textContent();

async function expectGroup(page: Page, place: number) {
  await eventually(() => shown(page)).toBe(groups[place]);
  await eventually(() => counter(page)).toBe(`${place + 1} / 3`);
  const tab = page.getByRole("tab", { selected: true });
  expect(await tab.textContent()).toBe(groups[place]);
  const clients = industryGroups.value[place]?.clients ?? [];
  expect(await page.getByRole("tabpanel").locator("h4").allTextContents()).toEqual(
    clients.map((c) => c.name),
  );
}

test("the arrows go through the industries and wrap around both ends", async () => {
  const page = await site.open(reducedMotion);
  await expectGroup(page, 0);
  for (const place of [1, 2, 0]) {
    await page.getByRole("button", { name: "Next industry" }).click();
    await expectGroup(page, place);
  }
  await page.getByRole("button", { name: "Previous industry" }).click();
  await expectGroup(page, 2);
});

test("tabs and dots choose an industry", async () => {
  const page = await site.open(reducedMotion);
  await page.getByRole("tab", { name: groups[2] }).click();
  await expectGroup(page, 2);
  await page.getByRole("button", { name: `Show ${groups[1]}` }).click();
  await expectGroup(page, 1);
});

test("arrow keys move between the tabs, with the focus", async () => {
  const page = await site.open(reducedMotion);
  await page.getByRole("tab", { selected: true }).focus();
  await page.keyboard.press("ArrowLeft");
  await expectGroup(page, 2);
  await page.keyboard.press("Home");
  await expectGroup(page, 0);
  await page.keyboard.press("End");
  await expectGroup(page, 2);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(groups[2]);
});

test("a swipe turns the carousel, a scroll does not", async () => {
  const page = await site.open({ ...reducedMotion, width: 390, hasTouch: true });
  const panels = page.locator(".industry-panels");
  await panels.scrollIntoViewIfNeeded();
  const swipe = (x: number, y: number) =>
    panels.evaluate(
      (element, [x, y]) => {
        const send = (type: string, clientX: number, clientY: number) =>
          element.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerType: "touch", clientX, clientY }),
          );
        send("pointerdown", 200, 300);
        send("pointerup", 200 + (x ?? 0), 300 + (y ?? 0));
      },
      [x, y],
    );
  await swipe(-80, 10);
  await expectGroup(page, 1);
  await swipe(60, 200);
  await swipe(20, 0);
  await expectGroup(page, 1);
  await swipe(80, 10);
  await swipe(80, 10);
  await expectGroup(page, 2);
});

test("each of the seven solutions opens its dialog, by pointer and by keyboard", async () => {
  const page = await site.open(reducedMotion);
  const open = () => page.locator(".solution h3:visible").allTextContents();
  for (const { name } of solutions) {
    await page.locator(".solution-name").getByText(name).click();
    expect(await open()).toEqual([name]);
  }
  await page.keyboard.press("ArrowUp");
  expect(await open()).toEqual(["Warehouse Management System"]);
});

test("“Learn More” opens the product's own site in a new tab, “Get Quote” leads to contact", async () => {
  const page = await site.open(reducedMotion);
  const sheet = page.locator(".solution:visible");
  const learn = sheet.getByRole("link", { name: "Learn More" });
  expect(await learn.getAttribute("href")).toBe(solutions[0]?.link.value);
  expect(await learn.getAttribute("target")).toBe("_blank");
  expect(await learn.getAttribute("rel")).toBe("noopener");
  await sheet.getByRole("link", { name: "Get Quote" }).click();
  await eventually(() => page.evaluate(() => location.hash)).toBe("#contact");
});

test("a solution's picture is half as wide as its dialog", async () => {
  const page = await site.open(reducedMotion);
  const sheet = page.locator(".solution:visible");
  const [whole, picture] = [await sheet.boundingBox(), await sheet.getByRole("img").boundingBox()];
  expect(picture?.width).toBeGreaterThanOrEqual((whole?.width ?? 0) / 2 - 2);
});

describe.each([
  ["solutions", solutions.length, ".solution"],
  ["testimonials", testimonials.value.length, ".testimonial"],
])("on a phone the %s are a row to swipe", (name, count, item) => {
  const row = (page: Page) => page.locator(`.${name}`);
  /** The items that are completely in view. */
  const seen = (page: Page) =>
    page.locator(item).evaluateAll((items) =>
      items.flatMap((element, place) => {
        const { left, right } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth ? [place] : [];
      }),
    );

  test.each([true, false])("all items are side by side, with script: %s", async (javaScriptEnabled) => {
    const page = await site.open({ ...reducedMotion, width: 390, javaScriptEnabled });
    expect(await page.locator(item).count()).toBe(count);
    const tops = await page
      .locator(item)
      .evaluateAll((items) => items.map((element) => Math.round(element.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await seen(page)).toEqual([0]);
  });

  test("it snaps to the start of an item, and shows part of the next", async () => {
    const page = await site.open({ ...reducedMotion, width: 390 });
    await row(page).evaluate((element) => element.scrollBy({ left: 250, behavior: "instant" }));
    await eventually(() => seen(page)).toEqual([1]);
    await eventually(async () => (await page.locator(item).nth(2).boundingBox())?.x).toBeLessThan(390 - 16);
  });

  test("the keyboard reaches its end", async () => {
    const page = await site.open({ ...reducedMotion, width: 390 });
    const within = () => row(page).evaluate((element) => element.contains(document.activeElement));
    await row(page).evaluate((element) => {
      const before = [...document.querySelectorAll<HTMLElement>("main a[href], main button")].filter(
        (control) =>
          control.checkVisibility() &&
          element.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING,
      );
      before.at(-1)?.focus();
    });
    await page.keyboard.press("Tab");
    expect(await within()).toBe(true);
    for (let presses = 0; presses < 60 && (await within()); presses++) {
      if ((await seen(page)).includes(count - 1)) break;
      const links = await row(page).getByRole("link").count();
      await page.keyboard.press(links ? "Tab" : "ArrowRight");
      await page.waitForTimeout(50);
    }
    await eventually(() => seen(page)).toEqual([count - 1]);
  });
});
