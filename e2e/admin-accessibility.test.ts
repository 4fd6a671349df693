import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, eventually, menuButton } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";

const office = backOffice();
const widths = [
  ["a desktop", { width: 1440, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const;

let subscription = "";
let overdue = "";
let client = "";
beforeAll(async () => {
  const long = "Wanafunzi-na-Walimu-wa-Kaunti-ya-Uasin-Gishu Savings and Credit Co-operative Society";
  const email = `${"accounts".repeat(6)}@a-rather-long-name-for-a-company.example`;
  const body = { name: long, email, company: long, address: `${long}\nEldoret`, phone: "+254 700 000 000" };
  client = (await office.asStaff("POST /api/v1/clients", { body })).body.client.id;
  for (const [days, amount] of [
    [-40, 99_999_999.99],
    [2, 20],
    [60, 0],
  ] as const) {
    const answer = await office.asStaff("POST /api/v1/subscriptions", {
      body: {
        client_id: client,
        start_date: "2026-01-10",
        frequency: "semi-annual",
        amount,
        next_billing_date: addDays(today, days),
      },
    });
    subscription = answer.body.subscription.id;
    overdue ||= subscription;
  }
  await sendOneOfEach();
});

/** Emails delivered, skipped and come back, so that the send log and the directory have something to show. */
async function sendOneOfEach() {
  for (const [name, email, muted] of [
    ["Gone Ltd", "bounce@simulator.amazonses.com", false],
    ["Quiet Ltd", "quiet@quiet.example", true],
  ] as const) {
    const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name, email } })).body;
    const body = { client_id: client.id, start_date: "2026-01-10", frequency: "monthly", amount: 20, muted };
    await office.asStaff("POST /api/v1/subscriptions", {
      body: { ...body, next_billing_date: addDays(today, 3) },
    });
  }
  await office.asStaff("POST /api/v1/send-notifications");
  await office.product.idle();
}

async function isFine(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // The preview of an email runs no script, axe's neither.
    .exclude("iframe[sandbox]")
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
  const [content, view] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(content, "nothing scrolls sideways").toBeLessThanOrEqual(view ?? 0);
}

const screens: [path: string, ready: (page: Page) => Promise<void>][] = [
  ["/admin", (page) => page.getByText("Show as a table").waitFor()],
  ["/admin/clients", (page) => page.getByRole("row").nth(1).waitFor()],
  ["/admin/clients?add=client", (page) => page.getByRole("dialog").waitFor()],
  ["/admin/clients?q=nobody", (page) => page.getByRole("heading", { name: "No clients match" }).waitFor()],
  ["/admin/subscriptions", (page) => page.getByRole("row").nth(3).waitFor()],
  ["/admin/subscriptions?add=subscription", (page) => page.getByRole("dialog").waitFor()],
  ["/admin/reminders", (page) => page.getByRole("row").nth(3).waitFor()],
  ["/admin/reminders?day=2026-12-01", (page) => page.getByText("Nothing sent on this day").waitFor()],
  ["/admin/reminders?show=next", (page) => page.getByRole("row").nth(1).waitFor()],
  ["/admin/settings/emails", (page) => page.getByRole("heading", { name: "Send me a test" }).waitFor()],
  ["/admin/settings", (page) => page.getByRole("button", { name: "Set up second factor" }).waitFor()],
];

describe.each(widths)("on %s", (_, viewport) => {
  describe.each(["light", "dark"] as const)("in the %s scheme", (colorScheme) => {
    test("every screen and dialog passes axe and fits", async () => {
      const page = await office.openAs(office.staff, "/admin", { viewport, colorScheme });
      for (const [path, ready] of screens) {
        await page.goto(path);
        await ready(page);
        await isFine(page);
      }
      for (const path of [
        `/admin/clients?edit=${client}`,
        `/admin/subscriptions?edit=${subscription}`,
        `/admin/subscriptions?renew=${subscription}`,
        `/admin/subscriptions?remind=${overdue}`,
      ]) {
        await page.goto(path);
        await page.getByRole("dialog").waitFor();
        await isFine(page);
      }
      if (viewport.width < 960) {
        for (const path of ["/admin/clients", "/admin/subscriptions", "/admin/reminders"]) {
          await page.goto(path);
          await page.getByRole("button", { name: "Details of" }).first().click();
          await page.getByRole("dialog").waitFor();
          await isFine(page);
        }
      }
      await page.goto("/admin/settings");
      await page.getByRole("button", { name: "Set up second factor" }).click();
      await page.getByLabel("Code from the app").waitFor();
      await isFine(page);
    }, 120_000);

    test("the way in passes axe and fits", async () => {
      const page = await office.open("/admin/login", { viewport, colorScheme });
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await isFine(page);
      await page.getByRole("button", { name: "Forgotten your password?" }).click();
      await page.getByRole("heading", { name: "Forgotten password" }).waitFor();
      await isFine(page);
    });
  });
});

describe("by keyboard", () => {
  test("the drawer on a phone traps the focus, closes with Escape and gives the focus back", async () => {
    const page = await office.openAs(office.staff, "/admin", { viewport: { width: 390, height: 844 } });
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await isFine(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(() => menuButton(page).evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Clients" }).click();
    await page.getByRole("heading", { name: "Client Management" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("a new page takes the focus to its heading, so that it is read out", async () => {
    const page = await office.openAs(office.staff);
    await page.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Company Settings" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Company Settings");
    expect(await page.title()).toContain("Settings");
  });
});
