import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, navigate } from "../test/browser/admin-browser.ts";
import { aClient } from "../test/product/staffed.ts";

const office = backOffice();
const listed = async () => ({
  clients: (await office.asStaff("GET /api/v1/clients")).body.clients,
  subscriptions: (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions,
});

/** An interrupted seeding can be undone, or finished after a reload. */
async function interruptSeeding(page: Page): Promise<void> {
  let posted = 0;
  await page.route("**/api/v1/clients", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posted += 1;
    // The fourth hangs until the tab is closed.
    return posted > 3 ? undefined : route.continue();
  });
  const cutOff = async () => {
    posted = 0;
    await page.getByRole("button", { name: "Add sample data" }).click();
    await eventually(async () => (await listed()).clients.length).toBe(3);
    // A page that is being left gives up the fourth and may still get the fifth out; a machine that goes off does not.
    await page.evaluate(() => {
      window.fetch = () => new Promise(() => {});
    });
    await page.reload();
    await page.getByText("Creating the sample data was interrupted: 3 of 11 records exist.").waitFor();
  };
  await cutOff();
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  expect((await listed()).clients).toEqual([]);

  await cutOff();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("Data seeding completed successfully!").waitFor();
  await page.getByText("11 records are sample data").waitFor();
  const { clients, subscriptions } = await listed();
  expect([clients.length, subscriptions.length]).toEqual([5, 6]);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("5 sample clients and 6 sample subscriptions were removed.").waitFor();
}

/** Two browsers that seed at once create each sample once. */
async function seedTogether(page: Page, admin: Page): Promise<void> {
  const pages = [page, admin];
  const buttons = pages.map((page) => page.getByRole("button", { name: "Add sample data" }));
  await Promise.all(buttons.map((button) => button.waitFor()));
  // The message of the seeding before must not be taken for that of this one.
  await page.getByText("Data seeding completed successfully!").waitFor({ state: "detached" });
  await Promise.all(buttons.map((button) => button.click()));
  await Promise.all(pages.map((page) => page.getByText("Data seeding completed successfully!").waitFor()));
  const { clients, subscriptions } = await listed();
  expect([clients.length, subscriptions.length]).toEqual([5, 6]);
}

/** Samples are marked in every list and dialog, and stay samples when they are edited. */
async function editSamples(page: Page): Promise<void> {
  await navigate(page, "/admin");
  const badges = page.getByText("Sample", { exact: true });
  await page
    .getByRole("region", { name: "Next 7 days" })
    .getByText("Sample", { exact: true })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Record payment from Amina Hassan" }).click();
  await page.getByRole("dialog").getByText("This is sample data").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await eventually(() => badges.count()).toBe(5);
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await eventually(() => badges.count()).toBe(6);
  await page.getByRole("button", { name: "Edit the subscription of Otieno Odhiambo" }).click();
  await page.getByRole("dialog").getByText("This is sample data").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByRole("button", { name: "Edit Wanjiru Kamau" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText("This is sample data. It gets no email, and it is removed with the samples.")
    .waitFor();
  await dialog.getByLabel("Name").fill("Edited SACCO");
  await dialog.getByLabel("Email").fill("pay@edited-sacco.test");
  await dialog.getByRole("button", { name: "Save Client" }).click();
  await page.getByText("Edited SACCO was saved.").waitFor();
  await eventually(() => badges.count()).toBe(5);

  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByRole("button", { name: "Add Subscription" }).first().click();
  await page.getByRole("combobox", { name: "Client" }).fill("Edited");
  await page.getByRole("option", { name: /^Edited SACCO/ }).click();
  await dialog.getByText("This is sample data.").waitFor();
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByRole("button", { name: "Add Subscription" }).click();
  await page.getByText("The subscription was added.").waitFor();
  await eventually(() => badges.count()).toBe(7);
}

/** Beside real records samples count in no figure, and only an administrator can remove them, who sees which were edited. */
async function removeBesideReal(page: Page, admin: Page): Promise<void> {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { ...aClient, name: "Real SACCO" } })
  ).body;
  const subscription = {
    client_id: client.id,
    start_date: "2026-01-15",
    frequency: "monthly",
    amount: 299.99,
    next_billing_date: "2026-12-27",
  } as const;
  await office.asStaff("POST /api/v1/subscriptions", { body: subscription });
  await navigate(page, "/admin");
  await page.reload();
  await page.getByText("12 records are sample data").waitFor();
  await page.getByText("An administrator can remove them.").waitFor();
  expect(await page.getByRole("button", { name: "Remove sample data" }).count()).toBe(0);
  await page.getByRole("region", { name: "Revenue Due" }).getByText("$299.99").waitFor();
  expect(await page.getByText("Attention:").count()).toBe(0);
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByText("$299.99 active").waitFor();
  await page.getByText("8 total").waitFor();
  expect(await page.getByRole("main").getByText("overdue", { exact: false }).count()).toBe(0);
  await page.getByRole("button", { name: "Add Subscription" }).first().click();
  await page.getByRole("combobox", { name: "Client" }).fill("SACCO");
  await eventually(() => page.getByRole("option", { name: "SACCO" }).allTextContents()).toEqual([
    expect.stringMatching(/^Real SACCO/),
  ]);
  await page.keyboard.press("Escape");

  await navigate(admin, "/admin/settings");
  await admin.getByLabel("Company Name").waitFor();
  await navigate(admin, "/admin");
  await admin.getByRole("button", { name: "Remove sample data" }).click();
  await admin.getByText("Somebody edited or paid these samples: Edited SACCO.").waitFor();
  await admin.getByRole("button", { name: "Remove", exact: true }).click();
  await admin.getByText("5 sample clients and 7 sample subscriptions were removed.").waitFor();
  expect(await listed()).toMatchObject({
    clients: [{ name: "Real SACCO" }],
    subscriptions: [{ status: "active" }],
  });
}

test("staff undo and finish an interrupted seeding, find samples marked everywhere and edit them, and an administrator removes them", async () => {
  const page = await office.openAs(office.staff);
  await interruptSeeding(page);
  const admin = await office.openAs(office.admin);
  await seedTogether(page, admin);
  await editSamples(page);
  await removeBesideReal(page, admin);
});
