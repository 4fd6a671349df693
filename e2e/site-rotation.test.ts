import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { highlights, highlightTexts, slides } from "../frontend/site/content/home.ts";
import { eventually, hydrated, siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();

// As specified.
const SLIDE_MS = 5_000;
const HIGHLIGHT_MS = 4_000;

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

/** Leaves the slides and the highlights, by pointer and by focus. */
async function leave(page: Page) {
  await page.mouse.move(10, 10);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

/** Advances the clock until another slide is shown. */
async function expectTurnFrom(page: Page, title: string | null | undefined) {
  await eventually(async () => {
    await page.clock.fastForward(SLIDE_MS);
    return slide(page);
  }).not.toBe(title);
}

/** Advances the clock by many intervals, in which nothing moves. */
async function expectStopped(page: Page, shown: () => Promise<string | null>) {
  const before = await shown();
  await page.clock.fastForward(10 * SLIDE_MS);
  expect(await shown()).toBe(before);
}

test("slides and highlights rotate, stop while a pointer or the focus is on them, stop for any touch and Pause until Play, and with reduced motion", async () => {
  const page = await site.open({ before: (page) => page.clock.install(), hasTouch: true });
  await page.clock.fastForward(10 * SLIDE_MS);
  expect([await slide(page), await highlight(page)]).toEqual([titles[0], names[0]]);
  const dot = page.getByRole("button", { name: /Show slide 4/ });
  await dot.click();
  await eventually(() => slide(page)).toBe("Financial Software");
  expect(await dot.getAttribute("aria-current")).toBe("true");
  await page.getByRole("button", { name: "Play the slides" }).click();
  await page.mouse.move(10, 10);
  await expectTurnFrom(page, titles[3]);

  // Without it five slides rotate every five seconds, three highlights every four, and both start again.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await hydrated(page);
  for (const place of [0, 1, 2, 3, 4, 0]) {
    await eventually(() => slide(page)).toBe(titles[place]);
    await eventually(() => page.locator(".slide:visible").count()).toBe(1);
    await page.clock.fastForward(SLIDE_MS);
  }
  const first = names.indexOf((await highlight(page)) ?? "");
  for (const step of [0, 1, 2, 3]) {
    await eventually(() => highlight(page)).toBe(names[(first + step) % names.length]);
    await page.clock.fastForward(HIGHLIGHT_MS);
  }
  // A slide stays for its five seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const shown = await slide(page);
  await page.clock.runFor(SLIDE_MS - 1_500);
  expect(await slide(page)).toBe(shown);

  // A pointer or the keyboard's focus stops slides and highlights until it leaves.
  await page.clock.resume();
  await page.locator(".slideshow").hover();
  await expectStopped(page, () => slide(page));
  await leave(page);
  await expectTurnFrom(page, await slide(page));

  await tabTo(page, /Show slide 1/);
  await expectStopped(page, () => slide(page));
  await leave(page);
  await expectTurnFrom(page, await slide(page));

  await page.locator(".highlights").hover();
  await expectStopped(page, () => highlight(page));
  await leave(page);

  // Touching anything stops both until Play: a dot, an amount that is typed.
  const both = async () => `${await slide(page)}, ${await highlight(page)}`;
  const play = () => page.getByRole("button", { name: "Play the slides" }).click();
  await page.getByRole("button", { name: /Show slide 3/ }).click();
  await leave(page);
  await expectStopped(page, both);
  expect(await slide(page)).toBe(titles[2]);
  await play();
  await page.mouse.move(10, 10);
  await expectTurnFrom(page, titles[2]);
  await page.getByLabel("Amount").fill("900");
  await leave(page);
  await expectStopped(page, both);
  await play();
  await leave(page);

  // Pause and Play stop and start everything that moves, at once, by pointer and by keyboard.
  const press = [
    (name: string) => page.getByRole("button", { name }).click(),
    async (name: string) => {
      await tabTo(page, new RegExp(name));
      await page.keyboard.press("Enter");
    },
  ];
  for (const pressButton of press) {
    await pressButton("Pause the slides");
    await page.mouse.move(10, 10);
    await expectStopped(page, both);
    await leave(page);
    await expectStopped(page, both);
    const [shown, emphasised] = [await slide(page), await highlight(page)];
    await pressButton("Play the slides");
    await page.getByRole("button", { name: "Pause the slides" }).waitFor();
    // Also while the focus is still on the button.
    await page.mouse.move(10, 10);
    await expectTurnFrom(page, shown);
    await eventually(() => highlight(page)).not.toBe(emphasised);
  }

  // A tap stops them too.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /Show slide 3/ }).tap();
  await eventually(() => slide(page)).toBe(titles[2]);
  await expectStopped(page, both);
});
