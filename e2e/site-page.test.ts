import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { contact, contactHeading } from "../frontend/site/content/contact.ts";
import { eventually, hydrated, mapOrigin, siteInBrowser } from "../test/site-page.ts";

const site = siteInBrowser();

/** Opens the page at the top; records the requests for the map and the origins of all requests. */
async function visit(answer: (route: Route) => Promise<void>) {
  const requests: string[] = [];
  const origins = new Set<string>();
  const page = await site.open({
    width: 390,
    before: async (page) => {
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await page.addInitScript(() => {
        const saveData = sessionStorage.getItem("saves-data") === "yes";
        Object.defineProperty(navigator, "connection", { value: { saveData } });
      });
      await page.route(`${mapOrigin}/**`, (route) => {
        requests.push(route.request().url());
        return answer(route);
      });
    },
  });
  const map = page.locator(".map");
  const button = (name: string) => map.getByRole("button", { name });
  return { page, map, requests, origins, button };
}
const found = (route: Route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" });

test("the live map loads near it without a layout shift, can be hidden, and with data saver loads only on request", async () => {
  const { page, map, requests, origins, button } = await visit(found);
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
  expect([...origins].filter((origin) => origin !== "null")).toEqual([site.product().site, mapOrigin]);

  // With data saver.
  await page.evaluate(() => sessionStorage.setItem("saves-data", "yes"));
  requests.length = 0;
  await page.goto("/");
  await hydrated(page);
  await map.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  await button(contact.openMap).click();
  await eventually(() => requests.length).toBe(1);
});

test("on a bad network an image becomes a grey placeholder that says so, and the map keeps its drawing and has a retry", async () => {
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, body: "" }),
  ];
  const { page, map, requests, button } = await visit((route) => (answers.shift() ?? found)(route));
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

  // Images fail before the script runs, and later.
  await page.route("**/assets/*.svg", (route) => {
    const url = route.request().url();
    if (/slide-custom/.test(url)) return route.fulfill({ status: 404, body: "" });
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
  expect(await slides.nth(1).getAttribute("alt")).not.toBe("Error loading image");
  site.expectConsoleErrors(/404/);
  site.expectConsoleErrors(/Failed to load resource/);
});

test("React loads after the page, nothing overflows, and on a phone the button is visible without scrolling", async () => {
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

  for (const width of [1440, 1024, 768, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width !== 390 && width !== 360) continue;
    for (const text of ["Innovating Digital Solutions for Growth", "Talk to Us Today"]) {
      const box = await page.getByText(text, { exact: true }).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(640);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7_500);
  // Dots and arrows can be hit, and the services' drawings are whole.
  for (const control of await page.locator(".dot, .icon-button").filter({ visible: true }).all()) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  for (const drawing of await page.locator(".service img").all()) {
    const { width = 0, height = 1 } = (await drawing.boundingBox()) ?? {};
    expect(width / height).toBeCloseTo(360 / 200, 1);
  }
  // Text at twice its size fits too.
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const width of [1440, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} pixels`).toBe(width);
    const header = page.locator(".brand, .menu, .menu-toggle, .header-call").filter({ visible: true });
    const boxes = await Promise.all((await header.all()).map((part) => part.boundingBox()));
    const apart = (a = boxes[0], b = boxes[0]) =>
      !a ||
      !b ||
      a.x + a.width <= b.x + 1 ||
      b.x + b.width <= a.x + 1 ||
      a.y + a.height <= b.y + 1 ||
      b.y + b.height <= a.y + 1;
    expect(
      boxes.every((a, at) => boxes.slice(at + 1).every((b) => apart(a, b))),
      `${width} pixels`,
    ).toBe(true);
  }
});

test("unknown addresses lead to the page", async () => {
  for (const path of ["/nowhere", "/some/where/deep"]) {
    const answer = await fetch(site.product().site + path);
    expect([answer.status, new URL(answer.url).pathname], path).toEqual([200, "/"]);
  }
});
