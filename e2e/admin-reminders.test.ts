import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, chooseAction, eventually, failedRequest, navigate } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";

const office = backOffice();

async function due(name: string, email: string, days: number, more: Record<string, unknown> = {}) {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name, email, phone: "0712 345 678" } })
  ).body;
  const { subscription } = (
    await office.asStaff("POST /api/v1/subscriptions", {
      body: {
        ...{ client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 149.99 },
        ...{ next_billing_date: addDays(today, days), ...more },
      },
    })
  ).body;
  return { client, subscription };
}

const line = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const emailsTo = async (email: string) =>
  (await office.product.inbox()).filter(({ to }) => to.includes(email)).length;

beforeAll(async () => {
  await due("Umoja SACCO", "accounts@umoja.example", -3);
  await due("Quiet Ltd", "quiet@quiet.example", 2, { muted: true });
  await due("Gone Ltd", "bounce+gone@simulator.amazonses.com", 3);
});

describe("before the first run", () => {
  test("staff see for how many clients something is due, who gets an email, why others do not, and an empty day", async () => {
    const page = await office.openAs(office.staff);
    const next = page.getByRole("region", { name: "Reminders" });
    await next.getByText("There was no daily run yet.").waitFor();
    await next.getByRole("link", { name: "3 clients with something due" }).click();
    await page.getByRole("heading", { name: "Daily run on Friday, Dec 25, 2026" }).waitFor();
    await line(page, "Umoja SACCO").getByText("Will be sent").waitFor();
    await page.getByLabel("Show").selectOption({ label: "Will be skipped (1)" });
    await line(page, "Umoja SACCO").waitFor({ state: "detached" });
    await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
    await navigate(page, "/admin/reminders?day=2026-11-01");
    await page.getByRole("heading", { name: "Nothing sent on this day" }).waitFor();
    await page.getByText("There was no daily run yet.").waitFor();
  });
});

