import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  backOffice,
  chooseFile,
  comeBackLater,
  downloaded,
  eventually,
  follow,
  navigate,
} from "../test/browser/admin-browser.ts";
import { payPeriods } from "../test/product/pay-periods.ts";
import {
  payByOneTransfer,
  payInParts,
  payTooMuch,
  remindOfDebts,
  transferCode,
} from "./steps/client-debts.ts";

const office = backOffice();
const subscriptionIds: Record<string, string> = {};
const clientIds: Record<string, string> = {};

/** Two clients who owe dollars since October; one has paid a month. */
async function createDollarClients(): Promise<void> {
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
  await payPeriods(office.asStaff, params.id, paid);
}

/** Amani Traders get a subscription in shillings too. */
async function subscribeInShillings(): Promise<void> {
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-12-20", frequency: "monthly" };
  const client_id = clientIds["Amani Traders"] ?? "";
  const body = { client_id, ...terms, currency: "KES" as const, amount: 125_000 };
  await office.asStaff("POST /api/v1/subscriptions", { body });
}

const dialog = (page: Page) => page.getByRole("dialog");
const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const open = (page: Page, client: string) =>
  navigate(page, `/admin/subscriptions?pay=${clientIds[client]}.${subscriptionIds[client]}`);

const pay = async (client: string, body: object) => {
  const params = { id: clientIds[client] ?? "" };
  const { status } = await office.asStaff("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), ...body } as never,
  });
  expect(status).toBe(201);
};

