import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { backOffice, chooseAction, eventually, failedRequest } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { portfolioOf, subscriptionRow as row } from "../test/subscriptions-on-screen.ts";

const office = backOffice();
const { aSubscription } = portfolioOf(office);

/** How a row differs from the others on screen, with colours in steps of 1/255. */
const appearanceOf = (row: Locator) =>
  row.evaluate((row) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgb = (colour: string): number[] => {
      if (!canvas) return [];
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const part = (selector: string) => row.querySelector(selector) ?? row;
    const colourOf = (selector: string) => getComputedStyle(part(selector)).color;
    const apart = (a: string, b: string) => {
      const other = rgb(b);
      return rgb(a).reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0);
    };
    const is = (a: string, b: string) => apart(a, b) === 0;
    const token = (name: string) => {
      const probe = row.appendChild(document.createElement("td"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const rightOf = (element: Node) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().right);
    };
    const [tone, paper] = [token("--tone"), token("--paper")];
    const edge = getComputedStyle(part("td")).boxShadow;
    const amount = [...document.querySelectorAll("th button")].find((one) => one.textContent === "Amount");
    return {
      tint: apart(getComputedStyle(row).backgroundColor, paper) / apart(tone, paper),
      edge: edge.endsWith(" 3px 0px 0px 0px inset") && is(edge.replace(/ 3px.*/, ""), tone),
      note: is(colourOf(".note"), tone),
      quietStatus: is(colourOf("[data-status] [data-tone]"), token("--quiet")),
      figureUnderHeader:
        rightOf(part("td[data-align=right] .figures")) === rightOf(amount?.firstChild ?? row),
    };
  });

test("the portfolio shows sums, filters by status, frequency and due date, and colours overdue and due rows", async () => {
  const late = await aSubscription({ next_billing_date: addDays(today, -2), amount: 10 });
  const due = await aSubscription({ next_billing_date: today, amount: 20, frequency: "yearly" });
  const paused = await aSubscription({ status: "paused", amount: 1_000_000 });
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await row(page, due.name).getByText("Due today").waitFor();
  expect(await row(page, late.name).getAttribute("data-tone")).toBe("overdue");
  expect(await row(page, due.name).getAttribute("data-tone")).toBe("due-soon");
  expect(await row(page, paused.name).getByText("Paused").count()).toBe(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    for (const { name } of [late, due]) {
      const { tint, ...looks } = await appearanceOf(row(page, name));
      expect(looks).toEqual({ edge: true, note: true, quietStatus: true, figureUnderHeader: true });
      expect(tint, `${colorScheme}: the tone's share of the row`).toBeGreaterThan(0);
      expect(tint).toBeLessThanOrEqual(0.035);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });

  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  const active = subscriptions.filter(({ status }) => status === "active");
  const sum = active.reduce((total, { amount }) => total + amount, 0);
  await page.getByText(`${subscriptions.length} total`).waitFor();
  await page.getByText(`$${sum.toFixed(2)} active`).waitFor();

  await page.getByLabel("Status").selectOption("Paused");
  await row(page, late.name).waitFor({ state: "detached" });
  await row(page, paused.name).waitFor();
  await page.getByLabel("Status").selectOption("");
  await page.getByLabel("Frequency").selectOption("yearly");
  await row(page, late.name).waitFor({ state: "detached" });
  await row(page, due.name).waitFor();
  await page.getByLabel("Frequency").selectOption("");
  await page.getByRole("button", { name: /^\d+ overdue$/ }).click();
  await row(page, due.name).waitFor({ state: "detached" });
  await row(page, late.name).waitFor();
  await page.waitForURL((url) => url.searchParams.get("due") === "overdue");
});

const payment = (page: Page, name: string) => page.getByRole("dialog", { name: `Record payment: ${name}` });
const record = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Record payment", exact: true });
const openPayment = (page: Page, name: string) =>
  page.getByRole("button", { name: `Record payment from ${name}`, exact: true }).click();

/** Records less than is due, waives the rest, and undoes the payment. */
async function payAndUndo(page: Page, name: string): Promise<void> {
  const dialog = payment(page, name);
  await openPayment(page, name);
  await dialog.getByText("No payments yet.").waitFor();
  expect(await dialog.getByLabel("Paid on").inputValue()).toBe(today);
  await dialog.getByLabel("Paid on").fill("2026-12-23");
  await dialog.getByLabel("Amount ($)").fill("79.5");
  await dialog.getByText("What should happen with the missing $0.50?").waitFor();
  await dialog.getByLabel("Waive it: nothing more is due").check();
  await dialog.getByLabel("Reference").fill("QDK3X8");
  await record(page).dblclick();
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("Dec 31, 2026").waitFor();

  await openPayment(page, name);
  await dialog.getByText("$79.50 for Nov 30, 2026").waitFor();
  await dialog.getByText("Paid Dec 23, 2026 · QDK3X8").waitFor();
  await dialog.getByRole("button", { name: "Undo the payment for Nov 30, 2026" }).click();
  await dialog.getByText("No payments yet.").waitFor();
  // What is open now, and the sum for it.
  await dialog.getByText("due Nov 30, 2026, $80.00 open").waitFor();
  await eventually(() => dialog.getByLabel("Amount ($)").inputValue()).toBe("80.00");
  await page.keyboard.press("Escape");
  await row(page, name).getByText("24 days overdue").waitFor();
}

