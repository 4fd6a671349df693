import { writeXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { unsavedSettings } from "../shared/settings/settings.ts";
import { backOffice, chooseFile, downloaded, eventually, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const choose = (page: Page, what: string, file: Buffer, name = "book.csv") =>
  page
    .getByLabel(`File of ${what} (CSV or XLSX)`)
    .setInputFiles({ name, mimeType: "text/csv", buffer: file });
const downloadBy = async (page: Page, name: string) =>
  (await downloaded(page, () => page.getByRole("button", { name }).press("Enter"))).bytes;
const waitForSummary = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
async function record(page: Page, button: string, done: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
  await dialog(page)
    .getByRole("button", { name: /^Save / })
    .press("Enter");
  await dialog(page).getByText(done).waitFor({ timeout: 180_000 });
  await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
  await dialog(page).waitFor({ state: "detached" });
}
const clients = async () => (await office.asStaff("GET /api/v1/clients")).body.clients;

const many = 300;

test("clients are imported from a spreadsheet, corrected, imported again, exported, and unchanged", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await chooseFile(page, "Import CSV");
  await page.getByRole("heading", { name: "Import clients", level: 1 }).waitFor();
  const template = String(await downloadBy(page, "Download a template"));
  expect(template).toBe("\uFEFFClient,Email,Phone,Company,Address,Language,Status,Muted\r\n");

  // As Excel writes it, in Windows-1252, with other column names.
  const book = [
    "Jina;Barua pepe;Simu;Mji",
    ...Array.from(
      { length: many - 3 },
      (_, n) => `Duka ${n + 1};duka${n + 1}@client.example;+254 711 ${n};Nakuru`,
    ),
    'Çelik "A" Ltd;celik@client.example;;Nairobi',
    "No Address;nobody;;",
    "Twice;duka1@client.example;;",
  ]
    .join("\r\n")
    .replace('Çelik "A" Ltd', '"Çelik ""A"" Ltd"');
  await choose(page, "clients", Buffer.from(book, "latin1"));
  await page.getByRole("combobox", { name: "Client", exact: true }).selectOption({ label: "Jina: Duka 1" });
  await page.getByRole("button", { name: "Read the file" }).press("Enter");
  await waitForSummary(page, `${many} rows`);
  await waitForSummary(page, "3 wrong");
  await waitForSummary(page, `${many - 3} new`);
  await page.getByText("Ignored columns: Mji.").waitFor();
  await line(page, "No Address").getByText("Please provide a valid email address.").waitFor();
  const mend = String(await downloadBy(page, "Download 3 wrong rows"));
  expect(mend.split("\r\n").slice(0, 2)).toEqual([
    "\uFEFFJina,Barua pepe,Simu,Mji,Problem",
    `Duka 1,duka1@client.example,'+254 711 0,Nakuru,Line ${many + 1} is about the same record. Keep only one of them.`,
  ]);
  await record(page, `Add ${many - 3}`, `${many - 3} clients saved.`);
  await waitForSummary(page, `${many - 3} same`);
  expect(await clients()).toHaveLength(many - 3);

  // The chosen columns are remembered.
  await choose(
    page,
    "clients",
    Buffer.from(mend.replace(",nobody,", ",somebody@client.example,").replace(/Twice.*\r\n/, "")),
  );
  await waitForSummary(page, "2 new");
  await record(page, "Add 2", "2 clients saved.");
  await waitForSummary(page, "2 same");
  // The same rows by another person, in a workbook, add nothing twice.
  const other = await office.openAs(office.admin, "/admin/clients/import", {
    viewport: { width: 390, height: 844 },
  });
  const done = book
    .replace("nobody", "somebody@client.example")
    .replace(/\r\nTwice.*/, "")
    .replace("+254 711 5;", "0722;");
  const rows = done
    .split("\r\n")
    .map((row) => row.split(";").map((cell) => cell.replaceAll(/^"|"$/g, "").replaceAll('""', '"')));
  const workbook = await writeXlsx({
    sheets: [
      { name: "Cover", rows: [["Clients of Mwamba"]] },
      { name: "Clients", rows },
    ],
  });
  await choose(other, "clients", Buffer.from(workbook), "book.xlsx");
  await other.getByRole("combobox", { name: "Client", exact: true }).selectOption({ label: "Jina: Duka 1" });
  await other.getByRole("button", { name: "Read the file" }).click();
  await waitForSummary(other, `${many - 2} same`);
  await waitForSummary(other, "1 changed");
  await eventually(() => other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The link in the sheet shows the row alone, and closes the sheet.
  await other.getByRole("button", { name: "Details of Duka 6", exact: true }).click();
  await other.getByRole("button", { name: /^Details of line/ }).click();
  await dialog(other).filter({ hasText: "Phone" }).getByText("Changed.").waitFor();
  expect(await dialog(other).count()).toBe(1);
  await dialog(other).getByRole("button", { name: "Close" }).click();
  await dialog(other).waitFor({ state: "detached" });
  // Meanwhile another person changes the same row.
  const six = (await clients()).find(({ name }) => name === "Duka 6");
  if (!six) throw new Error("It was imported.");
  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: six.id },
    body: { name: six.name, email: six.email, phone: "0733" },
  });
  office.allowConsoleErrors(/409/);
  await other.getByRole("button", { name: "Change 1" }).click();
  await dialog(other)
    .getByRole("button", { name: /^Save / })
    .click();
  await dialog(other).getByText("Somebody else changed it.").waitFor();
  await dialog(other).getByRole("button", { name: "Close" }).last().click();
  await other.getByText("Phone: 0733 → 0722").waitFor();

  // The export can be imported.
  await page.goto("/admin/clients");
  const file = (await downloaded(page, () => chooseFile(page, "Export CSV"))).bytes;
  await page.goto("/admin/clients/import");
  await choose(page, "clients", file, "clients.csv");
  await waitForSummary(page, `${many - 1} same`);
  await page.getByText("There is nothing to save: every row matches what is already stored.").waitFor();
  await office.product.idle();
  expect((await office.product.inbox()).filter(({ subject }) => subject.startsWith("New client"))).toEqual(
    [],
  );
});

