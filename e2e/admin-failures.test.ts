import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { backOffice, eventually, failedRequest, navigate, signIn } from "../test/browser/admin-browser.ts";
import { intercept, throttled } from "../test/product/interception.ts";
import { today } from "../test/product/product.ts";
import { aClient } from "../test/product/staffed.ts";

const office = backOffice();
let broken = false;
office.prepare(() =>
  intercept(office.product, (call, pass) =>
    // The access check works, but the data does not load.
    broken && call.from?.startsWith("Api") && !call.body.includes("DataStaff")
      ? Promise.resolve(throttled())
      : pass(),
  ),
);

/** Console errors for a removed asset. */
const causedByAssets = /dynamically imported module|The above error occurred|ErrorBoundary/;
const api = "**/api/v1/**";
const screens = [
  ["/admin/messages", "Failed to fetch messages", "An error occurred while fetching messages"],
  ["/admin/clients", "Failed to fetch clients", "An error occurred while fetching clients"],
  ["/admin", "Failed to fetch dashboard data", "An error occurred while fetching data"],
  ["/admin/subscriptions", "Failed to fetch data", "An error occurred while fetching data"],
  ["/admin/money/sent", "Failed to fetch the send log", "An error occurred while fetching the send log"],
  ["/admin/money/received", "Failed to fetch payments", "An error occurred while fetching payments"],
  ["/admin/money/next", "Failed to fetch the next run", "An error occurred while fetching the next run"],
] as const;

/** The first alert. */
const firstAlert = (page: Page) => page.getByRole("main").getByRole("alert").first();

/** A screen that fails to load shows the specified text with the request's id, and loads on a retry. */
async function retryScreens(): Promise<void> {
  // The menu counts messages, so these fail from the start. The first screen gets the response of the function.
  broken = true;
  onTestFinished(() => {
    broken = false;
  });
  const page = await office.open("/robots.txt");
  let response = { status: 0, body: "" };
  page.on("response", async (received) => {
    if (received.url().includes("/api/v1/messages") && received.status() >= 500)
      response = { status: received.status(), body: await received.text().catch(() => "") };
  });
  await page.goto(screens[0][0]);
  await signIn(page, office.staff);
  const alert = firstAlert(page);
  const sentences = () => alert.getByRole("paragraph").allTextContents();
  const retry = () => alert.getByRole("button", { name: "Try again" }).click();

  let network: "works" | "refuses" | "fails" = "works";
  await page.route(api, (route) => {
    if (network === "works") return route.continue();
    return network === "fails"
      ? route.abort()
      : route.fulfill({ ...response, contentType: "application/json" });
  });

  for (const [path, refused, thrown] of screens) {
    if (!broken) {
      // The others get the same response without the function's own retries.
      network = "refuses";
      await navigate(page, path);
    }
    await page.getByRole("main").getByText(refused, { exact: true }).waitFor();
    const [first, second] = await sentences();
    expect(first, path).toBe(refused);
    expect(second, path).toMatch(/^Nothing was changed\. .* request [\w=-]+\.$/);
    await eventually(() => response.body).not.toBe("");
    broken = false;

    network = "fails";
    await retry();
    await page.getByRole("main").getByText(thrown, { exact: true }).waitFor();
    expect(await sentences(), path).toEqual([
      thrown,
      "Nothing was changed. Check your connection and try again.",
    ]);
    network = "works";
    await retry();
    await alert.waitFor({ state: "detached" });
  }
}

/** A person without a role sees that reason beside the specified text, and has the menu of staff. */
async function openWithoutRole(): Promise<void> {
  const nobody = await office.openAs(await office.product.createStaff(undefined), "/admin/clients");
  await firstAlert(nobody).waitFor();
  expect(await firstAlert(nobody).getByRole("paragraph").allTextContents()).toEqual([
    "Failed to fetch clients",
    "Your account has no role yet. Ask an administrator to give you one.",
  ]);
  await nobody.getByRole("complementary").getByText("staff", { exact: true }).waitFor();
}

