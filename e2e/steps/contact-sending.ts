import type { Page } from "playwright-core";
import { expect } from "vitest";
import { contactTexts } from "../../shared/messages/contact-form.ts";
import {
  button,
  fillIn,
  form,
  type holdMessages,
  status,
  visitor,
  writeAnother,
  written,
} from "../../test/browser/contact-form-page.ts";
import { eventually } from "../../test/browser/site-page.ts";
import type { Product } from "../../test/product/product.ts";

type Server = Awaited<ReturnType<typeof holdMessages>>;

/** A visitor's message reaches the company's inbox. */
export async function sendMessage(page: Page, product: Product): Promise<void> {
  // The server treats messages as spam that are sent faster than a person types.
  await page.clock.fastForward(30_000);
  await fillIn(page);
  await button(page).evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
  await button(page).click();
  await eventually(() => status(page).textContent()).toBe(contactTexts.sent);
  expect(await status(page).evaluate((element) => getComputedStyle(element).color)).toBe("rgb(27, 107, 58)");
  // The summary takes the form's place, until the visitor writes again.
  expect(await button(page).count()).toBe(0);
  expect(await form(page).getByLabel("Message").isVisible()).toBe(false);
  await form(page).getByText(visitor.Message).waitFor();
  await form(page)
    .getByRole("heading", { name: /^Your reference is \d{4} \d{4}$/ })
    .waitFor();
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("receipt");
  const isUncovered = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 20, bottom - 5) === element;
  };
  await eventually(() => status(page).evaluate(isUncovered)).toBe(true);
  await writeAnother(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  expect(await written(page)).toEqual(["", "", "", ""]);
  expect(await form(page).locator("[role=status]").textContent()).toBe("");

  await product.idle();
  const mail = (await product.inbox()).find(({ replyTo }) => replyTo.join().includes(visitor.Email));
  expect(mail?.text).toContain(visitor.Message.split("\n")[0]);
}

/** When the server is busy, the form waits and sends the same message again. */
export async function sendToBusyServer(page: Page, server: Server): Promise<void> {
  // Time passes only by the test.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
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
    await writeAnother(page);
  }
}

/** While the server stays busy, the form sends five times, and keeps what was typed. */
export async function sendFiveTimes(page: Page): Promise<void> {
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
}
