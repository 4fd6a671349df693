import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";

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

async function addClient(email: string) {
  const page = await office.openAs(office.staff, "/admin/clients?add=client");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Jnae Traders");
  await dialog.getByLabel("Email").fill(email);
  await loseAnswer(page, "clients");
  await dialog.getByRole("button", { name: "Add Client" }).click();
  await dialog.getByRole("alert").filter({ hasText: "An error occurred while saving the client" }).waitFor();
  expect(await clients(email)).toHaveLength(1);
  return { page, dialog, add: () => dialog.getByRole("button", { name: "Add Client" }).click() };
}

describe("a client stored although the response was lost", () => {
  test("is one record when the person saves again, and the next client is another", async () => {
    office.allowConsoleErrors(failedRequest);
    const { page, dialog, add } = await addClient("again@lost.example");
    expect(await dialog.getByText("There is already a client named").count()).toBe(0);
    await add();
    await page.getByText("Jnae Traders was added.").waitFor();
    expect(await clients("again@lost.example")).toHaveLength(1);

    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByRole("button", { name: "Add Client" }).first().click();
    await dialog.getByLabel("Name").fill("Next Traders");
    await dialog.getByLabel("Email").fill("next@lost.example");
    await add();
    await page.getByText("Next Traders was added.").waitFor();
    expect(await clients("next@lost.example")).toHaveLength(1);
  });

  test("has the corrections made before saving again", async () => {
    office.allowConsoleErrors(failedRequest);
    const { page, dialog, add } = await addClient("typo@lost.example");
    await dialog.getByLabel("Name").fill("Jane Traders");
    await add();
    await page.getByText("Jane Traders was added.").waitFor();
    expect(await clients("typo@lost.example")).toMatchObject([{ name: "Jane Traders" }]);
  });

  test("is one record even if the page is reloaded in between", async () => {
    office.allowConsoleErrors(failedRequest);
    const { page, dialog, add } = await addClient("reload@lost.example");
    await page.reload();
    await dialog.getByText("We restored what you typed earlier and did not save.").waitFor();
    await add();
    await page.getByText("Jnae Traders was added.").waitFor();
    expect(await clients("reload@lost.example")).toHaveLength(1);
  });

  test("is loaded first if a colleague has changed it, and then saved", async () => {
    office.allowConsoleErrors(failedRequest);
    const { page, dialog, add } = await addClient("both@lost.example");
    const [stored] = await clients("both@lost.example");
    await office.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: stored?.id ?? "" },
      body: { name: "Jnae Traders", email: "both@lost.example", phone: "0712 345 678" },
    });
    await dialog.getByLabel("Name").fill("Jane Traders");
    await add();
    await dialog.getByText("This client was stored by an earlier attempt, with other content.").waitFor();
    await dialog.getByRole("button", { name: "Load the latest, keep what I typed" }).click();
    await dialog.getByText("Somebody else saved: Jnae Traders").waitFor();
    expect(await dialog.getByLabel("Phone").inputValue()).toBe("0712 345 678");
    await add();
    await page.getByText("Jane Traders was added.").waitFor();
    expect(await clients("both@lost.example")).toMatchObject([
      { name: "Jane Traders", phone: "0712 345 678" },
    ]);
  });
});

test("a subscription stored although the response was lost is one record, with the corrections", async () => {
  office.allowConsoleErrors(failedRequest);
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Payer", email: "payer@lost.example" } })
  ).body;
  const page = await office.openAs(office.staff, "/admin/subscriptions?add=subscription");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Client" }).fill("Payer");
  await page.getByRole("option", { name: "Payer" }).click();
  await dialog.getByLabel("Amount ($)").fill("1500");
  await dialog.getByLabel("Next billing date").fill("2026-12-30");
  await loseAnswer(page, "subscriptions");
  const add = dialog.getByRole("button", { name: "Add Subscription" });
  await add.click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: "An error occurred while saving the subscription" })
    .waitFor();
  await dialog.getByLabel("Amount ($)").fill("150");
  await dialog.getByLabel("Next billing date").fill("");
  await add.click();
  await page.getByText("The subscription was added. The next billing date is Jan 24, 2027.").waitFor();
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions).toMatchObject([
    { client_id: client.id, amount: 150, next_billing_date: "2027-01-24" },
  ]);
});

test("a payment whose response was lost is recorded once, and a further part payment is another", async () => {
  office.allowConsoleErrors(failedRequest);
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Parts", email: "parts@lost.example" } })
  ).body;
  const terms = {
    start_date: "2026-01-20",
    next_billing_date: "2026-12-20",
    frequency: "monthly",
    amount: 100,
  };
  const { id } = (
    await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...terms } })
  ).body.subscription;
  const page = await office.openAs(office.staff, `/admin/subscriptions?pay=${client.id}.${id}`);
  const dialog = page.getByRole("dialog");
  const pay = async (amount: string) => {
    await dialog.getByLabel("Amount ($)").fill(amount);
    await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  };
  await loseAnswer(page, `clients/${client.id}/payments`);
  await pay("30");
  await dialog
    .getByRole("alert")
    .filter({ hasText: "An error occurred while recording the payment" })
    .waitFor();
  await dialog.getByText("$30.00 for Dec 20, 2026 part payment").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText("Parts has paid $30.00. Still due in all: $70.00.").waitFor();
  await page.goto(`/admin/subscriptions?pay=${client.id}.${id}`);
  await dialog.getByText("due Dec 20, 2026, $70.00 open").waitFor();
  await pay("30");
  await page.getByText("Parts has paid $30.00. Still due in all: $40.00.").waitFor();
  const { renewals } = (await office.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } }))
    .body;
  expect(renewals.map(({ amount, part }) => [amount, part])).toEqual([
    [30, true],
    [30, true],
  ]);
});