/** The back-office can be installed, and offline it shows that and no outdated data. */
async function goOffline(): Promise<void> {
  const page = await office.openAs(office.staff, "/admin/clients", { serviceWorkers: "allow", fresh: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    return (await fetch(link?.href ?? "")).json();
  });
  expect(manifest).toMatchObject({ start_url: "/admin", scope: "/admin", display: "standalone" });
  // Revalidated on every request, with its content type.
  for (const [path, type] of [
    ["admin.webmanifest", "application/manifest+json"],
    ["admin-worker.js", "text/javascript"],
    ["admin-offline.html", "text/html"],
    ["admin-offline.js", "text/javascript"],
    [manifest.icons[0].src.slice(1), "image/png"],
  ]) {
    const { status, headers } = await fetch(`${office.product.site}/${path}`, { redirect: "manual" });
    expect([status, headers.get("cache-control"), headers.get("content-type")], path).toEqual([
      200,
      "no-cache",
      type,
    ]);
  }
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);

  await page.context().setOffline(true);
  await page.goto("/admin/clients?status=active");
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  // Still offline it shows the same page; online again, it opens the requested one by itself.
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=active");
}

/** A client whose payment is due. */
async function createDueClient(): Promise<void> {
  const { body } = await office.asStaff("POST /api/v1/clients", { body: aClient });
  const due = { start_date: today, next_billing_date: today };
  const subscription = { ...due, client_id: body.client.id, frequency: "monthly", amount: 10 };
  expect((await office.asStaff("POST /api/v1/subscriptions", { body: subscription })).status).toBe(201);
}

/** A tab of an older deployment offers one reload and keeps the input; if that did not help, the other pages work. */
async function useOldTab(): Promise<void> {
  await createDueClient();
  const page = await office.openAs(office.admin, "/admin/settings");
  /** Answers like the edge for a removed asset. */
  const removeAsset = (asset: string) =>
    page.route(asset, (route) =>
      route.fulfill({
        status: 404,
        headers: { "cache-control": "no-store" },
        json: { message: "Not Found" },
      }),
    );
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const offer = page.getByRole("button", { name: "Reload the page" });

  await page.getByLabel("Company Name").fill("Typed and not saved");
  await removeAsset("**/assets/clients-*.js");
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByText("This page could not be loaded.").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("What you typed and did not save is kept");
  expect(loads).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await offer.click();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(loads).toBe(1);
  await page.getByRole("link", { name: "Settings" }).click();
  await eventually(() => page.getByLabel("Company Name").inputValue()).toBe("Typed and not saved");

  // The files of another page and of a dialog are gone for good.
  await removeAsset("**/assets/subscriptions-*.js");
  await removeAsset("**/assets/ClientPanel-*.js");
  await page.getByRole("link", { name: "Subscriptions", exact: true }).click();
  await offer.click();
  await page.getByText("Reloading did not help.").waitFor();
  expect(await offer.count()).toBe(0);
  expect(loads).toBe(2);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Company Name").waitFor();
  expect(loads).toBe(2);

  // The dialog does not open, and the page behind it works.
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await page.getByRole("button", { name: `Record payment from ${aClient.name}` }).click();
  await page.getByText("This dialog could not be loaded.").waitFor();
  await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
}

test("a screen that fails to load says so with the request's id, and loads on a retry", async () => {
  office.allowConsoleErrors(failedRequest, /The settings could not be loaded/);
  await retryScreens();
});

test("a person without a role sees that reason", async () => {
  office.allowConsoleErrors(failedRequest, /The settings could not be loaded/);
  await openWithoutRole();
});

test("the back-office can be installed, and says when it is offline", async () => {
  office.allowConsoleErrors(failedRequest);
  await goOffline();
});

test("a tab of an older release offers a reload, keeps what was typed, and leaves the rest working", async () => {
  office.allowConsoleErrors(failedRequest, causedByAssets);
  await useOldTab();
});
