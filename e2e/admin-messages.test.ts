import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { contact } from "../frontend/site/content/contact.ts";
import { offers } from "../frontend/site/content/offers.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import {
  backOffice,
  chooseAction,
  eventually,
  failedRequest,
  navigate,
} from "../test/browser/admin-browser.ts";
import { stubMap } from "../test/browser/site-page.ts";
import { messageItem as item, messageSender } from "../test/product/staff-messages.ts";
import { addAsClient, assignAndMove, boxes, exportFullBox, receiveFromOthers } from "./steps/messages.ts";

const office = backOffice();

const send = messageSender(office);
const choose = (page: Page, box: string) => boxes(page).selectOption(box);
const show = (page: Page, name: string) =>
  page.getByRole("button", { name: `Show the message from ${name}: ` }).click();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  );

const answer = (page: Page, name: string) => chooseAction(page, name, `Mark ${name} as answered`);
const undo = (page: Page, name: string) => page.getByRole("button", { name: `Undo for ${name}` });

const [members] = offers.loans.questions;
/** The emails about a message that was sent faster than a person types. */
const mails = async () =>
  (await office.product.inbox()).filter(({ subject }) => subject === "Message from Fast Person").length;

/** Writes a message on the site, and returns its reference. */
async function writeAsVisitor(question: string): Promise<string> {
  const visitor = await office.open("/");
  await stubMap(visitor);
  await visitor.locator("html[data-awake]").waitFor();
  const form = visitor.getByRole("form", { name: "Contact" });
  await visitor.locator(".solution-open").first().click();
  await visitor.getByRole("link", { name: "Get Quote for the Loan Management System" }).click();
  await form.getByLabel(question).fill("4,000");
  await form.getByLabel("Name").fill("Grace Achieng");
  await form.getByLabel("Email").fill("grace@tumaini.example");
  await form.getByLabel("Phone").fill("0711 000 000");
  await form.getByLabel("Message").fill("We serve 4,000 members.\nCan we talk on Monday?");
  // The server treats messages as spam that are sent faster than a person types.
  await visitor.waitForTimeout(2_100);
  await form.getByRole("button", { name: "Send Message" }).click();
  await visitor.getByText(contactTexts.sent).waitFor();
  const received = await form.getByRole("heading", { name: contact.reference }).textContent();
  await office.product.idle();
  return /\d{4} \d{4}/.exec(received ?? "")?.[0] ?? "";
}

