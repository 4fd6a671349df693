import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Client } from "../shared/clients/client.ts";
import { backOffice, eventually, failedRequest, navigate } from "../test/browser/admin-browser.ts";
import { createDebtor, entries, longName, owed, region } from "../test/browser/client-on-screen.ts";
import { overlappingText } from "../test/browser/overlapping-text.ts";
import { seededReminder, seedRows } from "../test/product/seed-rows.ts";

const office = backOffice();
let client: Client;
let debtor: string;

const post = (key: "POST /api/v1/subscriptions", body: object) => office.asStaff(key, { body });

office.prepare(async () => {
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
  debtor = await createDebtor(office.asStaff);
  const note = { text: "They want a fourth branch in March.\nCall Achieng first." };
  await office.asStaff("POST /api/v1/clients/{id}/notes", { params: { id: debtor }, body: note });
  await seedRows(office.product, "Reminders", 80, (id, index) =>
    seededReminder(debtor, id, "2027-05-01", index),
  );
});

/** Staff find the client, record a payment and a promise, and see the client on the promised day. */
async function followUp(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Wanjiru Kamau" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Wanjiru Kamau" }).waitFor();
  expect(await page.getByRole("link", { name: "0712 345 678" }).getAttribute("href")).toBe("tel:0712345678");
  expect(await page.getByRole("link", { name: client.email }).getAttribute("href")).toBe(
    `mailto:${client.email}`,
  );
  await eventually(() => owed(page).textContent()).toMatch(/^Overdue\$149\.991 charge since Dec 20, 2026/);
  await region(page, "Details").getByText("$1,799.88").waitFor();
  const expected = [
    "A fourth branch in March?",
    "Overdue reminder, delivered",
    "Person 2 added Loan system, 3 branches: $149.99 monthly",
    "Person 2 added the client",
  ];
  for (const text of expected) await entries(page).filter({ hasText: text }).waitFor();

  await page.getByRole("button", { name: "Promise", exact: true }).press("Enter");
  await page.getByLabel("Promised to pay by").fill("2027-01-05");
  await page.keyboard.press("Enter");
  await page.getByText("No reminder goes out by itself until then.").waitFor();
  await entries(page).filter({ hasText: "recorded the promise to pay by Jan 5, 2027" }).waitFor();
  await page.getByRole("button", { name: "Record payment", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Record payment: Wanjiru Kamau" });
  await dialog.getByText("Pays December.").waitFor();
  await dialog.getByLabel("Reference").fill("SFT6QX1Z9K");
  await page.keyboard.press("Enter");
  await entries(page).filter({ hasText: "Paid $149.99 by M-Pesa, SFT6QX1Z9K" }).waitFor();
  await region(page, "Details").getByText("1 payment").waitFor();
  await page.getByRole("button", { name: "Promised for Jan 5, 2027" }).waitFor({ state: "detached" });
  await eventually(() => owed(page).textContent()).toMatch(/^Nothing is dueDue next\$149\.99Jan 20, 2027/);

  expect(await page.getByLabel("Remind me on").count()).toBe(0);
  await page.getByRole("button", { name: "Add a note" }).press("Enter");
  await page.getByLabel("Note", { exact: true }).fill("Promised the rest for today");
  await page.getByLabel("Remind me on").fill("2026-12-24");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await entries(page).first().getByText("Promised the rest for today").waitFor();
  await page.locator("button:focus", { hasText: "Add a note" }).waitFor();

  await page.getByRole("button", { name: "Add Subscription" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add New Subscription" });
  await form.getByLabel("Service").fill("loan");
  await page.getByRole("option", { name: "Loan system, 3 branches" }).waitFor();
  await form.getByLabel("Service").fill("Payroll");
  await form.getByLabel("Amount").fill("50");
  await form.getByRole("button", { name: "Add Subscription" }).press("Enter");
  await region(page, "Subscriptions").getByText("Payroll").waitFor();
  await page.getByRole("button", { name: "Edit Payroll" }).press("Enter");
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
  const lines = region(page, "Today");
  await lines.getByText("Promised the rest for today").waitFor();
  await lines.getByRole("button", { name: "Done: the note on Wanjiru Kamau" }).press("Enter");
  await lines.getByText("Promised the rest for today").waitFor({ state: "detached" });
}

/** A client that cannot be loaded opens from its subscription at the second try. */
async function openDebtorOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await navigate(page, "/admin/subscriptions");
  await page.route(`**/clients/${debtor}`, (route) => route.abort());
  await page
    .getByRole("row")
    .filter({ hasText: "Mfumo wa mikopo" })
    .click({ position: { x: 30, y: 20 } });
  await page.getByRole("dialog").getByRole("link", { name: longName, exact: true }).click();
  await page.getByRole("alert").getByText("An error occurred while fetching the client").waitFor();
  await page.unroute(`**/clients/${debtor}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: longName }).waitFor();
}

/** The phone loads older entries; a note that is refused stays in its field, and what cannot be loaded is tried again. */
async function readOlderEntries(page: Page): Promise<void> {
  await eventually(() => entries(page).count()).toBeGreaterThan(25);
  const before = await entries(page).count();
  const more = page.getByRole("button", { name: "Show more", exact: true });
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(before);
  await more.click();
  await eventually(() => entries(page).count()).toBeGreaterThan(80);
  await more.waitFor({ state: "detached" });

  await page.route("**/notes", (route) =>
    route.fulfill({ status: 500, json: { error: "Refused by the test." } }),
  );
  await page.getByRole("button", { name: "Add a note" }).click();
  await page.getByLabel("Note", { exact: true }).fill("Kept while it fails");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("alert").getByText("Refused by the test.").waitFor();
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("Kept while it fails");
  await page.unroute("**/notes");
  await page.getByRole("button", { name: "Add note" }).click();
  await entries(page).filter({ hasText: "Kept while it fails" }).waitFor();

  await page.route("**/account", (route) =>
    route.fulfill({ status: 400, json: { error: "Refused by the test." } }),
  );
  await page.reload();
  await page.getByRole("alert").getByText("Refused by the test.").waitFor();
  await page.unroute("**/account");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await owed(page).waitFor();
}

/** The timeline is filtered, the address keeps the filter, and older pages are searched. */
async function filterTimeline(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await eventually(() => entries(page).count()).toBeGreaterThan(25);
  const filter = (name: string) =>
    page.getByRole("navigation", { name: "Timeline filter" }).getByRole("link", { name });
  expect(await entries(page).filter({ hasText: "fourth branch" }).count()).toBe(0);
  await filter("Notes").press("Enter");
  await entries(page).filter({ hasText: "fourth branch" }).waitFor();
  expect(await entries(page).count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?show=notes");
  expect(await entries(page).getByText("Call Achieng first.").count()).toBe(0);
  await entries(page)
    .getByRole("button", { name: /^Show more: Note/ })
    .press("Enter");
  await entries(page).getByText("Call Achieng first.").waitFor();
  await eventually(() => entries(page).getByText("They want a fourth branch").count()).toBe(1);

  // Who goes elsewhere and back sees the same.
  await navigate(page, "/admin/clients");
  await page.getByRole("heading", { level: 1, name: "Client Management" }).waitFor();
  await page.goBack();

  await entries(page).filter({ hasText: "fourth branch" }).waitFor();
  expect(await filter("Notes").getAttribute("aria-current")).toBe("true");
  await filter("Payments").press("Enter");
  await page.getByText("Nothing of this kind.").waitFor();
  await filter("Changes").press("Enter");
  await entries(page).filter({ hasText: "added the client" }).waitFor();
  await filter("All").press("Enter");
  await eventually(() => new URL(page.url()).search).toBe("");
}

/** Money is first at every width, and the facts stay in view. */
async function checkLayout(page: Page): Promise<void> {
  const top = async (name: string) => (await region(page, name).boundingBox())?.y ?? 0;
  const leftEdge = async (name: string) => (await region(page, name).boundingBox())?.x ?? 0;
  // The widest and the narrowest window of each of the two layouts.
  for (const width of [1440, 900, 899, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await eventually(async () => (await leftEdge("Details")) > (await leftEdge("Due"))).toBe(width >= 900);
    const order = await Promise.all(["Due", "Subscriptions", "Timeline"].map(top));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    if (width < 900) {
      expect(await top("Details")).toBeGreaterThan(await top("Subscriptions"));
      expect(await top("Details")).toBeLessThan(await top("Timeline"));
    }
    expect(await page.evaluate(overlappingText), `at ${width} px`).toEqual([]);
  }
  const button = await owed(page).getByRole("button", { name: "Record payment" }).boundingBox();
  const sums = await owed(page).getByText(/^KES/).first().boundingBox();
  for (const box of [button, sums]) expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(400);

  await page.setViewportSize({ width: 1280, height: 720 });
  await entries(page).last().scrollIntoViewIfNeeded();
  await eventually(() => top("Details")).toBe(24);
}

test("staff follow a client up from the client's page", async () =>
  followUp(await office.openAs(office.staff, "/admin/clients")));

test("staff read a client's page at every width, also when requests fail", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/clients");
  await openDebtorOnPhone(page);
  await readOlderEntries(page);
  await filterTimeline(page);
  await checkLayout(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await navigate(page, "/admin/clients/00000000-0000-4000-8000-000000000000");
  await page.getByRole("heading", { name: "Client not found" }).waitFor();
  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("heading", { level: 1, name: "Client Management" }).waitFor();
});
