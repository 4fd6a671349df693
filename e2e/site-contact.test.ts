import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contact } from "../frontend/site/content/contact.ts";
import { solutions, solutionsHeading } from "../frontend/site/content/solutions.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { button, fillIn, form, holdMessages, status, visitor, written } from "../test/contact-form-page.ts";
import { eventually, hydrated, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

test("a visitor's message reaches the company's inbox, and the form is cleared", async () => {
  // The server treats messages as spam that are sent faster than a person types.
  const page = await site.open({ before: (page) => page.clock.install() });
  await page.clock.fastForward(30_000);
  await fillIn(page);
  await button(page).click();
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(await status(page).evaluate((element) => getComputedStyle(element).color)).toBe("rgb(27, 107, 58)");
  expect(await written(page)).toEqual(["", "", "", ""]);

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

const lineFor = (place: number) => `${solutionsHeading.quoteLine} ${solutions[place]?.name}`;
const message = (page: Page) => form(page).getByLabel("Message").inputValue();
async function getQuote(page: Page, place: number) {
  await page.locator(".solution-name").nth(place).click();
  await page.getByRole("link", { name: `Get Quote for the ${solutions[place]?.name}` }).click();
}

test("“Get Quote” puts the last chosen product before the input, and the message can be sent unchanged", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  await fillIn(page, { Message: visitor.Message });
  await getQuote(page, 0);
  expect(await message(page)).toBe(`${lineFor(0)}\n${visitor.Message}`);
  await getQuote(page, 6);
  expect(await message(page)).toBe(`${lineFor(6)}\n${visitor.Message}`);
  await fillIn(page, { Message: "Quote for: something else" });
  await getQuote(page, 1);
  expect(await message(page)).toBe(`${lineFor(1)}\nQuote for: something else`);

  await fillIn(page, { Name: visitor.Name, Email: visitor.Email, Message: "" });
  await getQuote(page, 3);
  expect(await message(page)).toBe(`${lineFor(3)}\n`);
  const arrives = server.next();
  await button(page).click();
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(server.messages[0]).toMatchObject({ message: lineFor(3) });
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
  expect(await message(page)).toBe(`${lineFor(0)}\n`);
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
  expect(server.messages[0]).toMatchObject({ name: visitor.Name, message: lineFor(0) });
  site.expectConsoleErrors(/Failed to load resource/);
});
