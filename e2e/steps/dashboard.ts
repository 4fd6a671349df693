import type { Page } from "playwright-core";
import { expect } from "vitest";
import { addDays } from "../../shared/day.ts";
import { formatCents } from "../../shared/money.ts";
import { type backOffice, eventually } from "../../test/browser/admin-browser.ts";
import { today } from "../../test/product/product.ts";
import { seedAccounts, seededClient, seedRows } from "../../test/product/seed-rows.ts";
import { aClient } from "../../test/product/staffed.ts";

type Office = ReturnType<typeof backOffice>;

/** More than the page requests. */
const many = 64;
const late = 12;
/** Different amounts, so that a missing one changes the sum. */
const centsOf = (index: number) => 10_001 + index * 137;
const sum = formatCents(
  Array.from({ length: many }, (_, index) => centsOf(index)).reduce((a, b) => a + b),
  "USD",
);

/** The page to come is shown while it loads, and an empty one says what its places are for. */
async function openEmpty(page: Page): Promise<void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/v1/dashboard/stats?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Dashboard" }).click();
  const loading = page.getByRole("status").filter({ hasText: "Loading dashboard..." });
  await loading.waitFor();
  // Four figures, and eight rows of four parts in each of the two lists.
  expect(await loading.locator(".mantine-Skeleton-root").count()).toBe(4 + 2 * 8 * 4);
  const animations = () => page.evaluate(() => document.getAnimations().length);
  expect(await animations()).toBe(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await animations()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  answer();
  await page.getByText("Nothing is overdue. Clients with an unpaid period before today").waitFor();
  await page.getByText("Nothing is due in the next 7 days. Renewals appear here a week before").waitFor();
  await page.getByText("A note with a day, written on a client's page, appears here").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Three clients with notes for today, and many with something due or overdue. */
export async function oweMuch(office: Office): Promise<void> {
  const real = { name: "Real Ltd", email: "real@real.example" };
  const addReal = async () => (await office.asStaff("POST /api/v1/clients", { body: real })).body.client;
  // With three records, setting up is over.
  const [client] = [await addReal(), await addReal(), await addReal()];
  for (const text of ["First", "Second", "Third", "Fourth", "Fifth"])
    await office.asStaff("POST /api/v1/clients/{id}/notes", {
      params: { id: client.id },
      body: { text: `${text} note, long enough to be cut at the end of its line`, due_on: today },
    });
  const seedDue = async (name: string, count: number, due: (index: number) => object) => {
    const clients = await seedRows(office.product, "Clients", count, (id, index) => ({
      ...seededClient(id, index + (name === "Due" ? 0 : many)),
      name: `${name} ${index}`,
      email: `${name}${index}@client.example`,
      muted: true,
    }));
    await seedAccounts(office.product, clients, (index) => ({ frequency: "yearly", ...due(index) }));
  };
  await seedDue("Due", many, (index) => ({
    amount_cents: centsOf(index),
    next_billing_date: addDays(today, index % 8),
  }));
  await seedDue("Late", late, (index) => ({
    amount_cents: 1_000_000 * (index + 1),
    ...(index % 2 && { currency: "KES" }),
    next_billing_date: addDays(today, -10 * (index + 1)),
  }));
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const daysIn = (page: Page) => region(page, "Next 7 days").getByRole("group");
const centsIn = (text: string) =>
  Math.round(Number((/\$([\d.,]+)/.exec(text)?.[1] ?? "").replaceAll(",", "")) * 100);

const rowsIn = (page: Page) => daysIn(page).getByRole("listitem").filter({ visible: true });

/** The first day is open, and shows two rows. */
async function checkRowHeights(page: Page, height: number): Promise<void> {
  await eventually(() => rowsIn(page).count()).toBe(2);
  const buttons = rowsIn(page).getByRole("button");
  await eventually(() =>
    buttons.evaluateAll((elements) => elements.map((button) => button.getBoundingClientRect().height)),
  ).toEqual(Array(4).fill(height));
}

/** Each of the next 7 days has its count and sum, and opens at a press. */
async function checkDays(page: Page): Promise<void> {
  await region(page, "Revenue Due").getByText(sum, { exact: true }).waitFor();
  const days = await daysIn(page).locator("summary").allInnerTexts();
  expect(days.map((text) => /· (\d+)/.exec(text)?.[1])).toEqual(Array(8).fill("8"));
  expect(
    formatCents(
      days.map(centsIn).reduce((a, b) => a + b),
      "USD",
    ),
  ).toBe(sum);

  // The first day is open, and the others open at a press.
  const rows = rowsIn(page);
  await checkRowHeights(page, 24);
  await page.getByRole("button", { name: "Show 6 more" }).click();
  await eventually(() => rows.count()).toBe(8);
  const first = await rows.allInnerTexts();
  expect(first.map(centsIn).reduce((a, b) => a + b)).toBe(centsIn(days[0] ?? ""));
  for (const day of (await daysIn(page).locator("summary").all()).slice(1)) await day.press("Enter");
  await eventually(() => rows.count()).toBe(50);
  const links = daysIn(page).getByRole("link", { name: /^See the other/ });
  await eventually(() => links.allTextContents()).toEqual(["See the other 6", "See the other 8"]);
  expect(await links.first().getAttribute("href")).toBe("/admin/money?show=soon");
}

/** Everything that matters is in the first view, and nothing scrolls inside. */
async function checkFirstView(page: Page, height: number): Promise<void> {
  const overdue = region(page, "Overdue").getByRole("listitem");
  const parts = [
    page.getByText("Attention: You have 12 overdue subscription(s) that need immediate attention."),
    overdue.last(),
    daysIn(page).last(),
    page.getByRole("link", { name: "See all 5" }),
    region(page, "Today").getByRole("listitem").last(),
    region(page, "Revenue Due"),
    page.getByText("Renewals this month", { exact: true }),
    region(page, "Reminders"),
  ];
  for (const part of parts)
    await eventually(() =>
      part.evaluate((element) => Math.round(element.getBoundingClientRect().bottom)),
    ).toBeLessThanOrEqual(height);
  const scrolling = await page.locator("main *").evaluateAll(
    (all) =>
      all.filter((element) => {
        const { overflowY } = getComputedStyle(element);
        return ["auto", "scroll"].includes(overflowY) && element.scrollHeight > element.clientHeight;
      }).length,
  );
  expect(scrolling).toBe(0);
}

/** The eight largest debts lead to all, and four lines of today to the rest. */
async function followLinks(page: Page): Promise<void> {
  const lines = region(page, "Today").getByRole("listitem");
  await eventually(() => lines.count()).toBe(4);
  await page.getByRole("link", { name: "See all 5" }).click();
  await eventually(() => lines.count()).toBe(5);
  await page.goBack();
  await eventually(() => lines.count()).toBe(4);

  const debts = region(page, "Overdue").getByRole("listitem");
  await eventually(async () => (await debts.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual(
    // Dollars are the company's usual currency.
    [10, 8, 6, 4, 2, 0, 11, 9].map((index) => `Late ${index}`),
  );
  expect(await debts.first().textContent()).toMatch(/\$110,000\.00.*110 days/);
  await page.getByRole("link", { name: "All overdue" }).click();
  await eventually(() => page.getByText(/^Late \d+$/).count()).toBe(late);
  expect(new URL(page.url()).search).toBe("?show=overdue");
  await page.goBack();
}

/** The skipped emails lead to their reasons. */
async function sendNothing(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send Renewal Notifications" }).click();
  const dialog = page.getByRole("dialog", { name: "Send Renewal Notifications" });
  const leftOut = dialog.getByRole("region", { name: `Skipped (${many + late})` }).getByRole("listitem");
  await leftOut.filter({ hasText: "Its reminders are muted" }).first().waitFor();
  expect(await leftOut.count()).toBe(many + late);
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText("No notifications were sent.").waitFor();
  // On a busy machine some are left to the queue.
  await page.getByRole("link", { name: /^\d+ skipped$/ }).click();
  await page.getByRole("heading", { name: "Today, Thursday, Dec 24, 2026" }).waitFor();
  expect(await page.getByLabel("Result").inputValue()).toBe("skipped");
  const line = page.getByRole("row").filter({ hasText: /(?:Due|Late) \d/ });
  await eventually(() => line.first().textContent()).toMatch(/Skipped.*reminders are muted/);
}

/** Loads the program again, so that it has none of the lists, on a screen that needs none. */
async function loadSettings(page: Page): Promise<void> {
  await page.goto("/admin/settings");
  await page.getByLabel("Company Name").waitFor();
}

/**
 * Staff add their own records: the first view has everything that matters, the days and the links lead to the rest, and
 * no list of clients is loaded for it.
 */
export async function fillWithOwnRecords(page: Page, office: Office): Promise<void> {
  await office.asStaff("POST /api/v1/clients", { body: aClient });
  await loadSettings(page);
  await openEmpty(page);
  await oweMuch(office);
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await loadSettings(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByText("Show as a table").waitFor();
  await eventually(() => region(page, "Overdue").getByRole("listitem").count()).toBe(8);
  await page.getByText("There was no daily run yet.").waitFor();
  await checkFirstView(page, 900);
  await page.setViewportSize({ width: 1280, height: 720 });
  await checkFirstView(page, 720);
  await page.setViewportSize({ width: 1440, height: 900 });
  await checkDays(page);
  expect(paths).toContain("/api/v1/dashboard/stats");
  expect(paths).not.toContain("/api/v1/clients");
  await followLinks(page);

  await sendNothing(page);
}
