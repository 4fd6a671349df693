import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { contact, quote } from "../../frontend/site/content/contact.ts";
import { offers } from "../../frontend/site/content/offers.ts";
import { solutions } from "../../frontend/site/content/solutions.ts";
import { contactTexts } from "../../shared/messages/contact-form.ts";
import {
  button,
  fillIn,
  form,
  holdMessages,
  status,
  visitor,
  writeAnother,
  written,
} from "../../test/browser/contact-form-page.ts";
import { eventually, hydrated, type siteInBrowser } from "../../test/browser/site-page.ts";

type Server = Awaited<ReturnType<typeof holdMessages>>;

const productOf = (place: number) => solutions[place]?.name ?? "";
const requestFor = (place: number) => `${quote.message} ${productOf(place)}.`;
const message = (page: Page) => form(page).getByLabel("Message").inputValue();
async function getQuote(page: Page, place: number) {
  await page.locator(".solution-open").nth(place).click();
  await page.getByRole("link", { name: `Get Quote for the ${productOf(place)}` }).click();
}

/** The form says what to correct, beside each field and at its end. */
export async function correctForm(page: Page, server: Server): Promise<void> {
  const alert = form(page).getByRole("alert");
  const marked = () =>
    form(page)
      .locator("[aria-invalid=true]")
      .evaluateAll((fields) =>
        fields.map((field) => [
          field.getAttribute("name"),
          document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent,
        ]),
      );
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  const { empty } = contact;
  await button(page).click();
  await eventually(marked).toEqual([
    ["name", empty.name],
    ["email", empty.email],
    ["message", empty.message],
  ]);
  expect(await alert.allTextContents()).toEqual([contactTexts.missing]);
  expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(169, 43, 29)");
  expect(await focused()).toBe("name");

  await fillIn(page, { Name: visitor.Name, Email: "grace@tumaini" });
  await button(page).click();
  await eventually(marked).toEqual([
    ["email", contactTexts.badEmail],
    ["message", empty.message],
  ]);
  expect(await focused()).toBe("email");

  await fillIn(page, { Message: visitor.Message });
  await button(page).click();
  await eventually(marked).toEqual([["email", contactTexts.badEmail]]);
  expect(await alert.allTextContents()).toEqual([contactTexts.badEmail]);
  expect(await written(page)).toEqual([visitor.Name, "grace@tumaini", "", visitor.Message]);
  expect(server.messages).toEqual([]);

  // The hidden field for bots is invisible, and Tab does not reach it.
  expect(await form(page).getByLabel("Message").getAttribute("rows")).toBe("5");
  const trap = page.locator("input[name=website]");
  expect(await trap.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(0);
  await form(page).getByLabel("Name").focus();
  const visited: (string | null)[] = [];
  for (let presses = 0; presses < 5; presses++) {
    visited.push(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? null));
    await page.keyboard.press("Tab");
  }
  expect(visited).toEqual(["name", "email", "phone", "message", null]);
}

/** While sending, the button shows it and is disabled. */
export async function sendOnce(page: Page, server: Server): Promise<void> {
  const arrives = server.next();
  await fillIn(page, { ...visitor, Phone: "" });
  await button(page).click();
  await eventually(() => button(page).textContent()).toBe(contact.sending);
  expect(await button(page).isDisabled()).toBe(true);
  await form(page).getByLabel("Name").press("Enter");
  await (await arrives).fulfill({ json: { received: true } });
  await writeAnother(page);
  expect(await button(page).textContent()).toBe(contact.send);
  expect(server.messages).toEqual([
    {
      name: visitor.Name,
      email: visitor.Email,
      phone: "",
      message: visitor.Message,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      website: "",
      elapsed: expect.any(Number),
    },
  ]);
}

