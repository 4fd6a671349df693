import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contact, quote } from "../frontend/site/content/contact.ts";
import { offers } from "../frontend/site/content/offers.ts";
import { solutions } from "../frontend/site/content/solutions.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { button, fillIn, form, holdMessages, status, visitor, written } from "../test/contact-form-page.ts";
import { eventually, hydrated, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

test("a visitor's message reaches the company's inbox; the form is cleared, and on a phone the result comes into view", async () => {
  // The server treats messages as spam that are sent faster than a person types.
  const page = await site.open({ width: 390, before: (page) => page.clock.install() });
  await page.clock.fastForward(30_000);
  await fillIn(page);
  await button(page).evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
  await button(page).click();
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(await status(page).evaluate((element) => getComputedStyle(element).color)).toBe("rgb(27, 107, 58)");
  expect(await written(page)).toEqual(["", "", "", ""]);
  const isUncovered = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 20, bottom - 5) === element;
  };
  await eventually(() => status(page).evaluate(isUncovered)).toBe(true);

  const product = site.product();
  await product.idle();
  const mail = (await product.inbox()).find(({ replyTo }) => replyTo.join().includes(visitor.Email));
  expect(mail?.text).toContain(visitor.Message.split("\n")[0]);
});

test("nothing is sent while a field is missing or wrong; each has its message, the first has the focus", async () => {
  const page = await site.open({ width: 390 });
  await page.route("**/api/send-email", () => expect.unreachable("nothing may be sent"));
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
  const { name, email, message } = contact.empty;
  await button(page).click();
  await eventually(marked).toEqual([
    ["name", name],
    ["email", email],
    ["message", message],
  ]);
  expect(await alert.allTextContents()).toEqual([contactTexts.missing]);
  expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(169, 43, 29)");
  expect(await focused()).toBe("name");

  await fillIn(page, { Name: visitor.Name, Email: "grace@tumaini" });
  await button(page).click();
  await eventually(marked).toEqual([
    ["email", contactTexts.badEmail],
    ["message", message],
  ]);
  expect(await focused()).toBe("email");

  await fillIn(page, { Message: visitor.Message });
  await button(page).click();
  await eventually(marked).toEqual([["email", contactTexts.badEmail]]);
  expect(await alert.allTextContents()).toEqual([contactTexts.badEmail]);
  expect(await written(page)).toEqual([visitor.Name, "grace@tumaini", "", visitor.Message]);
});

const productOf = (place: number) => solutions[place]?.name ?? "";
const requestFor = (place: number) => `${quote.message} ${productOf(place)}.`;
const message = (page: Page) => form(page).getByLabel("Message").inputValue();
async function getQuote(page: Page, place: number) {
  await page.locator(".solution-name, .solution-open").filter({ visible: true }).nth(place).click();
  await page.getByRole("link", { name: `Get Quote for the ${productOf(place)}` }).click();
}

test("“Get Quote” heads the form with the product and asks its questions; product and answers are sent", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
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
});

test("the message field has five rows; the hidden field for bots is invisible, and Tab does not reach it", async () => {
  const page = await site.open();
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
});

test("what a visitor does before hydration happens after it, also when its script loads only on a retry", async () => {
  let tries = 0;
  const page = await site.open({
    beforeHydration: true,
    before: (page) =>
      page.route("**/assets/hydrate-*.js", (route) => {
        tries += 1;
        return route.abort();
      }),
  });
  const server = await holdMessages(page);
  await getQuote(page, 0);
  expect(await message(page)).toBe(requestFor(0));
  await fillIn(page, { Name: visitor.Name, Email: visitor.Email });
  await button(page).click();
  await page.getByRole("button", { name: "Next industry" }).click();
  await eventually(() => tries).toBeGreaterThan(0);
  expect(server.messages).toEqual([]);

  const arrives = server.next();
  await page.unroute("**/assets/hydrate-*.js");
  await hydrated(page);
  await eventually(() => page.locator(".counter").textContent()).toBe("2 / 3");
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(server.messages[0]).toMatchObject({
    name: visitor.Name,
    product: productOf(0),
    message: requestFor(0),
  });
  site.expectConsoleErrors(/Failed to load resource/);
});
