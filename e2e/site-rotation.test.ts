import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { HIGHLIGHT_MS, highlights, highlightTexts, SLIDE_MS, slides } from "../frontend/site/content/home.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

const withClock = {
  reducedMotion: "no-preference",
  before: (page: Page) => page.clock.install(),
} as const;
const slide = (page: Page) => page.locator(".slide[data-current] h2").textContent();
const highlight = (page: Page) => page.locator(".highlight[data-emphasised] h2").textContent();
const titles = slides.map(({ title }) => title);
const names = highlights.map((id) => highlightTexts[id].title);

/** Tabs from the button before the slides to the target. */
async function tabTo(page: Page, name: RegExp) {
  await page.getByRole("link", { name: "or call us" }).focus();
  const button = page.getByRole("button", { name });
  while (!(await button.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}

test("five slides rotate every five seconds and start again", async () => {
  const page = await site.open(withClock);
  for (const place of [0, 1, 2, 3, 4, 0]) {
    await eventually(() => slide(page)).toBe(titles[place]);
    await eventually(() => page.locator(".slide:visible").count()).toBe(1);
    await page.clock.fastForward(SLIDE_MS);
  }
});

test("a slide stays for five seconds", async () => {
  const page = await site.open(withClock);
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = await slide(page);
  await page.clock.runFor(SLIDE_MS - 1_500);
  expect(await slide(page)).toBe(shown);
});

test("the three highlights are emphasised in turn every four seconds", async () => {
  const page = await site.open(withClock);
  for (const place of [0, 1, 2, 0]) {
    await eventually(() => highlight(page)).toBe(names[place]);
    await page.clock.fastForward(HIGHLIGHT_MS);
  }
});

test("a dot shows its slide", async () => {
  const page = await site.open({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: /Show slide 4/ }).click();
  await eventually(() => slide(page)).toBe("Financial Software");
  expect(await page.getByRole("button", { name: /Show slide 4/ }).getAttribute("aria-current")).toBe("true");
});

test.each([
  ["a pointer on the slides", (page: Page) => page.locator(".slideshow").hover()],
  ["the keyboard's focus on a dot", (page: Page) => tabTo(page, /Show slide 1/)],
])("%s stops the slides", async (_, attend) => {
  const page = await site.open(withClock);
  await attend(page);
  await page.clock.fastForward(10 * SLIDE_MS);
  expect(await slide(page)).toBe(titles[0]);
});

test("the slides continue after the pointer has left", async () => {
  const page = await site.open(withClock);
  await page.locator(".slideshow").hover();
  await page.clock.fastForward(10 * SLIDE_MS);
  await page.mouse.move(10, 10);
  await eventually(async () => {
    await page.clock.fastForward(SLIDE_MS);
    return slide(page);
  }).not.toBe(titles[0]);
});

/** Advances the clock until another slide is shown. */
async function expectTurnFrom(page: Page, title: string | undefined) {
  await eventually(async () => {
    await page.clock.fastForward(SLIDE_MS);
    return slide(page);
  }).not.toBe(title);
}

test("after a click on a dot the slides continue when the pointer has left", async () => {
  const page = await site.open(withClock);
  await page.getByRole("button", { name: /Show slide 3/ }).click();
  await page.clock.fastForward(10 * SLIDE_MS);
  expect(await slide(page)).toBe(titles[2]);
  await page.mouse.move(10, 10);
  await expectTurnFrom(page, titles[2]);
});

test("after a tap on a dot the slides continue", async () => {
  const page = await site.open({ ...withClock, width: 390, hasTouch: true });
  await page.getByRole("button", { name: /Show slide 3/ }).tap();
  await eventually(() => slide(page)).toBe(titles[2]);
  await expectTurnFrom(page, titles[2]);
});

test.each([
  ["by pointer", (page: Page, name: string) => page.getByRole("button", { name }).click()],
  [
    "by keyboard",
    async (page: Page, name: string) => {
      await tabTo(page, new RegExp(name));
      await page.keyboard.press("Enter");
    },
  ],
])("Pause and Play pressed %s take effect at once", async (_, press) => {
  const page = await site.open(withClock);
  await press(page, "Pause the slides");
  await page.mouse.move(10, 10);
  await page.clock.fastForward(10 * SLIDE_MS);
  expect(await slide(page)).toBe(titles[0]);
  await press(page, "Play the slides");
  await page.getByRole("button", { name: "Pause the slides" }).waitFor();
  await expectTurnFrom(page, titles[0]);
});

test("a pointer on the highlights pauses them", async () => {
  const page = await site.open(withClock);
  await page.locator(".highlights").hover();
  await page.clock.fastForward(10 * HIGHLIGHT_MS);
  expect(await highlight(page)).toBe(names[0]);
});

test("the pause button stops and starts everything that moves", async () => {
  const page = await site.open(withClock);
  await page.getByRole("button", { name: "Pause the slides" }).click();
  await page.mouse.move(10, 10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.fastForward(10 * SLIDE_MS);
  expect([await slide(page), await highlight(page)]).toEqual([titles[0], names[0]]);

  await page.getByRole("button", { name: "Play the slides" }).click();
  await page.mouse.move(10, 10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.fastForward(SLIDE_MS);
  await eventually(() => slide(page)).toBe(titles[1]);
});

test("with reduced motion nothing moves until Play is pressed", async () => {
  const page = await site.open({ ...withClock, reducedMotion: "reduce" });
  await page.clock.fastForward(10 * SLIDE_MS);
  expect([await slide(page), await highlight(page)]).toEqual([titles[0], names[0]]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  await page.getByRole("button", { name: "Play the slides" }).waitFor();
});