/** Finds the message by its reference, answers it, and takes the answer back, by keyboard. */
async function answerAndUndo(page: Page, reference: string): Promise<void> {
  const grace = item(page, "Grace Achieng");
  const search = page.getByLabel("Search messages");
  await search.fill("0000 0000");
  await page.getByRole("heading", { name: "No messages found" }).waitFor();
  await search.fill(reference);
  await grace.getByText("We serve 4,000 members.", { exact: true }).waitFor();
  await grace.getByText("answer within 23 h").waitFor();
  await page.getByRole("link", { name: "Messages 1 waiting" }).waitFor();
  const mailto = await grace.getByRole("link", { name: "Reply to Grace Achieng" }).getAttribute("href");
  expect(mailto).toMatch(/^mailto:grace@tumaini\.example\?subject=Re%3A%20your%20message%20of%20/);
  await show(page, "Grace Achieng");
  await grace.getByText("Can we talk on Monday?").waitFor();
  for (const text of [reference, "Loan Management System", members, "4,000"])
    await grace.getByText(text, { exact: true }).waitFor();
  expect(await grace.getByRole("link", { name: "0711 000 000" }).getAttribute("href")).toBe("tel:0711000000");

  await page.getByRole("button", { name: "More actions: Grace Achieng" }).press("Enter");
  const chat = page.getByRole("menuitem", { name: /^WhatsApp/ });
  expect(await chat.getAttribute("href")).toContain("254711000000");
  await page.getByRole("menuitem", { name: "Mark Grace Achieng as answered" }).press("Enter");
  await page.getByRole("status").filter({ hasText: "Marked as answered: Grace Achieng." }).waitFor();
  await eventually(() => focused(page)).toBe("Undo for Grace Achieng");
  await page.getByRole("link", { name: "Messages", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await grace.getByText("answer within 23 h").waitFor();
  await eventually(() => focused(page)).toBe("Show less of the message from Grace Achieng");
}

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\n\nSecond line';

/** A message is shown as text, and a long one opens. */
async function seeAsText(page: Page): Promise<void> {
  const bold = item(page, "<b>Bold</b>");
  await show(page, "<b>Bold</b>");
  expect(await bold.getByText("Second line").textContent()).toBe(hostile);
  expect(await bold.locator("img, script, b").count()).toBe(0);
  expect(await page.title()).toContain("Messages");
  expect(await bold.getByRole("link", { name: /^Reply/ }).getAttribute("href")).toMatch(
    /^mailto:a%3Fbcc%3Dall@b\.example\?subject=/,
  );
  const folding = item(page, "Long Letter");
  const height = async () => (await folding.boundingBox())?.height ?? 0;
  const folded = await height();
  await show(page, "Long Letter");
  await eventually(height).toBeGreaterThan(folded * 2);
  expect(await folding.getByText("Line 59").isVisible()).toBe(true);
}

/** After a lost response a retry gives the same result. */
async function answerAfterLoss(page: Page, name: string): Promise<void> {
  await page.route("**/api/v1/messages/*", (route) => route.fetch().then(() => route.abort()));
  await answer(page, name);
  await item(page, name).getByRole("alert").filter({ hasText: "The server did not respond." }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await answer(page, name);
  await undo(page, name).waitFor();
}

/** A message that is moved from the spam is mailed once. */
async function moveFromSpam(page: Page): Promise<void> {
  const arrives = Promise.withResolvers<void>();
  await page.route("**/api/v1/messages?*", async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await choose(page, "spam");
  await page.getByText("Loading messages...").waitFor();
  arrives.resolve();
  await chooseAction(page, "Fast Person", "Move Fast Person to the inbox");
  await page.getByText("Fast Person: moved to the inbox.").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await office.product.idle();
  expect(await mails()).toBe(1);
  await choose(page, "");
  await item(page, "Fast Person").waitFor();
  await chooseAction(page, "Fast Person", "Mark the message from Fast Person as spam");
  await undo(page, "Fast Person").click();
  await item(page, "Fast Person").waitFor();
  await office.product.idle();
  expect(await mails()).toBe(1);
}

/** A message that is answered is in its box with who answered, also after a reload. */
async function findAnswered(page: Page): Promise<void> {
  await answer(page, "Grace Achieng");
  await undo(page, "Grace Achieng").waitFor();
  await choose(page, "answered");
  const grace = item(page, "Grace Achieng");
  await grace.getByText("answered by Person 2").waitFor();
  await page.reload();
  await grace.getByText("answered by Person 2").waitFor();
  expect(await boxes(page).inputValue()).toBe("answered");
}

test("staff find a visitor's message by its reference, answer it and others, move them from the spam and together with colleagues, add a sender as a client, and export a full box", async () => {
  office.allowConsoleErrors(failedRequest);
  const reference = await writeAsVisitor(members);
  const page = await office.openAs(office.staff, "/admin/messages");
  await answerAndUndo(page, reference);

  const long = Array.from({ length: 60 }, (_, line) => `Line ${line} ${"word ".repeat(12)}`).join("\n");
  await send("<b>Bold</b>", { message: hostile, email: "a?bcc=all@b.example" });
  await send("Long Letter", { message: long });
  await send("Neema");
  await send("Fast Person", { elapsed: 300 });
  expect(await mails()).toBe(0);
  await receiveFromOthers(office);
  await findAnswered(page);

  await navigate(page, "/admin/messages");
  await seeAsText(page);
  await answerAfterLoss(page, "Neema");
  await moveFromSpam(page);
  await assignAndMove(page, office);
  await addAsClient(page);
  await exportFullBox(page, office);
});
