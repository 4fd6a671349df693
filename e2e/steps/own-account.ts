import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type backOffice, eventually, failedRequest, navigate } from "../../test/browser/admin-browser.ts";

type Office = ReturnType<typeof backOffice>;

const sidebar = (page: Page) => page.getByRole("complementary");
const calendar = (page: Page) => page.getByRole("region", { name: "Calendar" });
const address = (page: Page) => calendar(page).getByLabel("Your address");
const account = (page: Page) => page.getByRole("region", { name: "Your account" });
const changeName = (page: Page) => account(page).getByRole("button", { name: "Change your name" });
const nameField = (page: Page) => account(page).getByLabel("Your name");

/** People see who is signed in and in which role, and change nothing there. */
export async function readOwnFacts(page: Page, office: Office): Promise<void> {
  await navigate(page, "/admin/settings");
  await sidebar(page).getByText("staff", { exact: true }).waitFor();
  await sidebar(page).getByText("Person 2", { exact: true }).waitFor();
  const facts = page.getByRole("region", { name: "User Information" });
  for (const fact of [office.staff.email, "Person 2", "Staff"])
    await facts.getByText(fact, { exact: true }).waitFor();
  expect(await facts.locator("input").count()).toBe(0);
}

/** Creates a calendar address, copies and replaces it; the one that works now. */
export async function createCalendarAddresses(page: Page): Promise<string> {
  await navigate(page, "/admin/settings/you");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [card, field] = [calendar(page), address(page)];
  await card.getByText("Off", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Create my address" }).press("Enter");
  await field.waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await card.getByRole("button", { name: "Copy address" }).click();
  await page.getByText("The address was copied.").waitFor();
  const first = await page.evaluate(() => navigator.clipboard.readText());
  expect(first).toBe(await field.inputValue());

  // A calendar app has no session and no token.
  const answer = await fetch(first);
  expect(await answer.text()).toContain("SUMMARY:Amani Traders — Loan ledger — $100.00");

  await card.getByRole("button", { name: "Create a new address" }).click();
  await card.getByRole("button", { name: "Keep it" }).press("Enter");
  const another = card.getByRole("button", { name: "Create a new address" });
  expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);
  await another.press("Enter");
  await card.getByRole("button", { name: "Create a new one" }).click();
  await eventually(() => field.inputValue()).not.toBe(first);
  const second = await field.inputValue();
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  return second;
}

/** A name that is too long is refused; a new one is shown everywhere at once, and after a reload. */
export async function changeOwnName(page: Page, office: Office): Promise<void> {
  await changeName(page).click();
  const name = nameField(page);
  expect(await name.inputValue()).toBe("Person 2");
  await name.fill("x".repeat(201));
  await name.press("Enter");
  await account(page).getByText("The name is too long (at most 200 characters).").waitFor();
  await name.fill("Wanjikũ Mwangi");
  await name.press("Enter");
  await sidebar(page).getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  await account(page).getByText("Wanjikũ Mwangi").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Change your name",
  );

  // After a reload the name is there, and the calendar address is not: it is shown only once.
  await page.reload();
  await sidebar(page).getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  await calendar(page).getByText("cannot be shown again").waitFor();
  expect(await address(page).count()).toBe(0);
  const { staff } = (await office.asStaff("GET /api/v1/staff")).body;
  expect(staff.map((member) => member.name)).toContain("Wanjikũ Mwangi");
}

/** Without a name, the role has not changed, and the email is read-only. */
export async function clearOwnName(page: Page): Promise<void> {
  await changeName(page).click();
  await nameField(page).fill(" ");
  await account(page).getByRole("button", { name: "Save name" }).click();
  await account(page).getByText("Not set").waitFor();
  await sidebar(page).getByText("User", { exact: true }).waitFor();
  await account(page).getByText("Staff", { exact: true }).waitFor();
  expect(await account(page).locator("input").count()).toBe(0);
  await changeName(page).click();
  await nameField(page).fill("Person 2");
  await nameField(page).press("Enter");
  await sidebar(page).getByText("Person 2", { exact: true }).waitFor();
}

/** On a phone the calendar address is switched off, at the second try. */
export async function switchAddressOff(page: Page, office: Office, current: string): Promise<void> {
  const card = calendar(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await card.getByRole("button", { name: "Switch off" }).click();
  office.allowConsoleErrors(failedRequest);
  await page.route("**/staff/me/calendar", (call) =>
    call.request().method() === "DELETE" ? call.abort() : call.continue(),
  );
  await card.getByRole("button", { name: "Switch off" }).click();
  await card.getByRole("alert").getByText("There was no response.").waitFor();
  expect((await fetch(current)).status).toBe(200);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await card.getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Your calendar address is switched off.").waitFor();
  const make = card.getByRole("button", { name: "Create my address" });
  await eventually(() => make.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await fetch(current)).status).toBe(404);
}

export async function changeOwnPassword(page: Page, password: string): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "You", exact: true }).click();
  await page.getByRole("button", { name: "Change your password" }).click();
  const own = account(page);
  await own.getByRole("textbox", { name: "Current password" }).fill("Not-Mine-At-All-1");
  await own.getByRole("textbox", { name: "New password" }).fill("Another-Lasting-1");
  await own.getByRole("button", { name: "Save password" }).click();
  await own.getByText("This is not your current password.").waitFor();
  await own.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Your new password was saved.").waitFor();
}
