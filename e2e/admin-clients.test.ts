import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, eventually, failedRequest, navigate } from "../test/browser/admin-browser.ts";

const office = backOffice();

const anAddress = "Moi Avenue 12\nNairobi";
let count = 0;
async function aClient(over: Record<string, unknown> = {}) {
  count += 1;
  const body = { name: `Client ${count}`, email: `client${count}@clients.example`, ...over };
  return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
}
const stored = async () => (await office.asStaff("GET /api/v1/clients")).body.clients;
const dialog = (page: Page) => page.getByRole("dialog");
const add = (page: Page) => dialog(page).getByRole("button", { name: "Add Client" });
const search = (page: Page) => page.getByLabel("Search clients");

/** Adds the first client by keyboard alone. */
async function addFirst(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "No clients found" }).waitFor();
  await page.getByText("Start by adding your first client to begin managing subscriptions.").waitFor();
  await page.getByRole("link", { name: "Import from a spreadsheet" }).waitFor();
  await page.getByRole("button", { name: "Add Client" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
  expect(await dialog(page).getByLabel("Address").getAttribute("rows")).toBe("3");
  await page.keyboard.type("Umoja SACCO");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("info@umoja.example");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(anAddress);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("1 total").waitFor();
  const added = page.getByRole("status").filter({ hasText: "Umoja SACCO was added." });
  await added.getByRole("button", { name: "Open" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Umoja SACCO" }).waitFor();
}

/** A search is kept by a reload, in the address. */
async function findInDirectory(page: Page): Promise<void> {
  await search(page).fill("MARA ops");
  await page.waitForURL((url) => url.searchParams.get("q") === "MARA ops");
  await page.reload();
  await page.getByTitle("Mara Transport").first().waitFor();
  expect(await page.getByText("Zebra Foods").count()).toBe(0);
  expect(await search(page).inputValue()).toBe("MARA ops");
}

/** The first wrong field takes the focus, and a double click adds one client. */
async function addDuplicate(page: Page, duplicate: Client): Promise<void> {
  await navigate(page, "/admin/clients?add=client");
  await add(page).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe(
    "true",
  );
  await dialog(page).getByLabel("Name").fill(duplicate.name.toUpperCase());
  await dialog(page).getByLabel("Email").fill(duplicate.email);
  await add(page).dblclick();
  await page.getByText("TWICE LTD was added.").waitFor();
  expect((await stored()).filter(({ email }) => email === duplicate.email)).toHaveLength(2);
}

/** The form asks before it discards what was typed. */
async function discardChange(page: Page, client: Client): Promise<void> {
  await page.getByRole("link", { name: "Clients" }).click();
  const pencil = page.getByRole("button", { name: `Edit ${client.name}`, exact: true });
  await pencil.click();
  const phone = page.getByRole("dialog", { name: "Edit Client" }).getByLabel("Phone");
  await phone.waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await eventually(() => pencil.evaluate((button) => button === document.activeElement)).toBe(true);
  await pencil.click();
  await phone.fill("+254 700 000 000");
  await page.keyboard.press("Escape");
  await dialog(page).getByText("Discard what you typed?").waitFor();
  await dialog(page).getByRole("button", { name: "Keep editing" }).click();
  expect(await phone.inputValue()).toBe("+254 700 000 000");
  expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await pencil.click();
  expect(await phone.inputValue()).toBe("");
}

/** Of two people who edit a client, the second gets a conflict, keeps the input, and sees the saved values. */
async function editTogether(first: Page, second: Page, client: Client): Promise<void> {
  await dialog(second).getByLabel("Company").fill("Typed second");
  await dialog(second).getByLabel("Address").fill(anAddress);
  await dialog(first).getByLabel("Company").fill("Saved first");
  await dialog(first).getByLabel("Phone").fill("2");
  await first.getByRole("button", { name: "Save Client" }).click();
  await first.getByText(`${client.name} was saved.`).waitFor();

  const save = dialog(second).getByRole("button", { name: "Save Client" });
  await save.click();
  await dialog(second).getByRole("alert").filter({ hasText: "Somebody else changed this client" }).waitFor();
  await dialog(second).getByRole("button", { name: "Load the latest, keep what I typed" }).click();
  await dialog(second).getByText("Somebody else saved: Saved first").waitFor();
  expect(await dialog(second).getByLabel("Company").inputValue()).toBe("Typed second");
  expect(await dialog(second).getByLabel("Phone").inputValue()).toBe("2");
  await save.click();
  await second.getByText(`${client.name} was saved.`).waitFor();
  expect((await stored()).find(({ id }) => id === client.id)).toMatchObject({
    company: "Typed second",
    phone: "2",
    address: anAddress,
  });
}

test("staff add the first client by keyboard, find clients in the directory, discard a change, and edit a client while a colleague does", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/settings");
  await page.getByRole("link", { name: "Clients" }).click();
  await addFirst(page);
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByText("1 total").waitFor();
  const cells = page.getByRole("row").nth(1).locator("td, th");
  await eventually(() => cells.allInnerTexts()).toEqual([
    "",
    "Umoja SACCO\nMoi Avenue 12",
    "info@umoja.example",
    "Umoja SACCO",
    "Active",
    "",
    "Dec 24, 2026",
    "Edit",
  ]);

  await aClient({ name: "Zebra Foods", company: "Aardvark Holdings" });
  await aClient({ name: "Mara Transport", status: "inactive", email: "ops@mara.example" });
  const client = await aClient({ phone: "1", company: "Before" });
  const duplicate = await aClient({ name: "Twice Ltd", email: "twice@twice.example" });
  const plain = await aClient();
  await findInDirectory(page);
  await addDuplicate(page, duplicate);
  await discardChange(page, plain);

  await navigate(page, `/admin/clients?edit=${client.id}`);
  await editTogether(page, await office.openAs(office.admin, `/admin/clients?edit=${client.id}`), client);

  // A page that was offline loads what it missed.
  await navigate(page, "/admin/clients");
  await page.getByText("Client Directory").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await aClient({ name: "Came Meanwhile" });
  await page.context().setOffline(false);
  await page.getByTitle("Came Meanwhile").first().waitFor();
  await page.getByText("You are offline.").waitFor({ state: "detached" });
});