/** Undoes a payment from its message. */
async function payAndUndo(page: Page): Promise<void> {
  // The open page may know the list of before.
  await page.goto("/admin/subscriptions");
  await page.getByText("$229.99 + KES 20,000.00 active").waitFor();
  await open(page, "Amani Traders");
  await dialog(page).getByRole("button", { name: "Change what it pays" }).click();
  await dialog(page).getByLabel("Pays up to", { exact: true }).selectOption({ index: 1 });
  await dialog(page).getByLabel("Method").selectOption({ label: "M-Pesa" });
  await dialog(page).getByLabel("Reference").fill("SJK4H7L1");
  await dialog(page).getByRole("button", { name: "Record payment", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
  const recorded = { amount: 149.99, method: "mpesa", reference: "SJK4H7L1" };
  const { payments } = (await office.asStaff("GET /api/v1/payments")).body;
  expect(payments.filter(({ reference }) => reference !== transferCode)).toMatchObject([recorded]);
  // The next payment's dialog is open already: it shows what the undo opened.
  await open(page, "Amani Traders");
  await dialog(page).getByRole("button", { name: "Change what it pays" }).click();
  const oldest = dialog(page).getByText("due Oct 20, 2026, $149.99");
  await dialog(page).getByText("due Nov 20, 2026, $149.99").waitFor();
  expect(await oldest.count()).toBe(0);
  await undo(page).click();
  await page.getByText("The payment was undone. Still due in all: $449.97.").waitFor();
  await oldest.waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
}

/** Looks at the payments of this month and the last one, saves them for eTIMS, and searches and filters them. */
async function seePayments(page: Page): Promise<void> {
  await follow(page, "Money", "Received");
  await page.getByText("$229.99 + KES 35,500.00 received").waitFor();
  await row(page, "Amani Traders").getByText("M-Pesa").waitFor();
  await row(page, "Amani Traders").getByText("SJK4H7L2").waitFor();
  await page
    .getByRole("rowheader", { name: /^Dec 24, 2026\s*3 payments, \$229\.99 \+ KES\s35,500\.00$/ })
    .waitFor();

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
  await dialog(page).waitFor({ state: "detached" });

  await page.getByLabel("From", { exact: true }).fill("2026-11-15");
  await page.getByLabel("To", { exact: true }).fill("2026-12-24");
  await page.getByText("$309.99 + KES 35,500.00 received").waitFor();
  // The list is there after a reload.
  await page.reload();
  await page.getByText("$309.99 + KES 35,500.00 received").waitFor();
  await page.getByRole("searchbox").fill("eft");
  await page.getByText("1 payment", { exact: true }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("Method").selectOption("mpesa");
  await page.getByText("$229.99 + KES 35,500.00 received").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2026-11-01");
  await page.getByText("The first day, Nov 15, 2026, is after the last, Nov 1, 2026.").waitFor();
}

/** Records a part of what is due in shillings, and sees it in every sum. */
async function payInShillings(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByText("$229.99 + KES 145,000.00 active").waitFor();
  await page.getByText("$2,759.88 + KES 1,740,000.00 per year").waitFor();
  // Sorted by amount: dollars first, then shillings, as in the header.
  const byAmount = page.getByRole("button", { name: "Amount" });
  expect(await byAmount.getAttribute("title")).toBe("By currency, then by amount");
  await byAmount.click();
  await eventually(() => page.getByRole("row").nth(5).textContent()).toContain("125,000.00");
  const shillings = row(page, "KES 125,000.00");
  await shillings.getByRole("button", { name: "Record payment from Amani Traders" }).click();
  await dialog(page).getByLabel("Amount (KES)").fill("25000");
  await dialog(page)
    .getByText(/^Pays KES.25,000\.00 of December; KES.100,000\.00 remains due\./)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText("Amani Traders has paid KES 25,000.00. Still due in all:").waitFor();

  await follow(page, "Money", "Received");
  await page.getByText("$229.99 + KES 60,500.00 received").waitFor();

  await page.getByRole("link", { name: "Amani Traders" }).first().click();
  await page.getByText(/^Paid KES\s25,000.00$/).waitFor();
  await page.getByRole("listitem").filter({ hasText: "in part" }).waitFor();
  await eventually(() => page.getByRole("region", { name: "Details" }).textContent()).toMatch(
    /\$1,799\.88\nKES\s1,500,000\.00[\s\S]*\$149\.99\nKES\s25,000\.00/,
  );

  await page.getByRole("link", { name: "Dashboard" }).click();
  const due = page.getByRole("region", { name: "Revenue Due" });
  await due.waitFor();
  await eventually(() => page.locator("dl").first().textContent()).toMatch(/Overdue[\s\S]*KES\s100,000\.00/);
  const inDollars = page.locator("[data-month] a[title*='$']");
  await inDollars.first().waitFor();
  await page.getByRole("button", { name: "Kenya shillings" }).click();
  await page.locator("[data-month] a[title*='KES']").first().waitFor();
  expect(await inDollars.count()).toBe(0);
  await page.getByText("Show as a table").click();
  await page.setViewportSize({ width: 320, height: 700 });
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

/** Who comes back to the open list loads only what changed. */
async function returnToList(page: Page): Promise<void> {
  await navigate(page, "/admin/money/received");
  await page.getByText("$229.99 + KES 60,500.00 received").waitFor();
  const loads: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v1/payments" && !searchParams.has("state"))
      loads.push([...searchParams.keys()].join());
  });
  const amani = clientIds["Amani Traders"];
  const { payments } = (await office.asStaff("GET /api/v1/payments")).body;
  const { id = "" } =
    payments.find((payment) => payment.client_id === amani && payment.currency === "USD") ?? {};
  await office.asStaff("DELETE /api/v1/payments/{id}", { params: { id } });
  await pay("Amani Traders", {
    amount: 149.99,
    reference: "Cheque 12",
    method: "cheque",
    currency: "USD",
  });
  await comeBackLater(page);
  await page.getByText("Cheque 12").waitFor();
  await page.getByText("$229.99 + KES 60,500.00 received").waitFor();
  expect(await page.getByText("SJK4H7L2").count()).toBe(0);
  expect(loads).toEqual(["since"]);
}

test("a client who owes three months pays by one transfer and gets one receipt; dollars and shillings are paid, undone and listed with their days and sums, and never added up; one sum pays several charges, and a rest is kept as credit", async () => {
  await remindOfDebts(office);
  const page = await office.openAs(office.staff, "/admin");
  await payByOneTransfer(page, office);
  await createDollarClients();
  await payAndUndo(page);
  await pay("Amani Traders", { amount: 149.99, reference: "SJK4H7L2", method: "mpesa" });
  await pay("Baraka Stores", { amount: 80, reference: "SJK4H7L3", method: "mpesa" });
  await subscribeInShillings();
  await seePayments(page);
  await payInShillings(page);
  await returnToList(page);
  await payInParts(page, office);
  await payTooMuch(page, office);
});
