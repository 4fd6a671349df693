import { afterEach, expect, test, vi } from "vitest";
import { backOffice } from "../test/admin-browser.ts";

const office = backOffice({ now: "2026-12-24T23:40" });
afterEach(() => vi.restoreAllMocks());

test("a page left open over midnight goes on with the new day, quietly", async () => {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Late Ltd", email: "late@late.example" } })
  ).body;
  await office.asStaff("POST /api/v1/subscriptions", {
    body: {
      ...{ client_id: client.id, start_date: "2026-11-24", frequency: "monthly", amount: 10 },
      next_billing_date: "2026-12-24",
    },
  });
  // What is under way while half an hour passes at once comes too late.
  office.forgive(/The settings could not be loaded/);
  const page = await office.openAs(office.staff, "/admin/subscriptions", { fresh: true });
  await page.clock.install({ time: Date.now() });
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "Late Ltd" });
  await row.getByText("Due today").waitFor();

  await page.waitForLoadState("networkidle");

  // Half an hour passes: for the product, whose clock this is too, and for the browser.
  const pause = 30 * 60_000;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + pause);
  await page.clock.fastForward(pause);
  await row.getByText("1 day overdue").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});
