import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();
const stats = "**/api/v1/dashboard/stats";
const send = "**/api/v1/send-notifications";

describe("the dashboard", () => {
  test("a failed load says which way it failed, and trying again brings the first-run welcome", async () => {
    office.forgive(failedRequest);
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route(stats, (route) => route.fulfill({ status: 500, body: "no" }));
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch dashboard data" }).waitFor();
    await page.unroute(stats);
    await page.route(stats, (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").filter({ hasText: "An error occurred while fetching data" }).waitFor();
    await page.unroute(stats);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
  });

  test("a seeding that fails halfway says so, and the next one creates only what is missing", async () => {
    office.forgive(failedRequest);
    const page = await office.openAs(office.staff);
    const said = await listen(page);
    let posted = 0;
    await page.route("**/api/v1/clients", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      posted += 1;
      return posted > 3 ? route.fulfill({ status: 503, body: "{}" }) : route.continue();
    });
    await page.getByRole("button", { name: "Seed sample data" }).click();
    await page.getByRole("alert").filter({ hasText: "Failed to seed data. Please try again." }).waitFor();
    await page.unroute("**/api/v1/clients");

    await page.getByRole("button", { name: "Seed sample data" }).click();
    await page.getByText("Data seeding completed successfully!").waitFor();
    const steps = [
      "Starting data seeding...",
      "Creating sample clients...",
      "Creating sample subscriptions...",
    ];
    expect(await said()).toEqual([...steps, ...steps, "Data seeding completed successfully!"]);
    await page
      .getByText("Attention: You have 1 overdue subscription(s) that need immediate attention.")
      .waitFor();

    const { clients } = (await office.asStaff("GET /api/v1/clients")).body;
    const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
    expect(clients).toHaveLength(5);
    expect(subscriptions).toHaveLength(6);
    expect(clients.every(({ email, sample }) => sample && email.endsWith(".example"))).toBe(true);
    const amounts = subscriptions.map(({ amount }) => amount);
    expect([Math.min(...amounts), Math.max(...amounts)]).toEqual([149.99, 1999.99]);
    expect(new Set(subscriptions.map(({ frequency }) => frequency)).size).toBe(4);
  });

  test("the banner leads to exactly the overdue rows; edited and renewed, the banner is gone", async () => {
    const page = await office.openAs(office.staff);
    await page.getByText("$749.99 overdue in all.").waitFor();
    await page.getByRole("link", { name: "Show them" }).click();
    await page.getByText("4 days overdue").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);

    await page.getByRole("button", { name: "Edit the subscription of Otieno Odhiambo" }).click();
    await page.getByRole("dialog").getByLabel("Amount ($)").fill("800");
    await page.getByRole("button", { name: "Save Subscription" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("$800.00", { exact: true }).waitFor();
    await page.getByText("4 days overdue").waitFor();

    await page.getByRole("button", { name: "Renew Otieno Odhiambo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Renew", exact: true }).click();
    await page.getByRole("heading", { name: "No subscriptions match" }).waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
    await eventually(() => page.getByText("Attention:").count()).toBe(0);
  });

  test("Revenue Due adds up the listed renewals, and a renewal in the row takes its one off", async () => {
    const page = await office.openAs(office.staff);
    const due = page.getByRole("region", { name: "Revenue Due" });
    await due.getByText("$449.98").waitFor();
    await page.getByRole("button", { name: "Renew Amina Hassan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Renew", exact: true }).click();
    await due.getByText("$299.99").waitFor();
    await page.getByRole("link", { name: "Open the subscription of Wanjiru Kamau" }).click();
    await page.getByRole("dialog", { name: "Edit Subscription" }).waitFor();
  });

  test("every figure explains itself to keyboard and screen reader", async () => {
    const page = await office.openAs(office.staff);
    const explain = page.getByRole("button", { name: "Renewals this month: what is counted" });
    await explain.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const tooltip = page.getByRole("tooltip");
    await tooltip.filter({ hasText: "from today to the end of this calendar month" }).waitFor();
    expect(await explain.getAttribute("aria-describedby")).toBe(await tooltip.getAttribute("id"));
  });

  test("the forecast is there as a table too, and adds up", async () => {
    const page = await office.openAs(office.staff);
    await page.getByText("Show as a table").click();
    const rows = page.getByRole("table").getByRole("row");
    await eventually(() => rows.count()).toBe(13);
    const cells = await rows.locator("td:last-child").allTextContents();
    const cents = cells.reduce(
      (sum, text) => sum + Math.round(Number(text.replaceAll(/[$,]/g, "")) * 100),
      0,
    );
    const total = (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
    await page.getByText(`${total} in all.`).waitFor();
    // And as bars, each as high beside the others as its sum.
    const bars = await page
      .locator("[data-month] > div")
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    const sums = cells.map((text) => Number(text.replaceAll(/[$,]/g, "")));
    const highest = sums.indexOf(Math.max(...sums));
    expect(bars).toHaveLength(12);
    expect(bars[highest]).toBeGreaterThan(100);
    for (const [month, sum] of sums.entries())
      expect(bars[month]).toBeCloseTo(((bars[highest] ?? 0) * sum) / (sums[highest] ?? 0), 0);
  });

  test("the four outcomes of sending are told in their words", async () => {
    office.forgive(failedRequest);
    const page = await office.openAs(office.staff);
    const button = page.getByRole("button", { name: "Send Renewal Notifications" });
    const told = (text: string) => page.getByText(text, { exact: true }).waitFor();
    // The samples are never written to.
    await button.click();
    await told(
      "No notifications were sent. Email API may not be configured or no clients are due for renewal.",
    );
    await page.route(send, (route) =>
      route.fulfill({ status: 200, json: { sent: 3, skipped: 1, failed: 0, queued: 0 } }),
    );
    await button.click();
    await told("3 email notifications sent successfully!");
    await page.unroute(send);
    await page.route(send, (route) =>
      route.fulfill({ status: 503, json: { error: "The mail is resting." } }),
    );
    await button.click();
    await told("Failed to send notifications: The mail is resting.");
    await page.unroute(send);
    await page.route(send, (route) => route.abort());
    await button.click();
    await told("An error occurred while sending notifications");
  });

  test("any member of staff removes the samples while there is nothing else, and is asked first", async () => {
    const page = await office.openAs(office.staff);
    await page.getByRole("button", { name: "Remove sample data" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Remove sample data" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("5 sample clients and 6 sample subscriptions were removed.").waitFor();
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    expect((await office.asStaff("GET /api/v1/clients")).body.clients).toEqual([]);
  });

  test("an email that goes out is counted as sent, and not sent twice", async () => {
    const { client } = (
      await office.asStaff("POST /api/v1/clients", { body: { name: "Real Ltd", email: "real@company.test" } })
    ).body;
    await office.asStaff("POST /api/v1/subscriptions", {
      body: { client_id: client.id, start_date: "2026-11-26", frequency: "monthly", amount: 50 },
    });
    const page = await office.openAs(office.staff);
    const button = page.getByRole("button", { name: "Send Renewal Notifications" });
    await button.click();
    await page.getByText("1 email notification sent successfully!").waitFor();
    await button.click();
    await page.getByText("No notifications were sent.").waitFor();
    const emails = (await office.product.inbox()).filter(({ to }) => to.includes("real@company.test"));
    expect(emails).toHaveLength(1);
  });
});

/** Notes every text that the progress of the seeding shows, however short. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const progress = page.getByRole("region", { name: "First steps" }).getByRole("status").first();
  const said = await progress.evaluateHandle((place) => {
    const texts: string[] = [];
    const note = () => {
      const text = place.textContent ?? "";
      if (text && text !== texts.at(-1)) texts.push(text);
    };
    new MutationObserver(note).observe(place, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => said.jsonValue();
}
