import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, eventually, failedRequest, navigate } from "../test/admin-browser.ts";
import { seededReminder, seedRows } from "../test/seed-rows.ts";

const office = backOffice();
let client: Client;

beforeAll(async () => {
  const body = { name: "Wanjiru Kamau", email: "wanjiru@tumaini.example", phone: "0712 345 678" };
  client = (await office.asStaff("POST /api/v1/clients", { body })).body.client;
  const terms = { client_id: client.id, start_date: "2026-01-20", frequency: "monthly", amount: 149.99 };
  const due = { service: "Loan system, 3 branches", next_billing_date: "2026-12-20" };
  await office.asStaff("POST /api/v1/subscriptions", { body: { ...terms, ...due } });
});

const entries = (page: Page) => page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
const owed = (page: Page) => region(page, "Owed");
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the timeline is filtered, the address keeps the filter, and older pages are searched", async () => {
  const body = { name: "Zawadi", email: "zawadi@client.example" };
  const { id } = (await office.asStaff("POST /api/v1/clients", { body })).body.client;
  const note = { text: "They want a fourth branch in March.\nCall Achieng first." };
  await office.asStaff("POST /api/v1/clients/{id}/notes", { params: { id }, body: note });
  await seedRows(office.product, "Reminders", 60, (row, index) =>
    seededReminder(id, row, "2027-05-01", index),
  );
  const page = await office.openAs(office.staff, `/admin/clients/${id}`);
  const filter = (name: string) =>
    page.getByRole("navigation", { name: "Timeline filter" }).getByRole("link", { name });
  await eventually(() => entries(page).count()).toBeGreaterThan(25);
  expect(await entries(page).filter({ hasText: "fourth branch" }).count()).toBe(0);
  await filter("Notes").press("Enter");
  await entries(page).filter({ hasText: "fourth branch" }).waitFor();
  expect(await entries(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe("?show=notes");
  expect(await entries(page).getByText("Call Achieng first.").count()).toBe(0);
  await entries(page)
    .getByRole("button", { name: /^Show more: Note/ })
    .press("Enter");
  await entries(page).getByText("Call Achieng first.").waitFor();
  await eventually(() => entries(page).getByText("They want a fourth branch").count()).toBe(1);

  await page.reload();
  await entries(page).filter({ hasText: "fourth branch" }).waitFor();
  expect(await filter("Notes").getAttribute("aria-current")).toBe("true");
  await filter("Payments").press("Enter");
  await page.getByText("Nothing of this kind.").waitFor();
  await filter("Changes").press("Enter");
  await entries(page).filter({ hasText: "added the client" }).waitFor();
  await filter("All").press("Enter");
  await eventually(() => new URL(page.url()).search).toBe("");
});

test("on a phone it fits, loads older entries, and shows errors and a missing client", async () => {
  await seedRows(office.product, "Reminders", 80, (id, index) =>
    seededReminder(client.id, id, "2026-05-01", index),
  );
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/subscriptions", {
    viewport: { width: 390, height: 844 },
  });
  await page.route(`**/clients/${client.id}`, (route) => route.abort());
  await page
    .getByRole("row")
    .filter({ hasText: "Loan system" })
    .click({ position: { x: 30, y: 20 } });
  await page.getByRole("dialog").getByRole("link", { name: "Wanjiru Kamau", exact: true }).click();
  await page.getByRole("alert").getByText("An error occurred while fetching the client").waitFor();
  await page.unroute(`**/clients/${client.id}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Wanjiru Kamau" }).waitFor();
  await entries(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const before = await entries(page).count();
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(before);
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(80);
  await more.waitFor({ state: "detached" });

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

  await page.route("**/account", (route) =>
    route.fulfill({ status: 400, json: { error: "Refused by the test." } }),
  );
  await page.reload();
  await page.getByRole("alert").getByText("Refused by the test.").waitFor();
  await page.unroute("**/account");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await owed(page).waitFor();

  await navigate(page, "/admin/clients/00000000-0000-4000-8000-000000000000");
  await page.getByRole("heading", { name: "Client not found" }).waitFor();
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("heading", { level: 1, name: "Client Management" }).waitFor();
});
