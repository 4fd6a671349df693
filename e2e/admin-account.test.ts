import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addMonths } from "../shared/day.ts";
import {
  backOffice,
  downloaded,
  eventually,
  failedRequest,
  navigate,
} from "../test/browser/admin-browser.ts";
import { payPeriods } from "../test/product/pay-periods.ts";

const office = backOffice();
const profile = {
  company_name: "Mwamba <b>Software</b>",
  company_address: "Kenyatta Avenue\nNairobi",
  company_phone: "",
  company_email: "office@mwamba.example",
  company_website: "",
  notification_email: "",
  logo_url: "",
};
const months = 48;
/** A heading, the periods, their payments, what is due, and the balance. */
const allRows = 1 + months + months / 12 + 2 + 1;
let client: string;

office.prepare(async () => {
  const how = { mpesa_paybill: "123456", payment_note: "Use this.", payment_note_sw: "Tumia hii." };
  await office.asAdmin("POST /api/v1/settings", { body: { ...profile, ...how } });
  const body = { name: "Otieno Achieng", email: "otieno@tumaini.example", language: "sw" as const };
  client = (await office.asStaff("POST /api/v1/clients", { body: { ...body, company: "Tumaini Sacco" } }))
    .body.client.id;
  const add = async (more: object) =>
    (
      await office.asStaff("POST /api/v1/subscriptions", {
        body: { client_id: client, start_date: "2020-01-20", frequency: "monthly", amount: 149.99, ...more },
      })
    ).body.subscription;
  await add({ amount: 1_200, frequency: "yearly", next_billing_date: "2026-12-10", service: "Msaada" });
  const first = addMonths("2026-11-20", -months);
  const { id } = await add({ currency: "KES", service: "Mfumo wa mikopo", next_billing_date: first });
  for (let month = 0; month < months; month += 12)
    await payPeriods(office.asStaff, id, {
      period: addMonths(first, month),
      periods: 12,
      amount: 12 * 149.99,
      method: "mpesa",
      paid_on: addMonths(first, month),
      reference: `SFT6QX1Z${month}`,
    });
});

const paper = (page: Page) => page.getByRole("article");
const accounts = (page: Page) => paper(page).getByRole("table");
const statementTitle = "Taarifa ya akaunti";

/** The statement is in the client's language and for chosen days; it is printed, and saved as a file. */
async function chooseDays(page: Page): Promise<void> {
  const owed = page.getByRole("region", { name: "Due" });
  await owed.getByText("1 charge since Dec 10, 2026").waitFor();
  await owed.getByText("2 charges since Nov 20, 2026").waitFor();
  await page.getByRole("link", { name: "Statement of account" }).press("Enter");
  await page.getByRole("article", { name: statementTitle }).waitFor();
  expect(await paper(page).getAttribute("lang")).toBe("sw");
  const expected = [
    "Mwamba <b>Software</b>",
    "Tumaini Sacco",
    "Otieno Achieng",
    "25 Des 2025 hadi 24 Des 2026",
    "Dola za Marekani",
    "Shilingi za Kenya",
    "Salio la kulipwa Ksh 299.98",
    "Jinsi ya kulipa",
    "Tumia hii.",
    "20 Jan 2027",
  ];
  for (const words of expected) await paper(page).getByText(words).first().waitFor();
  const shillings = accounts(page).nth(1);
  await shillings.getByRole("row", { name: /Mfumo wa mikopo 20 Nov 2026 hadi 19 Des 2026/ }).waitFor();

  await page.getByLabel("Dates").selectOption({ label: "All" });
  await eventually(() => shillings.getByRole("row").count()).toBe(allRows);
  expect(new URL(page.url()).search).toBe("?period=all");

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print or save as PDF" }).press("Enter");
  await page.locator("body[data-printed]").waitFor();

  await page.getByLabel("Dates").selectOption({ label: "From – to" });
  await page.getByLabel("From", { exact: true }).fill("2026-11-01");
  await page.getByLabel("To", { exact: true }).fill("2026-11-30");
  await paper(page).getByText("Salio la tarehe 30 Nov 2026 Ksh 149.99").waitFor();
  expect(new URL(page.url()).search).toContain("from=2026-11-01&to=2026-11-30");
  // Charges of that day may have been paid since.
  expect(await paper(page).getByText("Jinsi ya kulipa").count()).toBe(0);

  const file = await downloaded(page, () => page.getByRole("button", { name: "Export CSV" }).press("Enter"));
  expect(file.name).toMatch(/^statement \d{7} 2026-11-01 to 2026-11-30\.csv$/);
  const [head, ...lines] = String(file.bytes).trim().split("\r\n");
  expect(head).toContain(
    "Date,Entry,Service,One-off,Period from,Period to,Due,Invoices,Method,Reference,Receipt number,Charge,Payment,Balance",
  );
  expect(lines).toEqual([
    "2026-11-01,Brought forward,,,,,,,,,,,,0,KES,,",
    "2026-11-20,Charge,Mfumo wa mikopo,,2026-11-20,2026-12-19,2026-11-20,,,,,149.99,,149.99,KES,,",
  ]);
}

