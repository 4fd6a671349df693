import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/axe.ts";

const office = backOffice();
afterEach(() => vi.restoreAllMocks());

const aDay = 24 * 3_600_000;
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Renew: / });
const figures = (page: Page) => page.getByLabel("Figures");
const toast = (page: Page, text: string) => page.getByRole("status").getByText(text);

/** Somebody who owes three months. */
async function owing(name: string): Promise<void> {
  const body = { name, email: "accounts@client.example", phone: "0712 345 678" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: {
      ...{ client_id: client.id, start_date: "2026-01-20", frequency: "monthly", amount: 149.99 },
      ...{ service: "Loan system", next_billing_date: "2026-10-20" },
    },
  });
}

/** Presses Tab until what is meant has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there.");
}

/** What the two ways of working have different: how something is pressed, chosen and typed. */
type Hands = {
  find(page: Page, words: string): Promise<void>;
  press(page: Page, target: Locator): Promise<void>;
  choose(page: Page, target: Locator, option: string): Promise<void>;
  type(page: Page, target: Locator, text: string): Promise<void>;
  /** A day, as YYYY-MM-DD. */
  day(page: Page, target: Locator, day: string): Promise<void>;
};
const keyboard: Hands = {
  async find(page, words) {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    await page.keyboard.type(words);
  },
  async press(page, target) {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  },
  async choose(page, target, option) {
    await tabTo(page, target);
    await page.keyboard.type(option);
  },
  async type(page, target, text) {
    await tabTo(page, target);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  },
  async day(page, target, day) {
    const [year = "", month, date] = day.split("-");
    await tabTo(page, target);
    await page.keyboard.type(`${month}${date}${year}`);
  },
};
const touch: Hands = {
  async find(page, words) {
    await page.getByRole("button", { name: /open the menu/ }).tap();
    await page.getByRole("button", { name: "Find" }).tap();
    await page.getByRole("dialog", { name: "Find" }).getByRole("combobox").fill(words);
  },
  press: (_, target) => target.tap(),
  choose: async (_, target, option) => {
    await target.selectOption({ label: option });
  },
  async type(_, target, text) {
    await target.tap();
    await target.fill(text);
  },
  day: (_, target, day) => target.fill(day),
};

test.each([
  ["the keyboard alone", keyboard, { viewport: { width: 1440, height: 900 } }],
  ["touch on a phone", touch, { viewport: { width: 390, height: 844 }, hasTouch: true }],
])(
  "with %s: a client calls, is found, pays two of three months, promises the rest, and is brought up on that day",
  async (how, hands, settings) => {
    const name = `Wanjiru of ${how}`;
    await owing(name);
    const page = await office.openAs(office.staff, "/admin/settings", settings);
    await page.getByLabel("Company Name").waitFor();
    await hands.find(page, name);
    const found = page.getByRole("option").filter({ hasText: "accounts@client.example" }).first();
    await found.waitFor();
    if (hands === touch) await found.tap();
    else await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await figures(page).getByText("$149.99", { exact: true }).waitFor();

    await hands.press(page, page.getByRole("button", { name: "Record payment" }));
    await dialog(page).getByText("3 are due by now: $449.97.").waitFor();
    await hands.choose(page, dialog(page).getByLabel("Periods"), "2, to Nov 20, 2026");
    await eventually(() => dialog(page).getByLabel("Amount ($)").inputValue()).toBe("299.98");
    await dialog(page).getByText("The 2 periods due from").waitFor();
    // And something of the third: credit, once somebody says so.
    await hands.type(page, dialog(page).getByLabel("Amount ($)"), "350");
    expect(await violationsOf(page, wcag22)).toEqual([]);
    const credit = dialog(page).getByLabel("It is credit for the next period");
    if (hands === touch) await credit.tap();
    else {
      await tabTo(page, credit);
      await page.keyboard.press("Space");
    }
    await dialog(page).getByText("$99.97 stays due.").waitFor();
    await hands.choose(page, dialog(page).getByLabel("Method"), "M-Pesa");
    await hands.type(page, dialog(page).getByLabel("Reference"), "SJK4H7L2");
    const renew = dialog(page).getByRole("button", { name: "Renew", exact: true });
    await (hands === touch ? renew.tap() : page.keyboard.press("Enter"));
    await toast(
      page,
      "has paid 2 periods; the next billing date is Dec 20, 2026, $99.97 of $149.99 left.",
    ).waitFor();
    await figures(page).getByText("1 payment", { exact: true }).waitFor();
    await figures(page).getByText("$99.97", { exact: true }).waitFor();

    // Taken back in one, from where it is said; and recorded again.
    await hands.press(page, page.getByRole("status").getByRole("button", { name: "Undo" }));
    await toast(page, "The period of Oct 20, 2026 is unpaid again.").waitFor();
    await figures(page).getByText("0 payments", { exact: true }).waitFor();
    await hands.press(page, page.getByRole("button", { name: "Record payment" }));
    await hands.choose(page, dialog(page).getByLabel("Periods"), "2, to Nov 20, 2026");
    await hands.choose(page, dialog(page).getByLabel("Method"), "M-Pesa");
    await hands.type(page, dialog(page).getByLabel("Reference"), "SJK4H7L2");
    await (hands === touch ? renew.tap() : page.keyboard.press("Enter"));
    await toast(page, "has paid 2 periods; the next billing date is Dec 20, 2026.").waitFor();

    const promise = `${name} promised the rest for Friday`;
    await hands.type(page, page.getByLabel("Note", { exact: true }), promise);
    await hands.day(page, page.getByLabel("Bring it up on"), "2026-12-25");
    await hands.press(page, page.getByRole("button", { name: "Add note" }));
    await toast(page, "the dashboard brings it up on Dec 25, 2026").waitFor();
    // Whoever asks for the code finds the payment.
    await hands.find(page, "sjk4h");
    await page
      .getByRole("option")
      .filter({ hasText: `${name}, $299.98, paid Dec 24, 2026` })
      .waitFor();

    const now = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => now() + aDay);
    const friday = await office.enterAs(office.admin, "/admin", settings);
    await friday.getByRole("region", { name: "Notes for today" }).getByText(promise).waitFor();
    const due = friday.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "Dec 20, 2026" });
    await due.getByText("5 days overdue").waitFor();
    expect(await due.getByText("$149.99").count()).toBe(1);
  },
);
