import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  backOffice,
  chooseFile,
  downloaded,
  eventually,
  failedRequest,
  navigate,
} from "../test/admin-browser.ts";

const office = backOffice();
const subscriptionIds: Record<string, string> = {};
const clientIds: Record<string, string> = {};
beforeAll(async () => {
  for (const [name, amount] of [
    ["Amani Traders", 149.99],
    ["Baraka Stores", 80],
  ] as const) {
    const body = { name, email: "accounts@client.example" };
    const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
    const price = { start_date: "2026-09-20", next_billing_date: "2026-10-20", frequency: "monthly", amount };
    const { subscription } = (
      await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...price } })
    ).body;
    subscriptionIds[name] = subscription.id;
    clientIds[name] = client.id;
  }
  const paid = { period: "2026-10-20", paid_on: "2026-11-30", method: "bank", reference: "EFT 77" };
  const params = { id: subscriptionIds["Baraka Stores"] ?? "" };
  await office.asStaff("POST /api/v1/subscriptions/{id}/renewals", { params, body: paid });
});

const dialog = (page: Page) => page.getByRole("dialog");
const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const open = (page: Page, client: string) =>
  navigate(page, `/admin/subscriptions?pay=${clientIds[client]}.${subscriptionIds[client]}`);

async function record(page: Page, client: string, code = "SJK4H7L2"): Promise<void> {
  await open(page, client);
  await dialog(page).getByLabel("Periods").selectOption({ index: 1 });
  await dialog(page).getByLabel("Method").selectOption({ label: "M-Pesa" });
  await dialog(page).getByLabel("Reference").fill(code);
  await dialog(page).getByRole("button", { name: "Record payment", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

test("a payment is undone from its message or the list of payments, which has days and sums", async () => {
  const page = await office.openAs(office.staff, "/admin/payments");
  await page.getByText("No payments").waitFor();
  await record(page, "Amani Traders");
  // The next payment's dialog is open already: it shows what the undo opened.
  await open(page, "Amani Traders");
  const oldest = dialog(page).getByText("due Oct 20, 2026, $149.99 open");
  await dialog(page).getByText("due Nov 20, 2026, $149.99 open").waitFor();
  expect(await oldest.count()).toBe(0);
  await undo(page).click();
  await page.getByText("The payment was undone. Still due in all: $449.97.").waitFor();
  await oldest.waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await record(page, "Amani Traders");
  await record(page, "Baraka Stores", "SJK4H7L3");

  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByText("$229.99 received").waitFor();
  await row(page, "Amani Traders").getByText("M-Pesa").waitFor();
  await row(page, "Amani Traders").getByText("SJK4H7L2").waitFor();
  // The first row of a day has the sum of the day.
  await page.getByRole("row").nth(1).getByTitle("2 payments, $229.99").waitFor();

  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByText("$80.00 received").waitFor();
  await row(page, "EFT 77").getByText("Bank").waitFor();
  expect(new URL(page.url()).search).toContain("from=2026-11-01&to=2026-11-30");
  await chooseFile(page, "Download month for eTIMS");
  await dialog(page).getByText("$80.00").waitFor();
  const file = await downloaded(page, () =>
    dialog(page).getByRole("button", { name: "Download CSV" }).click(),
  );
  expect(String(file.bytes)).toContain(",Baraka Stores,,EFT 77,2026-11-30,Payment,Bank,USD,80,0\r\n");
  await page.keyboard.press("Escape");
  // The list is there after a reload, and can be searched and filtered.
  await page.reload();
  await page.getByLabel("From", { exact: true }).fill("2026-11-15");
  await page.getByLabel("To", { exact: true }).fill("2026-12-24");
  await page.getByText("$309.99 received").waitFor();
  await page.getByRole("searchbox").fill("eft");
  await page.getByText("1 payment", { exact: true }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("Method").selectOption("mpesa");
  await page.getByText("$229.99 received").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-11-01");
  await page.getByText("The first day, 2026-11-15, is after the last, 2026-11-01.").waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/payments");
  await page.getByText("$229.99 received").waitFor();
  // Who comes back to the open list loads only what changed.
  const loads: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v1/payments" && !searchParams.has("state"))
      loads.push([...searchParams.keys()].join());
  });
  const { payments } = (await office.asStaff("GET /api/v1/payments")).body;
  const { id = "" } = payments.find((one) => one.client_id === clientIds["Amani Traders"]) ?? {};
  await office.asStaff("DELETE /api/v1/payments/{id}", { params: { id } });
  const params = { id: clientIds["Amani Traders"] ?? "" };
  const body = { amount: 149.99, reference: "Cheque 12", method: "cheque" };
  const { status } = await office.asStaff("POST /api/v1/clients/{id}/payments", { params, body });
  expect(status).toBe(201);
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 6 * 60_000;
    window.dispatchEvent(new Event("visibilitychange"));
  });
  await page.getByText("Cheque 12").waitFor();
  await page.getByText("$229.99 received").waitFor();
  expect(await page.getByText("SJK4H7L2").count()).toBe(0);
  expect(loads).toEqual(["since"]);
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("shillings and dollars are requested, paid and shown separately, and never added up", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await page.getByText("$229.99 active").waitFor();
  await page.getByRole("button", { name: "Add Subscription" }).click();
  const form = dialog(page);
  await form.getByLabel("Client").fill("Amani");
  await page.getByRole("option", { name: /Amani Traders/ }).click();
  await form.getByLabel("Currency").selectOption({ label: "Kenya shillings" });
  await form.getByLabel("Amount (KES)").fill("125000");
  await form.getByText("KES 125,000.00 every month").waitFor();
  await form.getByLabel("Start Date").fill("2026-01-20");
  await form.getByLabel("Next billing date").fill("2026-12-20");
  await form.getByRole("button", { name: "Add Subscription" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("$229.99 + KES 125,000.00 active").waitFor();
  await page.getByText("ARR $2,759.88 + KES 1,500,000.00").waitFor();
  // Sorted by amount: dollars first, then shillings, as in the header.
  const byAmount = page.getByRole("button", { name: "Amount" });
  expect(await byAmount.getAttribute("title")).toBe("By currency, then by amount");
  await byAmount.click();
  const shillings = row(page, "KES 125,000.00");
  await eventually(() => page.getByRole("row").nth(3).textContent()).toContain("125,000.00");

  await shillings.getByRole("button", { name: "Record payment from Amani Traders" }).click();
  await dialog(page).getByLabel("Amount (KES)").fill("25000");
  await dialog(page).getByText("KES 100,000.00 of the period due on Dec 20, 2026 remains due.").waitFor();
  await dialog(page).getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText("Amani Traders has paid KES 25,000.00. Still due in all:").waitFor();

  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByText("$229.99 + KES 25,000.00 received").waitFor();

  await page.getByRole("link", { name: "Amani Traders" }).first().click();
  await page.getByText(/^Paid KES\s25,000$/).waitFor();
  await page.getByRole("listitem").filter({ hasText: "in part" }).waitFor();
  await eventually(() => page.getByRole("region", { name: "Details" }).textContent()).toMatch(
    /\$1,799\.88\nKES\s1,500,000\.00[\s\S]*\$149\.99\nKES\s25,000\.00/,
  );

  await page.getByRole("link", { name: "Dashboard" }).click();
  const due = page.getByRole("region", { name: "Revenue Due" });
  await due.waitFor();
  await eventually(() => page.locator("dl").first().textContent()).toMatch(/Overdue[\s\S]*KES\s100,000\.00/);
  await page.getByRole("list", { name: "Coming in US dollars" }).waitFor();
  await page.getByRole("button", { name: "Kenya shillings" }).click();
  await page.getByRole("list", { name: "Coming in Kenya shillings" }).waitFor();
  expect(await page.getByRole("list", { name: "Coming in US dollars" }).count()).toBe(0);
  await page.getByText("Show as a table").click();
  await page.setViewportSize({ width: 320, height: 700 });
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
