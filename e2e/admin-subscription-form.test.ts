import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, chooseAction, eventually, failedRequest } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { databaseOf, tableNamed } from "../test/seed-rows.ts";
import { portfolioOf, subscriptionRow as row } from "../test/subscriptions-on-screen.ts";

const office = backOffice();
const { aClient, aSubscription } = portfolioOf(office);

/** The options of the client field; other lists are native. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

describe("the subscription form", () => {
  test("shows the next billing date, offers only active clients, and requires one", async () => {
    const client = await aClient({ name: "Baraka Stores", email: "pay@baraka.example" });
    await aClient({ name: "Gone Stores", status: "inactive" });
    const page = await office.openAs(office.staff, "/admin/subscriptions");
    await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
    await page.getByText("Create your first subscription to start tracking renewals and billing.").waitFor();
    await page.getByRole("button", { name: "Add Subscription" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    const save = dialog.getByRole("button", { name: "Add Subscription" });
    expect(await save.isDisabled()).toBe(true);

    await dialog.getByLabel("Client").fill("stores");
    await options(page).first().waitFor();
    expect(await options(page).allTextContents()).toEqual(["Baraka Stores (pay@baraka.example)"]);
    await options(page).click();
    expect(await save.isEnabled()).toBe(true);

    await dialog.getByLabel("Start Date").fill("2026-01-31");
    await dialog.getByText("Next billing: Thursday, Dec 31, 2026").waitFor();
    expect(await dialog.getByLabel("Next billing date").inputValue()).toBe("2026-12-31");
    await dialog.getByLabel("Billing Frequency").selectOption("quarterly");
    await dialog.getByText("Next billing: Sunday, Jan 31, 2027").waitFor();
    await dialog.getByText("free: no payment reminders are sent").waitFor();
    await dialog.getByLabel("Amount ($)").fill("149.99");
    await dialog.getByText("$149.99 every quarter").waitFor();
    await dialog.getByLabel("Next billing date").fill("2026-12-20");
    await dialog.getByText("Saving makes the subscription overdue").waitFor();
    await save.dblclick();
    await dialog.waitFor({ state: "detached" });

    await row(page, client.name).getByText("4 days overdue").waitFor();
    await page.getByRole("button", { name: "1 overdue" }).waitFor();
    const { body } = await office.asStaff("GET /api/v1/subscriptions");
    expect(body.subscriptions).toHaveLength(1);
    expect(body.subscriptions[0]).toMatchObject({ amount: 149.99, next_billing_date: "2026-12-20" });
  });

  test("an empty amount is sent as 0 and shown as free", async () => {
    const client = await aClient();
    const page = await office.openAs(office.staff, "/admin/subscriptions?add=subscription");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Client").fill(client.name);
    await options(page).first().click();
    await dialog.getByRole("button", { name: "Add Subscription" }).click();
    await dialog.waitFor({ state: "detached" });
    await row(page, client.name).getByText("free", { exact: true }).waitFor();
  });

  test("the subscription of an inactive client can be edited, and resuming it late shows a note", async () => {
    const { id, name, client_id } = await aSubscription({
      status: "paused",
      next_billing_date: "2026-12-01",
    });
    await office.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: client_id },
      body: { name, email: "x@clients.example", status: "inactive" },
    });
    const page = await office.openAs(office.staff, `/admin/subscriptions?subscription=${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
    await eventually(() => dialog.getByLabel("Client").inputValue()).toContain(name);
    expect(await dialog.getByLabel("Next billing date").inputValue()).toBe("2026-12-01");
    await dialog.getByLabel("Status").selectOption("active");
    await dialog.getByText("Its billing date passed while it was not active.").waitFor();
    await dialog.getByRole("button", { name: "Save Subscription" }).click();
    await row(page, name).getByText("23 days overdue").waitFor();
  });
});

describe("a subscription whose client", () => {
  test("no longer exists cannot be saved before another is chosen", async () => {
    const { id, client_id } = await aSubscription();
    const other = await aClient({ name: "Takes Over Ltd" });
    const database = databaseOf(office.product);
    const TableName = await tableNamed(database, "Clients");
    await database.send(new DeleteCommand({ TableName, Key: { id: client_id } }));
    const page = await office.openAs(office.staff, `/admin/subscriptions?subscription=${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
    await dialog.getByText("The client of this subscription no longer exists.").waitFor();
    const save = dialog.getByRole("button", { name: "Save Subscription" });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel("Client").fill(other.name);
    await options(page).first().click();
    await save.click();
    await row(page, other.name).waitFor();
  });

  test("does not exist yet leads to the client form, and back to the input", async () => {
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route("**/api/v1/clients", (route) => route.fulfill({ json: { clients: [] } }));
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await page.getByRole("button", { name: "Add Subscription" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    await dialog.getByLabel("Amount ($)").fill("77");
    await dialog.getByText("There are no active clients yet.").waitFor();
    await dialog.getByRole("link", { name: "Add a client" }).click();
    await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
    await page.goto("/admin/subscriptions?add=subscription");
    expect(await dialog.getByLabel("Amount ($)").inputValue()).toBe("77");
  });
});

