import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { type Browser, firefox, type Page } from "playwright-core";
import { omit } from "../../shared/omit.ts";
import { launchBrowser, onPath } from "./browser.ts";
import { startWebKit, type WebDriverSession } from "./webdriver.ts";

// Chromium, Firefox and WebKit behind one small interface: what the drivers of all three can do.

export type EngineName = "Chromium" | "Firefox" | "WebKit";

/** A function that runs in the page. It must not use anything from outside. */
type InPage<T> = (...args: never[]) => T;

/** In pixels from the window's top left corner. */
export type Place = { x: number; y: number };

export type BrowserWindow = {
  goto(url: string): Promise<unknown>;
  run<T>(inPage: InPage<T>, ...args: readonly unknown[]): Promise<T>;
  click(place: Place): Promise<unknown>;
  /** Types by keys. */
  type(text: string): Promise<unknown>;
  press(key: string): Promise<unknown>;
  /** How many pages it prints; undefined where a driver cannot print. */
  printedPages(): Promise<number | undefined>;
  screenshot(): Promise<Buffer>;
  close(): Promise<unknown>;
};

type Options = {
  /** As people set it in the browser. */
  storageIsBlocked?: boolean;
  /** A minimum size of text, which only Firefox has on a screen of its settings. */
  textIsLarge?: boolean;
};

export type Engine = { open(options?: Options): Promise<BrowserWindow>; close(): Promise<unknown> };

const size = { width: 1280, height: 900 };

/** Firefox ignores the motion that Playwright tells a page, and looks for add-ons of the machine. */
const firefoxPrefs = { "ui.prefersReducedMotion": 1, "extensions.enabledScopes": 0 };

const LARGE_TEXT_PX = 22;

const firefoxPath = () => process.env.FIREFOX_PATH ?? onPath("firefox-esr", "firefox");
const webKitPrograms = () => [onPath("WebKitWebDriver"), onPath("Xvfb")] as const;

/** Why the journeys of an engine cannot run on this machine. */
export function missingFor(name: EngineName): string | undefined {
  if (name === "Firefox" && !firefoxPath())
    return "Firefox was not found, so its journeys are skipped. Install firefox-esr, or set FIREFOX_PATH.";
  if (name === "WebKit" && webKitPrograms().includes(undefined))
    return "WebKit was not found, so its journeys are skipped. Install webkit2gtk-driver and xvfb.";
  return undefined;
}

export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === "WebKit") return startWebKitEngine();
  if (name === "Firefox") return startFirefox();
  const browser = await launchBrowser();
  return {
    open: ({ storageIsBlocked } = {}) => openPage(browser, A4, storageIsBlocked ? blockStorage : undefined),
    close: () => browser.close(),
  };
}

/** The same error as with the setting, which a started Chromium does not take. */
function blockStorage(): void {
  Object.defineProperty(window, "localStorage", {
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

async function startFirefox(): Promise<Engine> {
  const launch = (prefs?: Record<string, number>): Promise<Browser> =>
    firefox.launch({
      channel: "moz-firefox",
      executablePath: join(import.meta.dirname, "firefox.sh"),
      firefoxUserPrefs: { ...firefoxPrefs, ...prefs },
      env: {
        ...process.env,
        FIREFOX_PATH: String(firefoxPath()),
        MOZ_HEADLESS_WIDTH: "1280",
        MOZ_HEADLESS_HEIGHT: "900",
      },
    });
  // Firefox takes a preference only when it starts, which needs two seconds: all start at once.
  const [usual, blocking, enlarging] = await Promise.all([
    launch(),
    launch({ "network.cookie.cookieBehavior": 2 }),
    launch({ "font.minimum-size.x-western": LARGE_TEXT_PX }),
  ]);
  return {
    open: ({ storageIsBlocked, textIsLarge } = {}) =>
      openPage(storageIsBlocked ? blocking : textIsLarge ? enlarging : usual, A4_IN_FIREFOX),
    close: () => Promise.all([usual, blocking, enlarging].map((browser) => browser.close())),
  };
}

type Paper = { width: string; height: string };
const A4: Paper = { width: "21cm", height: "29.7cm" };
/** Playwright sends Firefox inches where the protocol has centimetres. */
const A4_IN_FIREFOX: Paper = { width: "21in", height: "29.7in" };

async function openPage(browser: Browser, paper: Paper, init?: () => void): Promise<BrowserWindow> {
  const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  if (init) await context.addInitScript(init);
  return windowOf(await context.newPage(), paper);
}

function windowOf(page: Page, paper: Paper): BrowserWindow {
  return {
    goto: (url) => page.goto(url),
    run: (inPage, ...args) => page.evaluate(`(${inPage})(...${JSON.stringify(args)})`),
    // Playwright's click on an element asks Firefox twenty questions, and Firefox delays half of the answers by 40 ms.
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    printedPages: async () => pagesIn(await page.pdf(paper)),
    screenshot: () => page.screenshot(),
    close: () => page.context().close(),
  };
}

async function startWebKitEngine(): Promise<Engine> {
  const [driver, xvfb] = webKitPrograms();
  const webKit = await startWebKit(String(driver), String(xvfb));
  return {
    async open({ storageIsBlocked } = {}) {
      const session = await webKit.open(
        storageIsBlocked ? ["--automation", "--enable-html5-local-storage=false"] : [],
      );
      await session.resize(size.width, size.height);
      return webKitWindow(session);
    },
    close: webKit.close,
  };
}

const webKitWindow = (session: WebDriverSession): BrowserWindow => ({
  ...omit(session, "resize"),
  printedPages: async () => undefined,
});

/** The pages of a PDF file. Some of its objects are in compressed streams. */
function pagesIn(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: start }) => {
    try {
      return inflateSync(pdf.subarray(index + start.length)).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...streams].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
