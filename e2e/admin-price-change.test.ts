import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";

const office = backOffice();

test("a new price shows which charges change and which the client knows, and an end offers what is paid ahead as credit", async () => {
  const email = "told@client.example";
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name: "Told Ltd", email } }))
    .body;
  const terms = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 25 } as const;
  const body = { ...terms, currency: "USD", service: "Hosting", next_billing_date: "2026-11-28" } as const;
  const { id } = (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription;
  const page = await office.openAs(office.staff, `/admin/subscriptions?subscription=${id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Subscription" });
  const listed = (title: string) =>
    eventually(() => dialog.getByRole("list", { name: title }).getByRole("listitem").allTextContents());
  await dialog.getByLabel("Amount ($)").fill("30");
  await listed("Charges that change").toEqual(["Dec 28, 2026: $25.00 → $30.00"]);
  await listed("Charges that stay").toEqual(["Nov 28, 2026: $25.00, due"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();

  await office.asStaff("POST /api/v1/subscriptions/{id}/reminders", { params: { id }, query: {} });
  await office.product.idle();
  const to = [{ subscription_id: id, period: "2027-01-28", amount: 25 }];
  const paid = { id: crypto.randomUUID(), amount: 25, to };
  await office.asStaff("POST /api/v1/clients/{id}/payments", { params: { id: client.id }, body: paid });
  await page.goto(`/admin/subscriptions?subscription=${id}`);
  await dialog.getByLabel("Amount ($)").fill("30");
  await listed("Charges that stay").toEqual([
    "Nov 28, 2026: $25.00, due",
    "Dec 28, 2026: $25.00, told on Dec 24, 2026",
    "Jan 28, 2027: $25.00, paid",
  ]);
  expect(await dialog.getByRole("list", { name: "Charges that change" }).count()).toBe(0);
  await dialog.getByLabel("Status").selectOption("inactive");
  await dialog.getByText("$25.00 is paid for what is not due yet.").waitFor();
  await dialog
    .getByLabel("What is due and not paid, and what is paid ahead")
    .selectOption({ label: "Credit the $25.00 paid ahead" });
  await listed("Charges that change").toEqual([
    "Dec 28, 2026: $25.00, removed",
    "Jan 28, 2027: $25.00, removed",
  ]);
  await dialog.getByRole("button", { name: "Save Subscription" }).click();
  await dialog.waitFor({ state: "detached" });
  const account = await office.asStaff("GET /api/v1/clients/{id}/account", { params: { id: client.id } });
  expect(account.body.credit).toEqual([{ currency: "USD", amount: 25 }]);
});
