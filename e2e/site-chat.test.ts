import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hours, telephoneLink } from "../shared/company.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();
const panel = (page: Page) => page.getByRole("dialog", { name: "Support" });
const openChat = (page: Page) => page.getByRole("button", { name: "Open chat" });

test("the round button at the bottom right opens and closes the panel", async () => {
  const page = await site.open();
  const box = await openChat(page).boundingBox();
  expect(box).toMatchObject({ x: 1440 - 56 - 16, y: 900 - 56 - 16, width: 56, height: 56 });
  expect(await panel(page).isVisible()).toBe(false);
  await openChat(page).click();
  await panel(page).waitFor();
  for (const text of [
    "Support",
    "We're online now",
    "Hi! How can we help you today?",
    "Chat on WhatsApp",
    "Call Us",
    "Usually responds within minutes",
    hours.value,
  ]) {
    expect(await panel(page).getByText(text, { exact: true }).isVisible(), text).toBe(true);
  }
  await page.getByRole("button", { name: "Close chat" }).click();
  await panel(page).waitFor({ state: "hidden" });
});

test.each([
  ["the close icon", (page: Page) => panel(page).getByRole("button", { name: "Close" }).click()],
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
])("%s closes the panel, and its button has the closed state", async (_, close) => {
  const page = await site.open();
  await openChat(page).click();
  await panel(page).waitFor();
  expect(await page.locator(".chat-toggle").getAttribute("aria-expanded")).toBe("true");
  await close(page);
  await panel(page).waitFor({ state: "hidden" });
  expect(await openChat(page).getAttribute("aria-expanded")).toBe("false");
});

test("WhatsApp opens in a new tab with a request for a demo, the call is a telephone link", async () => {
  const page = await site.open();
  await openChat(page).click();
  const whatsapp = panel(page).getByRole("link", { name: "Chat on WhatsApp" });
  const address = new URL((await whatsapp.getAttribute("href")) ?? "");
  expect(address.origin + address.pathname).toMatch(/^https:\/\/wa\.me\/\d{9,}$/);
  expect(address.searchParams.get("text")).toContain("request a demo");
  expect(await whatsapp.getAttribute("target")).toBe("_blank");
  expect(await whatsapp.getAttribute("rel")).toBe("noopener");
  expect(await panel(page).getByRole("link", { name: "Call Us" }).getAttribute("href")).toBe(telephoneLink);
});

test.each([1440, 320])(
  "the panel has its width on a screen of %d pixels, and stays inside it",
  async (width) => {
    const page = await site.open({ width });
    await openChat(page).click();
    const box = await panel(page).boundingBox();
    expect(box?.width).toBe(288);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + 288).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test("no indicator claims that somebody is online at all hours", async () => {
  const page = await site.open();
  await openChat(page).click();
  const light = panel(page)
    .getByText("We're online now")
    .evaluate((text) => getComputedStyle(text, "::before").content);
  expect(await light).toBe("none");
});

test.each([360, 390, 768])(
  "the round button never covers another control on the page at %d pixels",
  async (width) => {
    const page = await site.open({ width, reducedMotion: "reduce" });
    const button = page.locator(".chat-toggle");
    expect(await button.isVisible()).toBe(true);
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const covered = await page.evaluate(async (end) => {
      const covered: string[] = [];
      const button = document.querySelector(".chat-toggle");
      const controls = [
        ...document.querySelectorAll("main a, main button, main input, main textarea, footer a"),
      ];
      // In steps shorter than the button, so that whatever it could lie on is met.
      for (let top = 0; top <= end; top += 48) {
        scrollTo({ top, behavior: "instant" });
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        if (!button?.checkVisibility({ visibilityProperty: true })) continue;
        const place = button.getBoundingClientRect();
        for (const control of controls) {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const apart =
            right <= place.left || left >= place.right || bottom <= place.top || top >= place.bottom;
          if (!apart && control.checkVisibility({ visibilityProperty: true }))
            covered.push(control.outerHTML);
        }
      }
      return covered;
    }, end);
    expect(covered).toEqual([]);
    // The chat is visible at the end of the page, too.
    await page.evaluate((end) => scrollTo({ top: end, behavior: "instant" }), end);
    await eventually(() => button.isVisible()).toBe(true);
  },
);

test("the keyboard focus moves from the button into the panel", async () => {
  const page = await site.open();
  await openChat(page).focus();
  await page.keyboard.press("Enter");
  await panel(page).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Close");
});

test("the chat opens before hydration, and keeps its state after it", async () => {
  const page = await site.open({
    beforeHydration: true,
    before: (page) =>
      page.route("**/assets/hydrate-*.js", async (route) => {
        await page.locator("#chat-panel:popover-open").waitFor();
        await route.continue();
      }),
  });
  await openChat(page).click();
  await panel(page).waitFor();
  await page.getByRole("button", { name: "Close chat" }).waitFor();
});
