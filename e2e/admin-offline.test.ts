import { expect, test } from "vitest";
import { backOffice, failedRequest } from "../test/admin-browser.ts";

const office = backOffice();

test("the back-office can be installed, and offline it shows that and no outdated data", async () => {
  office.allowConsoleErrors(failedRequest);
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
});

test("a back-office that could not be reached opens once the connection is back", async () => {
  office.allowConsoleErrors(failedRequest);
  const page = await office.openAs(office.staff, "/admin", { fresh: true });
  await page.route("**/config.json", (route) => route.abort());
  await page.goto("/admin/clients");
  await page.getByRole("heading", { name: "We could not reach the back-office" }).waitFor();
  await page.context().setOffline(true);
  await page.unroute("**/config.json");
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
});