const contracts = 500;

test("500 subscriptions are imported with a question about ambiguous dates, in the currency of Settings, and exported unchanged", async () => {
  await office.asAdmin("POST /api/v1/settings", { body: { ...unsavedSettings, default_currency: "KES" } });
  const page = await office.openAs(office.staff, "/admin/subscriptions", {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("link", { name: "Import CSV" }).press("Enter");
  const row = (n: number, more: string) =>
    `Duka ${(n % 100) + 1};duka${(n % 100) + 1}@client.example;=Service ${n};${more};01/02/2026`;
  const book = [
    "Client;Email;Service;Amount;Frequency;Started",
    ...Array.from({ length: contracts - 2 }, (_, n) => row(n, "1,234.50;Monthly")),
    row(998, "1.234;Monthly"),
    "Nobody;nobody@client.example;x;1;Monthly;01/02/2026",
  ].join("\r\n");
  const utf16 = Buffer.from(`\uFEFF${book}`, "utf16le");
  await choose(page, "subscriptions", utf16);
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByText("Choose how to read the dates.").waitFor();
  await page.getByRole("radio", { name: "Feb 1, 2026: the day first" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await waitForSummary(page, `${contracts - 2} new`);
  await waitForSummary(page, "2 wrong");
  await page.getByText("Amount: KES\u00a01,234.50").first().waitFor();
  await record(page, `Add ${contracts - 2}`, `${contracts - 2} subscriptions saved.`);
  await waitForSummary(page, `${contracts - 2} same`);
  const wide = await office.openAs(office.staff, "/admin/subscriptions", {
    viewport: { width: 1440, height: 900 },
  });
  const file = (await downloaded(wide, () => chooseFile(wide, "Export CSV"))).bytes;
  expect(String(file)).toMatch(/,'=Service 7,1234\.5,,KES,Monthly,.*,2026-02-01,/);
  await wide.goto("/admin/subscriptions/import");
  await choose(wide, "subscriptions", file, "subscriptions.csv");
  await waitForSummary(wide, `${contracts - 2} same`);
});

/** Breaks the network after this number of changes: the next three reach the server, and their responses are lost. */
async function breakNetworkAfter(page: Page, changes: number): Promise<void> {
  let changesSent = 0;
  await page.route("**/api/v1/**", async (route) => {
    const isRead = route.request().method() === "GET";
    if (!isRead) changesSent += 1;
    if (changesSent <= changes) return route.fallback();
    if (!isRead && changesSent <= changes + 3) await route.fetch();
    await route.abort("connectionreset");
  });
}
/** The activity entries of an import, counted by kind. */
async function recorded(since: string) {
  const asAdmin = office.product.callerFor((await office.product.signIn(office.admin)).access);
  const kinds: Record<string, number> = {};
  let cursor: string | undefined;
  do {
    const page = (await asAdmin("GET /api/v1/activity", { query: { ...(cursor && { cursor }) } })).body;
    for (const { kind, at } of page.entries) if (at > since) kinds[kind] = (kinds[kind] ?? 0) + 1;
    cursor = page.cursor;
  } while (cursor);
  return kinds;
}
const now = () => new Date(office.product.now()).toISOString();

test.each([
  [
    "clients",
    "Add 30, change 10",
    [
      "Client,Email,Phone",
      ...Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? `Duka ${n + 10},duka${n + 10}@client.example,0755 ${n}`
          : `Cut ${n},cut${n}@client.example,0700 ${n}`,
      ),
    ],
    { "client-added": 30, "client-changed": 10 },
  ],
  [
    "subscriptions",
    "Add 40",
    [
      "Client,Email,Service,Amount,Frequency,Started",
      ...Array.from(
        { length: 40 },
        (_, n) => `Duka ${n + 1},duka${n + 1}@client.example,Cut ${n},10,Monthly,2026-02-01`,
      ),
    ],
    { "subscription-added": 40 },
  ],
] as const)(
  "an interrupted import of %s continues on a new page with the same file, and repeats nothing",
  async (what, button, lines, made) => {
    office.allowConsoleErrors(failedRequest);
    const since = now();
    const file = Buffer.from(lines.join("\r\n"));
    const page = await office.openAs(office.staff, `/admin/${what}/import`);
    await choose(page, what, file);
    await breakNetworkAfter(page, 15);
    await page.getByRole("button", { name: button, exact: true }).press("Enter");
    await dialog(page)
      .getByRole("button", { name: /^Save / })
      .press("Enter");
    await dialog(page)
      .getByText(/^15 .* saved, \d+ failed, \d+ not started\.$/)
      .waitFor({ timeout: 180_000 });
    const recordedCount = Object.values(await recorded(since)).reduce((sum, count) => sum + count, 0);
    expect(recordedCount).toBe(18);

    await page.unrouteAll();
    await page.reload();
    await choose(page, what, file);
    await waitForSummary(page, `${recordedCount} same`);
    await page.getByRole("button", { name: /^(Add|Change) \d+/ }).press("Enter");
    await dialog(page)
      .getByRole("button", { name: /^Save / })
      .press("Enter");
    await dialog(page)
      .getByText(`${40 - recordedCount} ${what} saved.`)
      .waitFor({ timeout: 180_000 });
    await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
    await waitForSummary(page, "40 same");
    expect(await recorded(since)).toEqual(made);
  },
);
