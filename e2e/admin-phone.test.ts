import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, menuButton, navigate } from "../test/browser/admin-browser.ts";

const office = backOffice();
const client = {
  name: "Umoja SACCO",
  email: "accounts@umoja.example",
  phone: "+254 711 222 333",
  company: "Umoja Holdings",
  address: "Moi Avenue 12\nNairobi",
};
office.prepare(async () => {
  const { id } = (await office.asStaff("POST /api/v1/clients", { body: client })).body.client;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: {
      client_id: id,
      start_date: "2026-09-30",
      frequency: "semi-annual",
      amount: 149.99,
      next_billing_date: "2026-12-30",
      muted: true,
    },
  });
});

const TIGHT = 1024;
const columns = {
  // In a narrow table the name has the room of two columns.
  clients: (width: number) => [
    client.email,
    client.phone,
    "Active",
    ...(width < 1440 && width > 960
      ? [`${client.company} · Moi Avenue 12`]
      : [client.company, "Moi Avenue 12", "Dec 24, 2026"]),
  ],
  subscriptions: () => [
    `${client.company} · ${client.email}`,
    "$149.99",
    "Semi-Annual",
    "Dec 30, 2026",
    "Due in 6 days",
    "Active",
    "Sep 30, 2026",
  ],
};
const phone = { width: 390, height: 844 };

/** The element with all details of a row: the row itself, or the sheet of a card. */
async function openRowAt(page: Page, width: number): Promise<Locator> {
  await page.setViewportSize({ width, height: 900 });
  const row = page.getByRole("row").filter({ hasText: client.name });
  await row.waitFor();
  if (width > 960) return row;
  await row.click({ position: { x: 30, y: 20 } });
  return page.getByRole("dialog", { name: client.name });
}

/** The buttons that appear under the mouse cover no text of the row, and its name keeps its room. */
async function hoverRow(page: Page, row: Locator): Promise<void> {
  await row.hover();
  const look = () =>
    row.evaluate((row) => {
      const start = row.querySelector(".row-actions")?.getBoundingClientRect().left ?? 0;
      const covered = [...row.querySelectorAll("th *, td *")].filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const isText = element.children.length === 0 && element.textContent !== "";
        return isText && !element.closest(".row-actions") && range.getBoundingClientRect().right > start;
      });
      const name = row.querySelector("th")?.getBoundingClientRect().width ?? 0;
      return { covered: covered.map(({ textContent }) => textContent), isWide: name >= 200 };
    });
  await eventually(look).toEqual({ covered: [], isWide: true });
  await page.mouse.move(0, 0);
}

/** The names of columns that are too narrow for them. */
const cutHeaders = (page: Page) =>
  page
    .getByRole("columnheader")
    .evaluateAll((headers) =>
      headers
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );

/** All columns are readable as a table, as its narrowest, and as cards. */
async function readColumnsAtEveryWidth(page: Page): Promise<void> {
  for (const [list, textsAt] of Object.entries(columns)) {
    await navigate(page, `/admin/${list}`);
    for (const width of [1440, 1280, TIGHT, 390]) {
      const row = await openRowAt(page, width);
      for (const text of textsAt(width))
        await row.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
      if (width >= TIGHT) await eventually(() => cutHeaders(page)).toEqual([]);
      if (width === TIGHT) await hoverRow(page, row);
      // A badge takes no room from a name in a table.
      const name = row.locator(".cut").filter({ hasText: client.name, visible: true }).first();
      if (width >= TIGHT)
        await eventually(() => name.evaluate((cut) => cut.scrollWidth - cut.clientWidth)).toBeLessThanOrEqual(
          0,
        );
    }
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
}

/** On a phone the list begins at the top, and its filters are in a sheet. */
async function filterOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  const row = page.getByRole("row").filter({ hasText: client.name });
  expect((await row.boundingBox())?.y).toBeLessThan(220);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByLabel("Status").selectOption("paused");
  await sheet.getByLabel("Order").selectOption("By Amount, descending");
  await sheet.getByRole("button", { name: "Show 0 rows" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=paused&sort=-amount");
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await sheet.getByRole("button", { name: "Show all" }).click();
  await sheet.getByRole("button", { name: "Show 1 row" }).click();
  const places = page.getByRole("navigation", { name: "Menu" });
  expect((await places.boundingBox())?.y).toBeGreaterThan(770);
  await places.getByRole("link", { name: "Clients" }).click();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  await page.getByRole("button", { name: "Add Client" }).click();
  await page.getByRole("dialog", { name: "Add New Client" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** A row of the dashboard has the height of two lines, and its sheet the actions. */
async function readDashboard(page: Page): Promise<void> {
  await navigate(page, "/admin");
  const row = page.getByRole("region", { name: "Next 7 days" }).getByRole("listitem");
  await row.getByText("$149.99").waitFor();
  expect((await row.boundingBox())?.height).toBe(56);
  await row.getByRole("button", { name: `Details of ${client.name}` }).click();
  const sheet = page.getByRole("dialog", { name: client.name });
  await sheet.getByRole("button", { name: `Record payment from ${client.name}` }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
}

/** The sheet of a row opens the dialogs of its actions, and leads to the client's page. */
async function actFromSheet(page: Page): Promise<void> {
  await navigate(page, "/admin/subscriptions");
  await page.getByRole("heading", { name: "Subscription Management" }).waitFor();
  const details = page.getByRole("button", { name: `Details of ${client.name}` });
  await details.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: client.name });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await eventually(() => details.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  for (const [label, word] of [
    [`Record payment from ${client.name}`, "Record payment"],
    [`WhatsApp to ${client.name} (opens in a new tab)`, "WhatsApp"],
  ] as const)
    expect(await sheet.getByLabel(label).textContent()).toBe(word);
  await sheet.getByRole("button", { name: `Edit the subscription of ${client.name}` }).click();
  await page.getByRole("dialog", { name: "Edit Subscription" }).waitFor();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventually(() => details.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await sheet.getByRole("link", { name: `Client's page: ${client.name}` }).click();
  await page.getByRole("heading", { name: client.name, level: 1 }).waitFor();
}

/** The drawer traps the focus, closes with Escape and returns the focus. */
async function useMenu(page: Page): Promise<void> {
  await menuButton(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  const isFocusInside = () => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
  // The focus moves into the drawer a moment after it opens.
  await eventually(isFocusInside).toBe(true);
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await isFocusInside()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventually(() => menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("link", { name: "Clients" }).click();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** A message at the bottom never covers "Sign Out" in the menu. */
async function addClientAndSeeSignOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add Client" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Client" });
  await dialog.getByLabel("Name").fill("Toast Ltd");
  await dialog.getByLabel("Email").fill("toast@toast.example");
  await dialog.getByRole("button", { name: "Add Client" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Toast Ltd was added." });
  await toast.waitFor();
  await menuButton(page).click();
  const signOut = page.getByRole("button", { name: "Sign Out" });
  await signOut.waitFor();
  expect(await toast.count(), "it is still told").toBe(1);
  await eventually(() =>
    signOut.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const spots = [0.1, 0.5, 0.9].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y] as const));
      return spots.every(([x, y]) =>
        button.contains(document.elementFromPoint(left + x * width, top + y * height)),
      );
    }),
  ).toBe(true);
}

test("all columns of a list are readable at every width; on a phone staff filter it, act from the sheet of a row, and use a menu that keeps the focus and is never covered", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await readColumnsAtEveryWidth(page);
  await filterOnPhone(page);
  await readDashboard(page);
  await actFromSheet(page);
  await useMenu(page);
  await addClientAndSeeSignOut(page);
});
