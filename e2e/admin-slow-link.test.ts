import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, eventually, signIn } from "../test/admin-browser.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const figures = (page: Page) => page.getByText("Active subscriptions").first();
const stats = "**/api/v1/dashboard/stats";
const configuration = "**/config.json";
const ownScript = "**/assets/DashboardPage-*.js";

/** The paths that a page asks for from now on, in their order; a call of AWS goes by its operation. */
function asking(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "OPTIONS") return;
    const [, operation] = (request.headers()["x-amz-target"] ?? "").split(".");
    paths.push(operation ?? new URL(request.url()).pathname);
  });
  return paths;
}

/** Holds back what a page asks for until it has asked for its figures too; gives the addresses that were held. */
async function heldUntilFigures(page: Page, ...addresses: string[]): Promise<Set<string>> {
  const asked = page.waitForRequest(stats);
  const held = new Set<string>();
  for (const address of addresses)
    await page.route(address, async (route) => {
      held.add(address);
      await asked;
      await route.continue();
    });
  return held;
}

describe("what waits for what", () => {
  test("signing in takes the password's two rounds and one for the figures: the rest came while typing", async () => {
    await office.asStaff("POST /api/v1/clients", { body: aClient });
    const page = await office.open("/admin/login", { fresh: true });
    await page.getByLabel("Email").waitFor();
    await page.waitForLoadState("networkidle");
    const paths = asking(page);
    await signIn(page, office.staff);
    await figures(page).waitFor();
    expect(paths.slice(0, 3)).toEqual(["InitiateAuth", "RespondToAuthChallenge", "/api/v1/dashboard/stats"]);
    expect(paths.filter((path) => path.endsWith(".js"))).toEqual([]);
  });

  test("a page that is reloaded asks for its figures before its configuration has come", async () => {
    const page = await office.openAs(office.staff);
    await figures(page).waitFor();
    const held = await heldUntilFigures(page, configuration);
    await page.reload({ waitUntil: "commit" });
    await figures(page).waitFor();
    expect([...held]).toEqual([configuration]);
  });

  test("with an empty cache it asks for them before its screen has come, and once", async () => {
    const storageState = await (await office.openAs(office.staff)).context().storageState();
    const page = await office.open("/robots.txt", { storageState, fresh: true });
    const paths = asking(page);
    const held = await heldUntilFigures(page, configuration, ownScript);
    await page.goto("/admin", { waitUntil: "commit" });
    await figures(page).waitFor();
    expect([...held].sort()).toEqual([configuration, ownScript].sort());
    await eventually(() => paths.filter((path) => path.endsWith("stats")).length).toBe(1);
  });
});
