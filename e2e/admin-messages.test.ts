import { buffer } from "node:stream/consumers";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { contact } from "../frontend/site/content/contact.ts";
import { offers } from "../frontend/site/content/offers.ts";
import { contactTexts } from "../shared/messages/contact-form.ts";
import { addressKey } from "../shared/people/address-key.ts";
import { backOffice, chooseAction, chooseFile, eventually, failedRequest } from "../test/admin-browser.ts";
import { seedRows } from "../test/seed-rows.ts";
import { stubMap } from "../test/site-page.ts";
import {
  messageItem as item,
  messageSender,
  messageSentBefore,
  visitorAddress,
} from "../test/staff-messages.ts";

const office = backOffice();

const send = messageSender(office);
const sentBefore = messageSentBefore(office);
const boxes = (page: Page) => page.getByLabel("Messages", { exact: true });
const choose = (page: Page, box: string) => boxes(page).selectOption(box);
const show = (page: Page, name: string) =>
  page.getByRole("button", { name: `Show the message from ${name}`, exact: true }).click();
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  );

test("the screen shows its empty state; a visitor's message appears, is marked as answered, and returns on undo", async () => {
  const page = await office.openAs(office.staff, "/admin/messages");
  await page.getByRole("heading", { name: "No messages are waiting" }).waitFor();

  const visitor = await office.open("/");
  await stubMap(visitor);
  await visitor.locator("html[data-awake]").waitFor();
  const form = visitor.getByRole("form", { name: "Contact" });
  await visitor.getByRole("link", { name: "Get Quote for the Loan Management System" }).click();
  const [members] = offers.loans.questions;
  await form.getByLabel(members).fill("4,000");
  await form.getByLabel("Name").fill("Grace Achieng");
  await form.getByLabel("Email").fill("grace@tumaini.example");
  await form.getByLabel("Phone").fill("0711 000 000");
  await form.getByLabel("Message").fill("We serve 4,000 members.\nCan we talk on Monday?");
  // The server treats messages as spam that are sent faster than a person types.
  await visitor.waitForTimeout(2_100);
  await form.getByRole("button", { name: "Send Message" }).click();
  await visitor.getByText(contactTexts.sent).waitFor();
  const received = await form.getByRole("heading", { name: contact.reference }).textContent();
  const reference = /\d{4} \d{4}/.exec(received ?? "")?.[0] ?? "";
  await office.product.idle();

  await page.reload();
  const grace = item(page, "Grace Achieng");
  // The visitor's reference finds the message.
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
  await eventually(() => focused(page)).toBe("Hide the message from Grace Achieng");

  await chooseAction(page, "Grace Achieng", "Mark Grace Achieng as answered");
  await page.getByRole("button", { name: "Undo for Grace Achieng" }).waitFor();
  await choose(page, "answered");
  await grace.getByText("answered by Person 2").waitFor();
  await page.reload();
  await grace.getByText("answered by Person 2").waitFor();
  expect(await boxes(page).inputValue()).toBe("answered");
});

test("overdue messages come first and show for how long, by the server's clock, updated every minute", async () => {
  await sentBefore(0.5, { name: "Fresh", email: "fresh@tumaini.example" });
  await sentBefore(27, { name: "Late", email: "late@tumaini.example" });
  await sentBefore(24 - 100 / 3_600, { name: "Pressing", email: "pressing@tumaini.example" });
  await sentBefore(10, { name: "Stuck", email: "stuck@tumaini.example", state: "pending" });
  // The clock of the browser is wrong by weeks.
  const page = await office.openAs(office.staff, "/admin/messages", { fresh: true });
  await page.clock.install();
  await page.reload();
  await item(page, "Late").getByText("3 h overdue").waitFor();
  await item(page, "Pressing").getByText("answer within 1 min").waitFor();
  await item(page, "Stuck").getByText("not emailed yet").waitFor();
  await page.getByRole("link", { name: "Messages 4 waiting, some overdue" }).waitFor();
  expect((await page.getByRole("heading", { level: 3 }).allTextContents())[0]).toBe("Late");
  await page.clock.fastForward(61_000);
  await item(page, "Pressing").getByText("answer now").waitFor();
});

test("a visitor's message is shown as text with its lines, and collapsed when it is long", async () => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\n\nSecond line';
  const long = Array.from({ length: 60 }, (_, line) => `Line ${line} ${"word ".repeat(12)}`).join("\n");
  await send("<b>Bold</b>", { message: hostile, email: "a?bcc=all@b.example" });
  await send("Long Letter", { message: long });
  const page = await office.openAs(office.staff, "/admin/messages");
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
});

test("a message that was marked as spam is moved to the inbox and mailed to the company", async () => {
  await send("Fast Person", { elapsed: 300 });
  const mails = async () =>
    (await office.product.inbox()).filter(({ subject }) => subject === "Message from Fast Person").length;
  expect(await mails()).toBe(0);
  const page = await office.openAs(office.staff, "/admin/messages?box=spam");
  await chooseAction(page, "Fast Person", "Move Fast Person to the inbox");
  await page.getByText("Fast Person: moved to the inbox.").waitFor();
  await office.product.idle();
  expect(await mails()).toBe(1);
  await choose(page, "");
  await item(page, "Fast Person").waitFor();
  await chooseAction(page, "Fast Person", "Mark the message from Fast Person as spam");
  await page.getByRole("button", { name: "Undo for Fast Person" }).click();
  await item(page, "Fast Person").waitFor();
  await office.product.idle();
  expect(await mails()).toBe(1);
});

