import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, menuButton } from "../test/browser/admin-browser.ts";
import { createOverdueClient } from "./steps/follow-up.ts";

const office = backOffice();
const CLIENTS = 10;
const SLOW_MS = 800;
const nameOf = (number: number) => `Client ${String(number).padStart(2, "0")}`;
const codeOf = (number: number) => `SLK4H7TQ${String(number).padStart(2, "0")}`;

const figure = (page: Page, name: string) =>
  page.getByRole("group", { name: "What is due" }).getByRole("button", { name });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[data-row]")?.getAttribute("aria-label"));

const referenceFocused = (page: Page) =>
  eventually(() => page.evaluate(() => document.activeElement?.getAttribute("data-panel"))).toBe("reference");

test("by keyboard alone ten clients are paid with at most three keys and a code each, struck through, counted down and the last one undone", async () => {
  for (let number = 1; number <= CLIENTS; number += 1) await createOverdueClient(office, nameOf(number));
  const page = await office.openAs(office.staff, "/admin/money", { viewport: { width: 1440, height: 900 } });
  await row(page, nameOf(CLIENTS)).waitFor();
  await figure(page, `Overdue · ${CLIENTS}`).waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };

  await press("j");
  for (let number = 1; number <= CLIENTS; number += 1) {
    const name = await focusedRow(page);
    await press("p");
    await referenceFocused(page);
    await page.getByRole("complementary", { name: `Record payment: ${name}` }).waitFor();
    await page.keyboard.type(codeOf(number));
    await press("Enter");
    await page.getByRole("status").getByText(`${name} has paid`).waitFor();
    if (number < CLIENTS) await eventually(() => focusedRow(page)).not.toBe(name);
  }
  expect(keys).toBeLessThanOrEqual(3 * CLIENTS);
  await figure(page, "Overdue · 0").waitFor();
  await eventually(() => page.getByText("settled", { exact: false }).count()).toBeGreaterThanOrEqual(CLIENTS);

  await page.locator("[data-row]").last().focus();
  await page.keyboard.press("u");
  await page.getByRole("status").getByText("The payment was undone.").waitFor();
  await figure(page, "Overdue · 1").waitFor();
});

test("a figure shows its rows; the panel stands beside the list, over it in a narrower window, and is a page on a phone", async () => {
  const page = await office.openAs(office.staff, "/admin/money", { viewport: { width: 1440, height: 900 } });
  await createOverdueClient(office, "Zuri Traders");
  await page.reload();
  await figure(page, "Next 7 days · 0").click();
  await page.getByText("Nothing that is due matches your search and filters.").waitFor();
  await figure(page, "Next 7 days · 0").click();
  await row(page, "Zuri Traders").getByRole("button", { name: "Zuri Traders", exact: true }).click();
  const beside = page.getByRole("complementary", { name: "Record payment: Zuri Traders" });
  await beside.getByRole("link", { name: "Zuri Traders", exact: true }).waitFor();
  // The panel stays after a reload.
  await page.reload();
  await beside.waitFor();
  expect((await beside.boundingBox())?.width).toBe(440);
  const ages = beside.getByText(/^By age:/);
  expect(await ages.textContent()).toBe("By age: 1–30 days $149.99, 31–60 days $149.99, 61–90 days $149.99");
  // An age and its amount share a line at every width.
  const heights = await ages.evaluate((text) =>
    [100, 200, 300].flatMap((width) => {
      text.style.width = `${width}px`;
      return [...text.children].map((part) => Math.round(part.getBoundingClientRect().height));
    }),
  );
  expect(new Set(heights).size).toBe(1);
  await beside.getByRole("button", { name: "Close" }).click();
  await beside.waitFor({ state: "detached" });
  expect(await focusedRow(page)).toBe("Zuri Traders");

  await page.setViewportSize({ width: 1100, height: 800 });
  await row(page, "Zuri Traders").getByRole("button", { name: "Zuri Traders", exact: true }).click();
  const over = page.getByRole("dialog", { name: /^Record payment: Zuri Traders/ });
  await over.waitFor();
  await page.keyboard.press("Escape");
  await over.waitFor({ state: "detached" });

  await page.setViewportSize({ width: 390, height: 844 });
  await menuButton(page).waitFor();
  await page.getByRole("button", { name: /^Details of Zuri Traders/ }).click();
  await over.waitFor();
  expect((await over.boundingBox())?.width).toBe(390);
});

test("a payment in the list of what was received opens with what it pays, and is undone there", async () => {
  await createOverdueClient(office, "Baraka Ltd");
  const page = await office.openAs(office.staff, "/admin/money", { viewport: { width: 1440, height: 900 } });
  await row(page, "Baraka Ltd").focus();
  await page.keyboard.press("p");
  await referenceFocused(page);
  await page.keyboard.type("SLK4H7TQ99");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Baraka Ltd has paid").waitFor();

  await page.getByRole("link", { name: "Received", exact: true }).click();
  const received = row(page, "SLK4H7TQ99").first();
  await received.focus();
  await page.keyboard.press("p");
  const panel = page.getByRole("dialog", { name: /^Record payment: Baraka Ltd/ });
  await panel.getByRole("form", { name: "Correct the payment" }).waitFor();
  expect(await panel.getByLabel("Reference").inputValue()).toBe("SLK4H7TQ99");
  await panel.getByRole("button", { name: /^Undo the opened payment/ }).click();
  await page.getByRole("status").getByText("The payment was undone.").waitFor();
  await panel.waitFor({ state: "detached" });
  await row(page, "SLK4H7TQ99").waitFor({ state: "detached" });
});

test("on a slow link, what is typed or pasted after P reaches the line, with Enter", async () => {
  for (const name of ["Nyota", "Pamba", "Rafiki"]) await createOverdueClient(office, name);
  const page = await office.openAs(office.staff, "/admin/money", {
    viewport: { width: 1440, height: 900 },
    fresh: true,
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("SLK4H7TQ5B 449.97"));
  const slow = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  };
  await page.route("**/payments/preview", slow);
  await page.route("**/assets/ClientPanel-*", slow);
  const payments = async () =>
    (await office.asStaff("GET /api/v1/payments", { query: {} })).body.payments.map(
      ({ reference }) => reference,
    );

  await row(page, "Nyota").focus();
  await page.keyboard.press("p");
  await page.keyboard.type("SLK4H7TQ4X");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("A");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Nyota has paid").waitFor();
  expect(await payments()).toContain("SLK4H7TQ4A");

  await row(page, "Pamba").focus();
  await page.keyboard.press("p");
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Pamba has paid").waitFor();
  expect(await payments()).toContain("SLK4H7TQ5B");

  // In a narrower window, where the panel is over the list.
  await page.setViewportSize({ width: 1100, height: 800 });
  await row(page, "Rafiki").focus();
  await page.keyboard.press("p");
  await page.keyboard.type("SLK4H7TQ6C");
  const over = page.getByRole("dialog", { name: /^Record payment: Rafiki/ });
  await eventually(() => over.getByLabel("Reference").inputValue()).toBe("SLK4H7TQ6C");
  await referenceFocused(page);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Rafiki has paid").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
