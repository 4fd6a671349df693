import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, eventually, failedRequest } from "../test/admin-browser.ts";
import { today } from "../test/product.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const clientsChunk = "**/assets/clients-*.js";
const offer = (page: Page) => page.getByRole("button", { name: "Reload the page" });

/** Answers like the edge for a removed asset. */
async function removeAsset(page: Page, asset: string) {
  office.allowConsoleErrors(
    failedRequest,
    /dynamically imported module/,
    /The above error occurred/,
    /ErrorBoundary/,
  );
  await page.route(asset, (route) =>
    route.fulfill({ status: 404, headers: { "cache-control": "no-store" }, json: { message: "Not Found" } }),
  );
}

/** Counts the loads of the document. */
function countLoads(page: Page) {
  const loads = { count: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

describe("a tab of an older deployment", () => {
  test("offers one reload, and keeps the input", async () => {
    const page = await office.openAs(office.admin, "/admin/settings");
    await page.getByLabel("Company Name").fill("Typed and not saved");
    await removeAsset(page, clientsChunk);
    const loads = countLoads(page);
    await page.getByRole("link", { name: "Clients", exact: true }).click();
    await page.getByText("This page could not be loaded.").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("What you typed and did not save is kept");
    expect(loads.count).toBe(0);

    await page.unroute(clientsChunk);
    await offer(page).click();
    await page.getByRole("heading", { name: "Client Management" }).waitFor();
    expect(loads.count).toBe(1);
    await page.getByRole("link", { name: "Settings" }).click();
    await eventually(() => page.getByLabel("Company Name").inputValue()).toBe("Typed and not saved");
  });

  test("does not reload again if that did not help, and the other pages work", async () => {
    const page = await office.openAs(office.staff);
    await removeAsset(page, clientsChunk);
    const loads = countLoads(page);
    await page.getByRole("link", { name: "Clients", exact: true }).click();
    await offer(page).click();
    await page.getByText("Reloading did not help.").waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(loads.count).toBe(1);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Company Name").waitFor();
    expect(loads.count).toBe(1);
  });

  test("does not open a dialog whose file is gone, and the page behind it works", async () => {
    const { body } = await office.asStaff("POST /api/v1/clients", { body: aClient });
    const due = { start_date: today, next_billing_date: today };
    const subscription = { ...due, client_id: body.client.id, frequency: "monthly", amount: 10 };
    expect((await office.asStaff("POST /api/v1/subscriptions", { body: subscription })).status).toBe(201);
    const page = await office.openAs(office.staff);
    await removeAsset(page, "**/assets/PaymentDialog-*.js");
    await page.getByRole("button", { name: `Record payment from ${aClient.name}` }).click();
    await page.getByText("This dialog could not be loaded.").waitFor();
    await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
  });
});
