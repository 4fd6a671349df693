import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chat } from "../frontend/site/content/chat.ts";
import { sections } from "../frontend/site/content/sections.ts";
import { hours, telephoneLink } from "../shared/company.ts";
import { eventually, restingScrollPosition, siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const current = (page: Page) => main(page).locator("[aria-current]").allTextContents();
const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id);

const panel = (page: Page) => page.getByRole("dialog", { name: "Support" });
const openChat = (page: Page) => page.getByRole("button", { name: "Open chat" });

/** The chat opens, with its texts and links, and fits the screen. */
async function readChat(page: Page): Promise<void> {
  // The chat button is there in the first view.
  await openChat(page).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const box = await openChat(page).boundingBox();
  expect(box).toMatchObject({ x: 1440 - 48 - 16, y: 900 - 48 - 16, width: 48, height: 48 });
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
    hours.value.text,
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

  // Outside the hours a line says when somebody answers.
  const away = panel(page).getByRole("status");
  for (const [time, line] of [
    ["2026-11-28T20:00:00+03:00", `${chat.away} Monday, 8:00.`],
    ["2026-11-27T10:00:00+03:00", ""],
  ] as const) {
    await page.clock.setFixedTime(time);
    await page.getByRole("button", { name: "Close chat" }).click();
    await openChat(page).click();
    await eventually(() => away.textContent()).toBe(line);
  }

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
}

/** The button, the close icon and Escape close the chat. */
async function closeChat(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Close chat" }).click();
  await panel(page).waitFor({ state: "hidden" });
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
}

/** The chat's button stands beside the page's text, or in a bar that the page ends above. */
async function readBesideChat(page: Page): Promise<void> {
  const places = [1440, 1280, 768, 390, 360].flatMap((width) => [
    { width, isFirstView: true },
    { width, isFirstView: false },
  ]);
  for (const { width, isFirstView } of places) {
    await page.setViewportSize({ width, height: 844 });
    const top = isFirstView ? 0 : await page.evaluate(() => document.documentElement.scrollHeight);
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
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
      if (!isFirstView) expect(footer.bottom, `${width} pixels`).toBeLessThanOrEqual(bar.top);
      expect(bar.bottom - bar.top).toBeLessThanOrEqual(isFirstView ? 60 : 72);
    }
  }
  // A control that the keyboard reaches is not under the bar.
  await page.evaluate(() => scrollTo({ top: innerHeight, behavior: "instant" }));
  await page.locator(".solution-open").last().focus();
  const focused = await page.locator(".solution-open").last().boundingBox();
  const chatBar = await page.locator(".chat").boundingBox();
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(chatBar?.y ?? 0);
}

/** The menu leads to each section, and names the section in view. */
async function followMenu(page: Page): Promise<void> {
  for (const { id, name } of [...sections].reverse()) {
    await main(page).getByRole("link", { name }).click();
    await eventually(() => current(page)).toEqual([name]);
    await restingScrollPosition(page);
    // Directly below the header, unless the page ends first.
    expect(await topOf(page, id)).toBeLessThanOrEqual(73);
    expect(await topOf(page, id)).toBeGreaterThanOrEqual(0);
  }
  for (const { id, name } of sections) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: "instant" }), id);
    await eventually(() => current(page)).toEqual([name]);
  }
  const scrollBehavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await scrollBehavior()).toBe("auto");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await scrollBehavior()).toBe("smooth");
  await page.emulateMedia({ reducedMotion: "reduce" });
}

/** The footer's quick links and the calls to action lead to their sections. */
async function followCalls(page: Page): Promise<void> {
  const quickLinks = page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
  expect(await quickLinks.allTextContents()).toEqual(sections.map(({ name }) => name));
  await quickLinks.getByText("Solutions").click();
  await eventually(() => topOf(page, "solutions")).toBeCloseTo(72, -1);
  await eventually(() => current(page)).toEqual(["Solutions"]);
  for (const name of ["Talk to Us Today", "Schedule Consultation", "Download Brochure", "Start a Project"]) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await eventually(() => current(page)).toEqual(["Home"]);
    await page.getByRole("link", { name }).click();
    await eventually(() => current(page)).toEqual(["Contact"]);
  }
}

