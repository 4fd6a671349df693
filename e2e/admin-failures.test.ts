import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { intercept, throttled } from "../test/interception.ts";

const office = backOffice();
let broken = false;
beforeAll(() =>
  intercept(office.product, (call, pass) =>
    broken && call.from?.startsWith("Api") ? Promise.resolve(throttled()) : pass(),
  ),
);

const screens = [
  ["/admin", "Failed to fetch dashboard data", "An error occurred while fetching data"],
  ["/admin/clients", "Failed to fetch clients", "An error occurred while fetching clients"],
  ["/admin/subscriptions", "Failed to fetch data", "An error occurred while fetching data"],
  ["/admin/messages", "Failed to fetch messages", "An error occurred while fetching messages"],
  ["/admin/reminders", "Failed to fetch the send log", "An error occurred while fetching the send log"],
  [
    "/admin/reminders?show=next",
    "Failed to fetch the next run",
    "An error occurred while fetching the next run",
  ],
] as const;

/** The first alert of the page, sentence by sentence. */
const said = async (page: Page) => {
  const alert = page.getByRole("main").getByRole("alert").first();
  await alert.waitFor();
  return { alert, sentences: await alert.getByRole("paragraph").allTextContents() };
};

describe.each(screens)("%s that cannot be fetched", (path, refused, thrown) => {
  test("says so in the specified words, with the request's id beside them, and goes on once it can", async () => {
    office.forgive(failedRequest, /The settings could not be loaded/);
    const page = await office.openAs(office.staff, "/admin/settings");
    await page.getByRole("button", { name: "Save Settings" }).waitFor();
    broken = true;
    await page.goto(path);
    const answered = await said(page);
    expect(answered.sentences[0]).toBe(refused);
    expect(answered.sentences[1]).toMatch(/^Nothing was changed\. .* request [\w=-]+\.$/);
    broken = false;

    await page.route("**/api/v1/**", (route) => route.abort());
    await answered.alert.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("main").getByText(thrown, { exact: true }).waitFor();
    expect((await said(page)).sentences).toEqual([
      thrown,
      "Nothing was changed. Check your connection and try again.",
    ]);
    await page.unroute("**/api/v1/**");
    await answered.alert.getByRole("button", { name: "Try again" }).click();
    await answered.alert.waitFor({ state: "detached" });
  });
});

test("who has no role is told so beside the specified words", async () => {
  office.forgive(failedRequest);
  const nobody = await office.product.employ(undefined);
  const page = await office.openAs(nobody, "/admin/clients");
  expect((await said(page)).sentences).toEqual([
    "Failed to fetch clients",
    "Your account has no role yet. Ask an administrator to give you one.",
  ]);
});
