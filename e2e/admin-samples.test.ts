import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, navigate } from "../test/admin-browser.ts";

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

/** Samples are marked in every list and dialog. With real details one becomes a real client, with its subscriptions. */
async function convertSample(page: Page): Promise<void> {
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
  await dialog.getByText("This is sample data. It gets no email.").waitFor();
  await dialog.getByLabel("Name").fill("Real SACCO");
  await dialog.getByText("Saving makes this a real client").waitFor();
  await dialog.getByText("Its 2 subscriptions become real too").waitFor();
  await dialog.getByText("The email address is still the sample address.").waitFor();
  await dialog.getByLabel("Email").fill("pay@real-sacco.test");
  await dialog.getByText("The email address is still the sample address.").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Save Client" }).click();
  await page.getByText("Real SACCO was saved and is now a real client.").waitFor();
  await eventually(() => page.getByText("Sample", { exact: true }).count()).toBe(4);
  const { subscriptions } = await listed();
  expect(
    subscriptions
      .filter(({ sample }) => !sample)
      .map(({ amount }) => amount)
      .sort(),
  ).toEqual([1999.99, 299.99]);
}

/** Beside real records samples count in no figure, and only an administrator can remove them. */
async function removeBesideReal(page: Page, admin: Page): Promise<void> {
  await navigate(page, "/admin");
  await page.getByText("8 records are sample data").waitFor();
  await page.getByText("An administrator can remove them.").waitFor();
  expect(await page.getByRole("button", { name: "Remove sample data" }).count()).toBe(0);
  await page.getByRole("region", { name: "Revenue Due" }).getByText("$299.99").waitFor();
  expect(await page.getByText("Attention:").count()).toBe(0);
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByText("$2,299.98 active").waitFor();
  await page.getByText("6 total").waitFor();
  expect(await page.getByRole("main").getByText("overdue", { exact: false }).count()).toBe(0);

  await navigate(admin, "/admin/settings");
  await admin.getByLabel("Company Name").waitFor();
  await navigate(admin, "/admin");
  await admin.getByRole("button", { name: "Remove sample data" }).click();
  await admin.getByRole("button", { name: "Remove", exact: true }).click();
  await admin.getByText("4 sample clients and 4 sample subscriptions were removed.").waitFor();
  expect(await listed()).toMatchObject({
    clients: [{ name: "Real SACCO" }],
    subscriptions: [{ status: "active" }, { status: "active" }],
  });
}

test("staff undo and finish an interrupted seeding, find samples marked everywhere, make one a real client, and an administrator removes the others", async () => {
  const page = await office.openAs(office.staff);
  await interruptSeeding(page);
  const admin = await office.openAs(office.admin);
  await seedTogether(page, admin);
  await convertSample(page);
  await removeBesideReal(page, admin);
});
