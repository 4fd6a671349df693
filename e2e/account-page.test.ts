import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/axe.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const phone = { viewport: { width: 390, height: 844 } };

test("staff copy and renew the link; the client reads the account on a phone, with and without script", async () => {
  const body = { ...aClient, phone: "0712 345 678" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const plan = { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", currency: "KES" };
  for (const [service, next_billing_date] of [
    ["Loan ledger for all branches", "2026-11-15"],
    ["Hosting", "2026-12-28"],
  ])
    await office.asStaff("POST /api/v1/subscriptions", {
      body: { ...plan, service, next_billing_date, amount: 1_234_567.89 },
    });
  const staff = await office.openAs(office.staff, `/admin/clients/${client.id}`);
  const link = staff.getByLabel("The client's own page");
  await link.waitFor();
  const first = await link.inputValue();
  await staff.getByRole("button", { name: "Renew link" }).click();
  await staff.getByText("The old link stops working, also in emails that were sent.").waitFor();
  await staff.getByRole("button", { name: "Renew link" }).click();
  await eventually(() => link.inputValue()).not.toBe(first);
  await staff.getByText("renewed the link to the account").waitFor();
  await staff.getByRole("button", { name: "WhatsApp to Amani Traders (opens in a new tab)" }).waitFor();
  const address = await link.inputValue();

  for (const options of [phone, { ...phone, javaScriptEnabled: false }]) {
    const hasScript = !("javaScriptEnabled" in options);
    const page = await office.open(address, options);
    await page.getByText("KES 3,703,703.67").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    if (hasScript) expect(await violationsOf(page, wcag22)).toEqual([]);
    await page.getByRole("link", { name: "Statement to print" }).click();
    await page.getByRole("heading", { name: "Kenya shillings" }).waitFor();
    const print = page.getByRole("button", { name: "Print or save as PDF" });
    expect(await print.count()).toBe(hasScript ? 1 : 0);
    if (hasScript) expect(await violationsOf(page, wcag22)).toEqual([]);
    await page.getByRole("link", { name: "Back to your account" }).click();
    await page.getByRole("heading", { name: "How to pay" }).or(page.getByText("Next due")).first().waitFor();
  }
  office.allowConsoleErrors(/404/);
  const gone = await office.open(first, phone);
  await gone.getByRole("heading", { name: "This link does not work" }).waitFor();
});
