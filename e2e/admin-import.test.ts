import { writeXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  backOffice,
  chooseFile,
  downloaded,
  failedRequest,
  follow,
  navigate,
} from "../test/browser/admin-browser.ts";

const office = backOffice();

const choose = (page: Page, what: string, file: Buffer, name = "book.csv") =>
  page
    .getByLabel(`File of ${what} (CSV or XLSX)`)
    .setInputFiles({ name, mimeType: "text/csv", buffer: file });
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, ...(typeof name === "string" && { exact: true }) })
    .last()
    .press("Enter");
const waitFor = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
/** A tab that is opened later does not have its session. */
async function closeTab(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
}
const clients = async () => (await office.asStaff("GET /api/v1/clients")).body.clients;

/** More than a function takes in one step. */
const MANY = 150;
const WRONG = 12;

/** The clients as a spreadsheet program stores them: phones as numbers, columns with Swahili names. */
const workbook = async (emailOf: (n: number) => string) =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        { name: "Cover", rows: [["Clients of Mwamba"]] },
        {
          name: "Wateja",
          rows: [
            ["Jina", "Barua pepe", "Simu", "Mji"],
            ...Array.from({ length: MANY }, (_, n) => [
              `Duka ${n + 1}`,
              emailOf(n),
              711_000_000 + n,
              "Nakuru",
            ]),
          ],
        },
      ],
    }),
  );

test("150 clients from a spreadsheet: the tab is closed, wrong rows corrected, all undone, imported again and exported; then their subscriptions", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.admin, "/admin/clients");
  await chooseFile(page, "Import CSV");
  await page.getByRole("heading", { name: "Import clients", level: 1 }).waitFor();
  await correctWrongRows(page);
  await undoAndRepeat(page);
  await importSubscriptions(page);
  await importConverted(page);
});

/** Checks the file, closes the tab, and corrects the wrong rows in another. */
async function correctWrongRows(page: Page): Promise<void> {
  const book = await workbook((n) => (n < WRONG ? "nobody" : `duka@client${n}.example`));
  await choose(page, "clients", book, "book.xlsx");
  // A column that nobody knows is asked about.
  await page.getByRole("button", { name: "Read the file" }).click();
  await waitFor(page, `${WRONG} wrong`);
  await waitFor(page, `${MANY - WRONG} new`);
  await page.getByRole("row").filter({ hasText: "Duka 1" }).first().waitFor();
  await page.getByText("Please provide a valid email address.").first().waitFor();
  const address = page.url();
  expect(address).toMatch(/\/admin\/imports\/[\da-f-]{36}$/);
  await closeTab(page);

  // In another tab it is offered again. Each wrong row is corrected, and the next one opens.
  await page.goto("/admin/clients/import");
  await page.getByRole("link", { name: "Check book.xlsx" }).click();
  await page.waitForURL(address);
  const wrong = String((await downloaded(page, () => press(page, `Download ${WRONG} wrong rows`))).bytes);
  expect(wrong.split("\r\n").slice(0, 2)).toEqual([
    "\uFEFFClient,Email,Phone,Problem",
    "Duka 1,nobody,711000000,Please provide a valid email address.",
  ]);
  await page.getByRole("button", { name: /^Details of row 1:/ }).press("Enter");
  for (let n = 0; n < WRONG; n += 1) {
    const dialog = page.getByRole("dialog", { name: `Duka ${n + 1}`, exact: true });
    await dialog.getByLabel("Email").fill(`duka@client${n}.example`);
    await dialog.getByRole("button", { name: "Correct the row" }).press("Enter");
  }
  await waitFor(page, `${MANY} new`);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press(page, `Add ${MANY}`);
  await page
    .getByText(/You can close this tab|^Done\./)
    .first()
    .waitFor();
  await closeTab(page);
  await office.product.idle();
  await page.goto(address);
  await waitFor(page, `Done. ${MANY} clients added.`);
  const added = await clients();
  expect(added).toHaveLength(MANY);
  expect(added[0]?.phone).toMatch(/^\+254711000/);
}

