import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { seedRows } from "../test/seed-rows.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const half = "\ud83d";
const message = (more: object) => (id: string) => ({
  id,
  name: "Visitor",
  email: "visitor@example.com",
  phone: "0711 000 000",
  message: "Hello",
  state: "mailed",
  mail_id: "earlier",
  day: "2026-12-24",
  received_at: "2026-12-24T05:00:00.000Z",
  ...more,
});

test("half a character, an unreadable record or a row that fails to render hides no other message or client", async () => {
  office.allowConsoleErrors(/RangeError|Invalid time value|React/i);
  for (const name of ["First", "Second", "Third"])
    await office.asStaff("POST /api/v1/clients", { body: { ...aClient, name } });
  await seedRows(office.product, "Messages", 1, message({ name: "Amina" }));
  await seedRows(office.product, "Messages", 1, message({ name: `Jo${half}` }));
  await seedRows(office.product, "Messages", 1, message({ day: "yesterday" }));
  const page = await office.openAs(office.staff, "/admin/messages");
  await page.getByRole("heading", { name: "Amina" }).waitFor();
  await page.getByRole("button", { name: "More actions: Jo\uFFFD" }).click();
  const link = page.getByRole("menuitem", { name: "WhatsApp to Jo\uFFFD" });
  expect(await link.getAttribute("href")).toContain(`text=Hello%20Jo%EF%BF%BD`);
  await page.getByText("1 record could not be read and is not shown.").waitFor();

  // Rows with a time that cannot be shown.
  await page.route("**/api/v1/clients", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const client of body.clients) if (client.name === "Second") client.created_at = "never";
    await route.fulfill({ response: answer, json: body });
  });
  await page.route("**/api/v1/messages**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const one of body.messages) if (one.name === "Amina") one.received_at = "never";
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto("/admin/clients");
  const table = page.getByRole("table", { name: "Client Directory" });
  await table.getByText("Third").first().waitFor();
  await table.getByText("First").first().waitFor();
  await eventually(() => table.getByRole("cell", { name: "This row could not be shown." }).count()).toBe(1);

  await page.getByRole("link", { name: /^Messages/ }).click();
  await page.getByRole("heading", { name: "Jo\uFFFD" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "This row could not be shown." }).waitFor();
});
