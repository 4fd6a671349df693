import type { Browser } from "playwright-core";
import { slowLink } from "../test/browser/slow-link.ts";
import type { Figure } from "./figure.ts";

/** 400 kbit/s. */
const BYTES_PER_SECOND = 50_000;

/** The heading font on a first visit over a very slow link: its size, and what moves until it is there. */
export async function fontOnFirstVisit(browser: Browser, address: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
  const { requests } = await slowLink(page, BYTES_PER_SECOND);
  await page.goto(address);
  await page.locator("html[data-awake]").waitFor();
  const { shown, shift } = await page.evaluate(async () => {
    await document.fonts.ready;
    const shifts = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: "layout-shift",
        buffered: true,
      });
      setTimeout(() => resolve([]), 500);
    });
    return {
      shown: [...document.fonts].some(({ family, status }) => family === "Bricolage" && status === "loaded"),
      shift: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
    };
  });
  const bytes = requests().find(({ url }) => url.endsWith(".woff2"))?.bytes ?? Number.POSITIVE_INFINITY;
  await page.close();
  return [
    { name: "/: heading font", unit: "KB", value: bytes / 1024, budget: 12 },
    {
      name: "/: layout shift at 400 kbit/s, until the heading font shows",
      unit: "",
      value: shown ? shift : Number.POSITIVE_INFINITY,
      budget: 0.01,
    },
  ];
}