/** The header has a shadow after more than twenty pixels. */
async function scrollBelowHeader(page: Page): Promise<void> {
  const header = page.locator("header");
  const scrollDownTo = (top: number) =>
    page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
  const shadow = () => header.evaluate((element) => getComputedStyle(element).boxShadow !== "none");
  await scrollDownTo(20);
  await eventually(() => header.getAttribute("data-scrolled")).toBeNull();
  await scrollDownTo(21);
  await eventually(() => header.getAttribute("data-scrolled")).not.toBeNull();
  expect(await shadow()).toBe(true);
  await scrollDownTo(0);
  await eventually(() => header.getAttribute("data-scrolled")).toBeNull();
}

/** Every link leads to a section, to one of our files, or to another site in a new tab. */
async function expectLiveLinks(page: Page): Promise<void> {
  const links = await page.locator("a[href]").evaluateAll((anchors) =>
    anchors.map((a) => ({
      href: a.getAttribute("href") ?? "",
      target: a.getAttribute("target"),
      rel: a.getAttribute("rel"),
    })),
  );
  for (const { href, target, rel } of links) {
    if (href.startsWith("#")) expect(await page.locator(href).count(), href).toBe(1);
    else if (href.startsWith("/"))
      expect((await page.request.get(site.product().site + href)).status()).toBe(200);
    else if (/^(tel|mailto):/.test(href)) expect(href).toMatch(/^(tel:\+\d{9,}|mailto:\S+@\S+)$/);
    else expect({ href, target, rel }).toEqual({ href, target: "_blank", rel: "noopener" });
  }
  const files = await page
    .locator("link[href], img[src]")
    .evaluateAll((elements) => elements.map((e) => e.getAttribute("href") ?? e.getAttribute("src") ?? ""));
  for (const file of files.filter((file) => file.startsWith("/"))) {
    const answer = await page.request.get(site.product().site + file);
    expect(`${file} ${answer.status()} ${answer.headers()["content-type"]}`).toMatch(
      file === "/" ? / 200 text\/html/ : / 200 (?!text\/html)/,
    );
  }
}

/** On a phone the menu opens by tap and by keyboard. */
async function openMenuOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const contact = main(page).getByRole("link", { name: "Contact" });
  expect(await contact.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Open menu" }).click();
  await contact.waitFor();
  const toggle = page.getByRole("button", { name: "Close menu" });
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  await contact.click();
  await contact.waitFor({ state: "hidden" });
  const opener = page.getByRole("button", { name: "Open menu" });
  expect(await opener.getAttribute("aria-expanded")).toBe("false");
  await restingScrollPosition(page);
  expect(await topOf(page, "contact")).toBeLessThanOrEqual(65);

  await opener.focus();
  await page.keyboard.press("Enter");
  await main(page).getByRole("link", { name: "Home" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Home");
  await page.keyboard.press("Escape");
  await main(page).getByRole("link", { name: "Home" }).waitFor({ state: "hidden" });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
}

test("menu, footer and calls to action lead a visitor to each section, also on a phone, no link is dead, and the chat covers nothing", async () => {
  // The clock changes, so that the page must be a fresh one.
  const page = await site.open({ before: (page) => page.clock.install() });
  expect(await current(page)).toEqual(["Home"]);
  await readChat(page);
  await closeChat(page);
  await readBesideChat(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await eventually(() => current(page)).toEqual(["Home"]);
  await followMenu(page);
  await followCalls(page);
  await scrollBelowHeader(page);
  await expectLiveLinks(page);
  await openMenuOnPhone(page);
});
