import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, chooseFile, downloaded, eventually, navigate } from "../test/browser/admin-browser.ts";
import { paidPeriods } from "../test/product/pay-periods.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();
const references: Record<string, string> = {};
const subscriptionIds: Record<string, string> = {};
const clientIds: Record<string, string> = {};
office.prepare(async () => {
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
    clientIds[name] = client.id;
    subscriptionIds[name] = subscription.id;
  }
});

const head =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
type Row = { who: string; account?: string; status?: string; details?: string; out?: string; day?: string };
const row = (code: string, paidIn: string, { who, account = "", status = "Completed", ...more }: Row) =>
  `${code},${more.day ?? "2026-12-18"} 10:15:00,2026-12-18 10:15:00,${more.details ?? "Pay Bill Online"},${status},"${paidIn}",${more.out ?? ""},"9,000.00",true,Pay Utility,${who},,${account}`;
const file = (...rows: string[]) =>
  ["Organization Name:,Mwamba Software", "Shortcode:,400200", "", head, ...rows].join("\r\n");
const known = () => [
  row("UJK4H7L2M1", "1,234.50", {
    who: "254799000111 - <b>JANE</b> DOE",
    account: references["Amani Traders"] ?? "",
  }),
  row("UJK4H7L2M2", "30.00", {
    who: "254799000222 - PETER",
    account: (references["Baraka Stores"] ?? "").replace(/^.../, "$& "),
  }),
  row("UJK4H7L2M3", "45.50", {
    who: "254799000333 - DUMA LIMITED",
    account: references["Çelik Duka"] ?? "",
  }),
  row("UJK4H7L2M4", "7,777.77", { who: "254799000444 - NOBODY KNOWN", account: "12" }),
  row("UJK4H7L2M5", "10.00", { who: "254799000555 - X", status: "Failed" }),
  row("UJK4H7L2M6", "1o", { who: "254799000666 - Y" }),
  row("UJK4H7L2M7", "20.00", { who: "254799000777 - BACK" }),
  row("UJK4H7L2M8", "", { who: "254799000777 - BACK", out: "-20.00", details: "Reversal of UJK4H7L2M7" }),
];
const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const choose = (page: Page, text: string, name = "statement.csv", encoding: BufferEncoding = "utf8") =>
  page
    .getByLabel("Statement (CSV or XLSX)")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text, encoding) });
const payments = async (name: string) => await paidPeriods(office.asStaff, subscriptionIds[name] ?? "");
const press = async (page: Page, name: string) => {
  await page.getByRole("button", { name }).press("Enter");
  await dialog(page).getByRole("button", { name }).press("Enter");
};

const bank = (day: string, more = "") =>
  `\uFEFFAccount 7;;;\nTxn;When;What;How much\nEFT 1;${day};Duma\u00A0Ltd;60.00\n${more}`;

test("statements are checked and recorded once, a bank's columns are chosen once, and unmatched payments are assigned or ignored", async () => {
  const page = await office.openAs(office.staff, "/admin/money/received");
  await page.getByRole("link", { name: "Import statement" }).press("Enter");
  await page.getByRole("heading", { name: "Import statement", level: 1 }).waitFor();
  await chooseColumnsOfBank(page);
  await askAboutWords(page);
  await recordStatement(page);
  await repeat(page);
  await assignAndUndo(page);
  await ignoreAndPutBack(page);
});

