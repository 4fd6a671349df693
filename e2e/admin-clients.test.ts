import { describe, expect, test } from "vitest";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

const anAddress = "Moi Avenue 12\nNairobi";
let count = 0;
async function aClient(over: Record<string, unknown> = {}) {
  count += 1;
  const body = { name: `Client ${count}`, email: `client${count}@clients.example`, ...over };
  return (await office.asStaff("POST /api/v1/clients", { body })).body.client;
}

describe("the client directory", () => {
  test("shows its empty state, and lists the first client, added by keyboard", async () => {
    const page = await office.openAs(office.staff, "/admin/clients");
    await page.getByRole("heading", { name: "No clients found" }).waitFor();
    await page.getByText("Start by adding your first client to begin managing subscriptions.").waitFor();

    await page.getByRole("button", { name: "Add Client" }).first().focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add New Client" });
    await dialog.waitFor();
    await page.keyboard.type("Umoja SACCO");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("info@umoja.example");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type(anAddress);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("status").filter({ hasText: "Umoja SACCO was added." }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Umoja SACCO" }).waitFor();
    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByText("1 total").waitFor();
    const cells = page.getByRole("row").nth(1).getByRole("cell");
    await eventually(() => cells.allInnerTexts()).toEqual([
      "",
      "Umoja SACCO\nMoi Avenue 12",
      "info@umoja.example",
      "Umoja SACCO",
      "Active",
      "Dec 24, 2026",
      "Edit",
    ]);
  });

  test("filters, searches and sorts, and keeps the choice in the URL", async () => {
    await aClient({ name: "Zebra Foods", company: "Aardvark Holdings" });
    await aClient({ name: "Mara Transport", status: "inactive", email: "ops@mara.example" });
    const page = await office.openAs(office.staff, "/admin/clients");
    await page.getByText("Zebra Foods").waitFor();
    await page.getByLabel("Status").selectOption("Inactive");
    await page.getByText("Zebra Foods").waitFor({ state: "detached" });
    await page.getByLabel("Status").selectOption("");
    await page.getByRole("button", { name: "Company" }).click();
    await eventually(() => page.getByRole("row").nth(1).textContent()).toContain("Zebra Foods");
    await page.getByLabel("Search clients").fill("MARA ops");
    await page.getByText("Zebra Foods").waitFor({ state: "detached" });
    await page.waitForURL((url) => url.searchParams.get("q") === "MARA ops");
    await page.reload();
    await page.getByTitle("Mara Transport").first().waitFor();
    expect(await page.getByLabel("Search clients").inputValue()).toBe("MARA ops");
    await page.getByLabel("Search clients").fill("nobody at all");
    await page.getByRole("button", { name: "Show all clients" }).click();
    await eventually(() => page.getByLabel("Search clients").inputValue()).toBe("");
    await page.getByText("Zebra Foods").waitFor();
  });

  test("shows errors under the fields, and warns about duplicates without refusing them", async () => {
    const other = await aClient({ name: "Twice Ltd", email: "twice@twice.example" });
    const page = await office.openAs(office.staff, "/admin/clients?add=client");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add Client" }).click();
    await dialog.getByText("Please give the client's name.").waitFor();
    await dialog.getByText("Please provide a valid email address.").waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe(
      "true",
    );
    await dialog.getByLabel("Name").fill(other.name.toUpperCase());
    await dialog.getByText("There is already a client named Twice Ltd").waitFor();
    await dialog.getByLabel("Email").fill(other.email);
    await dialog.getByText("Twice Ltd already has this email address.").waitFor();
    await dialog.getByRole("button", { name: "Add Client" }).dblclick();
    await page.getByText("TWICE LTD was added.").waitFor();
    const { body } = await office.asStaff("GET /api/v1/clients");
    expect(body.clients.filter(({ email }) => email === other.email)).toHaveLength(2);
  });

  test("Escape closes an unchanged dialog at once, and asks before discarding input", async () => {
    const client = await aClient();
    const page = await office.openAs(office.staff, "/admin/clients");
    const pencil = page.getByRole("button", { name: `Edit ${client.name}`, exact: true });
    await pencil.click();
    const dialog = page.getByRole("dialog", { name: "Edit Client" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await eventually(() => pencil.evaluate((button) => button === document.activeElement)).toBe(true);

    await pencil.click();
    await dialog.getByLabel("Phone").fill("+254 700 000 000");
    await page.keyboard.press("Escape");
    await dialog.getByText("Discard what you typed?").waitFor();
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    const phone = dialog.getByLabel("Phone");
    expect(await phone.inputValue()).toBe("+254 700 000 000");
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await pencil.click();
    expect(await dialog.getByLabel("Phone").inputValue()).toBe("");
  });

  test("of two browsers that edit a client, the second gets a conflict, keeps its input, and sees the saved values", async () => {
    office.allowConsoleErrors(failedRequest);
    const client = await aClient({ phone: "1", company: "Before" });
    const [first, second] = [
      await office.openAs(office.staff, `/admin/clients?edit=${client.id}`),
      await office.openAs(office.admin, `/admin/clients?edit=${client.id}`),
    ];
    await second.getByRole("dialog").getByLabel("Company").fill("Typed second");
    await second.getByRole("dialog").getByLabel("Address").fill(anAddress);
    await first.getByRole("dialog").getByLabel("Company").fill("Saved first");
    await first.getByRole("dialog").getByLabel("Phone").fill("2");
    await first.getByRole("button", { name: "Save Client" }).click();
    await first.getByText(`${client.name} was saved.`).waitFor();

    const dialog = second.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save Client" }).click();
    await dialog.getByRole("alert").filter({ hasText: "Somebody else changed this client" }).waitFor();
    await dialog.getByRole("button", { name: "Load the latest, keep what I typed" }).click();
    await dialog.getByText("Somebody else saved: Saved first").waitFor();
    expect(await dialog.getByLabel("Company").inputValue()).toBe("Typed second");
    expect(await dialog.getByLabel("Phone").inputValue()).toBe("2");
    await dialog.getByRole("button", { name: "Save Client" }).click();
    await second.getByText(`${client.name} was saved.`).waitFor();
    const { body } = await office.asStaff("GET /api/v1/clients");
    const stored = body.clients.find(({ id }) => id === client.id);
    expect(stored).toMatchObject({ company: "Typed second", phone: "2", address: anAddress });
  });
});

describe("when loading or saving clients fails", () => {
  const list = "**/api/v1/clients";

  test("an error response and no response have their own messages, and a retry", async () => {
    office.allowConsoleErrors(failedRequest);
    await aClient({ name: "Still There" });
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route(list, (route) => route.fulfill({ status: 500, body: "no" }));
    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByText("Loading clients...").waitFor();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch clients" }).waitFor();
    await page.unroute(list);
    await page.route(list, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "An error occurred while fetching clients" }).waitFor();
    await page.unroute(list);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByTitle("Still There").first().waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  test("a failed save shows the server's message, or its own, and keeps the input", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.openAs(office.staff, "/admin/clients?add=client");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Neema Ltd");
    await dialog.getByLabel("Email").fill("p@neema.example");
    const save = async (text: string) => {
      await dialog.getByRole("button", { name: "Add Client" }).click();
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor();
    };
    const post = (answer: { status: number; body: string } | undefined) =>
      page.route(list, (route) => {
        if (route.request().method() !== "POST") return route.continue();
        return answer ? route.fulfill(answer) : route.abort();
      });
    await post({ status: 500, body: JSON.stringify({ error: "The shelf is full." }) });
    await save("The shelf is full.");
    await page.unroute(list);
    await post({ status: 500, body: "{}" });
    await save("Failed to save client");
    await page.unroute(list);
    await post(undefined);
    await save("An error occurred while saving the client");
    await page.unroute(list);
    await dialog.getByRole("button", { name: "Add Client" }).click();
    await page.getByText("Neema Ltd was added.").waitFor();
  });

  test("shows when it is offline, and loads new data when it is online again", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.openAs(office.staff, "/admin/clients");
    await page.getByText("Client Directory").waitFor();
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await aClient({ name: "Came Meanwhile" });
    await page.context().setOffline(false);
    await page.getByTitle("Came Meanwhile").first().waitFor();
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  });
});
