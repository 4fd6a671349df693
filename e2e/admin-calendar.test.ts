import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

test("a person creates a calendar address, copies it, replaces it and switches it off", async () => {
  const body = { name: "Amani Traders", email: "accounts@amani.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const subscription = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 100 };
  await office.asStaff("POST /api/v1/subscriptions", { body: { ...subscription, service: "Loan ledger" } });

  const page = await office.openAs(office.staff, "/admin/settings");
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
  await admin.getByRole("row").filter({ hasText: "Calendar address created" }).first().waitFor();
  expect(await admin.getByText(second.split("/").at(-1) ?? "").count()).toBe(0);
});
