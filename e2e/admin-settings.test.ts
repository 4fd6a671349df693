import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localSchedule } from "../infra/stack-names.ts";
import { backOffice, eventually, failedRequest, follow, navigate } from "../test/browser/admin-browser.ts";

const office = backOffice();
const settings = "**/api/v1/settings";
const stored = async () => (await office.asStaff("GET /api/v1/settings")).body.settings;
const saveButton = (page: Page) => page.getByRole("button", { name: "Save Settings" });

office.prepare(async () => {
  await office.asAdmin("POST /api/v1/settings", { body: { ...(await stored()), logo_url: "/logo.svg" } });
});

/** Settings are saved with a message for three seconds, and kept. */
async function saveCompany(page: Page): Promise<void> {
  await page.getByLabel("Company Name").fill("Mwamba Software Ltd");
  await page.getByLabel("Notification Email").fill("office@mwamba.example");
  await page.getByLabel("New client registrations").click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await saveButton(page).click();
  const success = page.getByText("Settings saved successfully!");
  await success.waitFor();
  await page.clock.runFor(2_900);
  expect(await success.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await success.waitFor({ state: "detached" });
  await page.clock.resume();

  expect(await stored()).toMatchObject({
    company_name: "Mwamba Software Ltd",
    notification_email: "office@mwamba.example",
    notify_new_clients: false,
    notify_renewals: true,
    logo_url: "/logo.svg",
  });
}

/** Each page of the settings saves only its own fields. */
async function savePages(page: Page): Promise<void> {
  await navigate(page, "/admin/settings/getting-paid");
  const save = saveButton(page);
  const saved = async () => {
    await save.click();
    await page.getByText("Settings saved successfully!").waitFor();
  };
  await page.getByLabel("M-Pesa Paybill").fill("522 522");
  await page.getByLabel("Bank", { exact: true }).fill("Example Bank");
  await page.getByLabel("Account Number").fill("0123 456");
  await page.getByLabel("SWIFT Code").fill("examkena");
  await page.getByLabel("Additional Text in Swahili").fill("Tafadhali tutumie uthibitisho.");
  await page.getByRole("switch", { name: "Receipts", exact: true }).check();
  await saved();
  await page.getByRole("link", { name: "Reminder days" }).click();
  await page.getByRole("region", { name: "Deliverability" }).getByText("Bounced permanently").waitFor();
  await page.getByText("no-reply@mwamba.example, a single verified address.").waitFor();
  await page.getByRole("group", { name: "Before the due date" }).getByLabel("30 days").check();
  await page.getByRole("group", { name: "After the due date" }).getByLabel("1 day").uncheck();
  const repeat = page.getByLabel("Then again, until it is paid");
  expect(await repeat.inputValue()).toBe("14");
  await repeat.selectOption("Never");
  await saved();
  expect(await stored()).toMatchObject({
    company_name: "Mwamba Software Ltd",
    mpesa_paybill: "522522",
    remind_before: [30, 7],
    remind_after: [],
    repeat_overdue_days: 0,
    send_receipts: true,
    bank_name: "Example Bank",
    bank_account_number: "0123 456",
    bank_swift: "EXAMKENA",
    payment_note_sw: "Tafadhali tutumie uthibitisho.",
  });
}

/** A save without a response has the browser's own message, and keeps the input. */
async function loseConnection(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Company", exact: true }).click();
  await page.getByLabel("Company Phone").fill("+254 20 000");
  await page.route(settings, (route) => route.abort());
  await saveButton(page).click();
  await page.getByRole("alert").filter({ hasText: "Error saving settings: Failed to fetch" }).waitFor();
  expect(await page.getByLabel("Company Phone").inputValue()).toBe("+254 20 000");
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Of two people who save, the second gets a conflict and keeps the input. */
async function saveTogether(first: Page, second: Page): Promise<void> {
  await second.getByLabel("Company Website").fill("https://second.example");
  await first.getByLabel("Company Phone").fill("+254 1");
  await saveButton(first).click();
  await first.getByText("Settings saved successfully!").waitFor();
  // Who looks at the page again loads what the other saved, and still does not save over it.
  const loaded = second.waitForResponse("**/api/v1/settings");
  await second.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await loaded;
  await saveButton(second).click();
  await second.getByRole("alert").filter({ hasText: "Somebody else changed these settings" }).waitFor();
  await second.getByRole("button", { name: "Load the latest, keep what I typed" }).click();
  await eventually(() => second.getByLabel("Company Phone").inputValue()).toBe("+254 1");
  await saveButton(second).click();
  await second.getByText("Settings saved successfully!").waitFor();
  expect(await stored()).toMatchObject({
    company_phone: "+254 1",
    company_website: "https://second.example",
  });
}

/** A longer retention is saved at once; for a shorter one the page shows what is deleted. */
async function changeRetention(page: Page): Promise<void> {
  await navigate(page, "/admin/settings/privacy");
  const card = page.getByRole("region", { name: "Data retention" });
  const save = saveButton(page);
  expect(await card.getByLabel("Messages").inputValue()).toBe("24");
  await card.getByText("Last clean-up: none yet. It runs every day.").waitFor();
  await card.getByLabel("Activity").selectOption("36 months");
  await save.click();
  await page.getByText("Settings saved successfully!").waitFor();
  await card.getByLabel("Messages").selectOption("12 months");
  await card.getByLabel("Send log").selectOption("24 months");
  await save.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete older records?" });
  await dialog
    .getByText("Messages received more than 12 months ago. They are currently kept for 24 months.")
    .waitFor();
  await dialog.getByText("Emails in the send log sent more than 24 months ago.").waitFor();
  expect(await dialog.getByRole("listitem").count()).toBe(2);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Save Settings");
  expect(await stored()).toMatchObject({ keep_messages_months: 24, keep_activity_months: 36 });
  await save.press("Enter");
  await dialog.getByRole("button", { name: "Save and delete" }).click();
  await page.getByText("Settings saved successfully!").waitFor();
  expect(await stored()).toMatchObject({ keep_messages_months: 12, keep_reminders_months: 24 });
  await office.product.runSchedule(localSchedule("retention"), office.product.now());
  await page.reload();
  await card.getByText(/^Last clean-up: Dec 24, 2026, \d+:\d\d AM\.$/).waitFor();
  await follow(page, "Activity");
  await page.getByRole("button", { name: /changes to Settings;/ }).click();
  await page.getByText(/changed the months messages are kept/).waitFor();
}

test("an administrator saves each page of the settings, loses no input when a request fails or somebody else saves first, and confirms a shorter retention", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.admin, "/admin/settings", { fresh: true });
  await saveCompany(page);
  await savePages(page);
  await loseConnection(page);

  const second = await office.openAs(office.admin, "/admin/settings");
  await saveTogether(page, second);
  await changeRetention(second);
});
