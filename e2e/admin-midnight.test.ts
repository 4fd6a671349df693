import { afterEach, expect, test, vi } from "vitest";
import { backOffice } from "../test/admin-browser.ts";

const office = backOffice({ now: "2026-12-24T23:40" });
afterEach(() => vi.restoreAllMocks());

test("a page open over midnight continues with the new day, without a message", async () => {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Late Ltd", email: "late@late.example" } })
  ).body;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: {
      client_id: client.id,
      start_date: "2026-11-24",
      frequency: "monthly",
      amount: 10,
      next_billing_date: "2026-12-24",
    },
  });
  // Requests that run during the clock change time out.
  office.allowConsoleErrors(/The settings could not be loaded/);
  const page = await office.openAs(office.staff, "/admin/subscriptions", { fresh: true });
  await page.clock.install({ time: Date.now() });
  await page.reload();
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
