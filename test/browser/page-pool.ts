import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { reportLooseText } from "./loose-text.ts";

export type PageOptions = Omit<BrowserContextOptions, "storageState" | "baseURL"> & {
  /** The origin that paths of the page belong to. */
  origin: string;
  storageState?: StorageState;
  /**
   * A new browser context that is not reused: for what a page cannot undo (a clock, an added script, a slow link), and
   * for an empty cache.
   */
  fresh?: boolean;
};
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A path without scripts: an idle page waits there, and its storage can be replaced there. */
const IDLE_PATH = "/robots.txt";

/** One for each worker; its files share it. It ends with the worker. */
let launched: Promise<Browser> | undefined;

/** Released pages, by the options that only a new context can set. */
const idle = new Map<string, Page[]>();

/**
 * A page whose storage holds only `storageState`. Released pages are reused: their process runs and has compiled the
 * scripts, so they open in less than half the processor time.
 */
export async function acquirePage(options: PageOptions): Promise<{ page: Page; release(): Promise<void> }> {
  const {
    origin,
    storageState,
    fresh = false,
    viewport,
    reducedMotion,
    colorScheme,
    ...contextOptions
  } = options;
  const key = JSON.stringify({ origin, ...contextOptions });
  const used = fresh ? undefined : await takeUsed(key, origin);
  const page =
    used ??
    (await newPage({
      serviceWorkers: "block",
      ...contextOptions,
      baseURL: origin,
      ...(storageState && { storageState }),
    }));
  if (used) await replaceStorage(used, origin, storageState);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    reducedMotion: reducedMotion ?? "no-preference",
    colorScheme: colorScheme ?? "light",
    media: null,
    forcedColors: null,
  });
  page.setDefaultTimeout(60_000);
  const release = async () => {
    const context = page.context();
    if (fresh || page.isClosed()) return context.close();
    page.removeAllListeners();
    await Promise.all(context.pages().map((openPage) => (openPage === page ? undefined : openPage.close())));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${origin}${IDLE_PATH}`);
    idle.set(key, [...(idle.get(key) ?? []), page]);
  };
  return { page, release };
}

/** Closes the pages of other products. */
async function takeUsed(key: string, origin: string): Promise<Page | undefined> {
  for (const [key, pages] of idle) {
    if (JSON.parse(key).origin === origin) continue;
    idle.delete(key);
    await Promise.all(pages.map((page) => page.context().close()));
  }
  return idle.get(key)?.pop();
}

async function newPage(options: BrowserContextOptions): Promise<Page> {
  launched ??= launchBrowser();
  const context = await (await launched).newContext(options);
  await context.addInitScript(reportLooseText);
  return context.newPage();
}

async function replaceStorage(page: Page, origin: string, state?: StorageState): Promise<void> {
  await page.context().clearCookies();
  const stored = state?.origins.find((stored) => stored.origin === origin)?.localStorage ?? [];
  await page.evaluate((stored) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, stored);
}
