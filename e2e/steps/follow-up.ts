import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type backOffice, eventually } from "../../test/browser/admin-browser.ts";

type Office = ReturnType<typeof backOffice>;
type Promised = { name: string; promise: string };

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Record payment: / });
const change = (page: Page) => dialog(page).getByRole("button", { name: "Change what it pays" });
const owed = (page: Page) => page.getByRole("region", { name: "Due" });
/** Folded on a phone. */
const details = (page: Page) => page.getByRole("region", { name: "Details" });
const toast = (page: Page, text: string) => page.getByRole("status").getByText(text);

/** Creates a client with three months due. */
export async function createOverdueClient(office: Office, name: string): Promise<void> {
  const body = { name, email: "accounts@client.example", phone: "0712 345 678" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: {
      client_id: client.id,
      start_date: "2026-01-20",
      frequency: "monthly",
      amount: 149.99,
      service: "Loan system",
      next_billing_date: "2026-10-20",
    },
  });
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the target.");
}

/** How a person presses, chooses and types. */
type InputMode = {
  find(page: Page, words: string): Promise<void>;
  press(page: Page, target: Locator): Promise<void>;
  choose(page: Page, target: Locator, option: string): Promise<void>;
  type(page: Page, target: Locator, text: string): Promise<void>;
  /** A day, as YYYY-MM-DD. */
  day(page: Page, target: Locator, day: string): Promise<void>;
};
const keyboard: InputMode = {
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
const touch: InputMode = {
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

const recordButton = (place: Page | Locator) =>
  place.getByRole("button", { name: "Record payment", exact: true });

/** Finds the client from the settings, and opens the client's page. */
async function openFound(page: Page, input: InputMode, name: string): Promise<void> {
  await page.getByLabel("Company Name").waitFor();
  await input.find(page, name);
  const option = page.getByRole("option").filter({ hasText: "accounts@client.example" }).first();
  await option.waitFor();
  await (input === touch ? option.tap() : page.keyboard.press("Enter"));
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await owed(page).getByText("$449.97", { exact: true }).waitFor();
}

/** Records two of the three months. */
async function recordTwoMonths(page: Page, input: InputMode, code: string): Promise<void> {
  await input.press(page, recordButton(page));
  await dialog(page).getByText("3 charges since Oct 20, 2026").waitFor();
  await input.press(page, change(page));
  await input.choose(page, dialog(page).getByLabel("Pays up to", { exact: true }), "2, to Nov 20, 2026");
  await eventually(() => dialog(page).getByLabel("Amount ($)").inputValue()).toBe("299.98");
  await dialog(page).getByText("Pays October and November.").waitFor();
  await input.choose(page, dialog(page).getByLabel("Method"), "M-Pesa");
  await input.type(page, dialog(page).getByLabel("Reference"), code);
  await confirm(page, input);
  await toast(page, "has paid $299.98. Still due in all: $149.99.").waitFor();
}

const confirm = (page: Page, input: InputMode) =>
  input === touch ? recordButton(dialog(page)).tap() : page.keyboard.press("Enter");

async function notePromise(page: Page, input: InputMode, promise: string): Promise<void> {
  await input.press(page, page.getByRole("button", { name: "Add a note" }));
  await input.type(page, page.getByLabel("Note", { exact: true }), promise);
  await input.day(page, page.getByLabel("Remind me on"), "2026-12-25");
  await input.press(page, page.getByRole("button", { name: "Add note" }));
  await toast(page, "The dashboard shows it on Dec 25, 2026").waitFor();
}

/** With the keyboard alone: finds a client, and records two of three months and a promise. */
export async function followUpByKeyboard(page: Page, { name, promise }: Promised): Promise<void> {
  const code = "SJK4H7L2M1";
  await openFound(page, keyboard, name);

  // The sum is changed by hand: a part of the third period is paid too.
  await keyboard.press(page, recordButton(page));
  await keyboard.press(page, change(page));
  await keyboard.choose(page, dialog(page).getByLabel("Pays up to", { exact: true }), "2, to Nov 20, 2026");
  await keyboard.type(page, dialog(page).getByLabel("Amount ($)"), "350");
  await dialog(page).getByText("Pays October and November; $99.97 of December remains due.").waitFor();
  await confirm(page, keyboard);
  await toast(page, "has paid $350.00. Still due in all: $99.97.").waitFor();
  await details(page).getByText("1 payment", { exact: true }).waitFor({ state: "attached" });
  await owed(page).getByText("$99.97", { exact: true }).waitFor();

  // Undo the payment from its message, and record two months.
  await keyboard.press(page, page.getByRole("status").getByRole("button", { name: "Undo" }));
  await toast(page, "The payment was undone. Still due in all: $449.97.").waitFor();
  await details(page).getByText("1 payment", { exact: true }).waitFor({ state: "detached" });
  await recordTwoMonths(page, keyboard, code);
  await notePromise(page, keyboard, promise);
  // The code of the payment finds it.
  await keyboard.find(page, code.toLowerCase());
  await page
    .getByRole("option")
    .filter({ hasText: `${name}, $299.98, paid Dec 24, 2026` })
    .waitFor();
}

/** With touch: finds a client, and records two of three months and a promise. */
export async function followUpByTouch(page: Page, { name, promise }: Promised): Promise<void> {
  await openFound(page, touch, name);
  await recordTwoMonths(page, touch, "SJK4H7L2M2");
  await notePromise(page, touch, promise);
  await details(page).getByText("1 payment", { exact: true }).waitFor({ state: "attached" });
}

/** The dashboard shows the client on the promised day. */
export async function seePromise(page: Page, { name, promise }: Promised): Promise<void> {
  await page.getByRole("region", { name: "Today" }).getByText(promise).waitFor();
  const due = page.getByRole("region", { name: "Overdue" }).getByRole("listitem").filter({ hasText: name });
  await due.getByText("5 days").waitFor();
  expect(await due.getByText("$149.99").count()).toBe(1);
}