/** A statement that cannot be loaded or is incomplete says so, and so does one without charges or without a client. */
async function readIncomplete(page: Page): Promise<void> {
  await page.route("**/api/v1/settings", (route) => route.abort());
  await page.route("**/api/v1/clients/*/statement*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), unreadable: 1 } });
  });
  const logo_url = `${office.product.site}/icon-192.png`;
  await office.asAdmin("POST /api/v1/settings", { body: { ...profile, logo_url } });
  await page.reload();
  await page.getByRole("alert").getByText("An error occurred while fetching the statement").waitFor();
  await page.unroute("**/api/v1/settings");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("1 record could not be read").waitFor();
  // The printed statement must not look complete either.
  await paper(page).getByText("taarifa hii haijakamilika").waitFor();
  const logo = paper(page).locator("img");
  await eventually(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  await paper(page).getByText(profile.company_name).waitFor();
  // Another request may still be on its way.
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await navigate(page, `/admin/clients/${client}/statement?from=2019-01-01&to=2019-12-31`);
  await paper(page).getByText("Hakuna ada wala malipo katika kipindi hiki.").waitFor();

  await navigate(page, "/admin/clients/00000000-0000-4000-8000-000000000000/statement");
  await page.getByRole("heading", { name: "Client not found" }).waitFor();
  await page.getByRole("link", { name: "All clients" }).waitFor();

  const nobody = { name: "Nobody Yet", email: "nobody@client.example" };
  const { id } = (await office.asStaff("POST /api/v1/clients", { body: nobody })).body.client;
  await navigate(page, `/admin/clients/${id}/statement`);
  await paper(page).getByText("There are no charges and no payments on this account yet.").waitFor();
}

/** On paper there is only the statement, in the light scheme, on a few pages. */
async function print(page: Page): Promise<void> {
  await navigate(page, `/admin/clients/${client}/statement?period=all`);
  await page.getByRole("article", { name: statementTitle }).waitFor();
  await eventually(() => accounts(page).nth(1).getByRole("row").count()).toBe(allRows);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.getByRole("navigation").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages, format).toBeGreaterThanOrEqual(3);
    expect(pages, format).toBeLessThanOrEqual(5);
  }
}

test("staff open a statement of account from the client's page, choose its days, save and print it, and see when it is incomplete", async () => {
  office.allowConsoleErrors(failedRequest, /settings could not be loaded/);
  // A page that was printed keeps the width of the paper.
  const page = await office.openAs(office.staff, `/admin/clients/${client}`, { fresh: true });
  await chooseDays(page);
  await readIncomplete(page);
  await print(page);
});
