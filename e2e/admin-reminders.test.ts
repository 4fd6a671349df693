import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localSchedule } from "../infra/stack-names.ts";
import { addDays } from "../shared/day.ts";
import {
  backOffice,
  comeBackLater,
  eventually,
  failedRequest,
  navigate,
} from "../test/browser/admin-browser.ts";
import { checklist } from "../test/browser/dashboard-on-screen.ts";
import { today } from "../test/product/product.ts";
import { line, mute, openChat, seeBounce, seeStatus } from "./steps/reminders.ts";

const office = backOffice();

async function due(
  name: string,
  email: string,
  days: number,
  { muted = false, phone = "0712 345 678" } = {},
) {
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name, email, phone } })).body;
  const terms = { start_date: "2026-01-15", next_billing_date: addDays(today, days), frequency: "monthly" };
  const body = { client_id: client.id, ...terms, amount: 149.99, muted };
  await office.asStaff("POST /api/v1/subscriptions", { body });
}

const emailsTo = async (email: string) =>
  (await office.product.inbox()).filter(({ to }) => to.includes(email)).length;

async function addClientsWithRenewals(): Promise<void> {
  await due("Umoja SACCO", "accounts@umoja.example", -3);
  await due("Quiet Ltd", "quiet@quiet.example", 2, { muted: true });
  await due("Gone Ltd", "bounce+gone@simulator.amazonses.com", 3);
  await due("Soon Quiet", "soon@quiet.example", 20);
  await due("No Phone", "no@phone.example", 4, { phone: "020 123 4567" });
}

const real = { name: "Real Ltd", email: "real@company.test" };

/** With one client, the office is still setting up. */
office.prepare(async () => {
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: real })).body;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, start_date: "2026-11-26", frequency: "monthly", amount: 50 },
  });
});

const day = (page: Page, text: string) => page.getByRole("heading", { name: text }).waitFor();
const label = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

/** The dialog lists who gets an email, which is sent once; a failure says why. */
async function sendFirst(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Send Renewal Notifications" });
  const dialog = page.getByRole("dialog", { name: "Send Renewal Notifications" });
  await page.getByRole("link", { name: "1 client with something due" }).waitFor();
  await button.click();
  // The dialog lists the clients first; nothing is sent before the confirmation.
  const listed = dialog.getByRole("listitem").filter({ hasText: "Real Ltd" });
  await listed.getByText("Renewal reminder").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await emailsTo(real.email)).toBe(0);

  const send = "**/api/v1/send-notifications";
  const failure = { status: 503, json: { error: "The mail is resting." } };
  await page.route(send, (route) => route.fulfill(failure));
  await button.click();
  await dialog.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText("Failed to send notifications: The mail is resting.", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await button.click();
  await dialog.getByRole("button", { name: "Send 1 email" }).click();
  await page.getByText("1 email notification sent successfully!", { exact: true }).waitFor();
  await button.click();
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText("No notifications were sent.").waitFor();
  expect(await emailsTo(real.email)).toBe(1);
}

/** Completed steps are ticked, and the complete checklist disappears. */
async function completeChecklist(page: Page): Promise<void> {
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
}

/** Sends a second email from the log, with two presses. */
async function sendAgain(page: Page): Promise<void> {
  const before = await emailsTo("accounts@umoja.example");
  await page.getByRole("button", { name: "Send again to Umoja SACCO" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Send the reminder again" });
  await dialog.getByText("accounts@umoja.example").waitFor();
  await dialog.getByText("Overdue reminder, $149.99 monthly, due Dec 21, 2026").waitFor();
  let requests = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/reminders")) requests += 1;
  });
  await dialog.getByRole("button", { name: "Send now" }).dblclick();
  await page.getByRole("status").filter({ hasText: "The reminder to Umoja SACCO was sent." }).waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(requests).toBe(1);
  expect(await emailsTo("accounts@umoja.example")).toBe(before + 1);
  await line(page, "Umoja SACCO").getByText("sent by hand").first().waitFor();
  await eventually(() => label(page)).toBe("Send again to Umoja SACCO, Overdue reminder, 7:00 AM");
}

