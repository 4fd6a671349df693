import { buffer } from "node:stream/consumers";
import type { Download, Page } from "playwright-core";
import { expect } from "vitest";
import { addressKey } from "../../shared/people/address-key.ts";
import {
  type backOffice,
  chooseAction,
  chooseFile,
  comeBackLater,
  eventually,
  navigate,
} from "../../test/browser/admin-browser.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { messageItem as item, messageSentBefore, visitorAddress } from "../../test/product/staff-messages.ts";

type Office = ReturnType<typeof backOffice>;

export const boxes = (page: Page) => page.getByLabel("Messages", { exact: true });

/** Two messages from one address, one that two people move, and an old one from somebody who becomes a client. */
export async function receiveFromOthers(office: Office): Promise<void> {
  const sentBefore = messageSentBefore(office);
  await sentBefore(5, { name: "Otieno", email: "Otieno@wengi.example", message: "First" });
  await sentBefore(3, { name: "Contested", email: "else@wengi.example" });
  await sentBefore(1, { name: "Otieno again", email: "otieno@wengi.example", message: "Second" });
  const email = "Halima@Tumaini.example";
  const halima = { name: "Halima Yusuf", email, address_key: addressKey(email), phone: "0722 000 000" };
  await sentBefore(3_000, halima);
}

/** Of two people who assign or move one message, the second sees what the first did. */
export async function assignAndMove(page: Page, office: Office): Promise<void> {
  const together = page.getByRole("region", { name: "Conversation with otieno@wengi.example" });
  await together.getByText("2 waiting").waitFor();
  expect(await together.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Otieno again",
    "Otieno",
  ]);
  const assign = "Assign the message from Otieno again";
  await chooseAction(page, "Otieno again", assign);
  await page.getByLabel(assign).selectOption({ label: "Assigned to Person 1" });
  await page
    .getByRole("status")
    .filter({ hasText: "The message from Otieno again is assigned to Person 1." })
    .waitFor();

  // A colleague takes the assignment back.
  const { messages } = (await office.asAdmin("GET /api/v1/messages")).body;
  const byName = (name: string) => messages.find((message) => message.name === name);
  const assigned = byName("Otieno again");
  await office.asAdmin("PUT /api/v1/messages/{id}/assignment", {
    params: { id: assigned?.id ?? "" },
    body: { to: null, seen: assigned?.assigned?.to ?? "" },
  });
  const changed = "Somebody else changed this message in the meantime.";
  await page.getByLabel(assign).selectOption({ label: "Assigned to me (Person 2)" });
  await page.getByText(changed).first().waitFor();
  await eventually(() => page.getByLabel(assign).inputValue()).toBe("");
  await page.getByLabel(assign).selectOption({ label: "Assigned to me (Person 2)" });
  await page
    .getByRole("status")
    .filter({ hasText: "The message from Otieno again is assigned to Person 2." })
    .waitFor();
  await navigate(page, "/admin/messages?for=mine");
  await item(page, "Contested").waitFor({ state: "detached" });
  await item(page, "Otieno again").waitFor();
  expect(await page.getByRole("heading", { level: 3 }).count()).toBe(1);
  await page.getByRole("button", { name: "Show the message from Otieno again: " }).click();
  await page.getByLabel(assign).selectOption("");
  await page.getByRole("heading", { name: "No messages for you" }).waitFor();

  // A colleague answers a message before it is moved.
  await navigate(page, "/admin/messages");
  await item(page, "Contested").waitFor();
  await office.asAdmin("PUT /api/v1/messages/{id}", {
    params: { id: byName("Contested")?.id ?? "" },
    body: { box: "answered", seen: "waiting" },
  });
  await chooseAction(page, "Contested", "Mark the message from Contested as spam");
  // The row with the error may disappear before anybody reads it.
  await page.getByRole("status").filter({ hasText: changed }).waitFor();
  await item(page, "Contested").waitFor({ state: "detached" });
}

/** A visitor becomes a client, and their messages link to the client. */
export async function addAsClient(page: Page): Promise<void> {
  await chooseAction(page, "Halima Yusuf", "Add Halima Yusuf as a client");
  const form = page.getByRole("dialog", { name: "Add New Client" });
  expect(await form.getByLabel("Phone").inputValue()).toBe("0722 000 000");
  // The URL contains no input of the visitor, because URLs are logged.
  expect(new URL(page.url()).search).toBe("?add=client");
  // The draft survives a reload.
  await page.reload();
  expect(await form.getByLabel("Email").inputValue()).toBe("Halima@Tumaini.example");
  await form.getByLabel("Name").fill("Tumaini SACCO");
  await form.getByRole("button", { name: "Add Client" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("heading", { name: "Tumaini SACCO" }).waitFor();
  await page.getByRole("link", { name: /^Messages/ }).click();
  await item(page, "Halima Yusuf").getByRole("link", { name: "Halima Yusuf", exact: true }).click();
  await page.getByRole("heading", { name: "Tumaini SACCO" }).waitFor();
  const line = page.getByRole("listitem").filter({ hasText: "Message from their address" });
  await line.filter({ hasText: "Hello" }).waitFor();
}

/** A full box loads page by page, and the number in the menu shows that there is more. */
export async function exportFullBox(page: Page, office: Office): Promise<void> {
  const sent = { email: visitorAddress, phone: "", message: "Hello", state: "mailed", mail_id: "m" };
  await seedRows(office.product, "Messages", 130, (id, index) => {
    const received_at = new Date(Date.UTC(2026, 11, 1) + index * 60_000).toISOString();
    return { ...sent, id, name: `Crowd ${index}`, day: "2026-12-01", received_at };
  });
  await comeBackLater(page);
  await navigate(page, "/admin/messages");
  await eventually(() => boxes(page).locator("option").first().textContent()).toBe("Inbox (100+)");
  await page.getByRole("link", { name: "Messages 100+ waiting, some overdue" }).waitFor();

  // The file has the complete box, or is not created.
  const files: Download[] = [];
  page.on("download", (download) => files.push(download));
  const rest = /\/api\/v1\/messages\?.*cursor=/;
  await page.route(rest, (route) => route.abort());
  await chooseFile(page, "Export CSV");
  await page.getByText("An error occurred while fetching messages").waitFor();
  expect(files).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
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
}
