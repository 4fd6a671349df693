import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
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

test.each([
  ["Name", { ...visitor, Name: "   " }],
  ["Email", { ...visitor, Email: "" }],
  ["Message", { ...visitor, Message: "" }],
])("without %s nothing is sent, and the missing field is marked", async (label, fields) => {
  const page = await site.open();
  await page.route("**/api/send-email", () => expect.unreachable("nothing may be sent"));
  await fillIn(page, fields);
  await button(page).click();
  const alert = form(page).getByRole("alert");
  await eventually(() => alert.allTextContents()).toEqual([contactTexts.missing]);
  expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(169, 43, 29)");
  const field = form(page).getByLabel(label);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("all empty fields are marked at once, each with its message, and the first has the focus", async () => {
  const page = await site.open({ width: 390 });
  const marked = () =>
    form(page)
      .locator("[aria-invalid]")
      .evaluateAll((fields) =>
        fields.map((field) => [
          field.getAttribute("name"),
          document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent,
        ]),
      );
  const { name, email, message } = contact.empty;
  await button(page).click();
  await eventually(marked).toEqual([
    ["name", name],
    ["email", email],
    ["message", message],
  ]);
  expect(await form(page).getByRole("alert").allTextContents()).toEqual([contactTexts.missing]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");

  await fillIn(page, { Name: visitor.Name, Email: "grace@tumaini" });
  await button(page).click();
  await eventually(marked).toEqual([
    ["email", contactTexts.badEmail],
    ["message", message],
  ]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
});

test.each(["grace", "grace@tumaini", "@tumaini.example", "grace @tumaini.example"])(
  "“%s” is no email address",
  async (address) => {
    const page = await site.open();
    await fillIn(page, { ...visitor, Email: address });
    await button(page).click();
    await eventually(() => form(page).getByRole("alert").allTextContents()).toEqual([contactTexts.badEmail]);
  },
);

describe("“Get Quote”", () => {
  const message = (page: Page) => form(page).getByLabel("Message").inputValue();
  const lineFor = (place: number) => `${solutionsHeading.quoteLine} ${solutions[place]?.name}`;
  async function getQuote(page: Page, place: number) {
    await page.locator(".solution-name").nth(place).click();
    await page.getByRole("link", { name: `Get Quote for the ${solutions[place]?.name}` }).click();
  }

  test("puts the product into the message, which can be sent unchanged", async () => {
    const page = await site.open();
    const server = await holdMessages(page);
    await getQuote(page, 3);
    expect(await message(page)).toBe(`${lineFor(3)}\n`);
    await fillIn(page, { Name: visitor.Name, Email: visitor.Email });
    const arrives = server.next();
    await button(page).click();
    await (await arrives).fulfill({ json: { received: true } });
    await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
    expect(server.messages[0]).toMatchObject({ message: lineFor(3) });
  });

  test("keeps the input, and names the last chosen product", async () => {
    const page = await site.open();
    await fillIn(page, { Message: visitor.Message });
    await getQuote(page, 0);
    expect(await message(page)).toBe(`${lineFor(0)}\n${visitor.Message}`);
    await getQuote(page, 6);
    expect(await message(page)).toBe(`${lineFor(6)}\n${visitor.Message}`);
    await fillIn(page, { Message: "Quote for: something else" });
    await getQuote(page, 1);
    expect(await message(page)).toBe(`${lineFor(1)}\nQuote for: something else`);
  });

  test("works before hydration", async () => {
    const page = await site.open({
      beforeHydration: true,
      before: (page) => page.route("**/assets/hydrate-*.js", (route) => route.abort()),
    });
    await getQuote(page, 0);
    expect(await message(page)).toBe(`${lineFor(0)}\n`);
    await page.unroute("**/assets/hydrate-*.js");
    await hydrated(page);
    expect(await message(page)).toBe(`${lineFor(0)}\n`);
    site.expectConsoleErrors(/Failed to load resource/);
  });
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

test("after a failure the input stays, and sending again repeats the same message", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  await fillIn(page);
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 500, json: { error: "Something broke." } }),
    (route: Route) => route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Forbidden</h1>" }),
  ];
  for (const answer of answers) {
    const arrives = server.next();
    await button(page).click();
    await answer(await arrives);
    await eventually(() => status(page).textContent()).toBe(contactTexts.failed);
    expect(await written(page)).toEqual(Object.values(visitor));
  }
  expect(new Set(server.messages.map(({ id }) => id)).size).toBe(1);

  await fillIn(page, { Message: "Something else." });
  const arrives = server.next();
  await button(page).click();
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(new Set(server.messages.map(({ id }) => id)).size).toBe(2);
  site.expectConsoleErrors(/Failed to load resource/);
});

test.each([
  [429, { message: "Too Many Requests" }, {}, 4],
  [429, { error: "Too many requests." }, { "retry-after": "50" }, 52],
  [503, { message: "Service Unavailable" }, {}, 4],
])(
  "after %i, %j, %j the form shows that it waits, and sends the same message again",
  async (code, json, headers, seconds) => {
    const page = await site.open({ before: (page) => page.clock.install() });
    const server = await holdMessages(page);
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
    site.expectConsoleErrors(/Failed to load resource/);
  },
);

test("after repeated refusals it gives up, and keeps the input for another try", async () => {
  const page = await site.open({ before: (page) => page.clock.install() });
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

test("a refusal shows the server's message", async () => {
  const page = await site.open();
  const server = await holdMessages(page);
  await fillIn(page);
  const arrives = server.next();
  await button(page).click();
  await (await arrives).fulfill({ status: 400, json: { error: "The message is too long." } });
  await eventually(() => status(page).textContent()).toBe("The message is too long.");
  site.expectConsoleErrors(/400/);
});

test("the hidden field for bots is invisible, and Tab does not reach it", async () => {
  const page = await site.open();
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

test("the message field has five rows", async () => {
  const page = await site.open();
  expect(await form(page).getByLabel("Message").getAttribute("rows")).toBe("5");
});

test("a form submitted before hydration is sent after it", async () => {
  let release = () => {};
  const page = await site.open({
    beforeHydration: true,
    before: (page) =>
      page.route("**/assets/hydrate-*.js", async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await route.continue();
      }),
  });
  const server = await holdMessages(page);
  await fillIn(page);
  await button(page).click();
  expect(server.messages).toEqual([]);
  const arrives = server.next();
  release();
  await hydrated(page);
  await (await arrives).fulfill({ json: { received: true } });
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(server.messages[0]).toMatchObject({ name: visitor.Name, message: visitor.Message });
});

test("hydration is retried when the script did not load", async () => {
  let tries = 0;
  const page = await site.open({
    before: (page) =>
      page.route("**/assets/hydrate-*.js", (route) => (tries++ === 0 ? route.abort() : route.continue())),
  });
  await page.getByRole("button", { name: "Next industry" }).click();
  await eventually(() => page.locator(".counter").textContent()).toBe("2 / 3");
  site.expectConsoleErrors(/Failed to load resource/);
});
