import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually, failedRequest, navigate, signIn } from "../test/admin-browser.ts";

const office = backOffice();

/** Sets up MFA in the open form. */
async function setUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set up second factor" }).click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const code = page.getByLabel("Code from the app");
  await code.fill(new TOTP({ secret }).generate());
  await code.press("Enter");
}

test("when MFA is required, a person without it sets it up first, and continues where they were", async () => {
  office.allowConsoleErrors(failedRequest);
  const [boss, guest] = [
    await office.product.createStaff("admin"),
    await office.product.createStaff("staff"),
  ];
  const page = await office.openAs(boss, "/admin/staff");
  const everybody = page.getByRole("switch", { name: "Require a second factor for everyone" });
  await everybody.click();
  await page.getByText("Set up your own second factor first").waitFor();
  await navigate(page, "/admin/settings/you");
  await setUp(page);
  await page.getByRole("button", { name: "Remove second factor" }).waitFor();
  // A person who is already signed in.
  const open = await office.openAs(office.staff, "/admin/reminders");
  await navigate(page, "/admin/staff");
  await everybody.click();
  await page.getByText("Everyone now needs a second factor.").waitFor();
  expect(await everybody.isChecked()).toBe(true);

  const demanded = { name: "Set up your second factor", level: 1 };
  const other = await office.open("/admin/clients?status=active", { viewport: { width: 390, height: 844 } });
  await signIn(other, guest);
  await other.getByRole("heading", demanded).waitFor();
  expect(await other.getByRole("navigation").count()).toBe(0);
  await other.goto("/admin/payments");
  await other.getByRole("heading", demanded).waitFor();
  await navigate(other, "/admin/clients?status=active");
  await setUp(other);
  await other.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(new URL(other.url()).search).toBe("?status=active");
  await other.reload();
  await other.getByRole("heading", { name: "Client Management" }).waitFor();

  await eventually(async () => {
    const before = open.getByRole("button", { name: "Previous day" });
    // A request may replace a running one.
    const answered = open.waitForResponse(/\/api\/v1\/reminders/).catch(() => {});
    if (await before.count()) await Promise.all([answered, before.click()]);
    return open.getByRole("heading", demanded).count();
  }).toBe(1);
  await everybody.click();
  await page.getByText("A second factor is no longer required.").waitFor();
  await eventually(async () => {
    await open.reload();
    return open.getByRole("heading", demanded).count();
  }).toBe(0);
});
