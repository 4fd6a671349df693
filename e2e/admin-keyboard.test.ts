import type { Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import { formatReference } from "../shared/payment-reference.ts";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { payPeriods } from "../test/product/pay-periods.ts";
import { createOverdueClient, followUpByKeyboard, followUpByTouch, seePromise } from "./steps/follow-up.ts";

const office = backOffice();
afterEach(() => vi.restoreAllMocks());

office.prepare(async () => {
  for (const [name, start_date, service] of [
    ["Amani Traders", "2026-01-25", "Loan Management System"],
    ["Baraka Stores", "2026-01-26", "Point of sale, 3 branches"],
    ["Çelik Hardware", "2026-01-27"],
  ] as const) {
    const body = { name, email: "accounts@client.example" };
    const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
    const price = { start_date, frequency: "monthly", amount: 149.99 };
    await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, service, ...price } });
  }
});

const aDay = 24 * 3_600_000;
const palette = (page: Page) => page.getByRole("dialog", { name: "Find" });
const options = (page: Page) => palette(page).getByRole("option");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
async function openPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill(words);
}

/** A list is worked on with single keys, which can be switched off. */
async function useSingleKeys(page: Page): Promise<void> {
  await page.getByRole("row").nth(3).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("branches");
  await eventually(() => page.getByRole("row").count()).toBe(2);
  // Keys in a field type text.
  await page.keyboard.type("?jkr");
  await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("row").nth(3).waitFor();
  // ↓ in the search box goes to the first row.
  await page.keyboard.press("ArrowDown");
  await eventually(() => focused(page)).toContain("Amani Traders");

  await page.keyboard.press("j");
  expect(await focused(page)).toContain("Baraka Stores");
  await page.keyboard.press("k");
  expect(await focused(page)).toContain("Amani Traders");
  await page.keyboard.press("p");
  await page.getByRole("dialog").getByText("Amani Traders").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // Closing it returns to the same page.
  await eventually(() => focused(page)).toContain("Amani Traders");

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Record a payment for the row").waitFor();
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  expect(await help.count()).toBe(0);
  // Switch them on again from the palette.
  await page.keyboard.type("shortcuts");
  await page.keyboard.press("Enter");
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await help.waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
}

/** Every page and record is found by keyboard. */
async function findByKeyboard(page: Page): Promise<void> {
  // A new page moves the focus to its heading, for screen readers.
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Company Settings" }).waitFor();
  await eventually(() => focused(page)).toBe("Company Settings");
  expect(await page.title()).toContain("Settings");
  await page.getByLabel("Company Name").waitFor();
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("option", { name: "Go to Messages" }).waitFor();

  // The search ignores accents, and the screen reader reads the selection.
  await page.keyboard.type("celik");
  await eventually(() => options(page).allTextContents()).toEqual([
    expect.stringContaining("Çelik Hardware"),
    "Çelik Hardware$149.99 monthly, next Dec 27, 2026",
    expect.stringContaining("Çelik Hardware"),
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const readOut = () =>
    palette(page)
      .getByRole("combobox")
      .evaluate((box) => {
        const option = document.getElementById(box.getAttribute("aria-activedescendant") ?? "");
        return option?.parentElement?.textContent;
      });
  await eventually(readOut).toContain("Record a payment");
  await page.keyboard.press("Enter");
  await palette(page).waitFor({ state: "detached" });
  // A payment can be recorded on the current page.
  await page.getByRole("dialog").getByText("Çelik Hardware").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/settings");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // A payment reference is found, and a mistyped one is reported.
  const { clients } = (await office.asStaff("GET /api/v1/clients")).body;
  const celik = clients.find(({ name }) => name.startsWith("Çelik"));
  const { payment_reference: reference = "" } = celik ?? {};
  await openPalette(page, formatReference(reference));
  await eventually(() => options(page).first().textContent()).toContain("Çelik Hardware");
  const slip = String((Number(reference.at(-1)) + 1) % 10);
  await palette(page)
    .getByRole("combobox")
    .fill(formatReference(reference.slice(0, -1) + slip));
  await palette(page).getByText("This payment reference is not valid").waitFor();

  // An M-Pesa receipt number of any month is found.
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  const subscription = subscriptions.find(({ client_id }) => client_id === celik?.id);
  const { id = "", next_billing_date: period = "" } = subscription ?? {};
  const payment = { period, paid_on: "2026-05-04", method: "mpesa", reference: "SE46QX1Z9K" } as const;
  await payPeriods(office.asStaff, id, payment);
  await palette(page).getByRole("combobox").fill("se46qx1z9k");
  await eventually(() => options(page).first().textContent()).toContain("paid May 4, 2026");
  await page.keyboard.press("Escape");

  await openPalette(page, "branches");
  await eventually(() => options(page).count()).toBe(2);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Edit Subscription" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await openPalette(page, "nobody");
  await palette(page).getByText("No results for “nobody”.").waitFor();
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
}

test("staff work on a list with single keys, which can be switched off", async () =>
  useSingleKeys(await office.openAs(office.staff, "/admin/subscriptions")));

test("staff find every page and record by keyboard", async () =>
  findByKeyboard(await office.openAs(office.staff, "/admin/subscriptions")));

test("Ctrl K, and what is typed after it, count before the first screen has loaded", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  let showFrame = () => {};
  const typed = new Promise<void>((resolve) => {
    showFrame = resolve;
  });
  await page.route(/\/assets\/frame.*\.js/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("amani");
  expect(await page.getByRole("navigation").count()).toBe(0);
  showFrame();
  await eventually(() => palette(page).getByRole("combobox").inputValue()).toBe("amani");
  await palette(page).getByRole("option", { name: "Amani Traders" }).first().waitFor();
});

test("in the list of what is due, p records a payment from the client in focus", async () => {
  await createOverdueClient(office, "Zuri Traders");
  const page = await office.openAs(office.staff, "/admin/money");
  const row = page.locator("[data-row]").first();
  await row.waitFor();
  await page.keyboard.press("j");
  expect(await row.evaluate((row) => row === document.activeElement)).toBe(true);
  await page.keyboard.press("p");
  await page
    .getByRole("complementary", { name: `Record payment: ${await row.getAttribute("aria-label")}` })
    .waitFor();
});

test("with the keyboard alone, and with touch on a phone, staff find a client, record two of three months and a promise, and see the clients on the promised day", async () => {
  const wanjiru = { name: "Wanjiru Kamau", promise: "They promised the rest for Friday" };
  const otieno = { name: "Otieno Odhiambo", promise: "He pays the rest on Friday" };
  for (const { name } of [wanjiru, otieno]) await createOverdueClient(office, name);
  await followUpByKeyboard(await office.openAs(office.staff, "/admin/settings"), wanjiru);
  const touched = { viewport: { width: 390, height: 844 }, hasTouch: true };
  await followUpByTouch(await office.openAs(office.staff, "/admin/settings", touched), otieno);

  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + aDay);
  const friday = await office.openAs(office.admin);
  await seePromise(friday, wanjiru);
  await seePromise(friday, otieno);
});
