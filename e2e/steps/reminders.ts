import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type backOffice, chooseAction, navigate } from "../../test/browser/admin-browser.ts";

type Office = ReturnType<typeof backOffice>;

export const line = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Settings show the last run. */
export async function seeStatus(page: Page): Promise<void> {
  await navigate(page, "/admin/settings/reminders");
  const card = page.getByRole("region", { name: "Daily run" });
  await card.getByText("Dec 24, 2026, 7:00 AM").waitFor();
}

/** An address that bounced is shown at the client and gets nothing, until it is corrected. */
export async function seeBounce(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await line(page, "Gone Ltd").getByText("Email bounced").waitFor();
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await line(page, "Gone Ltd").getByText("No email").waitFor();
  await chooseAction(page, "Gone Ltd", "Send reminder");
  await dialog.getByText("It cannot be sent: emails to this address bounced").waitFor();
  expect(await dialog.getByRole("button", { name: "Send now" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
}

/** The menu's link to a chat opens a tab that cannot reach the office. */
export async function openChat(page: Page, office: Office): Promise<void> {
  await page.getByRole("button", { name: "More actions: Umoja SACCO" }).click();
  const chat = page.getByRole("menuitem", { name: "WhatsApp to Umoja SACCO (opens in a new tab)" });
  const context = page.context();
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
  const request = context.waitForEvent("request", (request) => request.url().startsWith("https://wa.me/"));
  const [tab] = await Promise.all([page.waitForEvent("popup"), chat.click()]);
  const url = new URL((await request).url());
  expect(url.origin + url.pathname).toBe("https://wa.me/254712345678");
  expect(url.searchParams.get("text")).toContain("was due on 21 Dec 2026, 3 days ago. Amount: $149.99.");
  expect(url.searchParams.get("text")).toContain(`See your account: ${office.product.site}/account/`);
  await tab.waitForURL("https://wa.me/**");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await tab.close();
}

export async function mute(page: Page, office: Office): Promise<void> {
  await page.getByRole("button", { name: "Edit the subscription of Soon Quiet" }).click();
  await page.getByRole("dialog").getByLabel("Mute reminders").click();
  await page.getByRole("button", { name: "Save Subscription" }).click();
  await line(page, "Soon Quiet").getByText("Muted").waitFor();
  const { subscriptions } = (await office.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions.filter(({ muted }) => muted)).toHaveLength(2);
}
