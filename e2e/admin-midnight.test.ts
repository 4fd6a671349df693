import { afterEach, expect, test, vi } from "vitest";
import { backOffice } from "../test/admin-browser.ts";
import { messageItem as item, messageSentBefore } from "../test/staff-messages.ts";

const office = backOffice({ now: "2026-12-24T23:40" });
const sentBefore = messageSentBefore(office);
afterEach(() => vi.restoreAllMocks());

test("an open page shows by the server's clock for how long messages wait, every minute, and continues with the new day over midnight", async () => {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Late Ltd", email: "late@late.example" } })
  ).body;
  const terms = { start_date: "2026-11-24", next_billing_date: "2026-12-24", frequency: "monthly" };
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, ...terms, amount: 10 },
  });
  await sentBefore(0.5, { name: "Fresh", email: "fresh@tumaini.example" });
  await sentBefore(27, { name: "Late", email: "late@tumaini.example" });
  await sentBefore(24 - 100 / 3_600, { name: "Pressing", email: "pressing@tumaini.example" });
  await sentBefore(10, { name: "Stuck", email: "stuck@tumaini.example", state: "pending" });
  // Requests that run during the clock change time out.
  office.allowConsoleErrors(/The settings could not be loaded/);
  // The clock of the browser is wrong by weeks.
  const page = await office.openAs(office.staff, "/admin/settings", { fresh: true });
  await page.clock.install();
  await page.goto("/admin/messages");
  await item(page, "Late").getByText("3 h overdue").waitFor();
  await item(page, "Pressing").getByText("answer within 1 min").waitFor();
  await item(page, "Stuck").getByText("not emailed yet").waitFor();
  await page.getByRole("link", { name: "Messages 4 waiting, some overdue" }).waitFor();
  expect((await page.getByRole("heading", { level: 3 }).allTextContents())[0]).toBe("Late");
  await page.clock.fastForward(61_000);
  await item(page, "Pressing").getByText("answer now").waitFor();

  await page.getByRole("link", { name: "Subscriptions" }).click();
  const row = page.getByRole("row").filter({ hasText: "Late Ltd" });
  await row.getByText("Due today").waitFor();
  await page.waitForLoadState("networkidle");
  // Advance the clock of the product and of the browser by half an hour.
  const pause = 30 * 60_000;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + pause);
  await page.clock.fastForward(pause);
  await row.getByText("1 day overdue").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});