test("messages from one address are grouped, and an assigned one is in the colleague's list", async () => {
  office.allowConsoleErrors(failedRequest);
  await sentBefore(5, { name: "Otieno", email: "Otieno@wengi.example", message: "First" });
  await sentBefore(3, { name: "Somebody Else", email: "else@wengi.example" });
  await sentBefore(1, { name: "Otieno again", email: "otieno@wengi.example", message: "Second" });
  const [page, other] = [
    await office.openAs(office.staff, "/admin/messages"),
    await office.openAs(office.admin, "/admin/messages?for=mine"),
  ];
  const together = page.getByRole("region", { name: "Conversation with otieno@wengi.example" });
  await together.getByText("2 waiting").waitFor();
  expect(await together.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Otieno again",
    "Otieno",
  ]);

  await other.getByRole("heading", { name: "No messages for you" }).waitFor();
  await chooseAction(page, "Otieno again", "Assign the message from Otieno again");
  await page
    .getByLabel("Assign the message from Otieno again")
    .selectOption({ label: "Assigned to Person 1" });
  await page
    .getByRole("status")
    .filter({ hasText: "The message from Otieno again is assigned to Person 1." })
    .waitFor();
  await other.reload();
  const mine = item(other, "Otieno again");
  await mine.waitFor();
  expect(await other.getByRole("heading", { level: 3 }).count()).toBe(1);

  await show(other, "Otieno again");
  // Two at once: the second sees the current assignment.
  await mine.getByLabel("Assign the message from Otieno again").selectOption("");
  await other.getByRole("heading", { name: "No messages for you" }).waitFor();
  await page
    .getByLabel("Assign the message from Otieno again")
    .selectOption({ label: "Assigned to me (Person 2)" });
  await page.getByText("Somebody else changed this message in the meantime.").first().waitFor();
  await eventually(() => page.getByLabel("Assign the message from Otieno again").inputValue()).toBe("");
});

test("a full box loads page by page, and the number in the menu shows that there is more", async () => {
  const sent = { email: visitorAddress, phone: "", message: "Hello", state: "mailed", mail_id: "m" };
  await seedRows(office.product, "Messages", 130, (id, index) => {
    const received_at = new Date(Date.UTC(2026, 11, 1) + index * 60_000).toISOString();
    return { ...sent, id, name: `Crowd ${index}`, day: "2026-12-01", received_at };
  });
  const page = await office.openAs(office.staff, "/admin/messages");
  await eventually(() => boxes(page).locator("option").first().textContent()).toBe("Inbox (100+)");
  await page.getByRole("link", { name: "Messages 100+ waiting, some overdue" }).waitFor();

  // The file has the complete box, or is not created.
  office.allowConsoleErrors(failedRequest);
  const files: Download[] = [];
  page.on("download", (download) => files.push(download));
  const rest = /\/api\/v1\/messages\?.*cursor=/;
  await page.route(rest, (route) => route.abort());
  await chooseFile(page, "Export CSV");
  await page.getByText("An error occurred while fetching messages").waitFor();
  expect(files).toEqual([]);
  await page.unroute(rest);
  await chooseFile(page, "Export CSV");
  await eventually(async () => files.map((file) => file.suggestedFilename())).toEqual(["messages inbox.csv"]);
  const file = String(await buffer(await (files[0] as Download).createReadStream()));
  expect(file).toMatch(
    /^\uFEFFReceived,Name,Email,Phone,Message,Product,Answers,Box,Assigned to,Moved,Id,Reference,Moved by\r\n/,
  );
  const saved = [...file.matchAll(/Z,(Crowd \d+),/g)].map(([, name]) => name);
  expect(saved).toHaveLength(130);
  await item(page, "Crowd 129").waitFor();
  const shown = await page.getByRole("heading", { name: /^Crowd/, level: 3 }).allTextContents();
  expect(saved).toEqual(shown);
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
});

test("a visitor becomes a client from a message, and their messages link to the client", async () => {
  const email = "Halima@Tumaini.example";
  const halima = { name: "Halima Yusuf", email, address_key: addressKey(email), phone: "0722 000 000" };
  await sentBefore(3_000, halima);
  const page = await office.openAs(office.staff, "/admin/messages");
  await chooseAction(page, "Halima Yusuf", "Add Halima Yusuf as a client");
  const form = page.getByRole("dialog", { name: "Add New Client" });
  expect(await form.getByLabel("Phone").inputValue()).toBe("0722 000 000");
  // The URL contains no input of the visitor, because URLs are logged.
  expect(new URL(page.url()).search).toBe("?add=client");
  // It is there after a reload.
  await page.reload();
  expect(await form.getByLabel("Email").inputValue()).toBe("Halima@Tumaini.example");
  await form.getByLabel("Name").fill("Tumaini SACCO");
  await form.getByRole("button", { name: "Add Client" }).click();
  await page.getByRole("heading", { name: "Tumaini SACCO" }).waitFor();
  await page.goto("/admin/messages");
  await item(page, "Halima Yusuf").getByRole("link", { name: "Halima Yusuf", exact: true }).click();
  await page.getByRole("heading", { name: "Tumaini SACCO" }).waitFor();
  const line = page.getByRole("listitem").filter({ hasText: "Message from their address" });
  await line.filter({ hasText: "Hello" }).waitFor();
});
