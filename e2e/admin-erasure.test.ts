import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import {
  backOffice,
  downloaded,
  eventually,
  failedRequest,
  follow,
  navigate,
} from "../test/browser/admin-browser.ts";

const office = backOffice();

const aPerson = {
  phone: "+254 711 222 333",
  company: "Wambui Bakery",
  address: "Plot 7, Kilimani\nNairobi",
};
const newClient = async (name: string) => {
  const body = { ...aPerson, name, email: `${name.split(" ")[0]?.toLowerCase()}@clients.example` };
  return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
};
const storedClient = async (id: string) =>
  (await office.asStaff("GET /api/v1/clients")).body.clients.find((client) => client.id === id);

const dialogOf = (page: Page) => page.getByRole("dialog");
const eraseButton = (page: Page) => page.getByRole("button", { name: "Erase personal data…" });
const confirmButton = (page: Page) => page.getByRole("button", { name: "Erase permanently" });
const confirmation = (page: Page, name: string) => page.getByLabel(`Type “${name}” to confirm`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** By keyboard: Escape keeps the input; the dialog shows what is deleted and what is kept, and asks for the name. */
async function eraseByKeyboard(page: Page, client: Client): Promise<void> {
  const pencil = page.getByRole("button", { name: `Edit ${client.name}` });
  await pencil.click();
  await page.getByLabel("Phone").fill("+254 700 000 000");
  await eraseButton(page).click();
  await confirmation(page, client.name).fill(client.name);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Edit Client" }).waitFor();
  expect(await page.getByLabel("Phone").inputValue()).toBe("+254 700 000 000");
  await page.getByRole("button", { name: "Start over" }).click();
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "detached" });
  await eventually(() => pencil.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await storedClient(client.id))?.name).toBe(client.name);

  await page.getByRole("button", { name: `Edit ${client.name}` }).click();
  await eraseButton(page).focus();
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toMatch(
    /^For a client who asks for erasure. This cannot be undone.*Deleted.*Name, email, phone.*Kept.*amounts, dates/s,
  );
  expect(await confirmButton(page).isDisabled()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Njeri");
  expect(await confirmButton(page).isDisabled()).toBe(true);
  await page.keyboard.type(" wambui ");
  await eventually(() => confirmButton(page).isEnabled()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "The client's personal data was erased." }).waitFor();
  await dialogOf(page).waitFor({ state: "detached" });
  await eventually(() => focused(page)).toBe("Client Management");

  const row = page.getByRole("row").filter({ hasText: "Erased client" });
  await eventually(() => row.locator("td, th").allInnerTexts()).toEqual([
    // The box that chooses it.
    "",
    "Erased client",
    "Erased on Dec 24, 2026",
    "",
    "Inactive",
    // The overdue sum.
    "",
    "Dec 24, 2026",
    "",
  ]);
  expect(await storedClient(client.id)).toMatchObject({ name: "Erased client", email: "", phone: "" });
  for (const trace of ["wambui", "711 222", "kilimani"]) {
    await page.getByLabel("Search clients").fill(trace);
    await page.getByRole("heading", { name: "No clients found" }).waitFor();
  }
}