/** Who gets an email from the next run; an empty day explains itself. */
async function seeNextRun(page: Page): Promise<void> {
  const next = page.getByRole("region", { name: "Reminders" });
  await next.getByText("There was no daily run yet.").waitFor();
  // Real Ltd is one of them: the email did not pay what is due.
  await next.getByRole("link", { name: "5 clients with something due" }).click();
  await day(page, "Daily run on Friday, Dec 25, 2026");
  await line(page, "Umoja SACCO").getByText("Will be sent").waitFor();
  await page.getByLabel("Show").selectOption({ label: "Will be skipped (1)" });
  await line(page, "Umoja SACCO").waitFor({ state: "detached" });
  await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
  await navigate(page, "/admin/money/sent?day=2026-11-01");
  await day(page, "Nothing sent on this day");
  await page.getByText("There was no daily run yet.").waitFor();
}

async function runDaily(): Promise<void> {
  await office.product.runSchedule(localSchedule("daily-run"), Date.parse(`${today}T07:00:00+03:00`));
  await office.product.idle();
}

/** Each email with its status and reason, from day to day. */
async function seeLog(page: Page): Promise<void> {
  await comeBackLater(page);
  await navigate(page, "/admin/money/sent");
  await page.getByText("3 sent, 1 skipped.").waitFor();
  await day(page, "Today, Thursday, Dec 24, 2026");
  await page.waitForURL((url) => url.searchParams.get("day") === today);
  await line(page, "Umoja SACCO").getByText("Delivered").waitFor();
  await line(page, "Umoja SACCO").getByText("Overdue reminder").waitFor();
  await line(page, "Umoja SACCO").getByText("due Dec 21, 2026").first().waitFor();
  await line(page, "Gone Ltd").getByText("Bounced").waitFor();
  await line(page, "Gone Ltd").getByText("The address does not exist or does not accept email").waitFor();
  await sendAgain(page);

  expect(await page.getByRole("button", { name: "Next day" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Previous day" }).press("Enter");
  await day(page, "Wednesday, Dec 23, 2026");
  await page.waitForURL((url) => url.searchParams.get("day") === "2026-12-23");
  await day(page, "Nothing sent on this day");
  await page.getByLabel("Day", { exact: true }).focus();
  await page.keyboard.type("12012026", { delay: 20 });
  await day(page, "Tuesday, Dec 1, 2026");
  expect(await label(page)).toBe("Day");
  await page.getByRole("button", { name: "Today" }).click();
  await line(page, "Umoja SACCO").first().waitFor();

  await page.getByLabel("Result").selectOption("skipped");
  await line(page, "Umoja SACCO").first().waitFor({ state: "detached" });
  await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
  await page.waitForURL((url) => url.searchParams.get("outcome") === "skipped");
  await line(page, "Quiet Ltd").getByRole("link", { name: "Quiet Ltd" }).click();
  await page.getByRole("heading", { level: 1, name: "Quiet Ltd" }).waitFor();
  await page.goBack();
  await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
  expect(await page.getByLabel("Result").inputValue()).toBe("skipped");
}

test("an administrator sends the first email and completes the checklist; staff see who gets an email and what each run sent, send a reminder by WhatsApp, and mute the next ones", async () => {
  office.allowConsoleErrors(failedRequest);
  const administrator = await office.openAs(office.admin);
  await sendFirst(administrator);
  await completeChecklist(administrator);

  await addClientsWithRenewals();
  const page = await office.openAs(office.staff);
  await seeNextRun(page);
  await runDaily();
  await seeLog(page);
  await seeStatus(page);
  await seeBounce(page);
  await openChat(page, office);
  await mute(page, office);

  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "More actions: No Phone" }).click();
  await page.getByRole("menuitem", { name: "No WhatsApp: the phone number is a landline" }).waitFor();
});
