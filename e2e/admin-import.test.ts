import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { unsavedSettings } from "../shared/settings.ts";
import { backOffice, downloaded, eventually, failedRequest } from "../test/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/axe.ts";

const office = backOffice();

const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const choose = (page: Page, what: string, file: Buffer, name = "book.csv") =>
  page.getByLabel(`File of ${what} (CSV)`).setInputFiles({ name, mimeType: "text/csv", buffer: file });
const savedBy = async (page: Page, name: string) =>
  (await downloaded(page, () => page.getByRole("button", { name }).press("Enter"))).bytes;
const summed = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
async function record(page: Page, button: string, done: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await dialog(page)
    .getByRole("button", { name: /^Record / })
    .press("Enter");
  await dialog(page).getByText(done).waitFor({ timeout: 180_000 });
  await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
  await dialog(page).waitFor({ state: "detached" });
}
const clients = async () => (await office.asStaff("GET /api/v1/clients")).body.clients;

const many = 300;

test("a company's clients are imported from its spreadsheet, mended, imported again, exported, and all the same", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await page.getByRole("link", { name: "Import CSV" }).press("Enter");
  await page.getByRole("heading", { name: "Import clients", level: 1 }).waitFor();
  const template = String(await savedBy(page, "Download a template"));
  expect(template).toBe("\uFEFFClient,Email,Phone,Company,Address,Language,Status,Muted\r\n");
  expect(await violationsOf(page, wcag22)).toEqual([]);

  // As Excel writes it in Windows-1252, with names of columns that are its own.
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
  await summed(page, `${many} rows`);
  await summed(page, "3 wrong");
  await summed(page, `${many - 3} new`);
  await page.getByText("Not read: Mji.").waitFor();
  await line(page, "No Address").getByText("Please provide a valid email address.").waitFor();
  expect(await violationsOf(page, wcag22)).toEqual([]);
  const mend = String(await savedBy(page, "Download 3 wrong rows"));
  expect(mend.split("\r\n").slice(0, 2)).toEqual([
    "\uFEFFJina,Barua pepe,Simu,Mji,What is wrong",
    `Duka 1,duka1@client.example,'+254 711 0,Nakuru,Line ${many + 1} is about the same. Leave one of them.`,
  ]);
  await record(page, `Add ${many - 3}`, `${many - 3} clients recorded.`);
  await summed(page, `${many - 3} same`);
  expect(await clients()).toHaveLength(many - 3);

  // The columns that were said are known of what comes back.
  await choose(
    page,
    "clients",
    Buffer.from(mend.replace(",nobody,", ",somebody@client.example,").replace(/Twice.*\r\n/, "")),
  );
  await summed(page, "2 new");
  await record(page, "Add 2", "2 clients recorded.");
  await summed(page, "2 same");
  // From the beginning, by somebody else: nothing twice.
  const other = await office.openAs(office.admin, "/admin/clients/import", {
    viewport: { width: 390, height: 844 },
  });
  const done = book
    .replace("nobody", "somebody@client.example")
    .replace(/\r\nTwice.*/, "")
    .replace("+254 711 5;", "0722;");
  await choose(other, "clients", Buffer.from(done, "latin1"));
  await other.getByRole("combobox", { name: "Client", exact: true }).selectOption({ label: "Jina: Duka 1" });
  await other.getByRole("button", { name: "Read the file" }).click();
  await summed(other, `${many - 2} same`);
  await summed(other, "1 changed");
  expect(await violationsOf(other, wcag22)).toEqual([]);
  await eventually(() => other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Looked at from its sheet, a row stands alone, and leaves nothing open behind it.
  await other.getByRole("button", { name: "Details of Duka 6", exact: true }).click();
  await other.getByRole("button", { name: /^Look at line/ }).click();
  await dialog(other).filter({ hasText: "Phone" }).getByText("Changed.").waitFor();
  expect(await dialog(other).count()).toBe(1);
  await dialog(other).getByRole("button", { name: "Close" }).click();
  await dialog(other).waitFor({ state: "detached" });
  // Meanwhile the same row is changed by another hand.
  const six = (await clients()).find(({ name }) => name === "Duka 6");
  if (!six) throw new Error("It was imported.");
  await office.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: six.id },
    body: { name: six.name, email: six.email, phone: "0733" },
  });
  office.forgive(/409/);
  await other.getByRole("button", { name: "Change 1" }).click();
  await dialog(other)
    .getByRole("button", { name: /^Record / })
    .click();
  await dialog(other).getByText("Somebody changed it meanwhile.").waitFor();
  await dialog(other).getByRole("button", { name: "Close" }).last().click();
  await other.getByText("Phone: 0733 → 0722").waitFor();

  // What is exported can be imported.
  await page.goto("/admin/clients");
  const file = await savedBy(page, "Export CSV");
  await page.goto("/admin/clients/import");
  await choose(page, "clients", file, "clients.csv");
  await summed(page, `${many - 1} same`);
  await page.getByText("There is nothing to record: all of it is so already.").waitFor();
  await office.product.idle();
  expect((await office.product.inbox()).filter(({ subject }) => subject.startsWith("New client"))).toEqual(
    [],
  );
});