/** Reads the statement of a bank nobody knows yet: the columns, the ambiguous dates and the currency are asked for. */
async function chooseColumnsOfBank(page: Page): Promise<void> {
  await choose(page, "PK\u0003\u0004", "book.xlsx");
  await page.getByText("We could not open this file: it is damaged").waitFor();
  await choose(page, bank("03/12/2026"), "bank.csv", "utf16le");
  await page.getByLabel("Receipt number").selectOption("Txn: EFT 1");
  await page.getByLabel("Paid on").selectOption("When: 03/12/2026");
  await page.getByLabel("Paid in").selectOption("How much: 60.00");
  await page.getByLabel("Who paid").selectOption({ index: 3 });
  await page.getByLabel("Details").selectOption("Not in this file");
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose how to read the dates.").waitFor();
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose how to read the dates.").waitFor();
  await page.getByRole("radio", { name: "Dec 3, 2026: the day first" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose the statement's currency.").waitFor();
  await page.getByLabel("Currency").selectOption("US dollars");
  await page.getByRole("button", { name: "Read the file" }).click();
  await line(page, "Duma Ltd").getByText("Doubtful").waitFor();
}

/** By keyboard only. */
async function recordStatement(page: Page): Promise<void> {
  let asked = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && /payments(\/match)?$/.test(request.url())) asked += 1;
  });
  await choose(page, file(...known()));
  await page.getByText("6 lines", { exact: true }).waitFor();
  await page.getByText("1 sure", { exact: true }).waitFor();
  await page.getByText("Skipped rows: 1 failed.").waitFor();
  await page.getByText("1 row could not be read:").waitFor();
  await page.getByText(/“1o” is not an amount/).waitFor();
  await line(page, "<b>JANE</b> DOE").getByText("Amani Traders", { exact: true }).waitFor();
  await line(page, "PETER").getByText("it is only a part of").waitFor();
  await line(page, "NOBODY KNOWN").getByText("No match").waitFor();
  await line(page, "BACK").getByText("Reversal", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: /Undo the payment of BACK/ }).check();

  // A line of one client that names another is decided by a person.
  const search = page.getByRole("searchbox");
  await search.fill("DUMA");
  await line(page, "PETER").waitFor({ state: "detached" });
  const duma = "Assign DUMA LIMITED, KES\u00A045.50";
  await page.getByRole("button", { name: duma }).press("Enter");
  await dialog(page).getByText("the payer has the name of Duma Ltd").waitFor();
  await dialog(page)
    .getByRole("radio", { name: /Çelik Duka/ })
    .press("Space");
  await dialog(page).getByText("Pays December.").waitFor();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: /Record DUMA/ }).waitFor();
  await search.fill("");
  await press(page, "Record 2 payments, undo 1 payment, keep 3 lines");
  await dialog(page).getByText("2 payments recorded, 1 undone, 3 lines kept.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
  await page.getByText("There is nothing to do").getByRole("link", { name: "Unmatched payments" }).waitFor();
  expect(asked).toBe(2);
  expect(await payments("Amani Traders")).toMatchObject([
    { amount: 1234.5, method: "mpesa", reference: "UJK4H7L2M1", paid_on: "2026-12-18", period: "2026-12-20" },
  ]);
  expect(await payments("Çelik Duka")).toMatchObject([{ amount: 45.5 }]);
}

/** A bank with a side and states in words: what nobody knows is asked about once, and salaries are no payments. */
async function askAboutWords(page: Page): Promise<void> {
  const account = references["Baraka Stores"] ?? "";
  const sides = (number: string, ...rows: string[]) =>
    [`Account,${number}`, "Date,Details,Reference,Amount,Type,State", ...rows].join("\n");
  const rows = [
    `21/12/2026,ACC ${account},FT26355AAA01,80.00,Ingia,Zulu`,
    `22/12/2026,SALARY ACC ${account},FT26356AAA02,45.00,Toka,Zulu`,
  ];
  await choose(page, sides("0112000001", ...rows), "sides.csv");
  await page.getByText("21/12/2026; 22/12/2026").waitFor();
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose what each word of the bank means.").waitFor();
  const word = (text: string, meaning: string) =>
    page
      .getByRole("radiogroup", { name: `What does “${text}”` })
      .getByRole("radio", { name: meaning })
      .check();
  await word("Ingia", "Money came in");
  await word("Toka", "Money went out");
  await word("Zulu", "The money has arrived");
  await page.getByLabel("Currency").selectOption("Kenya shillings");
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("1 sure", { exact: true }).waitFor();
  await page.getByText("Skipped rows: 1 withdrawn.").waitFor();
  await choose(page, sides("0112000001", ...rows), "sides.csv");
  await page.getByText("1 sure", { exact: true }).waitFor();
  // Another account can be in another currency.
  await choose(page, sides("0112000002", ...rows), "sides.csv");
  await page.getByRole("radiogroup", { name: "What does “Ingia”" }).waitFor();
  await page
    .getByLabel("Currency")
    .getByText("Choose the statement's currency")
    .waitFor({ state: "attached" });
  await choose(page, sides("0112000002\nCurrency,EUR", ...rows), "euros.csv");
  await page.getByText("This statement is in EUR. We record only US dollars and Kenya shillings.").waitFor();
}

