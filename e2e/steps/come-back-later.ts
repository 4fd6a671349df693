import type { Page } from "playwright-core";

/** Comes back to the page after ten minutes, which loads what is old. */
export const comeBackLater = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 10 * 60_000;
    window.dispatchEvent(new Event("visibilitychange"));
  });