/** After a failure the input and the message's id stay, and a refusal shows the server's message. */
export async function sendAfterFailures(page: Page, server: Server): Promise<void> {
  server.messages.length = 0;
  const sendAnd = async (answer: (route: Route) => Promise<void>, text: string) => {
    const held = server.next();
    await button(page).click();
    await answer(await held);
    await eventually(() => status(page).textContent()).toBe(text);
  };
  await fillIn(page);
  const failures: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.abort(), contactTexts.failed],
    [
      (route) => route.fulfill({ status: 400, json: { error: "The message is too long." } }),
      "The message is too long.",
    ],
    [(route) => route.fulfill({ status: 500, json: { error: "Something broke." } }), contactTexts.failed],
    [
      (route) => route.fulfill({ status: 400, json: { error: "The name is too long." } }),
      "The name is too long.",
    ],
    [
      (route) => route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Forbidden</h1>" }),
      contactTexts.failed,
    ],
  ];
  for (const [answer, text] of failures) {
    await sendAnd(answer, text);
    expect(await written(page)).toEqual(Object.values(visitor));
  }
  expect(new Set(server.messages.map(({ id }) => id)).size).toBe(1);

  await fillIn(page, { Message: "Something else." });
  await sendAnd((route) => route.fulfill({ json: { received: true } }), contactTexts.sent);
  expect(new Set(server.messages.map(({ id }) => id)).size).toBe(2);
  await writeAnother(page);
}

/** "Get Quote" heads the form with the product and asks its questions. */
export async function getQuotes(page: Page, server: Server): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  server.messages.length = 0;
  const heading = (place: number) =>
    form(page).getByRole("heading", { name: `${quote.heading} ${productOf(place)}` });
  await fillIn(page, { Message: visitor.Message });
  await getQuote(page, 0);
  await heading(0).waitFor();
  const [members = "", branches = ""] = offers.loans.questions;
  await form(page).getByLabel(members).fill("4,000");
  expect(await message(page)).toBe(visitor.Message);
  await form(page).getByRole("button", { name: quote.end }).click();
  await heading(0).waitFor({ state: "hidden" });
  await fillIn(page, { Message: "" });

  // On a phone the sheet closes, and the form shows the product chosen last.
  await page.setViewportSize({ width: 390, height: 844 });
  await getQuote(page, 6);
  expect(await message(page)).toBe(requestFor(6));
  expect(await page.locator(".solution:popover-open").count()).toBe(0);
  await eventually(() => page.evaluate(() => location.hash)).toBe("#contact");
  await getQuote(page, 0);
  await heading(0).waitFor();
  expect(await message(page)).toBe(requestFor(0));
  await form(page).getByLabel(branches).fill(" Three ");
  await fillIn(page, { Name: visitor.Name, Email: visitor.Email });
  const arrives = server.next();
  await button(page).click();
  await (await arrives).fulfill({ json: { received: true, reference: "4821 0734" } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(server.messages).toMatchObject([
    { product: productOf(0), answers: [{ question: branches, answer: "Three" }], message: requestFor(0) },
  ]);
  await form(page)
    .getByRole("heading", { name: `${contact.reference} 4821 0734` })
    .waitFor();
  for (const text of [`${branches} Three`, requestFor(0)]) await form(page).getByText(text).waitFor();
  await heading(0).waitFor({ state: "hidden" });
  // Another quote brings the form back.
  await getQuote(page, 1);
  await heading(1).waitFor();
  expect(await message(page)).toBe(requestFor(1));
  await form(page).getByRole("button", { name: quote.end }).click();
}

/** Clicks and typing before hydration take effect after it, also when its script loads only on a retry. */
export async function writeBeforeHydration(site: ReturnType<typeof siteInBrowser>): Promise<void> {
  let tries = 0;
  let unreachable = true;
  const page = await site.open({
    beforeHydration: true,
    before: (page) =>
      page.route("**/assets/hydrate-*.js", (route) => {
        tries += 1;
        return unreachable ? route.abort() : route.continue();
      }),
  });
  const server = await holdMessages(page);
  await getQuote(page, 0);
  expect(await message(page)).toBe(requestFor(0));
  await fillIn(page, { Name: visitor.Name, Email: visitor.Email });
  await button(page).click();
  await page.getByRole("button", { name: "Next industry" }).click();
  await page.evaluate(() => scrollTo({ top: innerHeight, behavior: "instant" }));
  await page.getByRole("button", { name: "Open chat" }).click();
  const chat = page.locator("#chat-panel:popover-open");
  await chat.waitFor();
  await eventually(() => tries).toBeGreaterThan(0);
  expect(server.messages).toEqual([]);

  const arrives = server.next();
  unreachable = false;
  await hydrated(page);
  await eventually(() => page.locator(".counter").textContent()).toBe("2 / 3");
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(server.messages[0]).toMatchObject({
    name: visitor.Name,
    product: productOf(0),
    message: requestFor(0),
  });
  // The chat is still open.
  expect(await chat.count()).toBe(1);
  await page.getByRole("button", { name: "Close chat" }).waitFor();
}
