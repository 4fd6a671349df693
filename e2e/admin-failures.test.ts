import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";
import { intercept, throttled } from "../test/interception.ts";

const office = backOffice();
let broken = false;
beforeAll(() =>
  intercept(office.product, (call, pass) =>
    // The access check works, but the data does not load.
    broken && call.from?.startsWith("Api") && !call.body.includes("DataStaff")
      ? Promise.resolve(throttled())
      : pass(),
  ),
);

const screens = [
  ["/admin", "Failed to fetch dashboard data", "An error occurred while fetching data"],
  ["/admin/clients", "Failed to fetch clients", "An error occurred while fetching clients"],
  ["/admin/subscriptions", "Failed to fetch data", "An error occurred while fetching data"],
  ["/admin/messages", "Failed to fetch messages", "An error occurred while fetching messages"],
  ["/admin/reminders", "Failed to fetch the send log", "An error occurred while fetching the send log"],
  ["/admin/payments", "Failed to fetch payments", "An error occurred while fetching payments"],
  [
    "/admin/reminders?show=next",
    "Failed to fetch the next run",
    "An error occurred while fetching the next run",
  ],
] as const;

/** The sentences of the first alert. */
const said = async (page: Page) => {
  const alert = page.getByRole("main").getByRole("alert").first();
  await alert.waitFor();
  return { alert, sentences: await alert.getByRole("paragraph").allTextContents() };
};

// All at the same time, as each waits for the tries that come before a failure is said.
test("a screen that fails to load shows the specified text with the request's id, and loads on a retry", async () => {
  office.allowConsoleErrors(failedRequest, /The settings could not be loaded/);
  const pages: Page[] = [];
  for (const _ of screens) pages.push(await office.openAs(office.staff, "/admin/settings"));
  const each = <T>(work: (page: Page, screen: (typeof screens)[number]) => Promise<T>) =>
    Promise.all(screens.map((screen, place) => work(pages[place] as Page, screen)));
  const retry = async (page: Page) => {
    const { alert } = await said(page);
    await alert.getByRole("button", { name: "Try again" }).click();
    return alert;
  };

  await each((page) => page.getByLabel("Company Name").waitFor());
  broken = true;
  await each(async (page, [path, refused]) => {
    await page.goto(path);
    const { sentences } = await said(page);
    expect(sentences[0], path).toBe(refused);
    expect(sentences[1], path).toMatch(/^Nothing was changed\. .* request [\w=-]+\.$/);
  });
  broken = false;

  await each(async (page, [path, , thrown]) => {
    await page.route("**/api/v1/**", (route) => route.abort());
    await retry(page);
    await page.getByRole("main").getByText(thrown, { exact: true }).waitFor();
    const { sentences } = await said(page);
    expect(sentences, path).toEqual([thrown, "Nothing was changed. Check your connection and try again."]);
    await page.unroute("**/api/v1/**");
    await (await retry(page)).waitFor({ state: "detached" });
  });
});

test("a person without a role sees that reason beside the specified text", async () => {
  office.allowConsoleErrors(failedRequest);
  const nobody = await office.product.createStaff(undefined);
  const page = await office.openAs(nobody, "/admin/clients");
  expect((await said(page)).sentences).toEqual([
    "Failed to fetch clients",
    "Your account has no role yet. Ask an administrator to give you one.",
  ]);
});