async function repeat(page: Page): Promise<void> {
  // The server remembers the columns. A row that cannot be read does not stop the others.
  await choose(page, bank("31/12/2025", "EFT 2;2026-12-23;Duma;1o\n"), "bank.csv");
  await page.getByText("Line 4. How much: “1o” is not an amount.").waitFor();
  await line(page, "Duma Ltd").waitFor();

  // The same file again, and one that overlaps: nothing is recorded twice.
  await choose(page, file(...known()));
  await page.getByText("2 recorded", { exact: true }).waitFor();
  await page.getByText("There is nothing to do").waitFor();
  const account = references["Baraka Stores"] ?? "";
  const peter = row("UJK4H7L2N1", "80.00", { who: "254799000222 - PETER", account });
  await choose(page, file(...known().slice(0, 1), peter));
  await page.getByText("1 recorded", { exact: true }).waitFor();
  await line(page, "PETER").getByText("Sure", { exact: true }).waitFor();
  await office.product.idle();
  const receipts = (await office.product.inbox()).filter(({ subject }) =>
    subject.startsWith("Payment received"),
  );
  expect(receipts).toHaveLength(2);

  // Somebody records a line for another client after it was matched: its row says so.
  const peters = { code: "UJK4H7L2N1", paid_on: "2026-12-18", amount: 80, currency: "KES", method: "mpesa" };
  await office.asStaff("POST /api/v1/payments", {
    body: { lines: [{ ...peters, client_id: clientIds["Amani Traders"] } as never] },
  });
  await press(page, "Record 1 payment");
  await dialog(page).getByText("0 payments recorded, 1 decided by somebody else.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
  await line(page, "PETER").getByText("It is recorded for Amani Traders already.").waitFor();
}

/** Assigns an unmatched payment, and undoes it. */
async function assignAndUndo(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Back to Received" }).click();
  await page.getByRole("link", { name: "Assign 2 unmatched payments", exact: true }).click();
  await page.getByRole("heading", { name: "Unmatched payments", level: 1 }).waitFor();
  await page.getByRole("searchbox").fill("PETER");
  await line(page, "NOBODY KNOWN").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Assign PETER, KES\u00A030.00" }).click();
  await dialog(page)
    .getByRole("radio", { name: /Baraka Stores/ })
    .check();
  await dialog(page).getByText("Pays KES\u00A030.00 of December; KES\u00A050.00 remains due.").waitFor();
  await dialog(page).getByRole("button", { name: "Record payment" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await eventually(() => payments("Baraka Stores")).toMatchObject([{ amount: 30, part: true }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The payment waits to be assigned again.").waitFor();
  expect(await payments("Baraka Stores")).toEqual([]);
  const saved = await downloaded(page, () => chooseFile(page, "Export CSV"));
  expect(String(saved.bytes)).toContain(",PETER,");
}

async function ignoreAndPutBack(page: Page): Promise<void> {
  await page.getByRole("searchbox").fill("NOBODY KNOWN");
  await page.getByRole("button", { name: "Assign NOBODY KNOWN, KES\u00A07,777.77" }).click();
  await dialog(page).getByRole("radio", { name: "Ignore: not a client's payment" }).check();
  await dialog(page).getByRole("button", { name: "Ignore" }).click();
  await dialog(page).getByText("Enter a reason.").waitFor();
  await dialog(page).getByLabel("Reason").fill("A gift");
  await dialog(page).getByRole("button", { name: "Ignore" }).click();
  await dialog(page).waitFor({ state: "detached" });
  // In a statement it is put back before it can be decided otherwise.
  await navigate(page, "/admin/money/import");
  await choose(page, file(...known().slice(3, 4)));
  await line(page, "NOBODY KNOWN").getByText("Ignored", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Put back NOBODY KNOWN/ }).click();
  await page.getByRole("button", { name: /^Assign NOBODY KNOWN/ }).click();
  await dialog(page).getByRole("radio", { name: "Ignore: not a client's payment" }).check();
  await dialog(page).getByLabel("Reason").fill("Paid back");
  await dialog(page).getByRole("button", { name: "Ignore" }).click();
  await line(page, "NOBODY KNOWN").getByText("Ignored", { exact: true }).waitFor();
  await navigate(page, "/admin/money/unmatched?ignored=yes");
  await page.getByText("Paid back").waitFor();
  await eventually(() => page.getByLabel("State").inputValue()).toBe("yes");
  await page.getByRole("button", { name: /^Put back NOBODY KNOWN/ }).click();
  await page.getByText("No unmatched payments").waitFor();
}
