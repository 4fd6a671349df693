import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { browserPath } from "./browser.ts";
import { lendPage, type PageOptions } from "./lent-page.ts";
import { type Product, startProduct } from "./product.ts";

type Visit = Partial<PageOptions> & {
  width?: number;
  /** Prepares the page before it is opened: routes, a clock. */
  before?: (page: Page) => Promise<unknown>;
  /** Whether to go on before the page has woken up. */
  asleep?: boolean;
  path?: string;
};

/** For a test file: the site in a browser. Whatever the browser complains of on the way fails the test. */
export function visitedSite() {
  let product: Product;
  const lent: (() => Promise<void>)[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    // Where there is no browser, no product is left running.
    browserPath();
    product = await startProduct();
  });
  afterEach(async () => {
    await Promise.all(lent.splice(0).map((giveBack) => giveBack()));
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });
  afterAll(() => product?.stop());

  return {
    product: () => product,
    /** Complaints a test means to cause; they are taken off the list. */
    expectComplaints: (pattern: RegExp) => {
      const expected = complaints.filter((text) => pattern.test(text));
      complaints = complaints.filter((text) => !pattern.test(text));
      expect(expected).not.toEqual([]);
    },
    async open({ width = 1440, before, asleep = false, path = "/", ...options }: Visit = {}): Promise<Page> {
      const height = width < 600 ? 844 : 900;
      const { page, giveBack } = await lendPage({
        origin: product.site,
        viewport: { width, height },
        // Sliding from place to place is drawn frame by frame, which is most of what a page costs.
        reducedMotion: "reduce",
        // What is prepared cannot all be taken back.
        fresh: before !== undefined,
        ...options,
      });
      lent.push(giveBack);
      page.on("console", (message) => {
        // The map is of somebody else, and nobody else is found.
        if (message.location().url.startsWith(mapOrigin)) return;
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await before?.(page);
      await page.goto(path);
      if (!asleep && options.javaScriptEnabled !== false) await awake(page);
      return page;
    },
  };
}

/** Answers for the map, the one thing of the site that is fetched from somebody else. */
export const withoutInternet = (page: Page) =>
  page.route(`${mapOrigin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" }),
  );
export const mapOrigin = "https://www.openstreetmap.org";

export const awake = (page: Page) => page.locator("html[data-awake]").waitFor();

/** Looks again and again until what is expected is there; long enough for a busy machine. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 60_000 });

/** How far the page is scrolled, once it has come to rest: frame after frame, however slowly they come, it stays. */
export const restingPlace = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let place = window.scrollY;
    for (let still = 0; still < 15; still += 1) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY !== place) still = 0;
      place = window.scrollY;
    }
    return place;
  });
