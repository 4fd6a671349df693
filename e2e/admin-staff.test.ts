import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/axe.ts";

const office = backOffice();

test("an administrator invites, promotes and shuts out; whoever is shut out is out of the page that is open", async () => {
  const page = await office.openAs(office.admin, "/admin/staff");
  await page.getByRole("row").filter({ hasText: office.staff.email }).waitFor();
  expect(await violationsOf(page, wcag22)).toEqual([]);

  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send invitation" }).press("Enter");
  await dialog.getByText("Please give the name.").waitFor();
  await dialog.getByLabel("Name").fill("Kim Otieno");
  await dialog.getByLabel("Email").fill("kim@office.example");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Kim Otieno" }).getByText("Invited").waitFor();

  const other = await office.openAs(office.staff, "/admin/clients");
  expect(await other.getByRole("link", { name: "Staff", exact: true }).count()).toBe(0);
  const row = page.getByRole("row").filter({ hasText: office.staff.email });
  await row.getByRole("button", { name: /^Change/ }).click();
  await dialog.getByLabel("Role").selectOption("admin");
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await row.getByText("Admin").waitFor();

  // Their next call fetches a token with the new role, and they stay where they were.
  office.forgive(failedRequest);
  await other.waitForTimeout(5_000);
  await other.getByRole("link", { name: "Payments" }).click();
  await other.getByRole("link", { name: "Staff", exact: true }).waitFor();

  await row.getByRole("button", { name: /^Change/ }).click();
  await dialog.getByLabel("Shut out").click();
  await dialog.getByRole("button", { name: "Shut out" }).click();
  await row.getByText("Shut out").waitFor();
  const since = Date.now();
  await other.waitForTimeout(5_000);
  await other.getByRole("link", { name: "Reminders" }).click();
  await other.getByText("Your session has ended.").waitFor();
  expect(Date.now() - since).toBeLessThan(30_000);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: /^Details of Kim/ }).click();
  await page
    .getByRole("button", { name: /^Change/ })
    .last()
    .click();
  await dialog.getByRole("button", { name: "Save" }).waitFor();
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Activity" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: "Role: Staff → Admin" })
    .or(page.getByText("Role: staff → admin"))
    .first()
    .waitFor();

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Change your password" }).click();
  const own = page.getByRole("region", { name: "User Information" });
  await own.getByLabel("Your password of now").fill("Not-Mine-At-All-1");
  await own.getByRole("textbox", { name: "New password" }).fill("Another-Lasting-1");
  await own.getByRole("button", { name: "Save password" }).click();
  await own.getByText("That is not the password you have now.").waitFor();
  await own.getByLabel("Your password of now").fill(office.admin.password);
  await page.keyboard.press("Enter");
  await page.getByText("Your new password is saved.").waitFor();
  expect(await violationsOf(page, wcag22)).toEqual([]);
});
