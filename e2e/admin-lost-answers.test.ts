import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, failedRequest, navigate } from "../test/browser/admin-browser.ts";
import { paidPeriods } from "../test/product/pay-periods.ts";

const office = backOffice();

/** Loses the response of the next creation, which the server stores. */
async function loseAnswer(page: Page, path: string) {
  let lost = false;
  await page.route(`**/api/v1/${path}`, async (route) => {
    if (lost || route.request().method() !== "POST") return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
}

const clients = async (email: string) =>
  (await office.asStaff("GET /api/v1/clients")).body.clients.filter((client) => client.email === email);

const dialog = (page: Page) => page.getByRole("dialog");
const add = (page: Page) => dialog(page).getByRole("button", { name: "Add Client" }).click();
const added = (page: Page, name: string) => page.getByText(`${name} was added.`).waitFor();
const correctName = (page: Page) => dialog(page).getByLabel("Name").fill("Jane Traders");

/** Adds a client, which is stored; the person sees an error. */
async function addAndLose(page: Page, email: string): Promise<void> {
  await navigate(page, "/admin/clients?add=client");
  await dialog(page).getByLabel("Name").fill("Jnae Traders");
  await dialog(page).getByLabel("Email").fill(email);
  await loseAnswer(page, "clients");
  await add(page);
  await dialog(page)
    .getByRole("alert")
    .filter({ hasText: "An error occurred while saving the client" })
    .waitFor();
  expect(await clients(email)).toHaveLength(1);
}

const newClient = async (name: string, email: string) =>
  (await office.asStaff("POST /api/v1/clients", { body: { name, email } })).body.client;

/** One record when the person saves again, with the corrections, also after a reload. */
async function addClients(page: Page): Promise<void> {
  await addAndLose(page, "again@lost.example");
  expect(await dialog(page).getByText("There is already a client named").count()).toBe(0);
  await add(page);
  await added(page, "Jnae Traders");
  expect(await clients("again@lost.example")).toHaveLength(1);

  // The next client is another.
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByRole("button", { name: "Add Client" }).first().click();
  await dialog(page).getByLabel("Name").fill("Next Traders");
  await dialog(page).getByLabel("Email").fill("next@lost.example");
  await add(page);
  await added(page, "Next Traders");
  expect(await clients("next@lost.example")).toHaveLength(1);

  await addAndLose(page, "typo@lost.example");
  await page.reload();
  await dialog(page).getByText("We restored what you typed earlier and did not save.").waitFor();
  await correctName(page);
  await add(page);
  await added(page, "Jane Traders");
  expect(await clients("typo@lost.example")).toMatchObject([{ name: "Jane Traders" }]);

  // A change of a colleague in the meantime is loaded first.
  await addAndLose(page, "both@lost.example");
  const [stored] = await clients("both@lost.example");
  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: stored?.id ?? "" },
    body: { name: "Jnae Traders", email: "both@lost.example", phone: "0712 345 678" },
  });
  await correctName(page);
  await add(page);
  await dialog(page).getByText("This client was stored by an earlier attempt, with other content.").waitFor();
  await dialog(page).getByRole("button", { name: "Load the latest, keep what I typed" }).click();
  await dialog(page).getByText("Somebody else saved: Jnae Traders").waitFor();
  expect(await dialog(page).getByLabel("Phone").inputValue()).toBe("0712 345 678");
  await add(page);
  await dialog(page).waitFor({ state: "detached" });
  expect(await clients("both@lost.example")).toMatchObject([{ name: "Jane Traders", phone: "0712 345 678" }]);
}

/** One record, with the corrections. */
async function addSubscription(page: Page, payer: Client): Promise<void> {
  await navigate(page, "/admin/subscriptions?add=subscription");
  const form = dialog(page);
  await form.getByRole("combobox", { name: "Client" }).fill("Payer");
  await page.getByRole("option", { name: "Payer" }).click();
  await form.getByLabel("Amount ($)").fill("1500");
  await form.getByLabel("Next billing date").fill("2026-12-30");
  await loseAnswer(page, "subscriptions");
  const save = form.getByRole("button", { name: "Add Subscription" });
  await save.click();
  await form
    .getByRole("alert")
    .filter({ hasText: "An error occurred while saving the subscription" })
    .waitFor();
  await form.getByLabel("Amount ($)").fill("150");
  await form.getByLabel("Next billing date").fill("");
  await save.click();
  await page.getByText("The subscription was added. The next billing date is Jan 24, 2027.").waitFor();
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions).toMatchObject([
    { client_id: payer.id, amount: 150, next_billing_date: "2027-01-24" },
  ]);
}

/** A payment is recorded once, and a further part payment is another. */
async function recordParts(page: Page): Promise<void> {
  const client = await newClient("Parts", "parts@lost.example");
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-12-20", frequency: "monthly" };
  const body = { client_id: client.id, ...terms, amount: 100 };
  const { id } = (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription;
  const open = () => navigate(page, `/admin/clients/${client.id}?pay=${client.id}.${id}`);
  const record = () => dialog(page).getByRole("button", { name: "Record payment", exact: true }).click();
  await open();
  await loseAnswer(page, `clients/${client.id}/payments`);
  await dialog(page).getByLabel("Amount ($)").fill("30");
  await record();
  await dialog(page)
    .getByRole("alert")
    .filter({ hasText: "An error occurred while recording the payment" })
    .waitFor();
  await dialog(page).getByRole("listitem").filter({ hasText: "Paid $30.00 in part by M-Pesa" }).waitFor();
  await record();
  await page.getByText("Parts has paid $30.00. Still due in all: $70.00.").waitFor();
  await open();
  await dialog(page).getByText("Pays December.").waitFor();
  await dialog(page).getByLabel("Amount ($)").fill("30");
  await record();
  await page.getByText("Parts has paid $30.00. Still due in all: $40.00.").waitFor();
  expect((await paidPeriods(office.asStaff, id)).map(({ amount, part }) => [amount, part])).toEqual([
    [30, true],
    [30, true],
  ]);
}

test("staff whose response was lost save again: the client, the subscription and the payment are stored once", async () => {
  office.allowConsoleErrors(failedRequest);
  const payer = await newClient("Payer", "payer@lost.example");
  const page = await office.openAs(office.staff, "/admin/clients");
  await addClients(page);
  await addSubscription(page, payer);
  await recordParts(page);
});
