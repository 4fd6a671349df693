import { expect, test } from "vitest";
import { backOffice } from "../test/browser/admin-browser.ts";
import { translate } from "../test/browser/translate.ts";
import { button, dialog } from "./screens/screen.ts";
import { type Seeded, seed } from "./screens/seed.ts";
import { openScreen } from "./screens/walk.ts";
import { screensWithRecords } from "./screens/with-records.ts";

const office = backOffice();

let seeded: Seeded;
office.prepare(async () => {
  seeded = await seed(office);
});

// Any text that React changes, removes or inserts beside as a node of its own is an error in the console, and so fails this.
test.each(screensWithRecords)(
  "every screen opens and works while its texts are replaced as by a translation: %s",
  async (_, screens) => {
    const page = await office.openAs(office.admin);
    await translate(page);
    for (const screen of screens(seeded)) {
      await openScreen(page, screen);
      expect(await page.getByText("could not be loaded").count(), screen.name).toBe(0);
    }
  },
);

test("lists are filtered, sorted and searched, and a payment is recorded, while texts are replaced", async () => {
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await translate(page);
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await rows.first().waitFor();
  const all = await rows.count();
  await page.getByRole("button", { name: "Amount", exact: true }).click();
  await page.getByRole("columnheader", { name: "Amount" }).and(page.locator("[aria-sort]")).waitFor();
  await page.getByRole("searchbox").fill("Umoja");
  await expect.poll(() => rows.count()).toBeLessThan(all);
  expect(await rows.filter({ hasNotText: "Umoja" }).count()).toBe(0);
  await button(page, /^Record payment/).click();
  await dialog(page).getByLabel("Amount").fill("100");
  await dialog(page).getByText("remains due.").waitFor();
  const before = await dialog(page).getByRole("status").first().textContent();
  await dialog(page).getByLabel("Amount").fill("200");
  await expect.poll(() => dialog(page).getByRole("status").first().textContent()).not.toBe(before);
  await dialog(page)
    .getByRole("button", { name: /^Record/ })
    .click();
  await dialog(page).waitFor({ state: "detached" });
  await page
    .getByText(/has paid .*200\.00\./)
    .first()
    .waitFor();
});
