import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { checklist } from "../test/dashboard-on-screen.ts";

const office = backOffice();
const toClient = async () =>
  (await office.product.inbox()).filter(({ to }) => to.includes("real@company.test"));

test("an administrator sees who gets an email, sends it once, and completes the checklist; a failure says why", async () => {
  office.allowConsoleErrors(failedRequest);
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
  // The dialog lists the clients first; nothing is sent before the confirmation.
  const listed = dialog.getByRole("listitem").filter({ hasText: "Real Ltd" });
  await listed.getByText("Renewal reminder").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await toClient()).toEqual([]);

  const send = "**/api/v1/send-notifications";
  const failure = { status: 503, json: { error: "The mail is resting." } };
  await page.route(send, (route) => route.fulfill(failure));
  await button.click();
  await dialog.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText("Failed to send notifications: The mail is resting.", { exact: true }).waitFor();
  await page.unroute(send);
  await button.click();
  await dialog.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText("1 email notification sent successfully!", { exact: true }).waitFor();
  await button.click();
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText("No notifications were sent.").waitFor();
  expect(await toClient()).toHaveLength(1);

  // Completed steps are ticked, and the complete checklist disappears.
  expect(await checklist(page).getByText(": done").count()).toBe(3);
  await checklist(page).getByRole("link", { name: "Send yourself a test reminder" }).click();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByText("The test was sent").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await checklist(page).getByText("Send yourself a test reminder: done").waitFor();
  // Inviting colleagues is optional.
  await checklist(page).getByRole("link", { name: "Invite your colleagues" }).waitFor({ state: "detached" });
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
