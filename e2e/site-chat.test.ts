import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hours, telephoneLink } from "../shared/company.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();
const panel = (page: Page) => page.getByRole("dialog", { name: "Support" });
/** The chat appears once the first screen is out of view. */
const pastFirstScreen = (page: Page) =>
  page.evaluate(() => scrollTo({ top: innerHeight, behavior: "instant" }));
const openChat = (page: Page) => page.getByRole("button", { name: "Open chat" });

test("the round button at the bottom right opens the panel, with its texts and links", async () => {
  const page = await site.open();
  expect(await openChat(page).isVisible()).toBe(false);
  await pastFirstScreen(page);
  await openChat(page).waitFor();
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

  const whatsapp = panel(page).getByRole("link", { name: "Chat on WhatsApp" });
  const address = new URL((await whatsapp.getAttribute("href")) ?? "");
  expect(address.origin + address.pathname).toMatch(/^https:\/\/wa\.me\/\d{9,}$/);
  expect(address.searchParams.get("text")).toContain("request a demo");
  expect(await whatsapp.getAttribute("target")).toBe("_blank");
  expect(await whatsapp.getAttribute("rel")).toBe("noopener");
  expect(await panel(page).getByRole("link", { name: "Call Us" }).getAttribute("href")).toBe(telephoneLink);

  // No light beside the text says that somebody is online at all hours.
  const light = panel(page)
    .getByText("We're online now")
    .evaluate((text) => getComputedStyle(text, "::before").content);
  expect(await light).toBe("none");

  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const place = await panel(page).boundingBox();
    expect(place?.width).toBe(288);
    expect(place?.x).toBeGreaterThanOrEqual(0);
    expect((place?.x ?? 0) + 288).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("the button, the close icon and Escape close the panel, and the keyboard reaches it", async () => {
  const page = await site.open();
  await pastFirstScreen(page);
  const closeIcon = panel(page).getByRole("button", { name: "Close" });
  const waysToClose = [
    () => page.getByRole("button", { name: "Close chat" }).click(),
    () => closeIcon.click(),
    () => page.keyboard.press("Escape"),
  ];
  for (const close of waysToClose) {
    await openChat(page).focus();
    await page.keyboard.press("Enter");
    await panel(page).waitFor();
    await eventually(() => page.locator(".chat-toggle").getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Tab");
    expect(await closeIcon.evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
    await panel(page).waitFor({ state: "hidden" });
    await eventually(() => openChat(page).getAttribute("aria-expanded")).toBe("false");
  }
});

test("the round button covers nothing: it stands beside the page's text, or in a bar that the page ends above", async () => {
  const page = await site.open();
  for (const width of [1440, 1280, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await openChat(page).waitFor();
    const { bar, button, footer, content } = await page.evaluate(() => {
      const edges = (selector: string) => {
        const { left, right, top, bottom } = (
          document.querySelector(selector) as Element
        ).getBoundingClientRect();
        return { left, right, top, bottom };
      };
      const [bar, button] = [edges(".chat"), edges(".chat-toggle")];
      return { bar, button, footer: edges(".footer-end"), content: edges(".section-heading") };
    });
    if (width >= 1280) expect(button.left, `${width} pixels`).toBeGreaterThan(width - content.left);
    else {
      expect([bar.left, bar.right, bar.bottom], `${width} pixels`).toEqual([0, width, 844]);
      expect(footer.bottom, `${width} pixels`).toBeLessThanOrEqual(bar.top);
      expect(bar.bottom - bar.top).toBeLessThanOrEqual(72);
    }
  }
  // A control that the keyboard reaches is not under the bar.
  await page.evaluate(() => scrollTo({ top: innerHeight, behavior: "instant" }));
  await page.locator(".solution-open").last().focus();
  const focused = await page.locator(".solution-open").last().boundingBox();
  const bar = await page.locator(".chat").boundingBox();
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
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
  await pastFirstScreen(page);
  await openChat(page).click();
  await panel(page).waitFor();
  await page.getByRole("button", { name: "Close chat" }).waitFor();
});
