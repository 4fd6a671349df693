import { describe, expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { checklist } from "../test/dashboard-on-screen.ts";

const office = backOffice();
const send = "**/api/v1/send-notifications";

describe("sending from the dashboard", () => {
  test("the four outcomes of sending have the specified messages", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.openAs(office.staff);
    await page.getByRole("button", { name: "Add sample data" }).click();
    await page.getByText("Data seeding completed successfully!").waitFor();
    const button = page.getByRole("button", { name: "Send Renewal Notifications" });
    const waitForText = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const dialog = page.getByRole("dialog", { name: "Send Renewal Notifications" });
    const press = async () => {
      await button.click();
      await dialog.getByRole("button", { name: "Send anyway" }).click();
    };
    await button.click();
    // The dialog lists the clients first; nothing is sent before the confirmation. Samples get no email.
    const leftOut = dialog.getByRole("listitem").filter({ hasText: "Sample data gets no email" });
    await leftOut.first().waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await press();
    await waitForText(
      "No notifications were sent. Email API may not be configured or no clients are due for renewal.",
    );
    await page.route(send, (route) =>
      route.fulfill({ status: 200, json: { sent: 3, skipped: 1, failed: 0, queued: 0 } }),
    );
    await press();
    await waitForText("3 email notifications sent successfully!");
    await page.unroute(send);
    await page.route(send, (route) =>
      route.fulfill({ status: 503, json: { error: "The mail is resting." } }),
    );
    await press();
    await waitForText("Failed to send notifications: The mail is resting.");
    await page.unroute(send);
    await page.route(send, (route) => route.abort());
    await press();
    await waitForText("An error occurred while sending notifications");
    await page.unroute(send);
    await page.getByRole("button", { name: "Remove sample data" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("5 sample clients and 6 sample subscriptions were removed.").waitFor();
  });

  test("a sent email is counted as sent, and not sent twice", async () => {
    const { client } = (
      await office.asStaff("POST /api/v1/clients", { body: { name: "Real Ltd", email: "real@company.test" } })
    ).body;
    await office.asStaff("POST /api/v1/subscriptions", {
      body: { client_id: client.id, start_date: "2026-11-26", frequency: "monthly", amount: 50 },
    });
    const page = await office.openAs(office.admin);
    const button = page.getByRole("button", { name: "Send Renewal Notifications" });
    const dialog = page.getByRole("dialog", { name: "Send Renewal Notifications" });
    await page.getByRole("link", { name: "1 client with something due" }).waitFor();
    await button.click();
    await dialog
      .getByRole("listitem")
      .filter({ hasText: "Real Ltd" })
      .getByText("Renewal reminder")
      .waitFor();
    expect((await office.product.inbox()).filter(({ to }) => to.includes("real@company.test"))).toEqual([]);
    await dialog.getByRole("button", { name: "Send 1 email" }).click();
    await page.getByText("1 email notification sent successfully!").waitFor();
    await button.click();
    await dialog.getByRole("button", { name: "Send anyway" }).click();
    await page.getByText("No notifications were sent.").waitFor();
    const emails = (await office.product.inbox()).filter(({ to }) => to.includes("real@company.test"));
    expect(emails).toHaveLength(1);

    // Completed steps are ticked, and the complete checklist disappears.
    expect(await checklist(page).getByText(": done").count()).toBe(3);
    await checklist(page).getByRole("link", { name: "Send yourself a test reminder" }).click();
    await page.getByRole("button", { name: "Send me a test" }).click();
    await page.getByText("The test was sent").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await checklist(page).getByText("Send yourself a test reminder: done").waitFor();
    // Inviting colleagues is optional.
    await checklist(page)
      .getByRole("link", { name: "Invite your colleagues" })
      .waitFor({ state: "detached" });
    const { settings } = (await office.asAdmin("GET /api/v1/settings")).body;
    await office.asAdmin("POST /api/v1/settings", { body: { ...settings, mpesa_paybill: "400200" } });
    await checklist(page).getByRole("link", { name: "Enter the company's details" }).click();
    await page.getByLabel("Company Name").fill("Mwamba Software");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Settings saved successfully!").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
    expect(await checklist(page).count()).toBe(0);
  });
});
