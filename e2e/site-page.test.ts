import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overlappingText } from "../test/browser/overlapping-text.ts";
import { siteInBrowser } from "../test/browser/site-page.ts";
import { askForMap, readMap, retryMap, seeBrokenImages, visitMap } from "./steps/office-map.ts";

const site = siteInBrowser();

/** React loads after the page. */
async function expectLateReact(page: Page): Promise<void> {
  const { loaded, scripts } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      loaded: navigation?.loadEventStart ?? 0,
      scripts: entries
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, encodedBodySize })),
    };
  });
  const before = scripts.filter(({ startTime }) => startTime < loaded);
  expect(before.length).toBe(1);
  expect(before[0]?.encodedBodySize).toBeLessThan(3_000);
  expect(scripts.length).toBeGreaterThan(2);
}

/** The contact form's field for bots is outside the window. */
const isHoneypot = (text: string) => /^outside the window: (Website|a field \(\))$/.test(text);

/** Nothing overflows or overlaps, also with large text, and on a phone the button is visible without scrolling. */
async function fitPage(page: Page): Promise<void> {
  for (const width of [1440, 1024, 768, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const overlapping = (await page.evaluate(overlappingText)).filter((text) => !isHoneypot(text));
    expect(overlapping, `${width} pixels`).toEqual([]);
    if (width !== 390 && width !== 360) continue;
    for (const text of ["Innovating Digital Solutions for Growth", "Talk to Us Today"]) {
      const box = await page.getByText(text, { exact: true }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(640);
    }
  }
  for (const [width, most] of [
    [1440, 5_800],
    [390, 7_000],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, `${width} pixels`).toBeLessThanOrEqual(most);
  }
  // Dots and arrows can be hit, and the services' drawings are whole.
  for (const control of await page.locator(".dot, .icon-button").filter({ visible: true }).all()) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  for (const drawing of await page.locator(".service img").all()) {
    const { width = 0, height = 1 } = (await drawing.boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(360 / 200, 1);
  }
  // Text at twice its size fits too.
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const width of [1440, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} pixels`).toBe(width);
    const header = page.locator(".brand, .menu, .menu-toggle, .header-call").filter({ visible: true });
    const boxes = await Promise.all((await header.all()).map((part) => part.boundingBox()));
    const apart = (a = boxes[0], b = boxes[0]) =>
      !a ||
      !b ||
      a.x + a.width <= b.x + 1 ||
      b.x + b.width <= a.x + 1 ||
      a.y + a.height <= b.y + 1 ||
      b.y + b.height <= a.y + 1;
    expect(
      boxes.every((a, at) => boxes.slice(at + 1).every((b) => apart(a, b))),
      `${width} pixels`,
    ).toBe(true);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await page.setViewportSize({ width: 390, height: 844 });
}

test("any unknown address leads to the page", async () => {
  for (const path of ["/nowhere", "/some/where/deep"]) {
    const answer = await fetch(site.product().site + path);
    expect([answer.status, new URL(answer.url).pathname], path).toEqual([200, "/"]);
  }
});

test("a visitor sees the page at every width, the map near it or with data saver on request, and what a bad network leaves of both", async () => {
  const visit = await visitMap(site);
  const { page } = visit;
  await expectLateReact(page);
  await fitPage(page);
  await readMap(visit, site.product().site);
  site.checkConsole();
  await askForMap(visit);
  site.checkConsole();
  await retryMap(visit);
  await seeBrokenImages(page);
  site.expectConsoleErrors(/404/);
  site.expectConsoleErrors(/Failed to load resource/);
});

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React's style of attributes and void elements is valid HTML.
    "attr-case": "off",
    // The text of telephone links is more than the number.
    "tel-non-breaking": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "attr-quotes": "off",
    "no-inline-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    "doctype-style": "off",
  },
});

test("each page is valid HTML as served, and the site's script loads after everything visible", async () => {
  for (const file of ["index.html", "admin.html", "privacy.html"]) {
    const report = await validator.validateString(readFileSync(`build/frontend/${file}`, "utf8"));
    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(problems, file).toEqual([]);
  }

  const html = readFileSync("build/frontend/index.html", "utf8");
  expect(html).toMatch(/<\/aside>.*<script type="module" [^>]*fetchpriority="low"><\/script><\/body>/s);
  expect(html.match(/<script type="module"/g)).toHaveLength(1);
});
