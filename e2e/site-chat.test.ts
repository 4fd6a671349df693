import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hours, telephoneLink } from "../shared/company.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();
const panel = (page: Page) => page.getByRole("dialog", { name: "Support" });
const openChat = (page: Page) => page.getByRole("button", { name: "Open chat" });

test("the round button at the bottom right opens the panel, with its texts and links", async () => {
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

test("the round button never covers another control on the page", async () => {
  const page = await site.open({ width: 390 });
  const button = page.locator(".chat-toggle");
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await eventually(() => button.isVisible()).toBe(true);
    const { covered, met } = await page.evaluate(async () => {
      const button = document.querySelector(".chat-toggle") as Element;
      const controls = [
        ...document.querySelectorAll("main a, main button, main input, main textarea, footer a"),
      ].filter((control) => control.checkVisibility({ visibilityProperty: true }));
      const isAtButton = (control: Element) => {
        const [one, other] = [control.getBoundingClientRect(), button.getBoundingClientRect()];
        return (
          one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom
        );
      };
      const covered: string[] = [];
      let met = 0;
      for (const control of controls) {
        // With its upper part behind the button, then with its lower part.
        for (const edge of ["top", "bottom"] as const) {
          const inner = edge === "top" ? -8 : 8;
          const target = button.getBoundingClientRect()[edge === "top" ? "bottom" : "top"] + inner;
          scrollBy({ top: control.getBoundingClientRect()[edge] - target, behavior: "instant" });
          if (!controls.some(isAtButton)) continue;
          met += 1;
          // The first frame reports the scroll, the second shows its effect.
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          if (!button.checkVisibility({ visibilityProperty: true })) continue;
          covered.push(...controls.filter(isAtButton).map(({ outerHTML }) => outerHTML));
        }
      }
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      return { covered, met };
    });
    expect(covered, `${width} pixels`).toEqual([]);
    expect(met, `${width} pixels`).toBeGreaterThan(5);
    // The chat is visible at the end of the page, too.
    await eventually(() => button.isVisible()).toBe(true);
  }
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
