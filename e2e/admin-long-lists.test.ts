import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { count } from "../shared/count.ts";
import { LIST_PARTS } from "../shared/list-page.ts";
import { backOffice, eventually, navigate } from "../test/admin-browser.ts";
import { seededClient, seedRows } from "../test/seed-rows.ts";

const office = backOffice();
const size = 1_200;
const waitForAllRows = (page: Page) => page.getByText(`${count(size)} total`).waitFor();
const firstRow = (page: Page) => page.locator("tbody [role=row]").first();

office.prepare(async () => {
  await seedRows(office.product, "Clients", size, seededClient);
});

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

test("a long list of clients loads a short first page, then its parts, and is fetched again only after minutes; of thousands of emails only a few are in the DOM", async () => {
  const page = await office.openAs(office.staff, "/admin/settings");
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
  expect(await page.getByRole("heading", { name: "No clients match" }).count()).toBe(0);
  await page.getByRole("searchbox").fill("");
  for (const go of waiting) go();
  await waitForAllRows(page);
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

  // The send log of a busy day.
  const many = 2_000;
  const sacco = { name: "Umoja SACCO", email: "accounts@umoja.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: sacco })).body;
  await seedRows(office.product, "Reminders", many, (subscription_id, index) => ({
    subscription_id,
    period_kind: "2026-12-21#upcoming",
    client_id: client.id,
    period: "2026-12-21",
    kind: "upcoming",
    day: "2026-12-10",
    at: new Date(Date.parse("2026-12-10T04:00:00.000Z") + index).toISOString(),
    state: index === 0 ? "failed" : "delivered",
    ...(index === 0 && { reason: "MessageRejected" }),
  }));
  await navigate(page, "/admin/reminders?day=2026-12-10");
  await page.getByText(`${count(many)} total`).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await page.getByLabel("Result").selectOption({ label: "Problems (1)" });
  await eventually(() => page.getByRole("row").count()).toBe(2);
  await page.getByText("The mail service refused it").waitFor();
});
