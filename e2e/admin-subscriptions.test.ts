import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "../shared/day.ts";
import { omit } from "../shared/omit.ts";
import { backOffice, eventually, failedRequest, navigate } from "../test/browser/admin-browser.ts";
import { portfolioOf, subscriptionRow as row } from "../test/browser/subscriptions-on-screen.ts";
import { paidPeriods, payPeriods } from "../test/product/pay-periods.ts";
import { today } from "../test/product/product.ts";
import { addFirst, correct, recordsToCorrect, startWithoutClients } from "./steps/subscription-form.ts";

const office = backOffice();
const portfolio = portfolioOf(office);
const { aClient, aSubscription } = portfolio;
type Subscription = Awaited<ReturnType<typeof aSubscription>>;

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
      const second = rgb(b);
      return rgb(a).reduce((sum, value, i) => sum + Math.abs(value - (second[i] ?? 0)), 0);
    };
    const isSame = (a: string, b: string) => apart(a, b) === 0;
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
    const amount = [...document.querySelectorAll("th button")].find(
      (button) => button.textContent === "Amount",
    );
    return {
      background: rgb(getComputedStyle(row).backgroundColor).slice(0, 3),
      distance: apart(getComputedStyle(row).backgroundColor, paper),
      edge: edge.endsWith(" 3px 0px 0px 0px inset") && isSame(edge.replace(/ 3px.*/, ""), tone),
      note: isSame(colourOf(".note"), tone),
      quietStatus: isSame(colourOf("[data-status] [data-tone]"), token("--quiet")),
      figureUnderHeader:
        rightOf(part("td[data-align=right] .figures")) === rightOf(amount?.firstChild ?? row),
    };
  });

const payment = (page: Page, name: string) => page.getByRole("dialog", { name: `Record payment: ${name}` });
const record = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Record payment", exact: true });
const openPayment = (page: Page, name: string) =>
  page.getByRole("button", { name: `Record payment from ${name}`, exact: true }).click();

const change = (dialog: Locator) => dialog.getByRole("button", { name: "Change what it pays" });

/** Records less than is due, waives the rest, and undoes the payment. */
async function payAndUndo(page: Page, name: string): Promise<void> {
  const dialog = payment(page, name);
  await openPayment(page, name);
  expect(await dialog.getByLabel("Paid on").inputValue()).toBe(today);
  await dialog.getByLabel("Amount ($)").fill("79.5");
  await dialog.getByText("Pays $79.50 of October; $0.50 remains due.").waitFor();
  await change(dialog).click();
  await dialog.getByText("What should happen with the missing $0.50?").waitFor();
  await dialog.getByLabel("Waive it: nothing more is due").check();
  await dialog.getByLabel("Reference").fill("QDK3X8");
  await dialog.getByLabel("Paid on").fill("2026-12-23");
  await record(page).dblclick();
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("Nov 30, 2026").waitFor();

  await openPayment(page, name);
  const undo = dialog.getByRole("button", { name: "Undo the payment for Oct 31, 2026" });
  await dialog.getByRole("listitem").filter({ hasText: "Paid $79.50 by M-Pesa, QDK3X8" }).waitFor();
  await change(dialog).click();
  const november = dialog.getByLabel(/^Pays of .*, due Nov 30, 2026$/);
  await november.fill("30");
  await undo.click();
  await undo.waitFor({ state: "detached" });
  // The panel shows the charges that are open now, and their sum. It drops the amount typed for an earlier charge.
  await dialog.getByText("due Oct 31, 2026, $80.00").waitFor();
  await eventually(() => november.inputValue()).toBe("80.00");
  await eventually(() => dialog.getByLabel("Amount ($)").inputValue()).toBe("160.00");
  await dialog.getByLabel("Amount ($)").fill("80");
  await record(page).click();
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("24 days overdue").waitFor();
}

