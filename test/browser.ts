import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const names = [
  // The one without windows first: a context opens three times as fast in it.
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

/** A browser that calls nobody by itself, and finds nobody but this machine. */
const settings = (): LaunchOptions => ({
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
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  ],
});

export const launchBrowser = (): Promise<Browser> => chromium.launch(settings());

/** The address of the run's browser is told to the processes that the tests run in by a variable of this name. */
const variable = "BROWSER_ADDRESS";

/** One browser for all the tests of a run, if there is one. */
export async function serveBrowser(): Promise<{ close(): Promise<void> } | undefined> {
  // A run inside a test must not find the browser of the run around it.
  delete process.env[variable];
  if (!installedBrowser()) return undefined;
  const server = await chromium.launchServer({ ...settings(), host: "127.0.0.1" });
  process.env[variable] = server.wsEndpoint();
  return server;
}

/**
 * The run's browser, as if it were one's own: each connection sees no pages but those it opened. Throws at once where
 * there is none, not in the promise.
 */
export function connectToBrowser(): Promise<Browser> {
  const address = process.env[variable];
  if (!address) throw new Error(noBrowser);
  return chromium.connect(address);
}
