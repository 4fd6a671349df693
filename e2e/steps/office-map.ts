import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { contact, contactHeading } from "../../frontend/site/content/contact.ts";
import { eventually, hydrated, mapOrigin, type siteInBrowser } from "../../test/browser/site-page.ts";

type Answer = (route: Route) => Promise<void>;
type Visit = Awaited<ReturnType<typeof visitMap>>;

const foundMap: Answer = (route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" });

/** Opens the page at the top; records the requests for the map and the origins of all requests. */
export async function visitMap(site: ReturnType<typeof siteInBrowser>) {
  const requests: string[] = [];
  const origins = new Set<string>();
  /** Answers to the next requests for the map; afterwards the map is found. */
  const answers: Answer[] = [];
  const page = await site.open({
    width: 390,
    before: async (page) => {
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await page.addInitScript(() => {
        // The map's own page may have no storage.
        if (window !== top) return;
        const saveData = sessionStorage.getItem("saves-data") === "yes";
        Object.defineProperty(navigator, "connection", { value: { saveData } });
      });
      await page.route(`${mapOrigin}/**`, (route) => {
        requests.push(route.request().url());
        return (answers.shift() ?? foundMap)(route);
      });
    },
  });
  const map = page.locator(".map");
  const button = (name: string) => map.getByRole("button", { name });
  return { page, map, requests, origins, answers, button };
}

/** Loads the page again, as somebody who saves data or does not. */
async function reload({ page, requests }: Visit, savesData: "yes" | "no"): Promise<void> {
  await page.evaluate((savesData) => sessionStorage.setItem("saves-data", savesData), savesData);
  requests.length = 0;
  await page.goto("/");
  await hydrated(page);
}

/** The live map loads near it without a layout shift, and can be moved and hidden. */
export async function readMap({ page, map, requests, origins, button }: Visit, ownOrigin: string) {
  await page.locator("#services").scrollIntoViewIfNeeded();
  await page.locator("#solutions").scrollIntoViewIfNeeded();
  await page.locator("#portfolio h2").scrollIntoViewIfNeeded();
  expect(requests).toEqual([]);
  const height = async () => (await map.boundingBox())?.height;
  const before = await height();
  await page.getByRole("heading", { name: contactHeading.office }).scrollIntoViewIfNeeded();
  await eventually(() => requests.length).toBe(1);
  expect(requests[0]).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/);
  expect(await height()).toBe(before);
  // Scrolling by touch does not move the map; after a tap it can be moved.
  const touched = () =>
    map.locator(".map-frame").evaluate((frame) => {
      frame.scrollIntoView({ block: "center" });
      const { left, top, width, height } = frame.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName;
    });
  expect(await touched()).toBe("IMG");
  await map.getByRole("img").click();
  expect(await touched()).toBe("OBJECT");
  await button(contact.closeMap).click();
  expect(await page.locator("object").count()).toBe(0);
  await map.scrollIntoViewIfNeeded();
  await button(contact.openMap).click();
  await eventually(() => requests.length).toBe(2);
  // Nothing else comes from another host.
  expect([...origins].filter((origin) => origin !== "null")).toEqual([ownOrigin, mapOrigin]);
}

/** With data saver the map loads only on request. */
export async function askForMap(visit: Visit): Promise<void> {
  const { page, map, requests, button } = visit;
  await reload(visit, "yes");
  await map.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  await button(contact.openMap).click();
  await eventually(() => requests.length).toBe(1);
}

/** A map that fails keeps its drawing and has a retry. */
export async function retryMap(visit: Visit): Promise<void> {
  const { page, map, requests, answers, button } = visit;
  answers.push(
    (route) => route.abort(),
    (route) => route.fulfill({ status: 503, body: "" }),
  );
  await reload(visit, "no");
  await map.scrollIntoViewIfNeeded();
  for (const attempts of [1, 2]) {
    await eventually(() => requests.length).toBe(attempts);
    await button(contact.openMap).waitFor();
    expect(await page.locator("object").count()).toBe(0);
    expect(await map.getByRole("img").isVisible()).toBe(true);
    await button(contact.openMap).click();
  }
  await eventually(() => requests.length).toBe(3);
  await button(contact.closeMap).waitFor();
}

/** An image that fails, before the script runs or later, becomes a grey placeholder that says so. */
export async function seeBrokenImages(page: Page): Promise<void> {
  await page.route("**/assets/*.svg", (route) => {
    const url = route.request().url();
    if (/strip/.test(url)) return route.fulfill({ status: 404, body: "" });
    return /solution-loans|map-/.test(url) ? route.abort() : route.continue();
  });
  await page.route("**/assets/index-*.js", async (route) => {
    await page.waitForFunction(() => document.images[0]?.complete);
    await route.continue();
  });
  await page.goto("/");
  await hydrated(page);
  const slides = page.locator(".slide img");
  await eventually(() => slides.first().getAttribute("alt")).toBe("Error loading image");
  const broken = page.getByAltText("Error loading image");
  await page.locator("#contact").scrollIntoViewIfNeeded();
  await eventually(() => broken.count()).toBeGreaterThanOrEqual(2);
  await page.locator(".map").scrollIntoViewIfNeeded();
  await eventually(() => page.locator(".map img").getAttribute("alt")).toBe("Error loading image");
  const grey = broken.first();
  await eventually(() => grey.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.locator("#services").scrollIntoViewIfNeeded();
  expect(await page.locator(".service img").first().getAttribute("alt")).not.toBe("Error loading image");
}
