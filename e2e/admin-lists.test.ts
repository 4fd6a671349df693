import type { Page } from "playwright-core";
import { afterEach, expect, test, vi } from "vitest";
import { count } from "../shared/count.ts";
import { LIST_PARTS } from "../shared/list-page.ts";
import { backOffice, eventually, navigate } from "../test/browser/admin-browser.ts";
import { seededClient, seedRows } from "../test/product/seed-rows.ts";
import { messageItem as item, messageSentBefore } from "../test/product/staff-messages.ts";
import { aClient } from "../test/product/staffed.ts";

const office = backOffice({ now: "2026-12-24T23:40" });
const sentBefore = messageSentBefore(office);
afterEach(() => vi.restoreAllMocks());

const half = "\ud83d";
/** The visitor's message was received in the morning. */
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

async function readUnreadable(page: Page): Promise<void> {
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
    for (const message of body.messages) if (message.name === "Amina") message.received_at = "never";
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
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Records the list requests from now on. */
function recordListRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && /\/(clients|subscriptions)$/.test(pathname))
      requests.push(pathname.slice("/api/v1/".length) + search);
  });
  return requests;
}

const allRequestsOf = (list: string) => [list, ...LIST_PARTS.map((part) => `${list}?part=${part}`)];
const seeded = 1_200;
/** The readable and unreadable clients, and those that are seeded. */
const size = 3 + seeded;
const waitForAllRows = (page: Page) => page.getByText(`${count(size)} total`).waitFor();
const firstRow = (page: Page) => page.locator("tbody [role=row]").first();

async function workOnLongList(page: Page): Promise<void> {
  await seedRows(office.product, "Clients", seeded, seededClient);
  await page.goto("/admin/settings");
  const requests = recordListRequests(page);
  const waiting: (() => void)[] = [];
  await page.route("**/api/v1/clients?part=*", async (route) => {
    await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByText("1,000 so far").waitFor();
  await page.getByText("The list is sorted when all rows are loaded.").waitFor();
  await eventually(() => requests.toSorted()).toEqual(allRequestsOf("clients"));
  await page.getByRole("searchbox").fill("nobody of that name");
  await eventually(() => page.locator("tbody [role=row]").count()).toBe(0);
  // A client not in the first page may be in the rest.
  expect(await page.getByRole("heading", { name: "No clients found" }).count()).toBe(0);
  await page.getByRole("searchbox").fill("");
  for (const go of waiting) go();
  await waitForAllRows(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(requests.toSorted()).toEqual(allRequestsOf("clients"));
  await page.getByText("sorted when all rows are loaded").waitFor({ state: "detached" });
  await eventually(() => firstRow(page).textContent()).toContain("client0@client.example");

  requests.length = 0;
  await page.getByRole("searchbox").fill("client7@");
  await page.waitForURL(/q=client7/);
  await page.getByRole("button", { name: "Edit Client 7", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Client 7 renamed");
  await page.getByRole("button", { name: "Save Client" }).click();
  await page.getByText("Client 7 renamed").first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Subscriptions" }).click();
  await page.getByRole("heading", { name: "No subscriptions found" }).waitFor();
  await page.getByRole("link", { name: "Clients" }).click();
  await waitForAllRows(page);

  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event("visibilitychange")));
  await comeBack();
  const { clients } = (await office.asStaff("GET /api/v1/clients")).body;
  const [{ id, email } = { id: "", email: "" }] = clients;
  const body = { name: "Changed by somebody else", email };
  await office.asStaff("PUT /api/v1/clients/{id}", { params: { id }, body });
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 6 * 60_000;
  });
  await comeBack();
  await page.getByText("Changed by somebody else").first().waitFor();
  // Neither the save nor the return of before has fetched the list.
  expect(requests).toEqual(["subscriptions", expect.stringMatching(/^clients\?since=/)]);
}

async function readLongLog(page: Page): Promise<void> {
  const many = 2_000;
  const sacco = { name: "Umoja SACCO", email: "accounts@umoja.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: sacco })).body;
  await seedRows(office.product, "Reminders", many, (subscription_id, index) => ({
    about: `${subscription_id}#2026-12-21`,
    claim: "upcoming",
    subscription_id,
    client_id: client.id,
    period: "2026-12-21",
    kind: "upcoming",
    day: "2026-12-10",
    at: new Date(Date.parse("2026-12-10T04:00:00.000Z") + index).toISOString(),
    state: index === 0 ? "failed" : "delivered",
    ...(index === 0 && { reason: "MessageRejected" }),
  }));
  await navigate(page, "/admin/money/sent?day=2026-12-10");
  await page.getByText(`${count(many)} total`).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await page.getByLabel("Result").selectOption({ label: "Problems (1)" });
  await eventually(() => page.getByRole("row").count()).toBe(2);
  await page.getByText("The mail service refused it").waitFor();
}

async function workOverMidnight(page: Page): Promise<void> {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { name: "Late Ltd", email: "late@late.example" } })
  ).body;
  const terms = { start_date: "2026-11-24", next_billing_date: "2026-12-24", frequency: "monthly" };
  await office.asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, ...terms, amount: 10 },
  });
  await sentBefore(0.5, { name: "Fresh", email: "fresh@tumaini.example" });
  await sentBefore(27, { name: "Late", email: "late@tumaini.example" });
  await sentBefore(10, { name: "Stuck", email: "stuck@tumaini.example", state: "pending" });
  // The clock of the browser is wrong by weeks.
  await page.clock.install();
  await sentBefore(24 - 100 / 3_600, { name: "Pressing", email: "pressing@tumaini.example" });
  await page.goto("/admin/messages");
  await item(page, "Late").getByText("3 h overdue").waitFor();
  await item(page, "Pressing").getByText("answer within 1 min").waitFor();
  await item(page, "Stuck").getByText("not emailed yet").waitFor();
  // These four, and two of the morning.
  await page.getByRole("link", { name: "Messages 6 waiting, some overdue" }).waitFor();
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
}

office.prepare(async () => {
  for (const name of ["First", "Second", "Third"])
    await office.asStaff("POST /api/v1/clients", { body: { ...aClient, name } });
  await seedRows(office.product, "Messages", 1, message({ name: "Amina" }));
  await seedRows(office.product, "Messages", 1, message({ name: `Jo${half}` }));
  await seedRows(office.product, "Messages", 1, message({ day: "yesterday" }));
});

test("half a character, an unreadable record or a row that fails to render hides no other message or client", async () => {
  // Some rows fail to render.
  office.allowConsoleErrors(/RangeError: Invalid time value/);
  await readUnreadable(await office.openAs(office.staff, "/admin/messages"));
});

test("a long list loads a short first page, then its parts, and is fetched again only after minutes", async () =>
  workOnLongList(await office.openAs(office.staff, "/admin/messages", { fresh: true })));

test("of the thousands of emails of a busy day only a few are in the page", async () =>
  readLongLog(await office.openAs(office.staff)));

test("an open page shows by the server's clock how long messages wait, and continues with the new day", async () => {
  // Requests that run during the clock change time out.
  office.allowConsoleErrors(/The settings could not be loaded/);
  await workOverMidnight(await office.openAs(office.staff, "/admin/messages", { fresh: true }));
});
