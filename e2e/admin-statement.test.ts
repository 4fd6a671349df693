import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { backOffice, chooseFile, downloaded, eventually } from "../test/admin-browser.ts";
import { companyProfile } from "../test/reminder-product.ts";

const office = backOffice();
const references: Record<string, string> = {};
const subscriptionIds: Record<string, string> = {};
beforeAll(async () => {
  await office.asAdmin("POST /api/v1/settings", { body: { ...companyProfile, send_receipts: true } });
  for (const [name, amount] of [
    ["Amani Traders", 1234.5],
    ["Baraka Stores", 80],
    ["Çelik Duka", 45.5],
    ["Duma Ltd", 60],
  ] as const) {
    const email = `${name.slice(1, 4)}@client.example`;
    const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name, email } })).body;
    const currency = name === "Duma Ltd" ? "USD" : "KES";
    const price = { start_date: "2026-09-20", next_billing_date: "2026-12-20", frequency: "monthly", amount };
    const { subscription } = (
      await office.asStaff("POST /api/v1/subscriptions", {
        body: { client_id: client.id, currency, ...price },
      })
    ).body;
    references[name] = client.payment_reference ?? "";
    subscriptionIds[name] = subscription.id;
  }
});

const head =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
const row = (number: string, paidIn: string, who: string, account: string, status = "Completed") =>
  `${number},2026-12-18 10:15:00,2026-12-18 10:15:00,Pay Bill Online,${status},"${paidIn}",,"9,000.00",true,Pay Utility,${who},,${account}`;
const statement = () =>
  [
    ...["Organization Name:,Mwamba Software", "Shortcode:,400200", "", head],
    row("UJK4H7L2M1", "1,234.50", "254799000111 - <b>JANE</b> DOE", references["Amani Traders"] ?? ""),
    row(
      "UJK4H7L2M2",
      "30.00",
      "254799000222 - PETER",
      (references["Baraka Stores"] ?? "").replace(/^.../, "$& "),
    ),
    row("UJK4H7L2M3", "45.50", "254799000333 - =1+1", "rent"),
    row("UJK4H7L2M4", "7,777.77", "254799000444 - NOBODY KNOWN", "12"),
    row("UJK4H7L2M5", "10.00", "254799000555 - X", "", "Failed"),
    row("UJK4H7L2M6", "", "Charge", ""),
  ].join("\r\n");

const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const choose = (page: Page, text: string, name = "statement.csv", encoding: BufferEncoding = "utf8") =>
  page
    .getByLabel("Statement (CSV or XLSX)")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text, encoding) });
const payments = async (name: string) =>
  (
    await office.asStaff("GET /api/v1/subscriptions/{id}/renewals", {
      params: { id: subscriptionIds[name] ?? "" },
    })
  ).body.renewals;

