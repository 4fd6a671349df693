import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { addDays } from "../../shared/day.ts";
import { type backOffice, eventually, navigate } from "../../test/browser/admin-browser.ts";
import { type portfolioOf, subscriptionRow as row } from "../../test/browser/subscriptions-on-screen.ts";
import { today } from "../../test/product/product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

type Office = ReturnType<typeof backOffice>;
type Portfolio = ReturnType<typeof portfolioOf>;

/** The options of the client field; other lists are native. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const addDialog = (page: Page) => page.getByRole("dialog", { name: "Add New Subscription" });
const editDialog = (page: Page) => page.getByRole("dialog", { name: "Edit Subscription" });
const add = (page: Page) => addDialog(page).getByRole("button", { name: "Add Subscription" });
const save = (page: Page) => editDialog(page).getByRole("button", { name: "Save Subscription" });
const list = "/admin/subscriptions";

/** Chooses the only client with this name. */
async function chooseClient(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog").getByLabel("Client").fill(name);
  await options(page).click();
}

/** A subscription whose client was deleted, and one with a frequency that no form offers. */
async function invalidSubscriptions(office: Office, { aSubscription }: Portfolio) {
  const database = databaseOf(office.product);
  const orphan = await aSubscription({ next_billing_date: "2027-01-10" });
  const Key = { id: orphan.client_id };
  await database.send(new DeleteCommand({ TableName: await tableNamed(database, "Clients"), Key }));
  const weekly = await aSubscription({ next_billing_date: addDays(today, 5) });
  await database.send(
    new UpdateCommand({
      TableName: await tableNamed(database, "Subscriptions"),
      Key: { id: weekly.id },
      UpdateExpression: "SET frequency = :weekly",
      ExpressionAttributeValues: { ":weekly": "weekly" },
    }),
  );
  return { orphan, weekly };
}

/** Without clients the form leads to the client form. */
export async function startWithoutClients(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
  await page.getByText("Create your first subscription to start tracking renewals and billing.").waitFor();
  await page.getByRole("button", { name: "Add Subscription" }).first().click();
  await addDialog(page).getByRole("link", { name: "Add a client" }).click();
  await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
}

/** Adds a subscription whose next billing date is overdue, and one without an amount, which is free. */
export async function addFirst(
  page: Page,
  office: Office,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const dialog = addDialog(page);
  // The open page knows the default currency of before.
  await page.goto(`${list}?add=subscription`);
  await dialog.getByLabel("Client").fill("stores");
  await options(page).first().waitFor();
  expect(await options(page).allTextContents()).toEqual([`${name} (pay@baraka.example)`]);
  await options(page).click();
  expect(await add(page).isEnabled()).toBe(true);
  await dialog.getByLabel("Start Date").fill("2026-01-31");
  await dialog.getByText("Next billing: Thursday, Dec 31, 2026").waitFor();
  expect(await dialog.getByLabel("Next billing date").inputValue()).toBe("2026-12-31");
  await dialog.getByLabel("Billing Frequency").selectOption("quarterly");
  await dialog.getByText("Next billing: Sunday, Jan 31, 2027").waitFor();
  const amount = dialog.getByLabel("Amount (KES)");
  await amount.fill("KES 15,500.5");
  await dialog.getByText("KES 15,500.50 every quarter").waitFor();
  await dialog.getByLabel("Next billing date").fill("2026-12-20");
  await dialog.getByText("Saving makes the subscription overdue").waitFor();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await add(page).dblclick();
  // A currency that nobody chose is the server's to decide.
  expect((await sent).postDataJSON()).not.toHaveProperty("currency");
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("4 days overdue").waitFor();
  await row(page, name).getByText("KES 15,500.50").waitFor();
  await row(page, name).getByText("Baraka Holdings · pay@baraka.example").waitFor();
  await page.getByRole("button", { name: "3 overdue" }).waitFor();
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  const terms = { amount: 15_500.5, currency: "KES", next_billing_date: "2026-12-20" };
  expect(subscriptions.filter(({ client_id }) => client_id === id)).toMatchObject([terms]);

  await page.getByRole("button", { name: "Add Subscription" }).click();
  await chooseClient(page, name);
  await dialog.getByLabel("Currency").selectOption({ label: "US dollars" });
  await add(page).click();
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("free", { exact: true }).waitFor();
  const all = (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions;
  const free = { amount: 0, currency: "USD" };
  expect(
    all.filter((subscription) => subscription.client_id === id && subscription.amount === 0),
  ).toMatchObject([free]);
}

/** A subscription of an inactive client, one without a client, and one with an unknown frequency. */
export async function recordsToCorrect(office: Office, portfolio: Portfolio) {
  const { aClient, aSubscription } = portfolio;
  const paused = await aSubscription({ status: "paused", next_billing_date: "2026-12-01" });
  const inactive = { name: paused.name, email: "x@clients.example", status: "inactive" as const };
  await office.asStaff("PUT /api/v1/clients/{id}", { params: { id: paused.client_id }, body: inactive });
  const other = await aClient({ name: "Takes Over Ltd" });
  return { paused, other, ...(await invalidSubscriptions(office, portfolio)) };
}

type ToCorrect = Awaited<ReturnType<typeof recordsToCorrect>>;

/** Corrects them in the form. */
export async function correct(page: Page, { paused, other, orphan, weekly }: ToCorrect): Promise<void> {
  const form = editDialog(page);
  await navigate(page, `${list}?subscription=${paused.id}`);
  await eventually(() => form.getByLabel("Client").inputValue()).toContain(paused.name);
  expect(await form.getByLabel("Next billing date").inputValue()).toBe("2026-12-01");
  await form.getByLabel("Status").selectOption("active");
  await form.getByText("Its billing date passed while it was not active.").waitFor();
  await save(page).click();
  // Its client is inactive, so nothing is overdue.
  await row(page, paused.name).getByText("Active", { exact: true }).waitFor();
  expect(await row(page, paused.name).getByText("overdue").count()).toBe(0);

  await navigate(page, `${list}?subscription=${orphan.id}`);
  await form.getByText("The client of this subscription no longer exists.").waitFor();
  expect(await save(page).isDisabled()).toBe(true);
  await chooseClient(page, other.name);
  await save(page).click();
  await row(page, other.name).waitFor();

  const badges = row(page, weekly.name).locator("[data-tone=quiet]");
  await badges.filter({ hasText: /^weekly$/ }).waitFor();
  await page.getByRole("button", { name: `Edit the subscription of ${weekly.name}` }).click();
  await save(page).click();
  await form.getByText("The billing frequency must be monthly, quarterly, semi-annual or yearly.").waitFor();
  await form.getByLabel("Billing Frequency").selectOption("monthly");
  await save(page).click();
  await row(page, weekly.name).getByText("Monthly", { exact: true }).filter({ visible: true }).waitFor();
}
