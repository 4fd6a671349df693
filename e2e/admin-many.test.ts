import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, addMonths } from "../shared/day.ts";
import {
  backOffice,
  downloaded,
  eventually,
  failedRequest,
  navigate,
} from "../test/browser/admin-browser.ts";
import { overlappingText } from "../test/browser/overlapping-text.ts";
import { paidPeriods, payPeriods } from "../test/product/pay-periods.ts";
import { today } from "../test/product/product.ts";

const office = backOffice();
const daysToDue = { "=Amani": -2, Baraka: -1, Çelik: 0, Duma: 1, Eneo: 2, Gari: 6, Faida: 20 };
const gari = "gari@client.example";
const ids: Record<string, string> = {};
office.prepare(async () => {
  for (const [index, [name, days]] of Object.entries(daysToDue).entries()) {
    const email = name === "Gari" ? gari : `${index}@client.example`;
    const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name, email } })).body;
    const due = addDays(today, days);
    const price = { start_date: due, next_billing_date: due, frequency: "monthly", amount: 10 + index };
    const body = { client_id: client.id, ...price, ...(name === "Eneo" && { status: "paused" }) };
    ids[name] = (await office.asStaff("POST /api/v1/subscriptions", { body })).body.subscription.id;
  }
  // One has a part payment.
  await payPeriods(office.asStaff, ids.Çelik ?? "", { period: today, amount: 5 });
});

const checkbox = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
const selected = (page: Page, count: number) =>
  page.getByRole("status").getByText(`${count} selected`).waitFor();
const bulkAction = (page: Page, name: string) =>
  page.getByRole("group", { name: "Actions on the selected rows" }).getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const stored = async (name: string) =>
  (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions.find(({ id }) => id === ids[name]);

/** On a phone, rows are selected by 'Select' or a long press. */
async function remindOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await navigate(page, "/admin/subscriptions?q=gari");
  const card = page.getByRole("row").filter({ hasText: "Gari" });
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await card.click({ position: { x: 200, y: 20 } });
  await selected(page, 1);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await page.evaluate(overlappingText)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Clear" }).click();
  await card.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await selected(page, 1);
  await bulkAction(page, "Remind").click();
  await dialog(page).getByRole("button", { name: "Send 1 reminder" }).click();
  await dialog(page).getByText("1 reminder sent.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await card.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await bulkAction(page, "Remind").click();
  await dialog(page).getByText("already reminded today").waitFor();
  await page.keyboard.press("Escape");
  const toGari = async () => (await office.product.inbox()).filter(({ to }) => to.includes(gari));
  await eventually(async () => (await toGari()).length).toBe(1);
}

test("rows are selected by mouse, keys or a long press, and a bulk action is confirmed, counted, safe to repeat, and reminds once a day", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await checkbox(page, "=Amani").click();
  await checkbox(page, "Duma").click({ modifiers: ["Shift"] });
  await selected(page, 4);
  await page.keyboard.press("Escape");
  await bulkAction(page, "Export").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  await selected(page, 2);
  await page.getByRole("button", { name: "Select all 7" }).click();
  await selected(page, 7);

  const { bytes } = await downloaded(page, () => bulkAction(page, "Export").click());
  expect(String(bytes)).toMatch(/^\uFEFFClient,Email,.*\r\n'=Amani,0@client\.example,.*\r\n/);
  expect(String(bytes).trimEnd().split("\r\n")).toHaveLength(8);

  await checkbox(page, "Gari").click();
  await selected(page, 6);
  // Refuse one of them the first time.
  let refused = 0;
  await page.route("**/api/v1/clients/*/payments", (route) => {
    if (
      !route
        .request()
        .postData()
        ?.includes(ids.Baraka ?? "")
    )
      return route.continue();
    refused += 1;
    return refused === 1
      ? route.fulfill({ status: 409, json: { error: "Somebody was faster." } })
      : route.continue();
  });
  await bulkAction(page, "Record payment").click();
  const leftOut = dialog(page).getByRole("list", { name: "Skipped: 2" });
  await leftOut.getByText("Eneo").waitFor();
  expect(await leftOut.textContent()).toContain(`not due until Jan 13, 2027`);
  await dialog(page).getByLabel("Method").selectOption("M-Pesa");
  await dialog(page).getByRole("button", { name: "Record 4 payments" }).click();
  await dialog(page).getByText("3 payments recorded, 1 failed.").waitFor();
  await dialog(page).getByRole("list", { name: "1 failed" }).getByText("Somebody was faster.").waitFor();
  await dialog(page).getByRole("button", { name: "Try again for 1" }).click();
  await dialog(page).getByText("4 payments recorded.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  for (const name of ["=Amani", "Baraka", "Duma"]) {
    const paid = await paidPeriods(office.asStaff, ids[name] ?? "");
    expect(paid.map(({ method }) => method)).toEqual(["mpesa"]);
    expect((await stored(name))?.next_billing_date).toBe(addMonths(paid[0]?.period ?? "", 1));
  }
  // Nothing is selected.
  await bulkAction(page, "Export").waitFor({ state: "detached" });
  await checkbox(page, "Duma").click();

  // After a lost response the saved rows are not saved again.
  await page.route(`**/subscriptions/${ids.Duma}`, async (route) => {
    await route.fetch();
    await page.unroute(`**/subscriptions/${ids.Duma}`);
    await route.abort();
  });
  await bulkAction(page, "Pause").click();
  await dialog(page).getByRole("button", { name: "Pause 1 subscription" }).click();
  await dialog(page).getByText("0 subscriptions paused, 1 failed.").waitFor();
  await dialog(page).getByRole("button", { name: "Try again for 1" }).click();
  await dialog(page).getByText("1 subscription paused.").waitFor();
  expect(await stored("Duma")).toMatchObject({ status: "paused", version: 3 });
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await remindOnPhone(page);
});
