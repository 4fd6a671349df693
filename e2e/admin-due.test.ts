import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { formatCents } from "../shared/money.ts";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";

const office = backOffice();
const many = 40;
/** Different amounts, so that a missing row changes the sum. */
const centsOf = (index: number) => 10_001 + index * 137;
const sum = formatCents(
  Array.from({ length: many }, (_, index) => centsOf(index)).reduce((a, b) => a + b),
  "USD",
);

beforeAll(async () => {
  await office.asStaff("POST /api/v1/clients", { body: { name: "Real Ltd", email: "real@real.example" } });
  const shared = { created_at: "2026-01-15T09:00:00.000Z", version: 1 };
  const clients = await seedRows(office.product, "Clients", many, (id, index) => ({
    ...shared,
    ...{ id, name: `Due ${index}`, email: `due${index}@client.example`, phone: "", company: "", address: "" },
    ...{ status: "inactive", payment_reference: referenceAt(index) },
  }));
  await seedRows(office.product, "Subscriptions", many, (_, index) => ({
    ...shared,
    ...{ id: randomUUID(), client_id: clients[index], start_date: "2026-01-15", frequency: "yearly" },
    ...{ amount_cents: centsOf(index), billing_anchor: "2026-01-15", renewals: 0, status: "active" },
    next_billing_date: addDays(today, index % 8),
  }));
});

const rows = (page: Page) => page.getByRole("region", { name: "Upcoming renewals" }).getByRole("listitem");

test.each([1440, 390])(
  "at %d pixels all 40 due renewals are listed, and Revenue Due is their sum",
  async (width) => {
    const page = await office.openAs(office.staff, "/admin", { viewport: { width, height: 900 } });
    await page.getByRole("region", { name: "Revenue Due" }).getByText(sum, { exact: true }).waitFor();
    const listed = new Map<string, string>();
    const note = async () => {
      for (const text of await rows(page).allInnerTexts()) {
        const [name = "", amount = ""] = [/Due \d+(?=\s)/.exec(text)?.[0], /\$[\d.,]+/.exec(text)?.[0]];
        if (name) listed.set(name, amount);
      }
    };
    const list = page.getByRole("group", { name: "Upcoming renewals, scrollable" });
    await list.focus();
    expect(await rows(page).count(), "not all of them are in the document").toBeLessThan(many);
    await expect
      .poll(
        async () => {
          await note();
          await page.keyboard.press("PageDown");
          return listed.size;
        },
        { timeout: 60_000 },
      )
      .toBe(many);
    const cents = [...listed.values()].map((text) => Math.round(Number(text.replaceAll(/[$,]/g, "")) * 100));
    expect(
      formatCents(
        cents.reduce((a, b) => a + b),
        "USD",
      ),
    ).toBe(sum);
    expect(await rows(page).last().getAttribute("aria-setsize")).toBe(String(many));
  },
);

test("the count of skipped emails links to them, with reasons", async () => {
  const page = await office.openAs(office.staff);
  await page.getByRole("button", { name: "Send Renewal Notifications" }).click();
  const dialog = page.getByRole("dialog", { name: "Send Renewal Notifications" });
  const leftOut = dialog.getByRole("region", { name: `Skipped (${many})` }).getByRole("listitem");
  await leftOut.filter({ hasText: "The client is inactive" }).first().waitFor();
  expect(await leftOut.count()).toBe(many);
  await dialog.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText("No notifications were sent.").waitFor();
  await page.getByRole("link", { name: `${many} skipped` }).click();
  await page.getByRole("heading", { name: "Today, Thursday, Dec 24, 2026" }).waitFor();
  expect(await page.getByLabel("Result").inputValue()).toBe("skipped");
  const line = page.getByRole("row").filter({ hasText: /Due \d/ });
  await eventually(() => line.first().textContent()).toMatch(/Skipped.*client is inactive/);
});
