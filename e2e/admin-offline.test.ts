import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

test("the back-office can be installed, and opened offline it says so and shows nothing that is old", async () => {
  office.forgive(failedRequest);
  const page = await office.openAs(office.staff, "/admin/clients", { serviceWorkers: "allow", fresh: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    return (await fetch(link?.href ?? "")).json();
  });
  expect(manifest).toMatchObject({ start_url: "/admin", scope: "/admin", display: "standalone" });
  // Kept for as long as it takes to ask whether it is still so, and served as what it is.
  for (const [path, type] of [
    ["admin.webmanifest", "application/manifest+json"],
    ["admin-worker.js", "text/javascript"],
    ["admin-offline.html", "text/html"],
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
  // With the network it goes on where somebody wanted to go.
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=active");
});