async function undoAndRepeat(page: Page): Promise<void> {
  await press(page, "Undo the import");
  await page.getByRole("dialog").waitFor();
  await press(page, "Undo the import");
  await waitFor(page, `Undone. ${MANY} clients removed or set back.`);
  expect(await clients()).toEqual([]);
  await navigate(page, "/admin/clients/import");
  // This browser remembers which columns were chosen.
  await choose(page, "clients", await workbook((n) => `duka@client${n}.example`), "book.xlsx");
  await press(page, `Add ${MANY}`);
  await waitFor(page, `Done. ${MANY} clients added.`);
  await office.product.idle();

  // The export of ours changes nothing.
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  // The menu has the export once the list is complete.
  await waitFor(page, `${MANY} total`);
  const file = (await downloaded(page, () => chooseFile(page, "Export CSV"))).bytes;
  await navigate(page, "/admin/clients/import");
  await choose(page, "clients", file, "clients.csv");
  await waitFor(page, `${MANY} same`);
  await waitFor(page, "There is nothing to save: every row matches what is already stored.");
  expect((await office.product.inbox()).filter(({ subject }) => subject.startsWith("New client"))).toEqual(
    [],
  );
}

/** Ambiguous dates are asked about; a part whose answer is lost is sent again and counted once. */
async function importSubscriptions(page: Page): Promise<void> {
  await navigate(page, "/admin/subscriptions/import");
  const row = (n: number) => `Duka ${n + 1};=Service ${n};1,234.50;Monthly;01/02/2026`;
  const book = ["Client;Service;Amount;Frequency;Started", row(0), row(1), row(2)].join("\r\n");
  let lost = 0;
  await page.route("**/rows", async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await choose(page, "subscriptions", Buffer.from(`\uFEFF${book}`, "utf16le"));
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose how to read the dates.").waitFor();
  await page.getByRole("radio", { name: "Jan 2, 2026: the month first" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await waitFor(page, "3 new");
  expect(lost).toBe(1);
  await page.getByText("Amount: $1,234.50").first().waitFor();
  await press(page, "Add 3");
  await waitFor(page, "Done. 3 subscriptions added.");
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions).toHaveLength(3);
  expect(subscriptions[0]).toMatchObject({ start_date: "2026-01-02" });
  // The activity has one line, which leads to the rows.
  await follow(page, "Settings", "Activity");
  await page
    .getByRole("listitem")
    .filter({ hasText: "subscriptions" })
    .getByRole("link", { name: "book.csv" })
    .click();
  await waitFor(page, "Done. 3 subscriptions added.");
}

/** The import asks about hidden rows and converted days. Wrong rows are corrected in an import of their own. */
async function importConverted(page: Page): Promise<void> {
  await navigate(page, "/admin/subscriptions/import");
  const rows = [
    ["Client", "Service", "Amount", "Frequency", "Started"],
    ["Duka 4", "A", 1000, "Monthly", new Date("2026-03-04T00:00:00Z")],
    ["Duka 5", "B", 1000, "Monthly", "25/04/2026"],
    ["Duka 6", "C", 1000, "Sometimes", "13/05/2026"],
    ["Duka 7", "D", 1000, "Monthly", "14/05/2026"],
  ];
  const sheet = { name: "A", rows, rowDefs: new Map([[4, { hidden: true }]]) };
  await choose(page, "subscriptions", Buffer.from(await writeXlsx({ sheets: [sheet] })), "converted.xlsx");
  await page.getByText("The spreadsheet hides row 5.").waitFor();
  await page.getByRole("radio", { name: "Leave it out" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose what the converted dates mean.").waitFor();
  await page.getByRole("radio", { name: "Apr 3, 2026: day and month are swapped" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await waitFor(page, "2 new");
  await press(page, "Add 2");
  await waitFor(page, "Done. 2 subscriptions added, 1 wrong.");
  await press(page, "Correct 1 wrong row");
  await waitFor(page, "There is nothing to save yet. Open a wrong row to correct it.");
  await page.getByRole("button", { name: /^Details of row 1:/ }).press("Enter");
  await page.getByRole("dialog").getByLabel("Frequency").fill("Monthly");
  await page.getByRole("button", { name: "Correct the row" }).press("Enter");
  await press(page, "Add 1");
  await waitFor(page, "Done. 1 subscription added.");
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  const started = subscriptions
    .filter(({ service = "" }) => ["A", "B", "C", "D"].includes(service))
    .map(({ service, start_date }) => [service, start_date]);
  expect(started.sort()).toEqual([
    ["A", "2026-04-03"],
    ["B", "2026-04-25"],
    ["C", "2026-05-13"],
  ]);
}
