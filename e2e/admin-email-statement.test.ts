import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { entries } from "../test/browser/client-on-screen.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();
const email = "accounts@amani.example";
let id: string;
office.prepare(async () => {
  await office.asAdmin("POST /api/v1/settings", { body: companyProfile });
  const copies = [{ email: "books@amani.example", name: "Asha Njeri" }];
  const body = { name: "Amani Traders", email, copies };
  id = (await office.asStaff("POST /api/v1/clients", { body })).body.client.id;
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-12-20", frequency: "monthly" };
  const price = { currency: "KES" as const, amount: 1_500, service: "Hosting" };
  await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: id, ...terms, ...price } });
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Email statement" });
const days = (page: Page) =>
  Promise.all([/^From/, /^To/].map((label) => dialog(page).getByLabel(label).inputValue()));

/** The newest first. */
async function statements() {
  await office.product.idle();
  const all = (await office.product.inbox()).filter(({ to }) => to.includes(email));
  return all.filter(({ subject }) => subject.startsWith("Statement of account"));
}

test("staff email a statement from the client's page, though its first answer is lost", async () => {
  const page = await office.openAs(office.staff, `/admin/clients/${id}`);
  const opener = page.getByRole("button", { name: "Email statement" });
  await opener.press("Enter");
  await dialog(page).getByText(`To Amani Traders, ${email}, and a copy:`).waitFor();
  expect(await days(page)).toEqual(["2025-12-25", "2026-12-24"]);
  await page.keyboard.press("Escape");
  await opener.and(page.locator(":focus")).waitFor();
  await opener.press("Enter");
  await dialog(page).getByLabel(/^From/).fill("2026-12-01");
  await dialog(page).getByLabel(/^To/).fill("2026-11-30");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("The statement cannot end before it begins.").waitFor();
  await dialog(page).getByLabel(/^To/).fill("2026-12-24");

  office.allowConsoleErrors(/ERR_/);
  await page.route("**/statements", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("Enter");
  await dialog(page).getByText("You can try again: it is sent once.").waitFor();
  await page.unroute("**/statements");
  await dialog(page).getByRole("button", { name: "Send statement" }).press("Enter");
  await page.getByText(`The statement goes to ${email}, books@amani.example.`).first().waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await opener.and(page.locator(":focus")).waitFor();

  const [sent, ...more] = await statements();
  expect(more).toEqual([]);
  expect(sent).toMatchObject({
    subject: "Statement of account, 1 Dec 2026 to 24 Dec 2026",
    cc: ["Asha Njeri <books@amani.example>"],
    attachments: [{ contentType: "application/pdf" }],
  });
  await page.reload();
  await entries(page).filter({ hasText: "Statement of account, delivered" }).waitFor();
});

test("the panel and the statement on the screen email it too, the latter with its days", async () => {
  const before = (await statements()).length;
  const page = await office.openAs(office.staff, `/admin/money?client=${id}`);
  await page.getByRole("button", { name: "Statement", exact: true }).press("Enter");
  await dialog(page).getByRole("button", { name: "Send statement" }).press("Enter");
  await dialog(page).waitFor({ state: "detached" });

  await page.goto(`/admin/clients/${id}/statement?from=2026-11-01&to=2026-11-30`);
  await page.getByRole("button", { name: "Email statement" }).press("Enter");
  await eventually(() => days(page)).toEqual(["2026-11-01", "2026-11-30"]);
  await dialog(page).getByRole("button", { name: "Send statement" }).press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  const all = await statements();
  expect(all.slice(0, all.length - before).map(({ subject }) => subject)).toEqual([
    "Statement of account, 1 Nov 2026 to 30 Nov 2026",
    "Statement of account, 25 Dec 2025 to 24 Dec 2026",
  ]);
});
