import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { highlights, highlightTexts, slides, stays } from "../frontend/site/content/home.ts";
import { eventually, visitedSite } from "./site-page.ts";

const site = visitedSite();

const withClock = { before: (page: Page) => page.clock.install() };
const slide = (page: Page) => page.locator(".slide[data-current] h2").textContent();
const highlight = (page: Page) => page.locator(".highlight[data-emphasised] h2").textContent();
const titles = slides.map(({ title }) => title);
const names = highlights.map((id) => highlightTexts[id].title);

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
  ["the focus on a dot", (page: Page) => page.getByRole("button", { name: /Show slide 1/ }).focus()],
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
