import { describe, test } from "vitest";
import { backOffice, chooseAction, failedRequest } from "../test/admin-browser.ts";
import { messageItem as item, messageSender } from "../test/staff-messages.ts";

const office = backOffice();
const send = messageSender(office);
const moves = "**/api/v1/messages/*";

describe("when a request fails", () => {
  test("a failed move shows an error and leaves the message in place, and a retry works", async () => {
    office.allowConsoleErrors(failedRequest);
    await send("Neema");
    const page = await office.openAs(office.staff, "/admin/messages");
    const message = item(page, "Neema");
    const answer = () => chooseAction(page, "Neema", "Mark Neema as answered");
    await page.route(moves, (route) => route.abort());
    await answer();
    await message.getByRole("alert").filter({ hasText: "The server did not respond." }).waitFor();
    await page.unroute(moves);
    await page.route(moves, (route) => route.fulfill({ status: 500, json: { error: "The shelf is full." } }));
    await answer();
    await message.getByRole("alert").filter({ hasText: "The shelf is full." }).waitFor();
    await page.unroute(moves);
    // The server moved it, but the response is lost: a retry gives the same result.
    await page.route(moves, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await answer();
    await message.getByRole("alert").filter({ hasText: "The server did not respond." }).waitFor();
    await page.unroute(moves);
    await answer();
    await page.getByRole("button", { name: "Undo for Neema" }).waitFor();
  });

  test("of two people who move a message, the second gets a conflict and sees where it is now", async () => {
    office.allowConsoleErrors(failedRequest);
    await send("Contested");
    const [first, second] = [
      await office.openAs(office.staff, "/admin/messages"),
      await office.openAs(office.admin, "/admin/messages"),
    ];
    await item(second, "Contested").waitFor();
    await chooseAction(first, "Contested", "Mark Contested as answered");
    await first.getByRole("button", { name: "Undo for Contested" }).waitFor();
    await chooseAction(second, "Contested", "Mark the message from Contested as spam");
    // The row with the error may disappear before anybody reads it.
    await second
      .getByRole("status")
      .filter({ hasText: "Somebody else changed this message in the meantime." })
      .waitFor();
    await item(second, "Contested").waitFor({ state: "detached" });
  });

  test("a list that fails to load shows an error and a retry", async () => {
    office.allowConsoleErrors(failedRequest);
    const lists = "**/api/v1/messages?*";
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.route(lists, (route) => route.fulfill({ status: 500, body: "no" }));
    await page.goto("/admin/messages?box=spam");
    await page.getByText("Loading messages...").waitFor();
    await page.getByRole("alert").filter({ hasText: "Failed to fetch messages" }).waitFor();
    await page.unroute(lists);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "No spam" }).or(page.locator("h3")).first().waitFor();
  });
});
