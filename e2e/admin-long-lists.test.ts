import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { parts } from "../shared/list.ts";
import { backOffice, eventually } from "../test/admin-browser.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";

const office = backOffice();
const size = 1_200;
const whole = (page: Page) => page.getByText(`${size} total`).waitFor();
const firstRow = (page: Page) => page.locator("tbody [role=row]").first();

beforeAll(async () => {
  await seedRows(office.product, "Clients", size, (id, index) => ({
    ...{ id, name: `Client ${index}`, email: `client${index}@client.example`, phone: "", company: "" },
    ...{
      payment_reference: referenceAt(index),
      address: "",
      status: "active",
      created_at: "2026-01-15T09:00:00.000Z",
      version: 1,
    },
  }));
});

/** What is asked of the API for lists from now on. */
function listsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && /\/(clients|subscriptions)$/.test(pathname))
      asked.push(pathname.slice("/api/v1/".length) + search);
  });
  return asked;
}

const allOf = (list: string) => [list, ...parts.map((part) => `${list}?part=${part}`)];

test("a long list takes a short first page, and its parts at the same time; it says what is not there yet", async () => {
  const page = await office.openAs(office.staff, "/admin/settings");
  const asked = listsAsked(page);
  const waiting: (() => void)[] = [];
  await page.route("**/api/v1/clients?part=*", async (route) => {
    await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  await page.getByRole("link", { name: "Clients" }).click();
  await page.getByText("1000 so far").waitFor();
  await page.getByText("The list is put in order once all are there.").waitFor();
  await eventually(() => asked.toSorted()).toEqual(allOf("clients"));
  await page.getByRole("searchbox").fill("nobody of that name");
  await eventually(() => page.locator("tbody [role=row]").count()).toBe(0);
  // Who is not among the first may be among the rest.
  expect(await page.getByRole("heading", { name: "No clients match" }).count()).toBe(0);
  await page.getByRole("searchbox").fill("");
  for (const go of waiting) go();
  await whole(page);
  expect(asked.toSorted()).toEqual(allOf("clients"));
  await page.getByText("put in order once all are there").waitFor({ state: "detached" });
  await eventually(() => firstRow(page).textContent()).toContain("client0@client.example");
});

test("a list is kept: a save changes its row, another screen fetches it no more, a return after a while fetches it behind what is shown", async () => {
  const page = await office.openAs(office.staff, "/admin/clients");
  await whole(page);
  const asked = listsAsked(page);
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
  await whole(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual(["subscriptions"]);

  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event("visibilitychange")));
  await comeBack();
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(1);
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
  expect(asked.slice(1).toSorted()).toEqual(allOf("clients"));
});
