import { readFileSync } from "node:fs";
import { create } from "fontkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";

const office = backOffice();

const headings = [
  "Dashboard",
  "Client Management",
  "Month by month",
  "Next 7 days",
  "Sign in",
  "Implementation & Support",
  "Microfinance Institutions",
  "Loan Management System",
  "KES 12,345.67",
];

/** The headings take the same space before their font has loaded. */
async function expectSameSpace(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const { preloaded, face, squeezed, faces } = await page.evaluate(async (texts) => {
    const rules = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule);
    const nameOf = (rule: CSSFontFaceRule) => rule.style.getPropertyValue("font-family").replaceAll('"', "");
    const own = rules.find((rule) => nameOf(rule) === "Bricolage");
    const [, src = ""] = /url\("(.+?)"\)/.exec(own?.style.getPropertyValue("src") ?? "") ?? [];
    const url = new URL(src, own?.parentStyleSheet?.href ?? location.href).href;
    document.fonts.add(await new FontFace("Measured", `url("${url}")`, { weight: "200 800" }).load());
    const sizeOf = (family: string) => {
      const place = document.createElement("span");
      place.style.cssText = `position: absolute; font: 650 40px "${family}"; white-space: pre`;
      document.body.append(place);
      const width = texts.reduce((sum, text) => {
        place.textContent = text;
        return sum + place.getBoundingClientRect().width;
      }, 0);
      const { height } = place.getBoundingClientRect();
      place.remove();
      return { width, height };
    };
    const wanted = sizeOf("Measured");
    const faces = [];
    for (const rule of rules.filter((candidate) => candidate !== own)) {
      const name = nameOf(rule);
      // Not every machine has each of them.
      const loaded = await document.fonts.load(`650 40px "${name}"`).catch(() => []);
      if (loaded.length === 0) continue;
      const { width, height } = sizeOf(name);
      faces.push({ name, wider: width / wanted.width, higher: height - wanted.height });
    }
    const inFace = [...document.querySelectorAll("body *")].map((element) => getComputedStyle(element));
    return {
      preloaded: document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]')?.href,
      face: url,
      squeezed: inFace.filter(
        ({ fontFamily, letterSpacing }) =>
          fontFamily.startsWith("Bricolage") && letterSpacing.startsWith("-"),
      ).length,
      faces,
    };
  }, headings);
  // The font is requested before the first paint.
  expect(preloaded).toBe(face);
  expect(squeezed).toBe(0);
  expect(faces.length).toBeGreaterThan(0);
  for (const { name, wider, higher } of faces) {
    expect(wider, name).toBeCloseTo(1, 1.5);
    expect(Math.abs(higher), name).toBeLessThanOrEqual(1);
  }
}

test("the headings of site and back-office do not move when their font loads, which is small and has every character", async () => {
  const page = await office.open("/");
  await expectSameSpace(page);
  const preloaded = await page.locator('link[rel="preload"][as="font"]').getAttribute("href");
  const file = readFileSync(`build/frontend${preloaded}`);
  expect(file.length).toBeLessThanOrEqual(12 * 1024);
  const text = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => getComputedStyle(element).fontFamily.startsWith("Bricolage"))
      .map(({ textContent }) => textContent)
      .join(""),
  );
  const font = create(file) as import("fontkit").Font;
  expect(
    [...new Set(text)].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  ).toEqual([]);

  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const places = (display: string) =>
      page.evaluate((display) => {
        document.documentElement.style.setProperty("--display", display);
        return [
          ...document.querySelectorAll("h1, h2, h3, h4, .tagline, .brand, .menu a, .statistics dd"),
        ].map(
          (element) => `${element.textContent} ${Math.round(element.getBoundingClientRect().top + scrollY)}`,
        );
      }, display);
    const fallbacks = await page.evaluate(() => {
      document.documentElement.style.removeProperty("--display");
      return getComputedStyle(document.documentElement).getPropertyValue("--display").replace(/^.*?,/s, "");
    });
    expect(await places(fallbacks), `${width} pixels`).toEqual(await places(""));
  }

  await page.goto("/admin/login");
  await expectSameSpace(page);
});
