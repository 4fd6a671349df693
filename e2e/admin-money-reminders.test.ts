import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, downloaded, eventually } from "../test/browser/admin-browser.ts";

const office = backOffice();

const BOUNCED = "bounce+zawadi@simulator.amazonses.com";
const emailOf = (name: string) => `${name.toLowerCase()}@client.example`;

/** A client with a day that is overdue, and one that is due soon. */
async function createDebtor(name: string, { amount = 100, email = emailOf(name), muted = false } = {}) {
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name, email, muted } })).body;
  const terms = { start_date: "2026-01-15", next_billing_date: "2026-12-20", frequency: "monthly" };
  const body = { client_id: client.id, ...terms, amount, service: "Hosting" };
  return (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription.id;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const said = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();
const subjectsTo = async (email: string) => {
  await office.product.idle();
  return (await office.product.inbox()).filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
};
const subject = /^Payment overdue/;

test("R goes to Remind, Enter sends, and the next row has the focus; a second email of the day says so first", async () => {
  await createDebtor("Amani", { amount: 900 });
  await createDebtor("Baraka", { amount: 800 });
  const page = await office.openAs(office.staff, "/admin/money", { viewport: { width: 1440, height: 900 } });
  await row(page, "Baraka").waitFor();
  await row(page, "Amani").focus();
  await page.keyboard.press("r");
  await eventually(() => focused(page)).toBe("Remind Amani");
  const panel = page.getByRole("complementary", { name: "Record payment: Amani" });
  await panel.getByText(`Remind emails ${emailOf("Amani")} at once. Not reminded yet.`).waitFor();
  expect(await subjectsTo(emailOf("Amani"))).toEqual([]);
  await page.keyboard.press("Enter");
  await said(page, "The reminder to Amani was sent.");
  await eventually(() => focused(page)).toBe("Baraka");
  expect(await subjectsTo(emailOf("Amani"))).toEqual([expect.stringMatching(subject)]);

  await panel.getByText("Reminded today. To send a second email, press Remind again.").waitFor();
  await row(page, "Amani").focus();
  await page.keyboard.press("r");
  await eventually(() => focused(page)).toBe("Remind Amani");
  await page.keyboard.press("Enter");
  const preview = dialog(page, "Send the reminder again");
  await preview.getByText("The client was reminded today. This sends a second email.").waitFor();
  expect(await subjectsTo(emailOf("Amani"))).toHaveLength(1);
  await preview.getByRole("button", { name: "Send now" }).press("Enter");
  await preview.waitFor({ state: "detached" });
  await eventually(async () => (await subjectsTo(emailOf("Amani"))).length).toBe(2);

  // In the panel, R works too; the preview is beside it.
  await row(page, "Baraka").getByRole("button", { name: "Baraka", exact: true }).click();
  const other = page.getByRole("complementary", { name: "Record payment: Baraka" });
  await other.getByRole("button", { name: "Close" }).focus();
  await other.getByRole("button", { name: "Preview the reminder to Baraka" }).focus();
  await page.keyboard.press("r");
  expect(await focused(page)).toBe("Remind Baraka");
  await page.keyboard.press("Tab");
  await other.getByRole("button", { name: "Preview the reminder to Baraka" }).press("Enter");
  await preview.getByText(emailOf("Baraka")).waitFor();
  expect(await preview.getByText("second email").count()).toBe(0);
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  expect(await subjectsTo(emailOf("Baraka"))).toEqual([]);
});

test("selected clients are reminded once a day, who is skipped is listed with the reason, and their debts are exported", async () => {
  await createDebtor("Tatu", { amount: 700 });
  await createDebtor("Umoja", { amount: 600 });
  await createDebtor("Vito", { amount: 500, muted: true });
  const bouncing = await createDebtor("Zawadi", { amount: 400, email: BOUNCED });
  await office.asStaff("POST /api/v1/subscriptions/{id}/reminders", { params: { id: bouncing }, query: {} });
  await office.product.idle();
  const page = await office.openAs(office.staff, "/admin/money", { viewport: { width: 1440, height: 900 } });
  const names = ["Tatu", "Umoja", "Vito", "Zawadi"];
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  const actions = page.getByRole("group", { name: "Actions on the selected rows" });
  await said(page, "4 selected");

  const file = await downloaded(page, () => actions.getByRole("button", { name: "Export" }).click());
  expect(file.name).toBe("due 2026-12-24.csv");
  const [heads, ...lines] = String(file.bytes).trim().split("\r\n");
  expect(heads).toMatch(/^\uFEFF?Client,Company,Email,/);
  expect(lines.map((line) => line.split(",")[0])).toEqual(names);
  expect(lines[0]).toContain(",700,0,0,2026-12-20,");

  await actions.getByRole("button", { name: "Remind" }).click();
  const asked = dialog(page, "Remind");
  await asked.getByText("For 2 clients").waitFor();
  await asked.getByText("Skipped: 2").click();
  await asked.getByText("muted: you can remind the client individually").waitFor();
  await asked.getByText("email does not reach the client").waitFor();
  await asked.getByRole("button", { name: "Send 2 reminders" }).click();
  await asked.getByText("2 reminders sent.").waitFor();
  for (const name of ["Tatu", "Umoja"])
    expect(await subjectsTo(emailOf(name))).toEqual([expect.stringMatching(subject)]);
  expect(await subjectsTo(emailOf("Vito"))).toEqual([]);
  await asked.getByRole("button", { name: "Close" }).last().click();
  await asked.waitFor({ state: "detached" });
  expect(await page.getByText("selected").count()).toBe(0);

  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await actions.getByRole("button", { name: "Remind" }).click();
  await asked.getByText("There is nothing to do for these rows.").waitFor();
  await asked.getByText("Skipped: 4").click();
  await eventually(() => asked.getByText("already reminded today").count()).toBe(2);
});
