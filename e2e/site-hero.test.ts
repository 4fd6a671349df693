import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { slides } from "../frontend/site/content/home.ts";
import { strip } from "../frontend/site/content/strip.ts";
import { eventually, siteInBrowser } from "../test/browser/site-page.ts";

const site = siteInBrowser();

const hero = (page: Page) => page.locator(".strip");
const amount = (page: Page) => page.getByLabel(strip.amount);
/** The accounts of the ledger as they are seen: account, debit or credit. */
const ledger = (page: Page) =>
  hero(page)
    .locator('[data-part="financial"] tbody tr')
    .filter({ visible: true })
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, " ").trim()));
const schedule = (page: Page) =>
  hero(page)
    .locator('[data-part="custom-solutions"] tr')
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts.
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, " ").trim()));
const said = (page: Page) => hero(page).getByRole("status").textContent();

const settled = {
  ledger: ["M-Pesa paybill 3,000", "Interest earned 300", "Loan principal 2,700", "Held for Grace 0"],
  schedule: ["31 Oct 1,500 Paid", "30 Nov 1,500 Paid", "31 Dec 1,500", "31 Jan 1,500"],
};
async function expectSettled(page: Page) {
  await hero(page).getByText(strip.message("1,500")).waitFor();
  expect(await schedule(page)).toEqual(settled.schedule);
  expect(await ledger(page)).toEqual([...settled.ledger, "Total agrees 3,000 3,000"]);
}

test("a visitor pays an instalment in the first view by pointer and by keyboard, is told what M-Pesa refuses, and sees every shilling again, also with motion and without script", async () => {
  const page = await site.open({ width: 390 });
  expect(await amount(page).inputValue()).toBe("1,500");
  expect(await hero(page).getByText(strip.message("1,500")).isVisible()).toBe(false);
  // Whole before Pay too, with the instalment that is paid already.
  expect(await schedule(page)).toEqual([settled.schedule[0], "30 Nov 1,500", ...settled.schedule.slice(2)]);
  expect(await ledger(page)).toEqual([
    "M-Pesa paybill 1,500",
    "Interest earned 150",
    "Loan principal 1,350",
    "Held for Grace 0",
    "Total agrees 1,500 1,500",
  ]);
  expect(await said(page)).toBe("");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.getByRole("button", { name: strip.pay, exact: true }).click();
  await expectSettled(page);
  // Nothing moves when it appears.
  expect(await height()).toBe(before);
  expect(await said(page)).toBe(
    "M-Pesa confirmed KES 1,500. The instalment of 30 Nov is paid. Debit 3,000 equals credit 3,000.",
  );

  // By keyboard: two instalments and a part, then more than the loan.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { typed, rows, entries } of [
    {
      typed: "KES 3,200",
      rows: ["30 Nov 1,500 Paid", "31 Dec 1,500 Paid", "31 Jan 1,500 200 paid"],
      entries: ["M-Pesa paybill 4,700", "Interest earned 600", "Loan principal 4,100", "Held for Grace 0"],
    },
    {
      typed: "250000",
      rows: ["30 Nov 1,500 Paid", "31 Dec 1,500 Paid", "31 Jan 1,500 Paid"],
      entries: [
        "M-Pesa paybill 251,500",
        "Interest earned 600",
        "Loan principal 5,400",
        "Held for Grace 245,500",
      ],
    },
  ]) {
    await amount(page).fill(typed);
    await page.keyboard.press("Enter");
    await eventually(async () => (await schedule(page)).slice(1)).toEqual(rows);
    expect((await ledger(page)).slice(0, 4)).toEqual(entries);
    const [, debit, credit] = /agrees (\S+) (\S+)$/.exec((await ledger(page))[4] ?? "") ?? [];
    expect(credit).toBe(debit);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  }

  // A refused amount changes nothing, and says why beside the field.
  const shown = await ledger(page);
  for (const typed of ["", "12.50", "250,001"]) {
    await amount(page).fill(typed);
    await page.keyboard.press("Enter");
    await eventually(() => hero(page).getByRole("alert").textContent()).toBe(strip.problem);
    expect(await amount(page).getAttribute("aria-invalid")).toBe("true");
    expect(await amount(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await ledger(page)).toEqual(shown);
  }
  await amount(page).fill("1,500");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectSettled(page);
  expect(await hero(page).getByRole("alert").textContent()).toBe("");

  // With motion all of it is there within two seconds, each time.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.keyboard.press("Enter");
  const ends = await hero(page).evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .filter((animation) => animation instanceof CSSAnimation)
      .map((animation) => Number(animation.effect?.getComputedTiming().endTime)),
  );
  expect(ends.length).toBeGreaterThan(8);
  expect(Math.max(...ends)).toBeLessThan(2_000);
  await expectSettled(page);

  // Each slide lights another part.
  const lit = new Set<string | null>();
  for (const { title } of slides) {
    await page.getByRole("button", { name: new RegExp(`Show slide \\d: ${title}`) }).click();
    lit.add(await hero(page).getAttribute("data-lit"));
    const part = hero(page).locator(`[data-part="${await hero(page).getAttribute("data-lit")}"]`);
    expect(await part.count()).toBe(1);
  }
  expect(lit.size).toBe(slides.length);

  const scriptless = await site.open({ javaScriptEnabled: false });
  for (const width of [360, 390, 768, 1440]) {
    await scriptless.setViewportSize({ width, height: 900 });
    await expectSettled(scriptless);
    expect(await amount(scriptless).isVisible()).toBe(false);
  }
});
