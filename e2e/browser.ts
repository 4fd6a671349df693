import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
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

/** The Chrome or Chromium of this machine: CHROME_PATH, else one on the PATH, a usual place, or Playwright's own. */
function installed(): string | undefined {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [process.env.CHROME_PATH, ...onPath, ...usualPlaces, chromium.executablePath()];
  return candidates.find((path): path is string => path !== undefined && path !== "" && canRun(path));
}

/** Gets a browser where there is none: Debian's package when we may install it, else Playwright's download. */
function install(): void {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "inherit" });
  if (process.getuid?.() === 0 && canRun("/usr/bin/apt-get")) {
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core");
  } else {
    const playwright = createRequire(import.meta.url).resolve("playwright-core/cli.js");
    run(process.execPath, playwright, "install", "chromium");
  }
}

export function browserPath(): string {
  const found = installed();
  if (found) return found;
  install();
  const fetched = installed();
  if (!fetched) throw new Error("No Chrome or Chromium could be found or installed; set CHROME_PATH to one.");
  return fetched;
}

/** A browser that calls nobody by itself. */
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
