import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { backOffice, eventually, signIn } from "../test/admin-browser.ts";
import { aClient } from "../test/staffed.ts";

const office = backOffice();
const figures = (page: Page) => page.getByText("Active subscriptions").first();
const stats = "**/api/v1/dashboard/stats?*";
const configuration = "**/config.json";
const ownScript = "**/assets/DashboardPage-*.js";

/** Records the paths of requests from now on, in order; for a call to AWS its operation. */
function recordRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request: Request) => {
    if (request.method() === "OPTIONS") return;
    const [, operation] = (request.headers()["x-amz-target"] ?? "").split(".");
    paths.push(operation ?? new URL(request.url()).pathname);
  });
  return paths;
}

/** Holds requests to these addresses until the page requests its figures. Returns the held addresses. */
async function holdUntilFigures(page: Page, ...addresses: string[]): Promise<Set<string>> {
  const figuresRequest = page.waitForRequest(stats);
  const held = new Set<string>();
  for (const address of addresses)
    await page.route(address, async (route) => {
      held.add(address);
      await figuresRequest;
      await route.continue();
    });
  return held;
}

describe("loading order", () => {
  test("signing in takes two requests for the password and one for the figures: the rest loads while typing", async () => {
    await office.asStaff("POST /api/v1/clients", { body: aClient });
    const page = await office.open("/admin/login", { fresh: true });
    await page.getByLabel("Email").waitFor();
    await page.waitForLoadState("networkidle");
    const paths = recordRequests(page);
    await signIn(page, office.staff);
    await figures(page).waitFor();
    expect(paths.slice(0, 3)).toEqual(["InitiateAuth", "RespondToAuthChallenge", "/api/v1/dashboard/stats"]);
    expect(paths.filter((path) => path.endsWith(".js"))).toEqual([]);
  });

  test("a reloaded page requests its figures before its configuration has arrived", async () => {
    const page = await office.openAs(office.staff);
    await figures(page).waitFor();
    const held = await holdUntilFigures(page, configuration);
    await page.reload({ waitUntil: "commit" });
    await figures(page).waitFor();
    expect([...held]).toEqual([configuration]);
  });

  test("with an empty cache it requests the figures once, before its screen has arrived", async () => {
    const storageState = await (await office.openAs(office.staff)).context().storageState();
    const page = await office.open("/robots.txt", { storageState, fresh: true });
    const paths = recordRequests(page);
    const held = await holdUntilFigures(page, configuration, ownScript);
    await page.goto("/admin", { waitUntil: "commit" });
    await figures(page).waitFor();
    expect([...held].sort()).toEqual([configuration, ownScript].sort());
    await eventually(() => paths.filter((path) => path.endsWith("stats")).length).toBe(1);
  });
});
