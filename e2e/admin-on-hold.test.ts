import { test } from "vitest";
import { backOffice, eventually, navigate } from "../test/browser/admin-browser.ts";

const office = backOffice();

test("staff see what an inactive client owes on every screen, and record its payment", async () => {
  const details = { name: "Amani Traders", email: "accounts@client.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: details })).body;
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-11-20", frequency: "monthly" };
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, ...terms, service: "Loan ledger", amount: 100 },
  });
  const params = { id: client.id };
  await office.asStaff("PUT /api/v1/clients/{id}", { params, body: { ...details, status: "inactive" } });

  const page = await office.openAs(office.staff, `/admin/clients/${client.id}`);
  const owed = page.getByRole("region", { name: "Due" });
  await owed.getByText("On hold").waitFor();
  await owed.getByText("$300.00").waitFor();
  await owed.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  await eventually(() => dialog.getByLabel("Amount").inputValue()).toBe("200.00");
  await dialog.getByRole("region", { name: "Sums" }).getByText("$300.00").waitFor();
  await dialog.getByText("Pays November and December. On hold: $100.00.").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByRole("status").getByText("On hold: $100.00.").waitFor();
  await owed.getByText("$100.00").waitFor();

  await navigate(page, "/admin/money");
  const row = page.getByRole("row").filter({ hasText: "Amani Traders" });
  await row.getByText("$100.00").waitFor();
  await page.getByRole("rowheader", { name: "On hold", exact: true }).waitFor();
  await page.getByText("1 client", { exact: true }).waitFor();
  await navigate(page, "/admin/subscriptions");
  await page.getByRole("row").filter({ hasText: "Loan ledger" }).getByText("$100.00 on hold").waitFor();
  await navigate(page, `/admin/clients/${client.id}/statement`);
  await page.getByText("Nothing is due").waitFor();
  await page.getByText("(On hold)").waitFor();
});
