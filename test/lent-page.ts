import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { connectToBrowser } from "./browser.ts";

export type PageOptions = Omit<BrowserContextOptions, "storageState" | "baseURL"> & {
  /** The origin that paths of the page belong to. */
  origin: string;
  storageState?: StorageState;
  /**
   * In a context that nobody used before and nobody uses after: for what cannot be taken back from a page (a clock,
   * a script of its own, a link that is slow), and where nothing may have been fetched before.
   */
  fresh?: boolean;
};
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A file that runs nothing of ours: the place where a page waits, and from which what is stored can be exchanged. */
const quiet = "/robots.txt";

/** One connection for each worker, which its files share as they share the product. */
let connection: Promise<Browser> | undefined;

/** Pages that tests have given back, by what of them can be chosen only when a context is made. */
const waiting = new Map<string, Page[]>();

/**
 * A page with nothing stored but what is asked for. One that a test gave back is used again: its process runs already
 * and has the scripts compiled, so that it opens in less than half of the processor's time.
 */
export async function lendPage(options: PageOptions): Promise<{ page: Page; giveBack(): Promise<void> }> {
  const { origin, storageState, fresh = false, viewport, reducedMotion, colorScheme, ...lasting } = options;
  const key = JSON.stringify({ origin, ...lasting });
  const used = fresh ? undefined : await takeUsed(key, origin);
  const page =
    used ??
    (await newPage({
      serviceWorkers: "block",
      ...lasting,
      baseURL: origin,
      ...(storageState && { storageState }),
    }));
  if (used) await exchangeStorage(used, origin, storageState);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    reducedMotion: reducedMotion ?? "no-preference",
    colorScheme: colorScheme ?? "light",
    media: null,
    forcedColors: null,
  });
  page.setDefaultTimeout(60_000);
  const giveBack = async () => {
    const context = page.context();
    if (fresh || page.isClosed()) return context.close();
    page.removeAllListeners();
    await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${origin}${quiet}`);
    waiting.set(key, [...(waiting.get(key) ?? []), page]);
  };
  return { page, giveBack };
}

/** Those of a product that is not asked for any more are closed. */
async function takeUsed(key: string, origin: string): Promise<Page | undefined> {
  for (const [other, pages] of waiting) {
    if (JSON.parse(other).origin === origin) continue;
    waiting.delete(other);
    await Promise.all(pages.map((page) => page.context().close()));
  }
  return waiting.get(key)?.pop();
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  connection ??= connectToBrowser();
  const context = await (await connection).newContext(options);
  return context.newPage();
}

async function exchangeStorage(page: Page, origin: string, state?: StorageState): Promise<void> {
  await page.context().clearCookies();
  const stored = state?.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  await page.evaluate((stored) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, stored);
}
