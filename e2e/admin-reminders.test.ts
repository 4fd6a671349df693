import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, chooseAction, eventually, failedRequest, navigate } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";

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

const line = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const emailsTo = async (email: string) =>
  (await office.product.inbox()).filter(({ to }) => to.includes(email)).length;

office.prepare(async () => {
  await due("Umoja SACCO", "accounts@umoja.example", -3);
  await due("Quiet Ltd", "quiet@quiet.example", 2, { muted: true });
  await due("Gone Ltd", "bounce+gone@simulator.amazonses.com", 3);
  await due("Soon Quiet", "soon@quiet.example", 20);
  await due("No Phone", "no@phone.example", 4, { phone: "020 123 4567" });
});

/** Comes back to the page after ten minutes, which loads what is old. */
const comeBackLater = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 10 * 60_000;
    window.dispatchEvent(new Event("visibilitychange"));
  });
const day = (page: Page, text: string) => page.getByRole("heading", { name: text }).waitFor();
const label = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

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
  await eventually(() => label(page)).toBe("Send again to Umoja SACCO");
}

/** The menu's link to a chat opens a tab that cannot reach the office. */
async function openChat(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions: Umoja SACCO" }).click();
  const chat = page.getByRole("menuitem", { name: "WhatsApp to Umoja SACCO (opens in a new tab)" });
  const context = page.context();
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
  const request = context.waitForEvent("request", (request) => request.url().startsWith("https://wa.me/"));
  const [tab] = await Promise.all([page.waitForEvent("popup"), chat.click()]);
  const url = new URL((await request).url());
  expect(url.origin + url.pathname).toBe("https://wa.me/254712345678");
  expect(url.searchParams.get("text")).toContain("was due on 21 Dec 2026, 3 days ago. Amount: $149.99.");
  expect(url.searchParams.get("text")).toContain(`See your account: ${office.product.site}/account/`);
  await tab.waitForURL("https://wa.me/**");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await context.unrouteAll();
  await tab.close();
}

/** Who gets an email from the next run; an empty day explains itself. */
async function seeNextRun(page: Page): Promise<void> {
  const next = page.getByRole("region", { name: "Reminders" });
  await next.getByText("There was no daily run yet.").waitFor();
  await next.getByRole("link", { name: "4 clients with something due" }).click();
  await day(page, "Daily run on Friday, Dec 25, 2026");
  await line(page, "Umoja SACCO").getByText("Will be sent").waitFor();
  await page.getByLabel("Show").selectOption({ label: "Will be skipped (1)" });
  await line(page, "Umoja SACCO").waitFor({ state: "detached" });
  await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
  await navigate(page, "/admin/reminders?day=2026-11-01");
  await day(page, "Nothing sent on this day");
  await page.getByText("There was no daily run yet.").waitFor();
}

async function runDaily(): Promise<void> {
  const daily = office.product.schedules().find(({ expression }) => expression.startsWith("cron"));
  await office.product.runSchedule(daily?.name ?? "", Date.parse(`${today}T07:00:00+03:00`));
  await office.product.idle();
}

/** Each email with its status and reason, from day to day. */
async function seeLog(page: Page): Promise<void> {
  await comeBackLater(page);
  await navigate(page, "/admin/reminders");
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

/** Settings show the last run, and whether one was missed or sending is paused. */
async function seeStatus(page: Page): Promise<void> {
  await navigate(page, "/admin/settings/reminders");
  const card = page.getByRole("region", { name: "Daily run" });
  await card.getByText("Dec 24, 2026, 7:00 AM").waitFor();
  const paused = { at: `${today}T04:00:00.000Z`, reason: "sending is paused" };
  const status = "**/api/v1/reminders/status";
  await page.route(status, (route) => route.fulfill({ json: { missed: true, today, paused } }));
  await comeBackLater(page);
  await card.getByText("Sending has been paused since Dec 24, 2026, 7:00 AM").waitFor();
  await card.getByText("A daily run was missed").waitFor();
  await page.unroute(status);
}

/** An address that bounced is shown at the client and gets nothing, until it is corrected. */
async function seeBounce(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await line(page, "Gone Ltd").getByText("Email bounced").waitFor();
  await page.getByRole("button", { name: "Edit Gone Ltd" }).click();
  await dialog.getByText("bounced permanently on Dec 24, 2026").waitFor();
  await dialog.getByLabel("Email").fill("new@gone.example");
  await dialog.getByText("bounced permanently").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Discard" }).click();

  await page.getByRole("link", { name: "Subscriptions" }).click();
  await line(page, "Gone Ltd").getByText("No email").waitFor();
  await chooseAction(page, "Gone Ltd", "Send reminder");
  await dialog.getByText("It cannot be sent: emails to this address bounced").waitFor();
  expect(await dialog.getByRole("button", { name: "Send now" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
}

async function remindByHand(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await chooseAction(page, "Umoja SACCO", "Send reminder");
  const state = { state: "skipped", reason: "the client is inactive" };
  const reminder = { period: today, kind: "overdue", day: today, at: `${today}T06:00:00.000Z`, ...state };
  for (const [answer, text] of [
    [{ status: 409, json: { error: "Not that one." } }, "Not that one.Nothing was sent."],
    [undefined, "may have been sent"],
    [{ status: 201, json: { reminder } }, "Skipped: The client is inactive"],
  ] as const) {
    await page.route("**/api/v1/subscriptions/*/reminders", (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    );
    await dialog.getByRole("button", { name: "Send now" }).click();
    await dialog.getByRole("alert").filter({ hasText: text }).waitFor();
    await page.unrouteAll();
  }
  await page.keyboard.press("Escape");
  await openChat(page);
}

async function mute(page: Page): Promise<void> {
  await chooseAction(page, "Soon Quiet", "Edit");
  await page.getByRole("dialog").getByLabel("Mute reminders").click();
  await page.getByRole("button", { name: "Save Subscription" }).click();
  await line(page, "Soon Quiet").getByText("Muted").waitFor();
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions.filter(({ muted }) => muted)).toHaveLength(2);
}

test("staff see who gets an email and what each run sent, send a reminder again, by hand or by WhatsApp, and mute the next ones", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff);
  await seeNextRun(page);
  await runDaily();
  await seeLog(page);
  await seeStatus(page);
  await seeBounce(page);
  await remindByHand(page);
  await mute(page);

  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "More actions: No Phone" }).click();
  await page.getByRole("menuitem", { name: "No WhatsApp: the phone number is a landline" }).waitFor();
});
