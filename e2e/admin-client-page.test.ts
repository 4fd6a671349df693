import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, chooseAction, eventually, failedRequest } from "../test/admin-browser.ts";
import { seedRows } from "../test/seed-rows.ts";

const office = backOffice();
let client: Client;
let subscriptionId: string;

const post = (key: "POST /api/v1/subscriptions", body: object) => office.asStaff(key, { body });

beforeAll(async () => {
  const body = { name: "Wanjiru Kamau", email: "wanjiru@tumaini.example", phone: "0712 345 678" };
  client = (await office.asStaff("POST /api/v1/clients", { body: { ...body, company: "Tumaini" } })).body
    .client;
  const terms = { client_id: client.id, start_date: "2026-01-20", frequency: "monthly", amount: 149.99 };
  subscriptionId = (
    await post("POST /api/v1/subscriptions", {
      ...terms,
      service: "Loan system, 3 branches",
      next_billing_date: "2026-12-20",
    })
  ).body.subscription.id;
  await office.asStaff("POST /api/v1/send-notifications");
  await office.product.call("POST /api/send-email", {
    body: { name: "W", email: body.email, message: "A fourth branch in March?", elapsed: 30_000 },
  });
});

const entries = (page: Page) => page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("staff find a client, record a payment and a promise, and see the client on the promised day", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await page.getByRole("link", { name: "Wanjiru Kamau" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Wanjiru Kamau" }).waitFor();
  expect(await page.getByRole("link", { name: "0712 345 678" }).getAttribute("href")).toBe("tel:0712345678");
  expect(await page.getByRole("link", { name: client.email }).getAttribute("href")).toBe(
    `mailto:${client.email}`,
  );
  const figures = page.getByLabel("Figures");
  await eventually(() => figures.textContent()).toMatch(/\$1,799\.88[\s\S]*nothing[\s\S]*\$149\.99/);
  const told = ["A fourth branch in March?", "Overdue reminder", "Subscription added", "Client added"];
  for (const text of told) await entries(page).filter({ hasText: text }).waitFor();
  await entries(page).filter({ hasText: "Overdue reminder" }).getByText("Delivered").waitFor();

  await page.getByRole("button", { name: "Record payment", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Renew: Wanjiru Kamau" });
  await dialog.getByText("Loan system, 3 branches").waitFor();
  await dialog.getByLabel("Reference").fill("SFT6QX1Z9K");
  await page.keyboard.press("Enter");
  await entries(page).filter({ hasText: "SFT6QX1Z9K" }).getByText("Paid $149.99").waitFor();
  await figures.getByText("1 payment").waitFor();

  await page.getByLabel("Note", { exact: true }).fill("Promised the rest for today");
  await page.getByLabel("Remind me on").fill("2026-12-24");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await entries(page).first().getByText("Promised the rest for today").waitFor();
  await eventually(() => page.getByLabel("Note", { exact: true }).inputValue()).toBe("");

  await page.getByRole("button", { name: "Add Subscription" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Subscription" });
  await form.getByLabel("Service").fill("loan");
  await page.getByRole("option", { name: "Loan system, 3 branches" }).waitFor();
  await form.getByLabel("Service").fill("Payroll");
  await form.getByLabel("Amount").fill("50");
  await form.getByRole("button", { name: "Add Subscription" }).press("Enter");
  await region(page, "Subscriptions").getByText("Payroll").waitFor();
  await chooseAction(page, "Payroll", "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Subscription" });
  await edit.getByLabel("Amount").fill("75");
  await edit.getByRole("button", { name: "Save Subscription" }).press("Enter");
  await entries(page).first().getByText("Amount: $50.00 → $75.00").waitFor();
  await page.getByRole("button", { name: "Edit client" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Phone").fill("0733 000 111");
  await page.getByRole("dialog").getByLabel("Language").selectOption("Swahili");
  await page.getByRole("dialog").getByRole("button", { name: "Save Client" }).press("Enter");
  await entries(page).first().getByText("Phone: 0712 345 678 → 0733 000 111").waitFor();
  await entries(page).first().getByText("Language: English → Swahili").waitFor();
  const chat = page.getByRole("link", { name: "WhatsApp, opens in a new tab" });
  await eventually(() => chat.getAttribute("href")).toMatch(/[?]text=Habari%20Wanjiru%20Kamau/);

  await page.getByRole("link", { name: "Dashboard" }).press("Enter");
  const notes = region(page, "Notes for today");
  await notes.getByText("Promised the rest for today").waitFor();
  await notes.getByRole("button", { name: "Done: the note on Wanjiru Kamau" }).press("Enter");
  await notes.waitFor({ state: "detached" });
});

test("on a phone it fits, loads older entries, and shows errors and a missing client", async () => {
  await seedRows(office.product, "Reminders", 120, (id, index) => ({
    ...{ subscription_id: id, period_kind: "2026-05-01#upcoming", period: "2026-05-01", kind: "upcoming" },
    ...{ client_id: client.id, state: "delivered", day: "2026-05-01" },
    at: new Date(Date.UTC(2026, 4, 1, 6, index)).toISOString(),
  }));
  const page = await office.openAs(office.staff, `/admin/clients/${client.id}`, {
    viewport: { width: 390, height: 844 },
  });
  await entries(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const before = await entries(page).count();
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(before);
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(120);
  await more.waitFor({ state: "detached" });

  office.allowConsoleErrors(failedRequest);
  await page.route("**/notes", (route) =>
    route.fulfill({ status: 500, json: { error: "Refused by the test." } }),
  );
  await page.getByLabel("Note", { exact: true }).fill("Kept while it fails");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("alert").getByText("Refused by the test.").waitFor();
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("Kept while it fails");
  await page.unroute("**/notes");
  await page.getByRole("button", { name: "Add note" }).click();
  await entries(page).first().getByText("Kept while it fails").waitFor();

  await page.route(`**/clients/${client.id}`, (route) => route.abort());
  await page.goto("/admin/subscriptions");
  await page
    .getByRole("row")
    .filter({ hasText: "Loan system" })
    .click({ position: { x: 30, y: 20 } });
  await page.getByRole("dialog").getByRole("link", { name: "Wanjiru Kamau", exact: true }).click();
  await page.getByRole("alert").getByText("An error occurred while fetching the client").waitFor();
  await page.unroute(`**/clients/${client.id}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Wanjiru Kamau" }).waitFor();
  await page.goto(`/admin/clients/${subscriptionId}`);
  await page.getByRole("heading", { name: "Client not found" }).waitFor();
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("heading", { level: 1, name: "Client Management" }).waitFor();
});
