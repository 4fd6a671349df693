import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Product, startProduct } from "../product/product.ts";
import { browserPath } from "./browser.ts";
import { acquirePage, type PageOptions } from "./page-pool.ts";

type Visit = Partial<PageOptions> & {
  width?: number;
  /** Sets up the page before it opens: routes, a clock. */
  before?: (page: Page) => Promise<unknown>;
  /** Does not wait for hydration. */
  beforeHydration?: boolean;
  path?: string;
};

/** Opens the site in a browser for a test file. An error in the console fails the test. */
export function siteInBrowser() {
  let product: Product;
  const acquired: (() => Promise<void>)[] = [];
  let consoleErrors: string[] = [];

  beforeAll(async () => {
    // Throws without a browser, before the product starts.
    browserPath();
    product = await startProduct();
  });
  // The first try may have left messages.
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    await product.stop();
    product = await startProduct();
  });
  afterEach(async () => {
    await Promise.all(acquired.splice(0).map((release) => release()));
    const errors = consoleErrors;
    consoleErrors = [];
    expect(errors).toEqual([]);
  });
  afterAll(() => product?.stop());

  return {
    product: () => product,
    /** Expects console errors that this test causes on purpose, and removes them. */
    expectConsoleErrors: (pattern: RegExp) => {
      const expected = consoleErrors.filter((text) => pattern.test(text));
      consoleErrors = consoleErrors.filter((text) => !pattern.test(text));
      expect(expected).not.toEqual([]);
    },
    checkConsole: () => expect(consoleErrors, "errors in the console").toEqual([]),
    async open({
      width = 1440,
      before,
      beforeHydration = false,
      path = "/",
      ...options
    }: Visit = {}): Promise<Page> {
      const height = width < 600 ? 844 : 900;
      const { page, release } = await acquirePage({
        origin: product.site,
        viewport: { width, height },
        // Smooth scrolling draws every frame, which costs more than the rest of the page.
        reducedMotion: "reduce",
        // A page cannot undo all of `before`.
        fresh: before !== undefined,
        ...options,
      });
      acquired.push(release);
      page.on("console", (message) => {
        // The browser has no internet, so the map fails.
        if (message.location().url.startsWith(mapOrigin)) return;
        if (["error", "warning"].includes(message.type())) consoleErrors.push(message.text());
      });
      page.on("pageerror", (error) => consoleErrors.push(String(error)));
      await before?.(page);
      await page.goto(path);
      if (!beforeHydration && options.javaScriptEnabled !== false) await hydrated(page);
      return page;
    },
  };
}

/** Answers for the map, the only request to another host. */
export const stubMap = (page: Page) =>
  page.route(`${mapOrigin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" }),
  );
export const mapOrigin = "https://www.openstreetmap.org";

export const hydrated = (page: Page) => page.locator("html[data-awake]").waitFor();

/** Polls until the expectation holds; the timeout suits a busy machine. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 60_000 });

/** The scroll position once it is the same for 15 frames. */
export const restingScrollPosition = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let position = window.scrollY;
    for (let frames = 0; frames < 15; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY !== position) frames = 0;
      position = window.scrollY;
    }
    return position;
  });
