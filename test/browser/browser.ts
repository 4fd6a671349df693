import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = [
  // Headless first: a page opens three times as fast in it.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "", "Google/Chrome/Application/chrome.exe"),
];

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of these programs on the PATH. */
export const onPath = (...programs: string[]): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(canRun);

/** The Chrome or Chromium of this machine: CHROME_PATH, else one on the PATH, a usual place, or Playwright's own. */
export function installedBrowser(): string | undefined {
  const candidates = [process.env.CHROME_PATH, onPath(...names), ...usualPlaces, chromium.executablePath()];
  return candidates.find((path): path is string => path !== undefined && path !== "" && canRun(path));
}

export const noBrowser =
  "No Chrome or Chromium was found, and none could be installed. Install one, or set CHROME_PATH, to run the browser tests.";

/** Installs nothing, because parallel installations break each other; get-browser.ts installs. */
export function browserPath(): string {
  const browser = installedBrowser();
  if (!browser) throw new Error(noBrowser);
  return browser;
}

/**
 * A browser without background requests, that reaches only this machine.
 * @throws synchronously, without a browser
 */
export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    // Chromium's sandbox does not run as root, as in a container; the pages under test are our own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ...more,
    ],
  });
}
