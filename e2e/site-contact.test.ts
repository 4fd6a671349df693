import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { contact } from "../frontend/site/content/contact.ts";
import { solutions, solutionsHeading } from "../frontend/site/content/solutions.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { eventually, hydrated, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

const visitor = {
  Name: "Grace Achieng",
  Email: "grace@tumaini.example",
  Phone: "+254 711 000 000",
  Message: "We serve 4,000 members.\nCan we talk on Monday?",
};
const form = (page: Page) => page.getByRole("form", { name: "Contact" });
const button = (page: Page) => form(page).getByRole("button");
const status = (page: Page) => form(page).getByRole("status");

async function fillIn(page: Page, fields: Partial<typeof visitor> = visitor) {
  for (const [label, text] of Object.entries(fields)) await form(page).getByLabel(label).fill(text);
}
const written = (page: Page) =>
  Promise.all(Object.keys(visitor).map((label) => form(page).getByLabel(label).inputValue()));

/** Holds every message until the test responds, and records it. */
async function holdMessages(page: Page) {
  const messages: Record<string, unknown>[] = [];
  const waiting: ((route: Route) => void)[] = [];
  await page.route("**/api/send-email", async (route) => {
    messages.push(route.request().postDataJSON());
    waiting.shift()?.(route);
  });
  return { messages, next: () => new Promise<Route>((resolve) => waiting.push(resolve)) };
}

test("a visitor's message reaches the company's inbox, and the form is cleared", async () => {
  // The server sets aside messages sent faster than a person types.
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

test("while sending, the button shows it and is disabled", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  const arrives = server.next();
  await fillIn(page, { ...visitor, Phone: "" });
  await button(page).click();
  await eventually(() => button(page).textContent()).toBe(contact.sending);
  expect(await button(page).isDisabled()).toBe(true);
  await form(page).getByLabel("Name").press("Enter");
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => button(page).textContent()).toBe(contact.send);
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
});

test("after a failure the input and the message's id stay, and a refusal shows the server's message", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  const sendAnd = async (answer: (route: Route) => Promise<void>, text: string) => {
    const arrives = server.next();
    await button(page).click();
    await answer(await arrives);
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
  site.expectConsoleErrors(/Failed to load resource/);
});

test("when the server is busy, the form waits and sends the same message again, and gives up after five", async () => {
  const page = await site.open({ before: (page) => page.clock.install() });
  const server = await holdMessages(page);
  const busy: [number, object, Record<string, string>, number][] = [
    [429, { message: "Too Many Requests" }, {}, 4],
    [429, { error: "Too many requests." }, { "retry-after": "50" }, 52],
    [503, { message: "Service Unavailable" }, {}, 4],
  ];
  for (const [code, json, headers, seconds] of busy) {
    server.messages.length = 0;
    await fillIn(page);
    let arrives = server.next();
    await button(page).click();
    await (await arrives).fulfill({ status: code, json, headers });
    await eventually(() => status(page).textContent()).toBe(contactTexts.busy);
    expect(await button(page).isDisabled()).toBe(true);
    expect(await written(page)).toEqual(Object.values(visitor));

    arrives = server.next();
    await page.clock.runFor((seconds - 3) * 1_000);
    expect(server.messages.length).toBe(1);
    await page.clock.runFor(3_000);
    await (await arrives).fulfill({ json: { received: true } });
    await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
    expect(server.messages[1]).toEqual(server.messages[0]);
  }

  let refusals = 0;
  await page.route("**/api/send-email", (route) => {
    refusals += 1;
    return route.fulfill({ status: 429, json: { message: "Too Many Requests" } });
  });
  await fillIn(page);
  await button(page).click();
  await eventually(async () => {
    await page.clock.runFor(10_000);
    return status(page).textContent();
  }).toBe(contactTexts.failed);
  expect(refusals).toBe(5);
  expect(await written(page)).toEqual(Object.values(visitor));
  expect(await button(page).isEnabled()).toBe(true);
  site.expectConsoleErrors(/Failed to load resource/);
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