/** Removes the unpaid periods of a subscription whose date was wrong, and undoes the payment of an earlier period. */
async function removeUnpaidPeriods(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Edit the subscription of ${name}` }).click();
  const form = page.getByRole("dialog", { name: "Edit Subscription" });
  await form.getByText("1 unpaid period since Nov 30, 2026: $80.00").waitFor();
  await form.getByLabel("Next billing date").fill("2026-10-31");
  await form
    .getByText(
      "The period due Oct 31, 2026 is paid (on Dec 24, 2026), so the next billing date must be later.",
    )
    .waitFor();
  await form.getByLabel("Next billing date").fill("2027-01-20");
  await form.getByText("$80.00 is due already, from Nov 30, 2026 on.").waitFor();
  await form
    .getByLabel("What is due and not paid")
    .selectOption({ label: "Remove them: their dates were wrong" });
  await form.locator('[data-preview="2027-01-20"]').waitFor();
  await form.getByRole("button", { name: "Save Subscription" }).click();
  await form.waitFor({ state: "detached" });
  await row(page, name).getByText("Jan 20, 2027").waitFor();

  const dialog = payment(page, name);
  await openPayment(page, name);
  await dialog.getByLabel("Amount ($)").fill("10");
  await change(dialog).click();
  await dialog.getByRole("button", { name: "Undo the payment for Oct 31, 2026" }).click();
  await page.getByText("The payment was undone. Still due in all: $80.00.").waitFor();
  await dialog.getByText("due Oct 31, 2026, $80.00").waitFor();
  expect(await dialog.getByLabel("Amount ($)").inputValue(), "a typed amount stays").toBe("10");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
}

type Listed = { name: string };

/** Sums, filters by status, frequency and due date, and the colours of overdue and due rows. */
async function seePortfolio(page: Page, late: Listed, due: Listed, paused: Listed): Promise<void> {
  await row(page, due.name).getByText("Due today").waitFor();
  expect(await row(page, late.name).getAttribute("data-tone")).toBe("overdue");
  expect(await row(page, due.name).getAttribute("data-tone")).toBe("due-soon");
  expect(await row(page, paused.name).getByText("Paused").count()).toBe(1);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    for (const { name, colour } of [
      { name: late.name, colour: [0xfd, 0xeb, 0xe7] },
      { name: due.name, colour: [0xff, 0xf2, 0xdf] },
    ]) {
      const { background, distance, ...looks } = await appearanceOf(row(page, name));
      expect(looks).toEqual({ edge: true, note: true, quietStatus: true, figureUnderHeader: true });
      if (colorScheme === "light") expect(background).toEqual(colour);
      expect(distance, `${colorScheme}: distance from the page's colour`).toBeGreaterThanOrEqual(30);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });

  await page.getByText("10 total").waitFor();
  // All but the million of the paused subscription.
  await page.getByText("KES 15,800.50 + $210.00 active").waitFor();

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
  await navigate(page, "/admin/subscriptions");
  await row(page, due.name).waitFor();
}

/** Another person pays the period while the dialog is open. */
async function paySecond(page: Page, { id, name }: Subscription): Promise<void> {
  const dialog = payment(page, name);
  await openPayment(page, name);
  await dialog.getByText("Pays December.").waitFor();
  const body = { period: today, reference: "MPESA1" };
  const { status } = await payPeriods(office.asAdmin, id, body);
  expect(status).toBe(201);
  await dialog.getByLabel("Reference").fill("MPESA2");
  await record(page).click();
  await dialog.getByText(/^The period due Dec 24, 2026 is already paid: .*reference MPESA1\. This/).waitFor();
  await dialog.getByRole("button", { name: "Use what is open now, keep what I typed" }).click();
  await dialog.getByText("Pays January 2027.").waitFor();
  expect(await dialog.getByLabel("Reference").inputValue()).toBe("MPESA2");
  await record(page).click();
  await dialog.waitFor({ state: "detached" });
  await row(page, name).getByText("Feb 24, 2027").waitFor();
  const paid = await paidPeriods(office.asStaff, id);
  expect(paid.map(({ period, reference }) => `${period} ${reference}`)).toEqual([
    "2027-01-24 MPESA2",
    "2026-12-24 MPESA1",
  ]);
}

/** Subscriptions that are overdue, due today or paused, in dollars: the default currency is not changed yet. */
async function createPortfolio() {
  const late = await aSubscription({ next_billing_date: addDays(today, -2), amount: 10 });
  const yearly = await aSubscription({ next_billing_date: today, amount: 20, frequency: "yearly" });
  const paused = await aSubscription({ status: "paused", amount: 1_000_000 });
  const monthEnds = { start_date: "2026-08-31", next_billing_date: "2026-10-31" };
  const unpaid = await aSubscription({ ...monthEnds, amount: 80 });
  const contested = await aSubscription({ next_billing_date: today });
  return { late, yearly, paused, unpaid, contested };
}

test("staff add the first subscription in the default currency and correct invalid ones, see the portfolio's sums and what is due, record payments and undo them, and see what somebody else has paid", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin/money/sent");
  await startWithoutClients(page);
  const client = await aClient({
    name: "Baraka Stores",
    company: "Baraka Holdings",
    email: "pay@baraka.example",
  });
  await aClient({ name: "Gone Stores", status: "inactive" });
  const { late, yearly, paused, unpaid, contested } = await createPortfolio();
  const profile = omit((await office.asAdmin("GET /api/v1/settings")).body.settings, "version");
  const body = { ...profile, default_currency: "KES" as const };
  await office.asAdmin("POST /api/v1/settings", { body });
  const records = await recordsToCorrect(office, portfolio);
  await addFirst(page, office, client);
  await correct(page, records);
  await seePortfolio(page, late, yearly, paused);
  await payAndUndo(page, unpaid.name);
  await removeUnpaidPeriods(page, unpaid.name);
  await paySecond(page, contested);
});
