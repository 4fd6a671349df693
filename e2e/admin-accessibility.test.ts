import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, eventually, menuButton } from "../test/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/axe.ts";
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

/** Creates delivered, skipped and bounced emails for the send log and the directory. */
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

/** Checks the current screen with axe, and that it fits. */
async function expectAccessible(page: Page, where = "", only?: "colours") {
  expect(await violationsOf(page, only ? { only } : wcag22), where).toEqual([]);
  const [content, view] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(content, `nothing scrolls sideways ${where}`).toBeLessThanOrEqual(view ?? 0);
}

/** Checks both widths and both schemes; in the second scheme only the colours. */
async function expectAccessibleEverywhere(page: Page, what: string, ready: (page: Page) => Promise<void>) {
  for (const [device, viewport] of widths) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await ready(page);
      await expectAccessible(
        page,
        `${what} on ${device}, ${colorScheme}`,
        colorScheme === "dark" ? "colours" : undefined,
      );
    }
  }
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
  ["/admin/api", (page) => page.getByText("Record a payment").click()],
  ["/admin/settings", (page) => page.getByRole("button", { name: "Set up second factor" }).waitFor()],
];

const dialog = (page: Page) => page.getByRole("dialog").waitFor();

describe("on a desktop and on a phone, in light and in dark", () => {
  test("every screen and dialog passes axe and fits", async () => {
    const page = await office.openAs(office.staff);
    const dialogs = [
      `/admin/clients?edit=${client}`,
      `/admin/subscriptions?edit=${subscription}`,
      `/admin/subscriptions?renew=${subscription}`,
      `/admin/subscriptions?remind=${overdue}`,
    ].map((path) => [path, dialog] as const);
    for (const [path, ready] of [...screens, ...dialogs]) {
      await page.goto(path);
      await expectAccessibleEverywhere(page, path, ready);
    }
    await page.goto("/admin/settings");
    await page.getByRole("button", { name: "Set up second factor" }).click();
    await expectAccessibleEverywhere(page, "the second factor", (page) =>
      page.getByLabel("Code from the app").waitFor(),
    );
  });

  test("a row's details on a phone pass axe and fit", async () => {
    const [, viewport] = widths[1];
    const page = await office.openAs(office.staff, "/admin", { viewport });
    for (const path of ["/admin/clients", "/admin/subscriptions", "/admin/reminders"]) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(path);
      await page.getByRole("button", { name: "Details of" }).first().click();
      await dialog(page);
      await expectAccessible(page, path);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("[data-mantine-color-scheme=dark]").waitFor();
      await expectAccessible(page, path, "colours");
    }
  });

  test("the sign-in screens pass axe and fit", async () => {
    const page = await office.open("/admin/login");
    const heading = (name: string) => (page: Page) => page.getByRole("heading", { name }).waitFor();
    await expectAccessibleEverywhere(page, "signing in", heading("Sign in"));
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await expectAccessibleEverywhere(page, "the forgotten password", heading("Forgot password"));
  });
});

describe("by keyboard", () => {
  test("the drawer on a phone traps the focus, closes with Escape and returns the focus", async () => {
    const page = await office.openAs(office.staff, "/admin", { viewport: { width: 390, height: 844 } });
    await menuButton(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventually(() => menuButton(page).evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("link", { name: "Clients" }).click();
    await page.getByRole("heading", { name: "Client Management" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("light or dark is chosen in the sidebar, is remembered, and can follow the system again", async () => {
    const page = await office.openAs(office.staff, "/admin/settings");
    const choice = page.getByLabel("Appearance");
    const scheme = (name: string) => page.locator(`html[data-mantine-color-scheme=${name}]`).waitFor();
    await scheme("light");
    await choice.selectOption("Dark");
    await scheme("dark");
    await page.reload();
    await choice.waitFor();
    await scheme("dark");
    await choice.selectOption("Like the system");
    await scheme("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await scheme("dark");
  });

  test("a new page moves the focus to its heading, for screen readers", async () => {
    const page = await office.openAs(office.staff);
    await page.getByText("Show as a table").waitFor();
    await page.getByRole("link", { name: "Settings" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Company Settings" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Company Settings");
    expect(await page.title()).toContain("Settings");
  });
});