test("an unknown frequency has a badge with its name, and can be corrected", async () => {
  const { id, name } = await aSubscription({ next_billing_date: addDays(today, 5) });
  const database = databaseOf(office.product);
  await database.send(
    new UpdateCommand({
      TableName: await tableNamed(database, "Subscriptions"),
      Key: { id },
      UpdateExpression: "SET frequency = :weekly",
      ExpressionAttributeValues: { ":weekly": "weekly" },
    }),
  );
  const page = await office.openAs(office.staff, `/admin/subscriptions?q=${encodeURIComponent(name)}`);
  const badge = row(page, name).getByText("weekly", { exact: true });
  expect(await badge.getAttribute("data-tone")).toBe("quiet");
  await chooseAction(page, name, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
  await dialog.getByRole("button", { name: "Save Subscription" }).click();
  await dialog
    .getByText("The billing frequency must be monthly, quarterly, semi-annual or yearly.")
    .waitFor();
  await dialog.getByLabel("Billing Frequency").selectOption("monthly");
  await dialog.getByRole("button", { name: "Save Subscription" }).click();
  await row(page, name).getByText("Monthly", { exact: true }).waitFor();
});

describe("when loading or saving subscriptions fails", () => {
  const list = "**/api/v1/subscriptions";

  test("each failure has its message and a retry", async () => {
    office.allowConsoleErrors(failedRequest);
    const there = await aSubscription();
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route(list, (route) => route.fulfill({ status: 500, body: "no" }));
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await page.getByText("Loading subscriptions...").waitFor();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch data" }).waitFor();
    await page.unroute(list);
    await page.route(list, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "An error occurred while fetching data" }).waitFor();
    await page.unroute(list);
    await page.getByRole("button", { name: "Try again" }).click();
    await row(page, there.name).waitFor();
  });

  test("a failed save shows the server's message, or its own", async () => {
    office.allowConsoleErrors(failedRequest);
    const { id } = await aSubscription();
    const page = await office.openAs(office.staff, `/admin/subscriptions?subscription=${id}`);
    const dialog = page.getByRole("dialog");
    const one = `**/api/v1/subscriptions/${id}`;
    for (const [answer, text] of [
      [
        { status: 400, body: JSON.stringify({ error: "That client does not exist." }) },
        "That client does not exist.",
      ],
      [{ status: 500, body: "" }, "Failed to save subscription"],
      [undefined, "An error occurred while saving the subscription"],
    ] as const) {
      await page.route(one, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await dialog.getByRole("button", { name: "Save Subscription" }).click();
      await dialog.getByRole("alert").filter({ hasText: text }).waitFor();
      await page.unroute(one);
    }
  });
});

// Last, as it leaves shillings beside the dollars of the others.
describe("the currency of a new subscription", () => {
  test("takes no amount until the currency is known, and sends a currency only if one was chosen", async () => {
    office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
    const profile = (await office.asAdmin("GET /api/v1/settings")).body.settings;
    const save = (default_currency: "USD" | "KES") => {
      const { version: _, ...body } = profile;
      return office.asAdmin("POST /api/v1/settings", { body: { ...body, default_currency } });
    };
    await save("KES");
    await aClient({ name: "Shilling Stores" });
    const page = await office.openAs(office.staff, "/admin/reminders");
    const settings = "**/api/v1/settings";
    await page.route(settings, (route) => route.abort());
    await page.goto("/admin/subscriptions?add=subscription");
    const dialog = page.getByRole("dialog", { name: "Add New Subscription" });
    await dialog.getByText("The default currency could not be loaded.").waitFor();
    expect(await dialog.getByLabel("Amount", { exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel("Client").fill("Shilling");
    await options(page).click();
    const add = dialog.getByRole("button", { name: "Add Subscription" });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel("Currency").selectOption("USD");
    expect(await dialog.getByLabel("Amount ($)").isEnabled()).toBe(true);
    await dialog.getByLabel("Currency").selectOption("KES");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();

    await page.goto("/admin/subscriptions?add=subscription");
    await dialog.getByText("The default currency could not be loaded.").waitFor();
    await page.unroute(settings);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByLabel("Client").fill("Shilling");
    await options(page).click();
    await dialog.getByLabel("Amount (KES)").fill("15500");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await add.click();
    expect((await sent).postDataJSON()).not.toHaveProperty("currency");
    await dialog.waitFor({ state: "detached" });
    await row(page, "Shilling Stores").getByText("KES 15,500.00").waitFor();
    await save("USD");
  });
});