/** All data can be downloaded before; an error is shown, and a retry erases; a change in the meantime is shown first. */
async function eraseAfterErrors(page: Page, client: Client): Promise<void> {
  await navigate(page, `/admin/clients/${client.id}`);
  const file = await downloaded(page, () => page.getByRole("button", { name: "Download all data" }).click());
  await page.getByRole("status").filter({ hasText: "The client's data was downloaded." }).waitFor();
  expect(file.name).toBe(`client-${client.id}.json`);
  const exported = JSON.parse(String(file.bytes));
  expect(exported).toMatchObject({
    client: { name: "Kiprop Chebet" },
    payments: [],
    emails: [],
    messages: [],
  });
  expect(exported.activity.map(({ what }: { what: string }) => what)).toEqual([
    "All data downloaded",
    "Client added",
  ]);

  await page.getByRole("button", { name: "Edit client" }).click();
  await eraseButton(page).click();
  await confirmation(page, client.name).fill(client.name);
  const { name, email } = client;
  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name: `${name} Ltd`, email },
  });
  await confirmButton(page).click();
  await dialogOf(page).getByRole("alert").filter({ hasText: "Somebody else changed this client" }).waitFor();
  await page.getByRole("button", { name: "Load the latest, keep what I typed" }).click();
  await confirmation(page, `${name} Ltd`).waitFor();
  expect(await confirmButton(page).isDisabled()).toBe(true);
  await confirmation(page, `${name} Ltd`).fill(`${name} Ltd`);

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/erasure", async (call) => {
    await answered;
    await call.continue();
  });
  await confirmButton(page).click();
  await page.getByRole("button", { name: "Erasing..." }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Erase personal data" }).waitFor();
  const refused: string[] = [];
  page.on("response", (response) => response.status() < 400 || refused.push(response.url()));
  answer();
  await page.getByText("The client's personal data was erased.").waitFor();
  await page.getByRole("heading", { name: "Erased client" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(refused).toEqual([]);
  await page.unroute("**/erasure");
  expect((await storedClient(client.id))?.name).toBe("Erased client");
}

/** Staff cannot erase; one who is editing the client is told, and keeps no personal data. */
async function eraseWhileEdited(page: Page, client: Client): Promise<void> {
  const editing = await office.openAs(office.staff, `/admin/clients/${client.id}?edit=${client.id}`);
  await editing.getByLabel("Address").fill("Moi Avenue 12");
  expect(await eraseButton(editing).count()).toBe(0);
  await navigate(page, `/admin/clients/${client.id}?edit=${client.id}`);
  await eraseButton(page).click();
  await confirmation(page, client.name).fill(client.name);
  await confirmButton(page).click();
  await page.getByRole("heading", { level: 1, name: "Erased client" }).waitFor();

  await editing.getByRole("button", { name: "Save Client" }).click();
  await editing.getByRole("alert").filter({ hasText: "was erased and cannot be changed" }).waitFor();
  await editing.getByRole("button", { name: "Load the latest, keep what I typed" }).click();
  await editing.getByText("was erased on Dec 24, 2026").waitFor();
  expect(await editing.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Moi Avenue");
  await editing.getByRole("button", { name: "Close" }).last().click();
  await dialogOf(editing).waitFor({ state: "detached" });
}

/** A visitor is found, downloaded and erased on the page Personal data; messages are deleted in their list. */
async function eraseVisitor(page: Page): Promise<void> {
  const message = { name: "Zawadi", message: "Call me", elapsed: 9_000 };
  for (const email of ["Zawadi@visitor.example", "ZAWADI+shop@visitor.example", "other@visitor.example"])
    await office.product.call("POST /api/send-email", { body: { ...message, email } });
  await follow(page, "Settings", "Personal data");
  await page.getByLabel("Name, email address").fill("zawadi@visitor.example");
  await page.keyboard.press("Enter");
  await page.getByText("2 records", { exact: true }).waitFor();
  expect(page.url()).not.toContain("zawadi");
  const file = await downloaded(page, () => page.getByRole("button", { name: "Download all" }).click());
  expect(JSON.parse(String(file.bytes))).toMatchObject({ clients: [], records: [{}, {}] });
  await page.getByLabel("All of these").check();
  await page.getByRole("button", { name: "Erase 2 records..." }).click();
  await dialogOf(page).getByText("Messages: Nothing stays.").waitFor();
  await page.getByRole("button", { name: "Erase 2 records permanently" }).click();
  await page.getByText("Nothing is stored about this person").waitFor();

  // A search that fails on its way does not say so.
  const pages = [{ found: [], cursor: "next" }];
  await page.route("**/api/v1/people/search", (route) => {
    const json = pages.pop();
    return json ? route.fulfill({ json }) : route.abort();
  });
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText("The server did not respond").waitFor();
  expect(await page.getByText("Nothing is stored about this person").count()).toBe(0);
  await page.unroute("**/api/v1/people/search");

  await page.getByRole("link", { name: "Messages" }).click();
  await page.getByLabel("Select the message from Zawadi").check();
  await page.getByRole("button", { name: "Delete...", exact: true }).click();
  await dialogOf(page).getByLabel("Reason").fill("Asked to");
  await page.getByRole("button", { name: "Delete 1 message" }).click();
  await page.getByText("1 message deleted.").waitFor();
  await page.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("No messages are waiting").waitFor();
}

test("an administrator erases the personal data of clients, also after errors and while a colleague edits", async () => {
  office.allowConsoleErrors(failedRequest);
  const first = await newClient("Njeri Wambui");
  const page = await office.openAs(office.admin, "/admin/clients");
  await eraseByKeyboard(page, first);
  await eraseAfterErrors(page, await newClient("Kiprop Chebet"));
  await eraseWhileEdited(page, await newClient("Wanjiru Kamau"));
});

test("an administrator finds, downloads and erases what is stored about a visitor", async () => {
  office.allowConsoleErrors(failedRequest);
  await eraseVisitor(await office.openAs(office.admin));
});
