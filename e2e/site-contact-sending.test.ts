import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { contact } from "../frontend/site/content/contact.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { button, fillIn, form, holdMessages, status, visitor, written } from "../test/contact-form-page.ts";
import { eventually, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

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