describe("after a run", () => {
  beforeAll(async () => {
    const daily = office.product.schedules().find(({ expression }) => expression.startsWith("cron"));
    await office.product.runSchedule(daily?.name ?? "", Date.parse(`${today}T07:00:00+03:00`));
    await office.product.idle();
  });

  test("the log shows each email and its result, moves from day to day, also by keyboard, and keeps the choice in the URL", async () => {
    const page = await office.openAs(office.staff, "/admin/reminders");
    await page.getByText("2 sent, 1 skipped.").waitFor();
    await page.getByRole("heading", { name: "Today, Thursday, Dec 24, 2026" }).waitFor();
    await page.waitForURL((url) => url.searchParams.get("day") === today);
    await line(page, "Umoja SACCO").getByText("Delivered").waitFor();
    await line(page, "Umoja SACCO").getByText("Overdue reminder").waitFor();
    await line(page, "Umoja SACCO").getByText("due Dec 21, 2026").first().waitFor();
    await line(page, "Gone Ltd").getByText("Bounced").waitFor();
    await line(page, "Gone Ltd").getByText("The address does not exist or does not accept email").waitFor();
    await page.getByLabel("Result").selectOption("skipped");
    await line(page, "Umoja SACCO").waitFor({ state: "detached" });
    await line(page, "Quiet Ltd").getByText("Its reminders are muted").waitFor();
    await page.reload();
    await line(page, "Quiet Ltd").getByRole("link", { name: "Quiet Ltd" }).click();
    await page.getByRole("heading", { level: 1, name: "Quiet Ltd" }).waitFor();
    await page.getByRole("link", { name: "Reminders", exact: true }).click();
    await line(page, "Umoja SACCO").first().waitFor();
    expect(await page.getByRole("button", { name: "Next day" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous day" }).press("Enter");
    await page.getByRole("heading", { name: "Wednesday, Dec 23, 2026" }).waitFor();
    await page.waitForURL((url) => url.searchParams.get("day") === "2026-12-23");
    await page.reload();
    await page.getByRole("heading", { name: "Nothing sent on this day" }).waitFor();
    await page.getByLabel("Day", { exact: true }).focus();
    await page.keyboard.type("12012026", { delay: 20 });
    await page.getByRole("heading", { name: "Tuesday, Dec 1, 2026" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Day");
    await page.getByRole("button", { name: "Today" }).click();
    await line(page, "Umoja SACCO").first().waitFor();
  });

  test("a client whose email bounced is marked in the lists, with what to do; Settings show the last run, a missed run and paused sending", async () => {
    const page = await office.openAs(office.staff, "/admin/clients");
    await line(page, "Gone Ltd").getByText("Email bounced").waitFor();
    await page.getByRole("button", { name: "Edit Gone Ltd" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("bounced permanently on Dec 24, 2026").waitFor();
    await dialog.getByLabel("Email").fill("new@gone.example");
    await dialog.getByText("bounced permanently").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("link", { name: "Subscriptions" }).click();
    await line(page, "Gone Ltd").getByText("No email").waitFor();

    await navigate(page, "/admin/settings/reminders");
    const card = page.getByRole("region", { name: "Daily run" });
    await card.getByText("Dec 24, 2026, 7:00 AM").waitFor();
    await page.route("**/api/v1/reminders/status", (route) =>
      route.fulfill({
        json: {
          ...{ missed: true, today },
          paused: { at: `${today}T04:00:00.000Z`, reason: "sending is paused" },
        },
      }),
    );
    await page.reload();
    await card.getByText("Sending has been paused since Dec 24, 2026, 7:00 AM").waitFor();
    await card.getByText("A daily run was missed").waitFor();
  });

  test("a second email needs a confirmation, and is sent once however often it is pressed; what cannot be sent shows why", async () => {
    office.allowConsoleErrors(failedRequest);
    const page = await office.openAs(office.staff, "/admin/reminders");
    const before = await emailsTo("accounts@umoja.example");
    await page.getByRole("button", { name: "Send again to Umoja SACCO" }).first().click();
    const again = page.getByRole("dialog", { name: "Send the reminder again" });
    await again.getByText("accounts@umoja.example").waitFor();
    await again.getByText("Overdue reminder, $149.99 monthly, due Dec 21, 2026").waitFor();
    let requests = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/reminders")) requests += 1;
    });
    await again.getByRole("button", { name: "Send now" }).dblclick();
    await page.getByRole("status").filter({ hasText: "The reminder to Umoja SACCO was sent." }).waitFor();
    await again.waitFor({ state: "detached" });
    expect(requests).toBe(1);
    expect(await emailsTo("accounts@umoja.example")).toBe(before + 1);
    await line(page, "Umoja SACCO").getByText("sent by hand").first().waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Send again to Umoja SACCO",
    );

    await page.getByRole("link", { name: "Subscriptions" }).click();
    await chooseAction(page, "Gone Ltd", "Send reminder");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It cannot be sent: emails to this address bounced").waitFor();
    expect(await dialog.getByRole("button", { name: "Send now" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");

    await chooseAction(page, "Umoja SACCO", "Send reminder");
    const route = "**/api/v1/subscriptions/*/reminders";
    const send = dialog.getByRole("button", { name: "Send now" });
    await page.route(route, (answer) => answer.fulfill({ status: 409, json: { error: "Not that one." } }));
    await send.click();
    await dialog.getByRole("alert").filter({ hasText: "Not that one.Nothing was sent." }).waitFor();
    await page.unroute(route);
    await page.route(route, (answer) => answer.abort());
    await send.click();
    await dialog.getByRole("alert").filter({ hasText: "may have been sent" }).waitFor();
    await page.unroute(route);
    await page.route(route, (answer) =>
      answer.fulfill({
        status: 201,
        json: {
          reminder: {
            ...{ period: today, kind: "overdue", state: "skipped", reason: "the client is inactive" },
            ...{ day: today, at: `${today}T06:00:00.000Z` },
          },
        },
      }),
    );
    await send.click();
    await dialog.getByRole("alert").filter({ hasText: "Skipped: The client is inactive" }).waitFor();
  });

  test("a subscription is muted in its form, and its row shows it", async () => {
    const { subscription } = await due("Soon Quiet", "soon@quiet.example", 20);
    const page = await office.openAs(office.staff, `/admin/subscriptions?subscription=${subscription.id}`);
    await page.getByRole("dialog").getByLabel("Mute reminders").click();
    await page.getByRole("button", { name: "Save Subscription" }).click();
    await line(page, "Soon Quiet").getByText("Muted").waitFor();
    const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
    expect(subscriptions.find(({ id }) => id === subscription.id)?.muted).toBe(true);
  });

  test("WhatsApp opens with the reminder text in an isolated tab; without a mobile number it says why", async () => {
    await due("No Phone", "no@phone.example", 4).then(({ client }) =>
      office.asStaff("PUT /api/v1/clients/{id}", {
        params: { id: client.id },
        body: { name: "No Phone", email: "no@phone.example", phone: "020 123 4567" },
      }),
    );
    const page = await office.openAs(office.staff, "/admin/subscriptions");
    await page.getByRole("button", { name: "More actions: Umoja SACCO" }).click();
    const chat = page.getByRole("menuitem", { name: "WhatsApp to Umoja SACCO (opens in a new tab)" });
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
    const wa = page
      .context()
      .waitForEvent("request", (request) => request.url().startsWith("https://wa.me/"));
    const [tab] = await Promise.all([page.waitForEvent("popup"), chat.click()]);
    const url = new URL((await wa).url());
    expect(url.origin + url.pathname).toBe("https://wa.me/254712345678");
    expect(url.searchParams.get("text")).toContain("was due on 21 Dec 2026, 3 days ago. Amount: $149.99.");
    expect(url.searchParams.get("text")).toContain(`See your account: ${office.product.site}/account/`);
    await tab.waitForURL("https://wa.me/**");
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await page.context().unrouteAll();
    await tab.close();

    await page.goto("/admin");
    await page.getByRole("button", { name: "More actions: Quiet Ltd" }).click();
    await page.getByRole("menuitem", { name: "WhatsApp to Quiet Ltd (opens in a new tab)" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More actions: No Phone" }).click();
    await page.getByRole("menuitem", { name: "No WhatsApp: the phone number is a landline" }).waitFor();
  });
});
