import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { installedBrowser, noBrowser, onPath } from "../browser/browser.ts";

/** Logs one line; the output of the program is long and not useful. */
function attempt(what: string, ...commands: [program: string, ...args: string[]][]): void {
  console.info(`No Chrome or Chromium was found: ${what}`);
  try {
    for (const [program, ...args] of commands) execFileSync(program, args, { stdio: "ignore" });
  } catch {
    // The caller checks whether a browser is installed now.
  }
}

/**
 * The installed browser; else installs Debian's package if we are root, else Playwright's download.
 * Call it from one process only: the one that starts the test workers, or a bench.
 */
export function getBrowser(): string | undefined {
  const aptGet = onPath("apt-get");
  for (const browser of ["chromium-headless-shell", "chromium"]) {
    if (installedBrowser() || !aptGet || process.getuid?.() !== 0) continue;
    const packages = [browser, "fonts-dejavu-core"];
    attempt(
      `installing ${packages.join(" and ")} …`,
      [aptGet, "update", "-qq"],
      [aptGet, "install", "-y", "-qq", "--no-install-recommends", ...packages],
    );
  }
  if (!installedBrowser()) {
    const playwright = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
    attempt("downloading one …", [process.execPath, join(playwright, "cli.js"), "install", "chromium"]);
  }
  return installedBrowser();
}

/** Runs once before the workers of the browser tests start; each worker starts its own. */
export default function setup(): void {
  const browser = getBrowser();
  console.info(browser ? `The browser tests use ${browser}.` : noBrowser);
}
