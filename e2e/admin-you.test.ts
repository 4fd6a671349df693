import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest, navigate } from "../test/admin-browser.ts";

const office = backOffice();

test("people see who is signed in and in which role, change their name and nothing else, and have a calendar address", async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const subscription = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { ...subscription, service: "Loan ledger" } });

  const page = await office.openAs(office.staff, "/admin/settings");
  const sidebar = page.getByRole("complementary");
  await sidebar.getByText("staff", { exact: true }).waitFor();
  await sidebar.getByText("Person 2", { exact: true }).waitFor();
  const facts = page.getByRole("region", { name: "User Information" });
  for (const fact of [office.staff.email, "Person 2", "Staff"])
    await facts.getByText(fact, { exact: true }).waitFor();
  expect(await facts.locator("input").count()).toBe(0);

  // The calendar address is created and copied.
  await navigate(page, "/admin/settings/you");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const card = page.getByRole("region", { name: "Calendar" });
  await card.getByText("Off", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Create my address" }).press("Enter");
  const field = card.getByLabel("Your address");
  await field.waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await card.getByRole("button", { name: "Copy address" }).click();
  await page.getByText("The address was copied.").waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(await field.inputValue());

  // A calendar app has no session and no token.
  const calendar = await fetch(address);
  expect(await calendar.text()).toContain("SUMMARY:Amani Traders — Loan ledger — $100.00");

  await card.getByRole("button", { name: "Create a new address" }).click();
  await card.getByRole("button", { name: "Keep it" }).press("Enter");
  const another = card.getByRole("button", { name: "Create a new address" });
  expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);
  await another.press("Enter");
  await card.getByRole("button", { name: "Create a new one" }).click();
  await eventually(() => field.inputValue()).not.toBe(address);
  const second = await field.inputValue();
  expect([(await fetch(address)).status, (await fetch(second)).status]).toEqual([404, 200]);

  // A name that is too long is refused; a new one is shown everywhere at once.
  const account = page.getByRole("region", { name: "Your account" });
  const changeName = account.getByRole("button", { name: "Change your name" });
  await changeName.click();
  const name = account.getByLabel("Your name");
  expect(await name.inputValue()).toBe("Person 2");
  await name.fill("x".repeat(201));
  await name.press("Enter");
  await account.getByText("The name is too long (at most 200 characters).").waitFor();
  await name.fill("Wanjikũ Mwangi");
  await name.press("Enter");
  await sidebar.getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  await account.getByText("Wanjikũ Mwangi").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Change your name",
  );

  // After a reload the name is there, and the calendar address is not: it is shown only once.
  await page.reload();
  await sidebar.getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  await card.getByText("cannot be shown again").waitFor();
  expect(await field.count()).toBe(0);
  const { staff } = (await office.asStaff("GET /api/v1/staff")).body;
  expect(staff.map((one) => one.name)).toContain("Wanjikũ Mwangi");

  // Without a name. The role has not changed, and the email is read-only.
  await changeName.click();
  await name.fill(" ");
  await account.getByRole("button", { name: "Save name" }).click();
  await account.getByText("Not set").waitFor();
  await sidebar.getByText("User", { exact: true }).waitFor();
  await account.getByText("Staff", { exact: true }).waitFor();
  expect(await account.locator("input").count()).toBe(0);
  await changeName.click();
  await name.fill("Person 2");
  await name.press("Enter");
  await sidebar.getByText("Person 2", { exact: true }).waitFor();

  // On a phone the address is switched off, at the second try.
  await page.setViewportSize({ width: 390, height: 844 });
  await card.getByRole("button", { name: "Switch off" }).click();
  const route = "**/staff/me/calendar";
  office.allowConsoleErrors(failedRequest);
  await page.route(route, (call) => (call.request().method() === "DELETE" ? call.abort() : call.continue()));
  await card.getByRole("button", { name: "Switch off" }).click();
  await card.getByRole("alert").getByText("There was no response.").waitFor();
  expect((await fetch(second)).status).toBe(200);
  await page.unroute(route);
  await card.getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Your calendar address is switched off.").waitFor();
  const make = card.getByRole("button", { name: "Create my address" });
  await eventually(() => make.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await fetch(second)).status).toBe(404);

  const admin = await office.openAs(office.admin, "/admin/activity");
  // A function remembers a caller's name for some seconds, so later changes can be under another one.
  const firstChanges = admin.getByRole("button", { name: /^Show \d: Person 2 made \d changes to staff/ });
  await firstChanges.last().click();
  await admin.getByText("created a calendar address").first().waitFor();
  expect(await admin.getByText(second.split("/").at(-1) ?? "").count()).toBe(0);
});
