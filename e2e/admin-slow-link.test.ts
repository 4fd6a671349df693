import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, signIn } from "../test/admin-browser.ts";
import { slowLink } from "../test/slow-link.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const figures = (page: Page) => page.getByText("Active subscriptions").first();
const isScript = ({ url }: { url: string }) => url.endsWith(".js");

/** What the figures wait for, and they themselves. */
const needed = /admin$|\.js$|config\.json$|stats$/;

describe("over a phone's link", () => {
  test("signing in takes the password's two rounds and one for the figures: the rest came while typing", async () => {
    await office.asStaff("POST /api/v1/clients", { body: aClient });
    const page = await office.open("/admin/login");
    await page.getByLabel("Email").waitFor();
    await page.waitForLoadState("networkidle");
    const slow = await slowLink(page);
    await signIn(page, office.staff);
    await figures(page).waitFor();
    expect(slow.asked().filter(isScript)).toEqual([]);
    expect(slow.roundOf(/stats$/)).toBe(3);
  });

  test("a page that is reloaded asks for its configuration and its figures at once", async () => {
    const page = await office.openAs(office.staff);
    await figures(page).waitFor();
    await page.waitForLoadState("networkidle");
    const slow = await slowLink(page);
    await page.reload({ waitUntil: "commit" });
    await figures(page).waitFor();
    expect([/config\.json$/, /stats$/, needed].map(slow.roundOf)).toEqual([2, 2, 2]);
  });

  test("with an empty cache its figures come in the third round, beside the screen", async () => {
    const storageState = await (await office.openAs(office.staff)).context().storageState();
    const page = await office.open("/robots.txt", { storageState });
    const slow = await slowLink(page);
    await page.goto("/admin", { waitUntil: "commit" });
    await figures(page).waitFor();
    expect([/stats$/, needed].map(slow.roundOf)).toEqual([3, 3]);
    expect(slow.asked().filter(({ url }) => url.endsWith("stats"))).toHaveLength(1);
  });
});
