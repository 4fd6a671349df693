import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest, navigate } from "../test/browser/admin-browser.ts";
import { fillWithOwnRecords } from "./steps/dashboard.ts";
import { addSamples, removeSamples } from "./steps/dashboard-samples.ts";

const office = backOffice();

/** Overdue charges stand beside those due in the next 7 days, by day, with their actions in a menu. */
async function readDays(page: Page): Promise<void> {
  const rowsOf = (name: string) => page.getByRole("region", { name }).getByRole("listitem");
  const overdue = rowsOf("Overdue");
  await eventually(() => overdue.count()).toBe(1);
  expect(await overdue.first().textContent()).toMatch(/Otieno Odhiambo.*\$749\.99.*4 days · Ziwa Logistics/);
  expect(await overdue.first().locator("[title*=Since]").getAttribute("title")).toContain(
    "Since Sunday, Dec 20, 2026",
  );
  const days = page.getByRole("region", { name: "Next 7 days" }).getByRole("group");
  const texts = async () => (await days.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
  await eventually(texts).toEqual([
    expect.stringMatching(/^Dec 27, 2026 · 1 renewal Due in 3 days Wanjiru Kamau .*\$299\.99/),
    expect.stringMatching(/^Dec 30, 2026 · 1 renewal Due in 6 days Amina Hassan .* \$149\.99/),
  ]);
  await page.getByRole("link", { name: "Amina Hassan" }).click();
  await page.getByRole("heading", { level: 1, name: "Amina Hassan" }).waitFor();
  await page.goBack();

  // By keyboard only.
  await page.getByRole("button", { name: "More actions: Amina Hassan" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /^Edit/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await eventually(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(
    "More actions: Amina Hassan",
  );
  await page.keyboard.press("p");
  await page.getByRole("dialog").getByText("Amina Hassan").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const explain = page.getByRole("button", { name: "What the figures count" });
  await explain.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("from today to the end of this calendar month").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventually(() => explain.evaluate((button) => button === document.activeElement)).toBe(true);
}

/** The banner disappears when the overdue rows are paid; Revenue Due is the sum of the listed renewals. */
async function payOverdue(page: Page): Promise<void> {
  await page.locator("dl > div").filter({ hasText: "Overdue" }).getByText("$749.99").waitFor();
  expect(await page.getByTitle("Overdue: $749.99").getAttribute("href")).toBe("/admin/money?show=overdue");
  await page.getByRole("link", { name: "Show them" }).click();
  await page.getByRole("row").filter({ hasText: "Otieno Odhiambo" }).waitFor();
  await navigate(page, "/admin/subscriptions?due=overdue");
  await page.getByRole("row").filter({ hasText: "4 days overdue" }).waitFor();
  expect(await page.getByRole("row").count()).toBe(2);

  await page.getByRole("button", { name: "Edit the subscription of Otieno Odhiambo" }).click();
  await page.getByRole("dialog").getByLabel("Amount ($)").fill("800");
  await page.getByRole("button", { name: "Save Subscription" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("$800.00", { exact: true }).waitFor();
  await page.getByText("4 days overdue").waitFor();

  await page.getByRole("button", { name: "Record payment from Otieno Odhiambo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("region", { name: "Overdue" }).getByText("Nothing is overdue.").waitFor();
  await eventually(() => page.getByText("Attention:").count()).toBe(0);

  const due = page.getByRole("region", { name: "Revenue Due" });
  await due.getByText("$449.98").waitFor();
  const received = page.locator("dl > div").filter({ hasText: "Received this month" });
  // The due charge kept the price that it had when it was written.
  await received.getByText("$749.99").waitFor();
  await page.getByRole("button", { name: "Record payment from Amina Hassan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record payment", exact: true }).click();
  await due.getByText("$299.99").waitFor();
  await received.getByText("$899.98").waitFor();
  await page.getByRole("button", { name: "More actions: Wanjiru Kamau" }).click();
  await page.getByRole("menuitem", { name: /^Edit/ }).click();
  await page.getByRole("dialog", { name: "Edit Subscription" }).waitFor();
}

const barsOf = (page: Page, half: "Received" | "Coming") =>
  page
    .locator("div")
    .filter({ has: page.locator("> h3", { hasText: half }) })
    .last()
    .locator("li");

/** Each month has a bar and a table row, and links to its payments. */
async function readMonths(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Show as a table").click();
  const rows = page.getByRole("table").locator("tbody tr");
  await eventually(() => rows.count()).toBe(24);
  const cents = async (column: number) =>
    (await page.getByRole("table").locator(`tr > :nth-child(${column})`).allTextContents())
      .map((text) => Math.round(Number(text.replaceAll(/^.*: |[$,]/g, "")) * 100))
      .slice(1, -1);
  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
  for (const column of [2, 3]) {
    const months = await cents(column);
    expect(sum(months.slice(0, -1))).toBe(months.at(-1));
    // Each as high beside the others as its sum.
    const bars = await barsOf(page, column === 2 ? "Received" : "Coming")
      .locator("a:first-child > [style]")
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    const shown = column === 2 ? months.slice(0, 13) : months.slice(12, 24);
    const highest = shown.indexOf(Math.max(...shown));
    for (const [month, height] of bars.entries())
      if (height > 2)
        expect(height).toBeCloseTo(((bars[highest] ?? 0) * (shown[month] ?? 0)) / (shown[highest] ?? 0), 0);
  }
  // The table has the links of the bars.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("row").filter({ hasText: "Dec 2026" }).getByRole("link", { name: "$899.98" }).click();
  await page.getByText("Dec 1, 2026 to Dec 31, 2026").waitFor();
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 800 });
  const coming = barsOf(page, "Coming").nth(1).getByRole("link", { includeHidden: true });
  const [, amount] = /^Jan 2027: (\S+)$/.exec((await coming.getAttribute("title")) ?? "") ?? [];
  await coming.click();
  const badge = page.getByRole("button", { name: `${amount} due in Jan 2027` });
  await badge.waitFor();
  await eventually(() => page.getByRole("row").count()).toBeLessThan(7);
  await badge.click();
  await eventually(() => page.getByRole("row").count()).toBe(7);
}

test("staff fill the dashboard with samples at the second try, read and pay what is due from it, remove the samples, and find their own records in its first view and at its links", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff);
  await addSamples(page, office);
  await readDays(page);
  await payOverdue(page);
  await readMonths(page);
  await removeSamples(page, office);
  office.checkConsole();
  await fillWithOwnRecords(page, office);
});
