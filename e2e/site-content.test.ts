import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cases } from "../frontend/site/content/cases.ts";
import { contactHeading, nextSteps, reader } from "../frontend/site/content/contact.ts";
import { highlightTexts, slides, slideTexts } from "../frontend/site/content/home.ts";
import { offers } from "../frontend/site/content/offers.ts";
import { industryGroups, statistics, testimonials } from "../frontend/site/content/portfolio.ts";
import { services } from "../frontend/site/content/services.ts";
import { solutions, solutionsHeading } from "../frontend/site/content/solutions.ts";
import { terms } from "../frontend/site/content/terms.ts";
import * as company from "../shared/company.ts";
import { eventually, siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();
const groups = industryGroups.value.map(({ name }) => name);
const shown = (page: Page) => page.getByRole("tabpanel").locator("h3").textContent();
const counter = (page: Page) => page.locator(".counter").textContent();

async function expectGroup(page: Page, place: number) {
  await eventually(() => shown(page)).toBe(groups[place]);
  await eventually(() => counter(page)).toBe(`${place + 1} / 3`);
  const tab = page.getByRole("tab", { selected: true });
  expect(await tab.textContent()).toBe(groups[place]);
  const { clients = [], case: solution = "loans" } = industryGroups.value[place] ?? {};
  const { figure, says } = cases[solution].value;
  for (const text of [figure, `${says.author}, ${says.title}, ${says.company}`])
    await page.getByRole("tabpanel").getByText(text, { exact: true }).waitFor();
  expect(await page.getByRole("tabpanel").locator("h4").allTextContents()).toEqual(
    clients.map((c) => c.name),
  );
}

const rows = [
  { name: ".services", item: ".service", count: services.length },
  { name: ".testimonials", item: ".testimonial", count: testimonials.length },
];
/** The items that are completely in view. */
const seen = (page: Page, item: string) =>
  page.locator(item).evaluateAll((items) =>
    items.flatMap((element, place) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth ? [place] : [];
    }),
  );
async function expectRows(page: Page) {
  for (const { item, count } of rows) {
    const tops = await page
      .locator(item)
      .evaluateAll((items) => items.map((element) => Math.round(element.getBoundingClientRect().top)));
    expect([tops.length, new Set(tops).size]).toEqual([count, 1]);
    expect(await seen(page, item)).toEqual([0]);
  }
}

/** The industries turn by buttons and by keyboard, around both ends. */
async function turnIndustries(page: Page): Promise<void> {
  await expectGroup(page, 0);
  for (const place of [1, 2, 0]) {
    await page.getByRole("button", { name: "Next industry" }).click();
    await expectGroup(page, place);
  }
  await page.getByRole("button", { name: "Previous industry" }).click();
  await expectGroup(page, 2);
  await page.getByRole("tab", { name: groups[0] }).click();
  await expectGroup(page, 0);
  await page.getByRole("button", { name: `Show ${groups[1]}` }).click();
  await expectGroup(page, 1);

  await page.getByRole("tab", { selected: true }).focus();
  await page.keyboard.press("ArrowLeft");
  await expectGroup(page, 0);
  await page.keyboard.press("ArrowLeft");
  await expectGroup(page, 2);
  await page.keyboard.press("Home");
  await expectGroup(page, 0);
  await page.keyboard.press("End");
  await expectGroup(page, 2);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(groups[2]);
}

/** One table has the price and the case of each of the seven solutions; each row opens its sheet. */
async function openSolutions(page: Page): Promise<void> {
  const sheet = page.locator(".solution:visible");
  const learn = sheet.getByRole("link", { name: "Learn More" });
  const table = page.getByRole("table", { name: solutionsHeading.title });
  await table.scrollIntoViewIfNeeded();
  for (const [place, { id, name, link, industries }] of solutions.entries()) {
    const { offer } = offers[id];
    const { short, figure, says } = cases[id].value;
    const row = table.getByRole("row").nth(place + 1);
    for (const text of [offer.value.from, offer.value.live, short, industries[0] ?? ""])
      expect(await row.textContent()).toContain(text);
    // Anywhere on it, and by keyboard.
    if (place % 2) await row.click();
    else {
      await row.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
    }
    expect(await sheet.locator("h3").allTextContents()).toEqual([name]);
    expect(await sheet.locator(".offer dd").allTextContents()).toEqual(Object.values(offer.value));
    for (const text of [figure, says.text, says.author])
      await sheet.getByText(text, { exact: true }).waitFor();
    expect(await learn.getAttribute("href")).toBe(link.value);
    expect(await learn.getAttribute("target")).toBe("_blank");
    expect(await learn.getAttribute("rel")).toBe("noopener");
    const { y = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(900);
    if (place % 2) await page.getByRole("button", { name: `Close ${name}` }).click();
    else await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
  }

  // On a phone too, from below, with its price in view before.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { id, name } of solutions.slice(0, 2)) {
    await page.locator(".solutions tr", { hasText: offers[id].offer.value.from }).click();
    expect(await sheet.locator("h3").allTextContents()).toEqual([name]);
    expect((await sheet.boundingBox())?.width).toBe(390);
    await page.getByRole("button", { name: `Close ${name}` }).click();
    await sheet.waitFor({ state: "hidden" });
  }
}

