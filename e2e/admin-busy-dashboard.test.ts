import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { today } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import { seedAccounts, seededClient, seedRows } from "../test/product/seed-rows.ts";

const office = backOffice();
office.prepare(seed);

const CLIENTS = 120;
const names = [
  "Umoja SACCO",
  "Wanjiru Kamau",
  "Kilimo Savings and Credit",
  "Otieno & Sons",
  "Neema Pharmacy",
];
const companies = ["", "Mfano Microfinance Ltd", "Boda Couriers", "Nyota Wholesalers (K) Ltd"];
const notes = [
  "Call about the invoice",
  "Send the new contract",
  "Wants to pay in parts",
  "Check the KRA PIN",
];

/** A company of shillings and dollars, in which a third is overdue, a third due within the week, and something waits in every list. */
async function seed(): Promise<void> {
  const { product, asStaff, asAdmin } = office;
  await asAdmin("POST /api/v1/settings", { body: { ...companyProfile, default_currency: "KES" } });
  const [first] = await Promise.all(
    names.slice(0, 3).map(async (name, index) => {
      const body = { name, email: `real${index}@client.example` };
      return (await asStaff("POST /api/v1/clients", { body })).body.client;
    }),
  );
  const params = { id: first?.id ?? "" };
  for (const text of notes)
    await asStaff("POST /api/v1/clients/{id}/notes", { params, body: { text, due_on: today } });
  const clients = await seedRows(product, "Clients", CLIENTS, (id, index) => ({
    ...seededClient(id, index),
    name: `${names[index % names.length]} ${index}`,
    company: companies[index % companies.length],
    phone: "0712 345 678",
  }));
  await seedAccounts(product, clients, (index) => ({
    amount_cents: 4_500_00 + index * 713_00,
    ...(index % 4 > 0 && { currency: "KES" }),
    service: "Loan management system, 12 branches",
    next_billing_date: addDays(
      today,
      index % 3 === 0 ? -index : index % 3 === 1 ? index % 8 : 9 + (index % 20),
    ),
  }));
  const line = { method: "mpesa", paid_on: today, currency: "KES", payer: "NAIROBI WEST" };
  const lines = [
    { ...line, code: "UJK4H7L2M1", amount: 98_765 },
    { ...line, code: "UJK4H7L2M2", amount: 999_999.99 },
  ];
  await asStaff("POST /api/v1/payments", { body: { lines } });
  await seedRows(product, "Messages", 2, (id) => ({
    id,
    name: "Grace Achieng",
    email: "grace@tumaini.example",
    phone: "",
    message: "Hello",
    mail_id: "earlier",
    state: "mailed",
    day: today,
    received_at: `${today}T05:00:00.000Z`,
  }));
  const differences = ["UJK4H7L2M1: M-Pesa has KES 5.00, we have KES 0.00."];
  await seedRows(product, "Settings", 2, (_, index) =>
    index === 0
      ? { name: "paybill", compared: { day: addDays(today, -1), differences } }
      : {
          name: "sweep",
          day: today,
          started_at: `${today}T04:00:00.000Z`,
          finished_at: `${today}T04:02:00.000Z`,
          queued: 26,
          sent: 21,
          skipped: 3,
          failed: 2,
        },
  );
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Everything has loaded. */
async function open(settings: object): Promise<Page> {
  const page = await office.openAs(office.staff, "/admin", settings);
  await region(page, "Today").getByText("2 emails of the last run failed.").waitFor();
  await region(page, "Today").getByText("2 messages wait for an answer.").waitFor();
  await page.getByText("Show as a table").waitFor();
  await eventually(() => region(page, "Overdue").getByRole("listitem").count()).toBe(8);
  return page;
}

/** Words have letters or digits; what is folded does not count, what only screen readers read does. */
async function wordsOf(page: Page): Promise<number> {
  const texts = await page.getByRole("main").allInnerTexts();
  return texts.join(" ").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** All that Tab reaches, also in the sidebar. */
const controlsOf = (page: Page): Promise<number> =>
  page
    .locator("a[href], button, input, select, summary")
    .evaluateAll(
      (all) =>
        all.filter((control) => control.checkVisibility() && (control as HTMLElement).tabIndex >= 0).length,
    );

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top + scrollY);

const opacityOfActions = (page: Page) =>
  region(page, "Overdue")
    .getByRole("listitem")
    .first()
    .getByRole("button", { name: /^Record payment/ })
    .evaluate((button) => button.checkVisibility({ opacityProperty: true }));

test("with 120 clients in two currencies the dashboard has few words and controls, and is in the first view but for the months", async () => {
  const page = await open({ viewport: { width: 1280, height: 720 } });
  expect(await wordsOf(page)).toBeLessThanOrEqual(400);
  expect(await controlsOf(page)).toBeLessThanOrEqual(70);
  for (const list of ["Today", "Overdue", "Next 7 days"])
    expect(
      await region(page, list).evaluate((element) => element.getBoundingClientRect().bottom),
    ).toBeLessThanOrEqual(720);
  // Shillings are the company's usual currency.
  expect(await region(page, "Revenue Due").textContent()).toMatch(/^Revenue DueKES[^$]+\$/);

  // Each figure is said once.
  expect((await page.getByRole("main").textContent())?.match(/failed/g)).toHaveLength(1);

  // The first of each kind; all are one press away.
  const lines = region(page, "Today").getByRole("listitem");
  expect(await lines.allInnerTexts()).toEqual([
    expect.stringMatching(/^Umoja SACCO\s/),
    expect.stringContaining("2 messages"),
    expect.stringMatching(/^2 payments of KES\s1,098,764\.99 have no client\.\s+Assign$/),
    expect.stringContaining("2 emails"),
  ]);
  await page.getByRole("link", { name: "See all 8 lines of today" }).click();
  await eventually(() => lines.count()).toBe(8);
  await lines.getByText("M-Pesa’s list of Dec 23, 2026 differs in 1 payment.").waitFor();
  await page.getByRole("link", { name: /^Assign: / }).click();
  await page.getByText("Payments we could not match.").waitFor();
  await page.goBack();

  // A row shows its actions to a pointer and to the keyboard.
  await page.mouse.move(0, 0);
  expect(await opacityOfActions(page)).toBe(false);
  const row = region(page, "Overdue").getByRole("listitem").first();
  await row.hover();
  expect(await opacityOfActions(page)).toBe(true);
  await page.mouse.move(0, 0);
  await row.getByRole("link").first().focus();
  await page.keyboard.press("Tab");
  expect(await opacityOfActions(page)).toBe(true);
});

test("a phone shows the first client near its top, the actions of a row in a sheet, and the months as a picture", async () => {
  for (const width of [390, 320]) {
    const page = await open({ viewport: { width, height: 800 }, hasTouch: true });
    expect((await topOf(page, "main a[href^='/admin/clients/']")) - (await topOf(page, "main"))).toBeLessThan(
      320,
    );
    const heightsIn = (list: string) =>
      region(page, list)
        .getByRole("listitem")
        .filter({ visible: true })
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    const heights = [...(await heightsIn("Overdue")), ...(await heightsIn("Next 7 days"))];
    expect(new Set(heights)).toEqual(new Set([56]));
    const row = region(page, "Overdue").getByRole("listitem").first();
    await row.tap({ position: { x: 20, y: 20 } });
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Record payment/ })
      .waitFor();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Client's page/ })
      .waitFor();
    await page.keyboard.press("Escape");
    const months = region(page, "Month by month");
    expect(await months.getByRole("link").count()).toBe(0);
    expect(await months.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(480);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.context().close();
  }
});
