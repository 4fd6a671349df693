import { expect, test } from "vitest";
import { eventually, visitedSite } from "./site-page.ts";

const site = visitedSite();

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
  site.expectComplaints(/Failed to load resource/);
});

test("images that do not exist are replaced also when the page has found out before its script", async () => {
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
  site.expectComplaints(/404/);
});

test("the live map comes only when asked for, and can be put away", async () => {
  const asked: string[] = [];
  const page = await site.open({
    before: (page) =>
      page.route("https://www.openstreetmap.org/**", (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: "text/html", body: "<title>Map</title>" });
      }),
  });
  const map = page.locator(".map");
  await map.scrollIntoViewIfNeeded();
  await map.getByRole("img").waitFor();
  expect(asked).toEqual([]);
  await map.getByRole("button", { name: "Show live map" }).click();
  await eventually(() => asked.length).toBe(1);
  expect(asked[0]).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/);
  await map.getByRole("button", { name: "Show drawing" }).click();
  expect(await page.locator("iframe").count()).toBe(0);
});

test("nothing is fetched from anybody else", async () => {
  const origins = new Set<string>();
  const page = await site.open({
    before: async (page) => {
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
    },
  });
  for (const id of ["services", "solutions", "portfolio", "contact"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  }
  await page.waitForLoadState("networkidle");
  expect([...origins].filter((origin) => origin !== "null")).toEqual([site.product().site]);
});

test("React arrives after the page has loaded", async () => {
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

test.each([360, 390])("on a telephone of %d pixels the button is in the first view", async (width) => {
  const page = await site.open({ viewport: { width, height: 640 } });
  for (const text of ["Innovating Digital Solutions for Growth", "Talk to Us Today"]) {
    const box = await page.getByText(text, { exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(640);
  }
});

test.each([320, 390, 768, 1024, 1440])("nothing sticks out sideways at %d pixels", async (width) => {
  const page = await site.open({ width });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test.each(["/nowhere", "/some/where/deep"])("%s leads to the page", async (path) => {
  const page = await site.open({ path });
  expect(new URL(page.url()).pathname).toBe("/");
});
