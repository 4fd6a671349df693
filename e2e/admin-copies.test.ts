import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";
import { entries, region } from "../test/browser/client-on-screen.ts";

const office = backOffice();

test("staff paste several addresses, and unblock the copy that bounced", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await page.getByRole("button", { name: "Add Client" }).first().press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Client" });
  await form.getByLabel(/^Name/).fill("Tumaini SACCO");
  await form
    .getByLabel(/^Email/)
    .fill("office@tumaini.example, Asha Njeri <asha@tumaini.example>; bounce@simulator.amazonses.com");
  await form.getByRole("button", { name: "Add the others as copies" }).press("Enter");
  await form.locator("input:focus").and(form.getByLabel("Copy 1: email")).waitFor();
  await form.getByLabel("Copy 2: name").fill("Books & Co");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Open" }).press("Enter");
  const details = region(page, "Details");
  await details.getByText("Asha Njeri").waitFor();

  const { clients } = (await office.asStaff("GET /api/v1/clients")).body;
  const terms = { start_date: "2026-01-20", frequency: "monthly", amount: 149.99, service: "Loan system" };
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { ...terms, client_id: clients[0]?.id ?? "", next_billing_date: "2026-12-20" },
  });
  await office.asStaff("POST /api/v1/send-notifications");
  await office.product.idle();
  await page.reload();
  await details.getByText("Email bounced").waitFor();
  await entries(page)
    .filter({ hasText: "stopped copies to Books & Co <bounce@simulator.amazonses.com>" })
    .waitFor();
  await entries(page).filter({ hasText: "Overdue reminder, delivered" }).waitFor();
  await details.getByRole("button", { name: "Unblock bounce@simulator.amazonses.com" }).press("Enter");
  await details.getByText("Email bounced").waitFor({ state: "detached" });
  await entries(page).first().getByText("allowed copies to Books & Co").waitFor();

  await page.getByRole("button", { name: "Edit client" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit Client" });
  await edit.getByRole("button", { name: "Remove copy 1" }).press("Enter");
  await edit.locator("button:focus", { hasText: "Add a copy" }).waitFor();
  await edit.getByRole("button", { name: "Save Client" }).press("Enter");
  await details.getByText("Asha Njeri").waitFor({ state: "detached" });
  expect(await details.getByRole("listitem").allTextContents()).toEqual([
    "Books & Cobounce@simulator.amazonses.com",
  ]);
});
