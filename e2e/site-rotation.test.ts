import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { highlights, highlightTexts, slides, stays } from "../frontend/site/content/home.ts";
import { eventually, visitedSite } from "../test/site-page.ts";

const site = visitedSite();

const withClock = {
  reducedMotion: "no-preference",
  before: (page: Page) => page.clock.install(),
} as const;
const slide = (page: Page) => page.locator(".slide[data-current] h2").textContent();
const highlight = (page: Page) => page.locator(".highlight[data-emphasised] h2").textContent();
const titles = slides.map(({ title }) => title);
const names = highlights.map((id) => highlightTexts[id].title);

/** Moves the keyboard's focus there from the button before the slides. */
async function tabTo(page: Page, name: RegExp) {
  await page.getByRole("link", { name: "or call us" }).focus();
  const button = page.getByRole("button", { name });
  while (!(await button.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}

test("five slides take turns every five seconds and begin again", async () => {
  const page = await site.open(withClock);
  for (const place of [0, 1, 2, 3, 4, 0]) {
    await eventually(() => slide(page)).toBe(titles[place]);
    await eventually(() => page.locator(".slide:visible").count()).toBe(1);
    await page.clock.fastForward(stays.slide);
  }
});

test("a slide stays for its five seconds", async () => {
  const page = await site.open(withClock);
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = await slide(page);
  await page.clock.runFor(stays.slide - 1_500);
  expect(await slide(page)).toBe(shown);
});

test("the three highlights are emphasised in turn every four seconds", async () => {
  const page = await site.open(withClock);
  for (const place of [0, 1, 2, 0]) {
    await eventually(() => highlight(page)).toBe(names[place]);
    await page.clock.fastForward(stays.highlight);
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
  await page.clock.fastForward(10 * stays.slide);
  expect(await slide(page)).toBe(titles[0]);
});

test("the slides go on once the pointer has left", async () => {
  const page = await site.open(withClock);
  await page.locator(".slideshow").hover();
  await page.clock.fastForward(10 * stays.slide);
  await page.mouse.move(10, 10);
  await eventually(async () => {
    await page.clock.fastForward(stays.slide);
    return slide(page);
  }).not.toBe(titles[0]);
});

/** Passes the time until another slide than this one is shown. */
async function expectTurnFrom(page: Page, title: string | undefined) {
  await eventually(async () => {
    await page.clock.fastForward(stays.slide);
    return slide(page);
  }).not.toBe(title);
}

test("after a dot was pressed the slides go on once the pointer has left", async () => {
  const page = await site.open(withClock);
  await page.getByRole("button", { name: /Show slide 3/ }).click();
  await page.clock.fastForward(10 * stays.slide);
  expect(await slide(page)).toBe(titles[2]);
  await page.mouse.move(10, 10);
  await expectTurnFrom(page, titles[2]);
});

test("after a dot was tapped the slides go on", async () => {
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
])("what is pressed %s is done at once: Pause stops the slides, Play starts them", async (_, press) => {
  const page = await site.open(withClock);
  await press(page, "Pause the slides");
  await page.mouse.move(10, 10);
  await page.clock.fastForward(10 * stays.slide);
  expect(await slide(page)).toBe(titles[0]);
  await press(page, "Play the slides");
  await page.getByRole("button", { name: "Pause the slides" }).waitFor();
  await expectTurnFrom(page, titles[0]);
});

test("a pointer on the highlights stops them", async () => {
  const page = await site.open(withClock);
  await page.locator(".highlights").hover();
  await page.clock.fastForward(10 * stays.highlight);
  expect(await highlight(page)).toBe(names[0]);
});

test("the pause button stops everything that moves, and starts it again", async () => {
  const page = await site.open(withClock);
  await page.getByRole("button", { name: "Pause the slides" }).click();
  await page.mouse.move(10, 10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.fastForward(10 * stays.slide);
  expect([await slide(page), await highlight(page)]).toEqual([titles[0], names[0]]);

  await page.getByRole("button", { name: "Play the slides" }).click();
  await page.mouse.move(10, 10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.fastForward(stays.slide);
  await eventually(() => slide(page)).toBe(titles[1]);
});

test("nothing moves by itself for who prefers reduced motion, unless they press play", async () => {
  const page = await site.open({ ...withClock, reducedMotion: "reduce" });
  await page.clock.fastForward(10 * stays.slide);
  expect([await slide(page), await highlight(page)]).toEqual([titles[0], names[0]]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  await page.getByRole("button", { name: "Play the slides" }).waitFor();
});
