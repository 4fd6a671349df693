import type { Page } from "playwright-core";
import { expect } from "vitest";
import { disabledText } from "../../shared/staff/access-texts.ts";
import {
  type backOffice,
  chooseFile,
  downloaded,
  eventually,
  failedRequest,
  follow,
  navigate,
  signIn,
} from "../../test/browser/admin-browser.ts";

type Office = ReturnType<typeof backOffice>;

const kim = "kim@office.example";
const chosen = "Chosen-By-Kim-1";
const unsavedRemoved = "Unsaved work was removed from this browser.";

const dialogOf = (page: Page) => page.getByRole("dialog");
const rowOfKim = (page: Page) => page.getByRole("row").filter({ hasText: kim });
const openChange = (page: Page) =>
  rowOfKim(page)
    .getByRole("button", { name: /^Change/ })
    .click();
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft/.test(key)));

/** Invites a person; the password that the email has. */
export async function invite(page: Page, office: Office): Promise<string> {
  await navigate(page, "/admin/settings/staff");
  await page.getByRole("row").filter({ hasText: office.staff.email }).waitFor();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send invitation" }).press("Enter");
  await dialog.getByText("Please give the name.").waitFor();
  await dialog.getByLabel("Name").fill("Kim Otieno");
  await dialog.getByLabel("Email").fill(kim);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Kim Otieno" }).getByText("Invited").waitFor();

  const invitation = (await office.product.inbox()).find(({ to }) => to.includes(kim));
  const words = invitation?.html?.replaceAll(/<[^>]+>/g, " ").replaceAll("&amp;", "&") ?? "";
  return /Password\s+(\S+)\s+Valid until/.exec(words)?.[1] ?? "";
}

/** The invited person signs in and chooses a password; a weak one shows what it lacks. */
export async function choosePassword(theirs: Page, office: Office, password: string): Promise<void> {
  await signIn(theirs, { email: kim, password });
  await theirs.getByRole("heading", { name: "Choose your password" }).waitFor();
  const save = theirs.getByRole("button", { name: "Save and sign in" });
  const choice = theirs.getByRole("textbox", { name: "New password" });
  office.allowConsoleErrors(failedRequest);
  await choice.fill("short");
  await save.click();
  await theirs.getByRole("alert").filter({ hasText: "This password is too short." }).waitFor();
  await choice.fill("Ends With A Space 1 ");
  await save.click();
  await theirs.getByRole("alert").filter({ hasText: "no space at its start or end" }).waitFor();
  await choice.fill(chosen);
  await save.click();
  await theirs.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(new URL(theirs.url()).pathname).toBe("/admin/clients");
}

/** The menu of their open tab follows within seconds, also back when it is looked at again; the page stays. */
export async function changeRoles(page: Page, theirs: Page, office: Office): Promise<void> {
  const staffLink = theirs.getByRole("link", { name: "Staff", exact: true });
  await follow(theirs, "Settings");
  await theirs.getByRole("link", { name: "Getting paid" }).waitFor();
  expect(await staffLink.count()).toBe(0);
  await openChange(page);
  await dialogOf(page).getByLabel("Role").selectOption("admin");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await rowOfKim(page).getByText("Admin").waitFor();
  const file = await downloaded(page, () => chooseFile(page, "Export CSV"));
  expect(String(file.bytes)).toMatch(
    new RegExp(`\r\nKim Otieno,${kim},Admin,Active,,[\\d:.TZ-]+,,[\\w-]+\r\n`),
  );

  await staffLink.waitFor({ timeout: 10_000 });
  const { members } = (await office.asAdmin("GET /api/v1/staff/members")).body;
  const params = { id: members.find(({ email }) => email === kim)?.id ?? "" };
  await office.asAdmin("PUT /api/v1/staff/members/{id}", { params, body: { role: "staff" } });
  await theirs.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await staffLink.waitFor({ state: "detached", timeout: 5_000 });
  expect(new URL(theirs.url()).pathname).toBe("/admin/settings");
}

/** A disabled person is signed out of an open page that nobody touches, and their unsaved work is removed. */
export async function disable(page: Page, theirs: Page): Promise<void> {
  await navigate(theirs, "/admin/clients?add=client");
  await theirs.getByLabel("Name").fill("Private Matter");
  await eventually(() => keptDrafts(theirs)).toHaveLength(1);

  await openChange(page);
  await dialogOf(page).getByLabel("Disabled").click();
  await dialogOf(page).getByRole("button", { name: "Disable" }).click();
  await rowOfKim(page).getByText("Disabled").waitFor();
  await theirs.getByText(disabledText).waitFor({ timeout: 10_000 });
  await theirs.getByText(unsavedRemoved).waitFor();
  expect(new URL(theirs.url()).pathname).toBe("/admin/login");
  expect(await keptDrafts(theirs)).toEqual([]);
  await theirs.reload();
  await theirs.getByText(unsavedRemoved).waitFor();
  await signIn(theirs, { email: kim, password: chosen });
  await eventually(() => theirs.getByText(disabledText).count()).toBe(2);
}

/** A person who is enabled again can sign in, and finds an empty form. */
export async function enable(page: Page, theirs: Page): Promise<void> {
  await openChange(page);
  await dialogOf(page).getByLabel("Disabled").click();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await rowOfKim(page).getByText("Active").waitFor();
  await signIn(theirs, { email: kim, password: chosen });
  await theirs.getByRole("dialog", { name: "Add New Client" }).waitFor();
  expect(await theirs.getByLabel("Name").inputValue()).toBe("");
}

export async function changeOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Details of Kim/ }).click();
  await page
    .getByRole("button", { name: /^Change/ })
    .last()
    .click();
  await dialogOf(page).getByRole("button", { name: "Save" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Removed while they save, with an expired token: no call of ours can say why. Their other tab neither. */
export async function remove(page: Page, theirs: Page): Promise<void> {
  const dialog = dialogOf(page);
  const second = await theirs.context().newPage();
  await second.goto("/admin/subscriptions?add=subscription");
  await second.getByRole("combobox", { name: "Service" }).fill("Private service");
  await theirs.getByLabel("Name").fill("Private Matter");
  await theirs.getByLabel("Email").fill("private@matter.example");
  await openChange(page);
  await dialog.getByRole("button", { name: "Remove..." }).click();
  await dialog.getByText("clients, ").waitFor({ state: "detached" });
  await dialog.getByText("They saved no files in the last 30 days.").waitFor();
  await theirs.evaluate(() => {
    const drift = Object.keys(localStorage).find((key) => key.endsWith(".clockDrift")) ?? "";
    localStorage.setItem(drift, String(24 * 60 * 60 * 1_000));
  });
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Kim Otieno was removed.").waitFor();
  // Unless the page has noticed before.
  const add = theirs.getByRole("dialog").getByRole("button", { name: "Add Client" });
  await add.click({ timeout: 5_000 }).catch(() => {});
  for (const tab of [theirs, second]) {
    await tab.getByText(unsavedRemoved).waitFor();
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Private");
  }
  await second.close();
}

export async function readRoleActivity(page: Page): Promise<void> {
  await follow(page, "Activity");
  await page
    .getByRole("button", { name: /changes to Kim Otieno;/ })
    .last()
    .click();
  await page.getByText("the role of Kim Otieno: Staff → Admin").waitFor();
}
