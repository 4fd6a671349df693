import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { contact, quote } from "../frontend/site/content/contact.ts";
import { solutions } from "../frontend/site/content/solutions.ts";
import { strip } from "../frontend/site/content/strip.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { fillIn, form, holdMessages, status } from "../test/browser/contact-form-page.ts";
import { eventually, siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Tabs forward to the target. Each stop on the way has a visible focus, and none is above the one before it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const { text, outlined } = await page.evaluate(() => {
      const element = document.activeElement as Element;
      const outlined = [element, element.parentElement].some(
        (element) => element && getComputedStyle(element).outlineStyle !== "none",
      );
      return { text: element.outerHTML.slice(0, 100), outlined };
    });
    expect(outlined, text).toBe(true);
    if (await hasFocus(target)) return;
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

/** Where each stop of the keyboard stands in the page. The header and the chat stay in view. */
const stopsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(a, button, input, textarea, [tabindex='0'])")]
      .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }))
      .filter((stop) => !stop.closest("[aria-hidden=true]"))
      .map((stop) => ({
        text: (stop.getAttribute("aria-label") ?? stop.textContent).slice(0, 40),
        top: Math.round(stop.getBoundingClientRect().top + scrollY),
      })),
  );

async function pay(page: Page): Promise<void> {
  await tabTo(page, page.getByLabel(strip.amount));
  await page.keyboard.press("Enter");
  const said = page.locator(".strip").getByRole("status");
  await eventually(() => said.textContent()).toContain(strip.received("1,500"));
  await page.locator(".strip").getByText(strip.message("1,500")).waitFor();
}

/** Escape and the close button give the focus back to the row. */
async function openSheet(page: Page): Promise<void> {
  const [{ name } = { name: "" }] = solutions;
  const row = page.locator(".solution-open").first();
  const sheet = page.locator(".solution:popover-open");
  await tabTo(page, row);
  for (const close of [
    () => page.keyboard.press("Escape"),
    async () => {
      await tabTo(page, page.getByRole("button", { name: `Close ${name}` }));
      await page.keyboard.press("Enter");
    },
  ]) {
    await page.keyboard.press("Enter");
    await sheet.waitFor();
    await close();
    await sheet.waitFor({ state: "hidden" });
    await eventually(() => hasFocus(row)).toBe(true);
  }
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: `Get Quote for the ${name}` }));
  await page.keyboard.press("Enter");
  await form(page)
    .getByRole("heading", { name: `${quote.heading} ${name}` })
    .waitFor();
}

/** The problem, then the summary, then the first field again have the focus. */
async function send(page: Page, server: Awaited<ReturnType<typeof holdMessages>>): Promise<void> {
  const name = form(page).getByLabel("Name");
  await tabTo(page, form(page).getByRole("button", { name: contact.send }));
  await page.keyboard.press("Enter");
  await eventually(() => hasFocus(name)).toBe(true);
  await fillIn(page, { Name: "Grace Achieng", Email: "grace@tumaini.example" });
  const arrives = server.next();
  await tabTo(page, form(page).getByRole("button", { name: contact.send }));
  await page.keyboard.press("Enter");
  await (await arrives).fulfill({ json: { received: true, reference: "4821 0734" } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  await eventually(() => hasFocus(form(page).locator(".receipt"))).toBe(true);
  await form(page).getByRole("heading", { name: "4821 0734" }).waitFor();
  await tabTo(page, form(page).getByRole("button", { name: contact.again }));
  await page.keyboard.press("Enter");
  await eventually(() => hasFocus(name)).toBe(true);
}

test("a visitor without a pointer pays, opens a system, asks for its quote, corrects the form and writes again, at every width, with and without motion", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  for (const [place, width] of [360, 390, 768, 1440].entries()) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.emulateMedia({ reducedMotion: place % 2 ? "no-preference" : "reduce" });
    await page.goto("/");
    await page.locator("html[data-awake]").waitFor();
    if (width < 900) {
      const tops = (await stopsOf(page)).filter(({ text }) => text);
      expect(tops.map(({ text }) => text)).toEqual(
        tops.toSorted((a, b) => a.top - b.top || 0).map(({ text }) => text),
      );
    }
    await pay(page);
    await openSheet(page);
    await send(page, server);
  }
});
