import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

test("a person creates a calendar address, copies it, replaces it and switches it off", async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const subscription = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { ...subscription, service: "Loan ledger" } });

  const page = await office.openAs(office.staff, "/admin/settings/you");
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

  // The address is shown only once.
  await page.reload();
  await card.getByText("cannot be shown again").waitFor();
  expect(await field.count()).toBe(0);
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
  await admin.getByRole("button", { name: /^Show 3: Person 2 made 3 changes/ }).click();
  await admin.getByText("created a calendar address").first().waitFor();
  expect(await admin.getByText(second.split("/").at(-1) ?? "").count()).toBe(0);
});

test("people can change their name, shown everywhere at once, and nothing else", async () => {
  const page = await office.openAs(office.staff, "/admin/settings/you");
  const card = page.getByRole("region", { name: "Your account" });
  const sidebar = page.getByRole("complementary");
  await sidebar.getByText("Person 2", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Change your name" }).click();
  const name = card.getByLabel("Your name");
  expect(await name.inputValue()).toBe("Person 2");
  await name.fill("x".repeat(201));
  await name.press("Enter");
  await card.getByText("The name is too long (at most 200 characters).").waitFor();

  await name.fill("Wanjikũ Mwangi");
  await name.press("Enter");
  await sidebar.getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  await card.getByText("Wanjikũ Mwangi").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Change your name",
  );
  await page.reload();
  await sidebar.getByText("Wanjikũ Mwangi", { exact: true }).waitFor();
  const { staff } = (await office.asStaff("GET /api/v1/staff")).body;
  expect(staff.map((one) => one.name)).toContain("Wanjikũ Mwangi");

  await card.getByRole("button", { name: "Change your name" }).click();
  await name.fill(" ");
  await card.getByRole("button", { name: "Save name" }).click();
  await card.getByText("Not set").waitFor();
  await sidebar.getByText("User", { exact: true }).waitFor();
  // The role has not changed, and the address is read-only.
  await card.getByText("Staff", { exact: true }).waitFor();
  expect(await card.locator("input").count()).toBe(0);
});
