import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { installedBrowser, noBrowser, onPath, serveBrowser } from "./browser.ts";

/** Says what it does in a line; what the program itself prints is of use to nobody, and long where it fails. */
function attempt(what: string, ...commands: [program: string, ...args: string[]][]): void {
  console.info(`There is no Chrome or Chromium here yet: ${what}`);
  try {
    for (const [program, ...args] of commands) execFileSync(program, args, { stdio: "ignore" });
  } catch {
    // What counts is whether there is one afterwards.
  }
}

/**
 * The machine's browser; where there is none, Debian's package when we may install it, else Playwright's download.
 * For a process that is alone: the one that starts the tests' workers, or a bench.
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

/**
 * Once before any worker of the tests in the browser starts; they share it. Without a browser these tests fail; all
 * others run.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const found = getBrowser();
  console.info(found ? `The tests in the browser use ${found}.` : noBrowser);
  return (await serveBrowser())?.close;
}