const contracts = 500;

test("five hundred subscriptions are imported, with days that could be two asked about, in the currency of Settings, and exported the same", async () => {
  await office.asStaff("POST /api/v1/settings", { body: { ...unsavedSettings, default_currency: "KES" } });
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
  await page.getByText("Please say how the days are meant.").waitFor();
  await page.getByRole("radio", { name: "Feb 1, 2026: the day first" }).check();
  await page.getByRole("button", { name: "Read the file" }).click();
  await summed(page, `${contracts - 2} new`);
  await summed(page, "2 wrong");
  await page.getByText("Amount: KES\u00a01,234.50").first().waitFor();
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await record(page, `Add ${contracts - 2}`, `${contracts - 2} subscriptions recorded.`);
  await summed(page, `${contracts - 2} same`);
  const wide = await office.openAs(office.staff, "/admin/subscriptions");
  const file = await savedBy(wide, "Export CSV");
  expect(String(file)).toMatch(/,'=Service 7,1234\.5,,Monthly,.*,2026-02-01,.*,KES\r/);
  await wide.goto("/admin/subscriptions/import");
  await choose(wide, "subscriptions", file, "subscriptions.csv");
  await summed(wide, `${contracts - 2} same`);
});

/** After so many changes the network breaks: of the next three the server hears, and nobody hears of its answer. */
async function breaksAfter(page: Page, changes: number): Promise<void> {
  let asked = 0;
  await page.route("**/api/v1/**", async (route) => {
    const isRead = route.request().method() === "GET";
    if (!isRead) asked += 1;
    if (asked <= changes) return route.fallback();
    if (!isRead && asked <= changes + 3) await route.fetch();
    await route.abort("connectionreset");
  });
}
/** What stands of an import in the activity, by its kind. */
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
  "an import of %s that breaks off, on a page that is opened anew, goes on with the same file and does nothing twice",
  async (what, button, lines, made) => {
    office.forgive(failedRequest);
    const since = now();
    const file = Buffer.from(lines.join("\r\n"));
    const page = await office.openAs(office.staff, `/admin/${what}/import`);
    await choose(page, what, file);
    await breaksAfter(page, 15);
    await page.getByRole("button", { name: button, exact: true }).press("Enter");
    await dialog(page)
      .getByRole("button", { name: /^Record / })
      .press("Enter");
    await dialog(page)
      .getByText(/^15 .* recorded, \d+ failed, \d+ not begun\.$/)
      .waitFor({ timeout: 180_000 });
    const half = Object.values(await recorded(since)).reduce((sum, count) => sum + count, 0);
    expect(half).toBe(18);

    await page.unrouteAll();
    await page.reload();
    await choose(page, what, file);
    await summed(page, `${half} same`);
    await page.getByRole("button", { name: /^(Add|Change) \d+/ }).press("Enter");
    await dialog(page)
      .getByRole("button", { name: /^Record / })
      .press("Enter");
    await dialog(page)
      .getByText(`${40 - half} ${what} recorded.`)
      .waitFor({ timeout: 180_000 });
    await dialog(page).getByRole("button", { name: "Close" }).last().press("Enter");
    await summed(page, "40 same");
    expect(await recorded(since)).toEqual(made);
  },
);