test("a bank statement is checked and recorded once, and unmatched payments are assigned later", async () => {
  const page = await office.openAs(office.staff, "/admin/payments");
  await page.getByRole("link", { name: "Import statement" }).press("Enter");
  await page.getByRole("heading", { name: "Import statement", level: 1 }).waitFor();
  await choose(page, statement());
  await page.getByText("4 lines", { exact: true }).waitFor();
  await page.getByText("2 sure").waitFor();
  await page.getByText("Skipped rows: 1 failed, 1 without an amount.").waitFor();
  await line(page, "<b>JANE</b> DOE").getByText("Amani Traders", { exact: true }).waitFor();
  await line(page, "PETER").getByText("KES\u00A050.00 remains due").waitFor();
  await line(page, "=1+1").getByText("Çelik Duka?").waitFor();
  await line(page, "NOBODY KNOWN").getByText("No match").waitFor();

  // By keyboard only: choose the uncertain lines.
  await page.getByRole("button", { name: "Assign =1+1, KES\u00A045.50" }).press("Enter");
  await dialog(page).getByText("this amount is due from Çelik Duka").waitFor();
  await dialog(page)
    .getByRole("radio", { name: /Çelik Duka/ })
    .press("Space");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: /Record =1\+1/ }).waitFor();
  await page.getByRole("button", { name: "Record 3 payments, save 1 line" }).press("Enter");
  await dialog(page).getByText("3 payments will be recorded.").waitFor();
  await dialog(page).getByRole("button", { name: "Record 3 payments, save 1 line" }).press("Enter");
  await dialog(page).getByText("3 payments recorded, 1 line saved.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
  await page.getByText("There is nothing to do").waitFor();
  expect(await payments("Amani Traders")).toMatchObject([
    { amount: 1234.5, method: "mpesa", reference: "UJK4H7L2M1", paid_on: "2026-12-18", period: "2026-12-20" },
  ]);
  expect(await payments("Baraka Stores")).toMatchObject([{ amount: 30, part: true }]);
  expect(await payments("Çelik Duka")).toMatchObject([{ amount: 45.5 }]);

  // From another page again: nothing is recorded twice.
  await page.reload();
  await choose(page, statement());
  await page.getByText("3 already recorded").waitFor();
  await line(page, "<b>JANE</b> DOE")
    .getByText("Already recorded: KES\u00A01,234.50 on Dec 18, 2026 for Amani Traders.")
    .waitFor();
  await page.getByText("There is nothing to do").waitFor();
  await office.product.idle();
  const receipts = (await office.product.inbox()).filter(({ subject }) =>
    subject.startsWith("Payment received"),
  );
  expect(receipts.map(({ to }) => to[0]).sort()).toHaveLength(3);

  // A person assigns the unmatched payment.
  await page.getByRole("link", { name: "Back to Payments" }).click();
  await page.getByRole("link", { name: "Assign 1 unmatched payment" }).click();
  // The page before has a menu of this name too.
  const assign = page.getByRole("button", { name: "Assign NOBODY KNOWN, KES\u00A07,777.77" });
  await assign.waitFor();
  const file = await downloaded(page, () => chooseFile(page, "Export CSV"));
  expect(String(file.bytes)).toContain(",NOBODY KNOWN,");
  await assign.click();
  await dialog(page).getByRole("radio", { name: "Ignore: not a client's payment" }).check();
  await dialog(page).getByRole("button", { name: "Ignore" }).click();
  await dialog(page).getByText("Enter a reason.").waitFor();
  await dialog(page).getByLabel("Reason").fill("Paid back");
  await dialog(page).getByRole("button", { name: "Ignore" }).click();
  await page.getByText("No unmatched payments").waitFor();
});

test("the columns of a bank are chosen once, ambiguous dates need an answer, and invalid lines are listed", async () => {
  const page = await office.openAs(office.staff, "/admin/payments/import", {
    viewport: { width: 390, height: 844 },
  });
  await choose(page, "PK\u0003\u0004", "book.xlsx");
  await page.getByText("We could not open this file: it is damaged").waitFor();
  const bank = (day: string, more = "") =>
    `\uFEFFAccount 7;;;\nTxn;When;What;How much\nEFT 1;${day};Duma\u00A0Ltd;60.00\n${more}`;
  await choose(page, bank("03/12/2026"), "bank.csv", "utf16le");
  await page.getByLabel("Receipt number").selectOption("Txn: EFT 1");
  await page.getByLabel("Paid on").selectOption("When: 03/12/2026");
  await page.getByLabel("Paid in").selectOption("How much: 60.00");
  await page.getByLabel("Who paid").selectOption({ index: 3 });
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose how to read the dates.").waitFor();
  await page.getByRole("radio", { name: "Dec 3, 2026: the day first" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose the statement's currency.").waitFor();
  await page.getByLabel("Currency").selectOption("US dollars");
  await page.getByRole("button", { name: "Read the file" }).click();
  await line(page, "Duma Ltd").getByText("Doubtful").waitFor();
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  // The columns are remembered; a file with an invalid line is not recorded.
  await choose(page, bank("31/12/2025", "EFT 2;2026-12-25;Duma;1o\n"), "bank.csv");
  await page.getByLabel("Currency").selectOption("US dollars");
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("We could not read bank.csv. Nothing was saved.").waitFor();
  await page.getByText("Line 4. How much: “1o” is not an amount.").waitFor();
  await choose(page, bank("31/12/2025"), "bank.csv");
  await page.getByLabel("Currency").selectOption("US dollars");
  await page.getByRole("button", { name: "Read the file" }).click();
  await line(page, "Duma Ltd").waitFor();
});
