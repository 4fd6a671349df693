import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

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

/** Where a program of one of these names is, by the PATH. */
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
  "There is no Chrome or Chromium here, and none could be got: install one, or set CHROME_PATH to one, for the tests in the browser.";

/** Looks, and no more: several processes that install at once would break each other's (get-browser.ts does it). */
export function browserPath(): string {
  const found = installedBrowser();
  if (!found) throw new Error(noBrowser);
  return found;
}

/** A browser that calls nobody by itself. Throws at once where there is none, not in the promise. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    // A container's root user has no other way; the pages under test are our own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