/** On a phone a swipe turns the industries, a scroll does not. */
async function swipeIndustries(page: Page): Promise<void> {
  await page.getByRole("tab", { name: groups[0] }).click();
  const panels = page.locator(".industry-panels");
  await panels.scrollIntoViewIfNeeded();
  const swipe = (x: number, y: number) =>
    panels.evaluate(
      (element, [x, y]) => {
        const send = (type: string, clientX: number, clientY: number) =>
          element.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerType: "touch", clientX, clientY }),
          );
        send("pointerdown", 200, 300);
        send("pointerup", 200 + (x ?? 0), 300 + (y ?? 0));
      },
      [x, y],
    );
  await swipe(-80, 10);
  await expectGroup(page, 1);
  await swipe(60, 200);
  await swipe(20, 0);
  await expectGroup(page, 1);
  await swipe(80, 10);
  await swipe(80, 10);
  await expectGroup(page, 2);
}

/** Services and testimonials are rows: they snap, show part of the next, and the keyboard reaches the end. */
async function swipeRows(page: Page): Promise<void> {
  await expectRows(page);
  for (const { name, item, count } of rows) {
    const row = page.locator(name);
    const within = () => row.evaluate((element) => element.contains(document.activeElement));
    await row.evaluate((element) => {
      const before = [
        ...document.querySelectorAll<HTMLElement>("main :is(a[href], button, [tabindex])"),
      ].filter(
        (control) =>
          control.checkVisibility() &&
          element.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING,
      );
      before.at(-1)?.focus();
    });
    await page.keyboard.press("Tab");
    expect(await within()).toBe(true);
    for (let presses = 0; presses < 60 && (await within()); presses++) {
      if ((await seen(page, item)).includes(count - 1)) break;
      const links = await row.getByRole("link").count();
      await page.keyboard.press(links ? "Tab" : "ArrowRight");
      await page.waitForTimeout(50);
    }
    await eventually(() => seen(page, item)).toEqual([count - 1]);

    await row.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
    await eventually(() => seen(page, item)).toEqual([0]);
    await row.evaluate((element) => element.scrollBy({ left: 250, behavior: "instant" }));
    await eventually(() => seen(page, item)).toEqual([1]);
    await eventually(async () => (await page.locator(item).nth(2).boundingBox())?.x).toBeLessThan(390 - 16);
  }
}

/** Without script everything can be read, and contact details, menu, sections and chat can be reached. */
async function readWithoutScript(): Promise<void> {
  const page = await site.open({ javaScriptEnabled: false });
  const texts = [
    ...Object.values(cases).flatMap(({ value }) => [value.short, value.figure, value.says.text]),
    ...slides.flatMap(({ id, title }) => [title, slideTexts[id].description]),
    ...Object.values(highlightTexts).flatMap(({ title, text }) => [title, text]),
    ...services.flatMap(({ title, features }) => [title, ...features]),
    ...Object.values(offers).flatMap(({ offer }) => Object.values(offer.value)),
    reader.value.name,
    ...terms.value.flatMap(({ what, answer }) => [what, answer]),
    ...nextSteps.value.flatMap(({ when, what }) => [when, what]),
    ...solutions.flatMap(({ name, description, fullDescription, features, benefits, industries }) => [
      name,
      description,
      fullDescription,
      ...features,
      ...benefits,
      ...industries,
    ]),
    ...industryGroups.value.flatMap(({ name, clients }) => [name, ...clients.map((client) => client.name)]),
    ...statistics.value.flatMap(({ figure, label }) => [figure, label]),
    ...testimonials.flatMap(({ text, author }) => [text, author]),
  ];
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered counts.
    const visible = await page.locator("body").innerText();
    expect(texts.filter((text) => !visible.includes(text))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  // On a phone all services and testimonials are side by side.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectRows(page);

  // The contact details replace the form.
  await page.getByText(contactHeading.withoutScript).waitFor();
  const contact = page.locator(".without-script");
  await contact.getByRole("link", { name: company.telephone }).waitFor();
  await contact.getByRole("link", { name: company.email.value }).waitFor();
  expect(await page.getByLabel("Message").isVisible()).toBe(false);
  await page.locator(".menu-toggle").click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Portfolio" }).click();
  await eventually(() => page.url()).toMatch(/#portfolio$/);
  await page.getByRole("button", { name: "Close menu" }).or(page.locator(".menu-toggle")).click();
  await page.locator(".chat-toggle").click();
  await page.getByRole("link", { name: "Chat on WhatsApp" }).waitFor();
}

test("a visitor turns the industries, opens each solution, and on a phone swipes services and testimonials", async () => {
  const page = await site.open();
  await turnIndustries(page);
  await openSolutions(page);
  await swipeIndustries(page);
  await swipeRows(page);
});

test("a visitor can read everything without script", readWithoutScript);
