import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { contact, contactHeading } from "../frontend/site/content/contact.ts";
import { eventually, mapOrigin, restingScrollPosition, siteInBrowser, stubMap } from "../test/site-page.ts";

const site = siteInBrowser();

test("an image that does not load becomes a grey placeholder that says so", async () => {
  const page = await site.open({
    before: (page) =>
      page.route("**/assets/*.svg", (route) =>
        /slide-custom|solution-loans|map-/.test(route.request().url()) ? route.abort() : route.continue(),
      ),
  });
  const broken = page.getByAltText("Error loading image");
  await page.locator("#contact").scrollIntoViewIfNeeded();
  await eventually(() => broken.count()).toBeGreaterThanOrEqual(2);
  await page.locator(".map").scrollIntoViewIfNeeded();
  await eventually(() => page.locator(".map img").getAttribute("alt")).toBe("Error loading image");
  const grey = broken.first();
  await eventually(() => grey.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.locator(".slide").nth(1).locator("img").getAttribute("alt")).not.toBe(
    "Error loading image",
  );
  site.expectConsoleErrors(/Failed to load resource/);
});

test("missing images are replaced even if they failed before the script ran", async () => {
  const page = await site.open({
    before: async (page) => {
      await page.route("**/assets/slide-*.svg", (route) => route.fulfill({ status: 404, body: "" }));
      await page.route("**/assets/index-*.js", async (route) => {
        await page.waitForFunction(() => document.images[0]?.complete);
        await route.continue();
      });
    },
  });
  await eventually(() => page.locator(".slide img").first().getAttribute("alt")).toBe("Error loading image");
  site.expectConsoleErrors(/404/);
});

describe("the live map", () => {
  /** Opens the page at the top, and records the requests for the map. */
  async function visit(answer: (route: Route) => Promise<void>, savesData = false) {
    const requests: string[] = [];
    const page = await site.open({
      width: 390,
      before: async (page) => {
        await page.addInitScript((saveData) => {
          Object.defineProperty(navigator, "connection", { value: { saveData } });
        }, savesData);
        await page.route(`${mapOrigin}/**`, (route) => {
          requests.push(route.request().url());
          return answer(route);
        });
      },
    });
    const map = page.locator(".map");
    const button = (name: string) => map.getByRole("button", { name });
    return { page, map, requests, button };
  }
  const found = (route: Route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" });

  test("loads when the visitor scrolls near it, without a layout shift, and can be hidden", async () => {
    const { page, map, requests, button } = await visit(found);
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
  });

  test.each([
    ["cannot be reached", (route: Route) => route.abort()],
    ["is refused", (route: Route) => route.fulfill({ status: 503, body: "" })],
  ])("keeps the drawing when it %s, and has a retry", async (_, answer) => {
    const { page, map, requests, button } = await visit(answer);
    await map.scrollIntoViewIfNeeded();
    await eventually(() => requests.length).toBe(1);
    await button(contact.openMap).waitFor();
    expect(await page.locator("object").count()).toBe(0);
    expect(await map.getByRole("img").isVisible()).toBe(true);
  });

  test("loads only on request with data saver", async () => {
    const { page, map, requests, button } = await visit(found, true);
    await map.scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual([]);
    await button(contact.openMap).click();
    await eventually(() => requests.length).toBe(1);
  });
});

test("only the map is fetched from another host", async () => {
  const origins = new Set<string>();
  const page = await site.open({
    before: async (page) => {
      await stubMap(page);
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
    },
  });
  for (const place of ["#services", "#solutions", "#portfolio"]) {
    await page.locator(place).scrollIntoViewIfNeeded();
  }
  await eventually(async () => {
    // Content that loads above may move it out of view.
    await page.locator(".map").scrollIntoViewIfNeeded();
    return origins.has(mapOrigin);
  }).toBe(true);
  // Do not wait for network idle: the stubbed map never reports it.
  await restingScrollPosition(page);
  expect([...origins].filter((origin) => origin !== "null")).toEqual([site.product().site, mapOrigin]);
});

test("React loads after the page", async () => {
  const page = await site.open();
  const { loaded, scripts } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      loaded: navigation?.loadEventStart ?? 0,
      scripts: entries
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, startTime, encodedBodySize }) => ({ name, startTime, encodedBodySize })),
    };
  });
  const before = scripts.filter(({ startTime }) => startTime < loaded);
  expect(before.length).toBe(1);
  expect(before[0]?.encodedBodySize).toBeLessThan(3_000);
  expect(scripts.length).toBeGreaterThan(2);
});

test.each([360, 390])("on a phone of %d pixels the button is visible without scrolling", async (width) => {
  const page = await site.open({ viewport: { width, height: 640 } });
  for (const text of ["Innovating Digital Solutions for Growth", "Talk to Us Today"]) {
    const box = await page.getByText(text, { exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(640);
  }
});

test("on a phone the page is less than 8,500 pixels long", async () => {
  const page = await site.open({ width: 390 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8_500);
});

test.each([320, 390, 768, 1024, 1440])("nothing overflows horizontally at %d pixels", async (width) => {
  const page = await site.open({ width });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test.each(["/nowhere", "/some/where/deep"])("%s leads to the page", async (path) => {
  const page = await site.open({ path });
  expect(new URL(page.url()).pathname).toBe("/");
});
