import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, chooseAction, eventually, navigate } from "../test/admin-browser.ts";
import { seededReminder, seedRows } from "../test/seed-rows.ts";

const office = backOffice();
let client: Client;

const post = (key: "POST /api/v1/subscriptions", body: object) => office.asStaff(key, { body });

beforeAll(async () => {
  const body = { name: "Wanjiru Kamau", email: "wanjiru@tumaini.example", phone: "0712 345 678" };
  client = (await office.asStaff("POST /api/v1/clients", { body: { ...body, company: "Tumaini" } })).body
    .client;
  const terms = { client_id: client.id, start_date: "2026-01-20", frequency: "monthly", amount: 149.99 };
  const service = { service: "Loan system, 3 branches", next_billing_date: "2026-12-20" };
  await post("POST /api/v1/subscriptions", { ...terms, ...service });
  await office.asStaff("POST /api/v1/send-notifications");
  await office.product.call("POST /api/send-email", {
    body: { name: "W", email: body.email, message: "A fourth branch in March?", elapsed: 30_000 },
  });
});

const entries = (page: Page) => page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
const owed = (page: Page) => region(page, "Owed");
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("staff find a client, record a payment and a promise, and see the client on the promised day", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await page.getByRole("link", { name: "Wanjiru Kamau" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Wanjiru Kamau" }).waitFor();
  expect(await page.getByRole("link", { name: "0712 345 678" }).getAttribute("href")).toBe("tel:0712345678");
  expect(await page.getByRole("link", { name: client.email }).getAttribute("href")).toBe(
    `mailto:${client.email}`,
  );
  await eventually(() => owed(page).textContent()).toMatch(/^Overdue\$149\.991 period since Dec 20, 2026/);
  await region(page, "Details").getByText("$1,799.88").waitFor();
  const expected = [
    "A fourth branch in March?",
    "Overdue reminder, delivered",
    "Person 2 added Loan system, 3 branches: $149.99 monthly",
    "Person 2 added the client",
  ];
  for (const text of expected) await entries(page).filter({ hasText: text }).waitFor();

  await page.getByLabel("Promised to pay by").fill("2027-01-05");
  await page.keyboard.press("Enter");
  await page.getByText("No reminder goes out by itself until then.").waitFor();
  await entries(page).filter({ hasText: "recorded the promise to pay by Jan 5, 2027" }).waitFor();
  await page.getByRole("button", { name: "Record payment", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Record payment: Wanjiru Kamau" });
  await dialog.getByText("Loan system, 3 branches").first().waitFor();
  await dialog.getByLabel("Reference").fill("SFT6QX1Z9K");
  await page.keyboard.press("Enter");
  await entries(page).filter({ hasText: "Paid $149.99, SFT6QX1Z9K" }).waitFor();
  await region(page, "Details").getByText("1 payment").waitFor();
  await page.getByLabel("Promised to pay by").waitFor({ state: "detached" });
  await eventually(() => owed(page).textContent()).toMatch(/^Nothing is owedDue next\$149\.99Jan 20, 2027/);

  expect(await page.getByLabel("Remind me on").count()).toBe(0);
  await page.getByLabel("Note", { exact: true }).fill("Promised the rest for today");
  await page.getByLabel("Remind me on").fill("2026-12-24");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await entries(page).first().getByText("Promised the rest for today").waitFor();
  await eventually(() => page.getByLabel("Note", { exact: true }).inputValue()).toBe("");

  await page.getByRole("button", { name: "Add Subscription" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Subscription" });
  await form.getByLabel("Service").fill("loan");
  await page.getByRole("option", { name: "Loan system, 3 branches" }).waitFor();
  await form.getByLabel("Service").fill("Payroll");
  await form.getByLabel("Amount").fill("50");
  await form.getByRole("button", { name: "Add Subscription" }).press("Enter");
  await region(page, "Subscriptions").getByText("Payroll").waitFor();
  await chooseAction(page, "Payroll", "Edit");
  const edit = page.getByRole("dialog", { name: "Edit Subscription" });
  await edit.getByLabel("Amount").fill("75");
  await edit.getByRole("button", { name: "Save Subscription" }).press("Enter");
  await entries(page).first().getByText("changed the amount of Payroll: $50.00 → $75.00").waitFor();
  await page.getByRole("button", { name: "Edit client" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Phone").fill("0733 000 111");
  await page.getByRole("dialog").getByLabel("Language").selectOption("Swahili");
  await page.getByRole("dialog").getByRole("button", { name: "Save Client" }).press("Enter");
  // One save is one line; its values open below it.
  await entries(page)
    .first()
    .getByRole("button", { name: "Details: Person 2 changed the phone and language" })
    .press("Enter");
  await entries(page).first().getByText("Phone: 0712 345 678 → 0733 000 111").waitFor();
  await entries(page).first().getByText("Language: English → Swahili").waitFor();
  const chat = page.getByRole("link", { name: "WhatsApp, opens in a new tab" });
  await eventually(() => chat.getAttribute("href")).toMatch(/[?]text=Habari%20Wanjiru%20Kamau/);

  await page.getByRole("link", { name: "Dashboard" }).press("Enter");
  const notes = region(page, "Notes for today");
  await notes.getByText("Promised the rest for today").waitFor();
  await notes.getByRole("button", { name: "Done: the note on Wanjiru Kamau" }).press("Enter");
  await notes.waitFor({ state: "detached" });
});

/** A client with two overdue subscriptions in both currencies, and a long name. */
async function newDebtor() {
  const name = "Kampuni ya Usafirishaji na Uhifadhi wa Mizigo ya Afrika Mashariki Limited";
  const email = "accounts@usafirishaji.example";
  const { id } = (await office.asStaff("POST /api/v1/clients", { body: { name, email } })).body.client;
  const add = (service: string, next_billing_date: string, more: object) =>
    post("POST /api/v1/subscriptions", {
      client_id: id,
      start_date: "2026-01-04",
      frequency: "monthly",
      service,
      next_billing_date,
      ...more,
    });
  await add("Payroll", "2026-12-04", { amount: 4_374_900 });
  await add("Mfumo wa mikopo, matawi 12", "2026-10-04", {
    amount: 98_765_432.1,
    currency: "KES",
  });
  return id;
}

/** One sum pays several charges, as proposed or as the person chooses. */
async function payInParts(page: Page): Promise<void> {
  await owed(page).getByText("3 periods since Oct 4, 2026").waitFor();
  await owed(page).getByText("61–90 days KES 98,765,432.10").waitFor();
  await owed(page).getByRole("button", { name: "Record payment" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const pays = (name: string) => dialog.getByLabel(name);
  // The oldest charge decides on the currency.
  await pays("Pays of Mfumo wa mikopo, matawi 12, due Oct 4, 2026").waitFor();
  await dialog.getByLabel("Currency").selectOption({ label: "US dollars" });
  await dialog.getByText("Payroll").first().waitFor();
  const payroll = pays("Pays of Payroll, due Dec 4, 2026");
  const owedInAll = await payroll.inputValue();
  expect(Number(owedInAll)).toBeGreaterThan(1_000);
  const next = pays("Pays of Payroll, due Jan 4, 2027");
  // Each new sum is distributed again.
  for (const [sum, rest] of [
    ["900", "500.00"],
    ["1000", "600.00"],
  ] as const) {
    await dialog.getByLabel("Amount ($)").fill(sum);
    await eventually(() => payroll.inputValue()).toBe(`${sum}.00`);
    await next.fill("400");
    await eventually(() => payroll.inputValue()).toBe(rest);
  }
  await dialog.getByLabel("Reference").fill("CHQ 12");
  await dialog.getByText("of the period due on Dec 4, 2026 remains due.").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await entries(page).filter({ hasText: "Paid $1,000" }).getByText("2 periods from Dec 4, 2026").waitFor();
  await owed(page).getByRole("button", { name: "Record payment" }).click();
  await dialog.getByLabel("Reference").fill("CHQ 12");
  await dialog.getByText("A payment with this reference is already recorded: $1,000.00").waitFor();
}

/** What is more than all that is open is kept as credit if the person says so, and can be paid back. */
async function payTooMuch(page: Page): Promise<void> {
  const body = { name: "Faida", email: "faida@client.example" };
  const { id } = (await office.asStaff("POST /api/v1/clients", { body })).body.client;
  const dates = { start_date: "2026-01-20", next_billing_date: "2026-12-20" };
  const terms = { ...dates, frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: id, ...terms } });
  await navigate(page, `/admin/clients/${id}`);
  await owed(page).getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount ($)").fill("260");
  await dialog.getByText("$60.00 is more than all that is open. What is it for?").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await dialog.getByText("Choose what the rest is for.").waitFor();
  await dialog.getByLabel("Keep it as the client's credit").check();
  await dialog.getByText("$60.00 stays as the client's credit.").waitFor();
  await dialog.getByRole("button", { name: "Record payment", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  await owed(page).getByRole("button", { name: "Refund credit" }).click();
  await dialog.getByText("Of $60.00 credit.").waitFor();
  await dialog.getByLabel("Amount ($)").fill("20");
  await dialog.getByLabel("Reference").fill("EFT 7");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("$20.00 was refunded.").waitFor();
  await entries(page).filter({ hasText: "refunded $20" }).waitFor();
  await eventually(() => owed(page).textContent()).toContain("Credit$40.00");
  await page.getByRole("link", { name: "Statement of account" }).click();
  await page.getByText("EFT 7").waitFor();
}

test("money is first at every width and the facts stay in view; one sum pays several charges, and the rest is kept as credit", async () => {
  const id = await newDebtor();
  await seedRows(office.product, "Reminders", 40, (row, index) =>
    seededReminder(id, row, "2026-05-01", index),
  );
  const page = await office.openAs(office.staff, `/admin/clients/${id}`);
  await eventually(() => entries(page).count()).toBeGreaterThan(30);
  const top = async (name: string) => (await region(page, name).boundingBox())?.y ?? 0;
  const left = async (name: string) => (await region(page, name).boundingBox())?.x ?? 0;
  for (const width of [1440, 1024, 900, 899, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await eventually(async () => (await left("Details")) > (await left("Owed"))).toBe(width >= 900);
    const order = await Promise.all(["Owed", "Subscriptions", "Timeline"].map(top));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    if (width < 900) {
      expect(await top("Details")).toBeGreaterThan(await top("Subscriptions"));
      expect(await top("Details")).toBeLessThan(await top("Timeline"));
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.evaluate(overlapping), `at ${width} px`).toEqual([]);
  }
  const button = await owed(page).getByRole("button", { name: "Record payment" }).boundingBox();
  const sums = await owed(page).getByText(/^KES/).first().boundingBox();
  for (const box of [button, sums]) expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(400);

  await page.setViewportSize({ width: 1280, height: 720 });
  await entries(page).last().scrollIntoViewIfNeeded();
  await eventually(() => top("Details")).toBe(24);

  await payInParts(page);
  await payTooMuch(page);
});

/** The texts and controls of the page that are printed over each other. */
function overlapping(): string[] {
  const shown = [
    ...document.querySelectorAll("#content :is(a, button, strong, dt, dd > strong, time, h1, h2, h3)"),
  ]
    .map((element) => {
      // Of a button without a background only its text is printed.
      const text = document.createRange();
      let inner: Node = element;
      while (inner.firstChild) inner = inner.firstChild;
      text.selectNodeContents(inner);
      const isBare = element.getAttribute("data-variant") === "transparent";
      return { element, box: (isBare ? text : element).getBoundingClientRect() };
    })
    .filter(({ box }) => box.width > 0 && box.height > 0);
  return shown.flatMap(({ element, box }, index) =>
    shown
      .slice(index + 1)
      .filter(
        ({ element: other, box: its }) =>
          !element.contains(other) &&
          box.left < its.right - 1 &&
          its.left < box.right - 1 &&
          box.top < its.bottom - 1 &&
          its.top < box.bottom - 1,
      )
      .map(({ element: other }) => `${element.textContent} and ${other.textContent}`),
  );
}