/** What was typed at a single charge is forgotten with an undo: it was of what was open before. */
async function undoAfterTyping(page: Page, { id, name }: { id: string; name: string }): Promise<void> {
  const body = { period: "2026-10-15", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body });
  const dialog = payment(page, name);
  await openPayment(page, name);
  const november = dialog.getByLabel(/^Pays of .*, due Nov 15, 2026$/);
  await november.fill("30");
  await dialog.getByRole("button", { name: "Undo the payment for Oct 15, 2026" }).click();
  await dialog.getByText("due Oct 15, 2026, $100.00 open").waitFor();
  await eventually(() => november.inputValue()).toBe("100.00");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/** Removes the unpaid periods of a subscription whose date was wrong. */
async function removeUnpaidPeriods(page: Page, name: string): Promise<void> {
  await chooseAction(page, name, "Edit");
  const form = page.getByRole("dialog", { name: "Edit Subscription" });
  await form.getByText("3 unpaid periods since Oct 15, 2026: $300.00").waitFor();
  await form.getByLabel("Next billing date").fill("2027-01-20");
  await form.getByText("$300.00 is due already, from 2026-10-15 on.").waitFor();
  await form
    .getByLabel("Unpaid periods that are due")
    .selectOption({ label: "Remove them: their dates were wrong" });
  await form.locator('[data-preview="2027-01-20"]').waitFor();
  await form.getByRole("button", { name: "Save Subscription" }).click();
  await form.waitFor({ state: "detached" });
  await row(page, name).getByText("Jan 20, 2027").waitFor();
}

test("staff record a payment and undo it, also after a change of schedule, and remove the unpaid periods of a wrong date", async () => {
  const late = await aSubscription({ start_date: "2026-08-31", next_billing_date: "2026-11-30", amount: 80 });
  const wrong = await aSubscription({ next_billing_date: addDays(today, -70), amount: 100 });
  const { id, name, client_id } = await aSubscription({ next_billing_date: today, amount: 60 });
  const page = await office.openAs(office.staff, "/admin/subscriptions");
  await payAndUndo(page, late.name);
  await undoAfterTyping(page, wrong);
  await removeUnpaidPeriods(page, wrong.name);

  const dialog = payment(page, name);
  await openPayment(page, name);
  await dialog.getByLabel("Paid on").fill(addDays(today, 1));
  await record(page).click();
  await dialog.getByText(`The payment cannot be dated in the future: today is ${today}.`).waitFor();
  await dialog.getByLabel("Paid on").fill(today);
  await dialog.getByLabel("Reference").fill("MPESA1");
  await record(page).click();
  await dialog.waitFor({ state: "detached" });
  await chooseAction(page, name, "Edit");
  const form = page.getByRole("dialog", { name: "Edit Subscription" });
  await form.getByLabel("Next billing date").fill(today);
  await form.getByText(`The period due ${today} is paid, so the next billing date must be later.`).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });

  const body = { client_id, start_date: "2026-11-15", frequency: "monthly", amount: 60 };
  await office.asStaff("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
  await openPayment(page, name);
  await dialog.getByLabel("Amount ($)").fill("10");
  await dialog.getByRole("button", { name: "Undo the payment for Dec 24, 2026" }).click();
  await page.getByText("The payment was undone. Still due in all: $60.00.").waitFor();
  await dialog.getByText("No payments yet.").waitFor();
  await dialog.getByText("due Dec 24, 2026, $60.00 open").waitFor();
  expect(await dialog.getByLabel("Amount ($)").inputValue(), "a typed amount stays").toBe("10");
});

test("of two people who pay one period, the second sees the first payment, and continues with the next period", async () => {
  office.allowConsoleErrors(failedRequest);
  const due = await aSubscription({ next_billing_date: today });
  const address = `/admin/subscriptions?pay=${due.client_id}.${due.id}`;
  const first = await office.openAs(office.staff, address);
  const second = await office.openAs(office.admin, address);
  for (const page of [first, second])
    await page.getByText("This pays the period due on Dec 24, 2026").waitFor();
  const paid = async (page: Page, next: string) => {
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await row(page, due.name).getByText(next).waitFor();
  };
  const reference = (page: Page) => page.getByRole("dialog").getByLabel("Reference");
  await reference(first).fill("MPESA1");
  await record(first).click();
  await paid(first, "Jan 24, 2027");
  await reference(second).fill("MPESA2");
  await record(second).click();
  const dialog = second.getByRole("dialog");
  await dialog.getByText("The period due 2026-12-24 is already paid.").waitFor();
  await dialog.getByRole("button", { name: "Use what is open now, keep what I typed" }).click();
  await dialog.getByText("This pays the period due on Jan 24, 2027").waitFor();
  expect(await reference(second).inputValue()).toBe("MPESA2");
  await record(second).click();
  await paid(second, "Feb 24, 2027");
  const { renewals } = (
    await office.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id: due.id } })
  ).body;
  expect(renewals.map(({ period, reference }) => `${period} ${reference}`)).toEqual([
    "2027-01-24 MPESA2",
    "2026-12-24 MPESA1",
  ]);
});
