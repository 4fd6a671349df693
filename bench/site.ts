import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import lighthouse, { type Flags } from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { browserPath } from "../test/browser/browser.ts";
import { slowLink } from "../test/browser/slow-link.ts";
import { startProduct } from "../test/product/product.ts";
import { getBrowser } from "../test/runner/get-browser.ts";
import { type Figure, median, print } from "./figure.ts";
import { addressOf, serve } from "./site-copy.ts";
import { fontOnFirstVisit } from "./site-font.ts";

const ROUNDS = 5;
/** How many times slower a phone's processor is. */
const PHONE_SLOWDOWN = 4;
/** Chrome has no sandbox for root, which containers use. The page is our own. */
const sandboxed = process.getuid?.() !== 0;
const kilobytes = (text: string | Buffer) => brotliCompressSync(text).length / 1000;

/** The public page's size and speed. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const executablePath = browserPath();
  const product = await startProduct();
  // Two copies of the page: unchanged, and without its script.
  const whole = await serve(product.site, (html) => html);
  const scriptless = await serve(product.site, (html) =>
    html.replace(/<script type="module".*?<\/script>/, ""),
  );
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: sandboxed,
    args: [`--remote-debugging-port=${port}`, "--disable-gpu"],
  });
  try {
    for (const extension of ["tsx", "ts", "css", "svg"])
      print(`the site's lines of .${extension}, without tests`, `${linesOf(extension)}`);
    return [
      ...(await weights(browser, product.site)),
      ...(await heights(browser, product.site)),
      ...(await fontOnFirstVisit(browser, addressOf(whole))),
      ...(await scores(() =>
        audited(addressOf(whole), { port, throttlingMethod: "simulate", onlyCategories: [...categories] }),
      )),
      await blockingTime(() => blocked(executablePath, addressOf(whole))),
      await paintRatio(
        () => largestPaint(browser, addressOf(whole)),
        () => largestPaint(browser, addressOf(scriptless)),
      ),
    ];
  } finally {
    await browser.close();
    for (const server of [whole, scriptless]) server.close();
    await product.stop();
  }
}

function linesOf(extension: string): number {
  const files = globSync(`frontend/site/**/*.${extension}`, { exclude: ["**/*.test.*", "**/illustrations"] });
  return files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0);
}

/** The page with nothing opened. */
async function heights(browser: Browser, site: string): Promise<Figure[]> {
  const page = await browser.newPage();
  await page.goto(site);
  await page.locator("html[data-awake]").waitFor();
  const figures: Figure[] = [];
  for (const [width, budget] of [
    [1440, 5_800],
    [390, 7_000],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const value = await page.evaluate(() => document.documentElement.scrollHeight);
    figures.push({ name: `/: height at ${width} pixels`, unit: "px", value, budget });
  }
  await page.close();
  return figures;
}

async function weights(browser: Browser, site: string): Promise<Figure[]> {
  const page = await browser.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.set(response.url(), response.body());
  });
  const html = await (await page.goto(site, { waitUntil: "commit" }))?.body();
  await page.locator("html[data-awake]").waitFor();
  const loaded = await page.evaluate(
    () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventStart,
  );
  const early = await page.evaluate(
    (loaded) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < loaded)
        .map(({ name }) => name),
    loaded,
  );
  const weigh = async (names: string[]) => {
    const bodies = await Promise.all(names.map((name) => scripts.get(name)));
    return bodies.reduce((sum, body) => sum + (body ? kilobytes(body) : 0), 0);
  };
  const unit = "KB brotli";
  const sizes = { early: await weigh(early), all: await weigh([...scripts.keys()]) };
  await page.close();
  return [
    { name: "/: script before the load event", unit, value: sizes.early, budget: 3 },
    { name: "/: script in all", unit, value: sizes.all, budget: 70 },
    { name: "/: HTML with its CSS", unit, value: kilobytes(html ?? ""), budget: 22 },
  ];
}

/**
 * Milliseconds over the slow link, at this machine's CPU speed. At a phone's speed the same page varies by a third, more
 * than the cost of a script.
 */
async function largestPaint(browser: Browser, address: string): Promise<number> {
  const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
  const page = await browser.newPage(phone);
  await slowLink(page);
  await page.goto(address);
  // Hydrated and painted.
  await page.locator("html[data-awake], html:not(:has(script[src]))").waitFor();
  await wait(500);
  const milliseconds = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
        observer.observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.close();
  return milliseconds;
}

async function blockingTime(measure: () => Promise<number>): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await measure());
  return { name: "/: blocking time", unit: "ms", value: median(times), budget: 0 };
}

/** Times in microseconds. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number };

/**
 * Lighthouse's total blocking time: milliseconds over 50 of each task after the first paint, at a phone's CPU speed.
 * Measured with the browser's trace only: with an inspector, such as Lighthouse's or Playwright's, V8 computes source
 * positions while it loads React, which makes loading four times slower.
 */
async function blocked(executablePath: string, address: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "blocking-"));
  const file = join(folder, "trace.json");
  const browser = spawn(
    executablePath,
    [
      ...(sandboxed ? [] : ["--no-sandbox"]),
      "--headless",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--window-size=412,823",
      `--user-data-dir=${folder}`,
      "--remote-debugging-port=0",
      "--trace-startup=toplevel,loading,devtools.timeline",
      `--trace-startup-file=${file}`,
      "--trace-startup-format=json",
      "--trace-startup-duration=2",
      "--enable-logging=stderr",
      address,
    ],
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const ended = new Promise((end) => browser.once("exit", end));
  try {
    for await (const line of createInterface(browser.stderr))
      if (/Completed startup tracing/.test(line)) break;
    const trace = readFileSync(file, "utf8");
    if (!/"fileName":"[^"]*\/hydrate-|"url":"[^"]*\/hydrate-/.test(trace))
      throw new Error(`${address} did not hydrate.`);
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace);
    const paint = traceEvents.find(({ name }) => name === "firstContentfulPaint");
    if (!paint) throw new Error(`${address} was not painted.`);
    return traceEvents
      .filter(
        ({ name, ph, pid, tid }) =>
          ph === "X" && /RunTask$/.test(name) && pid === paint.pid && tid === paint.tid,
      )
      .map(({ ts, dur = 0 }) => (PHONE_SLOWDOWN * Math.max(0, ts + dur - Math.max(ts, paint.ts))) / 1_000)
      .reduce((sum, milliseconds) => sum + Math.max(0, milliseconds - 50), 0);
  } finally {
    // The whole process group, because the browser can be a script that starts another process.
    if (browser.pid !== undefined) {
      process.kill(-browser.pid);
      await ended;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

type Audited = Awaited<ReturnType<typeof audited>>;

async function audited(url: string, flags: Flags) {
  const run = await lighthouse(url, { ...flags, output: "json", logLevel: "silent" });
  if (!run) throw new Error(`Lighthouse failed for ${url}.`);
  const { audits, categories } = run.lhr;
  return {
    score: (name: string) => (categories[name]?.score ?? 0) * 100,
    value: (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY,
  };
}

async function scores(audit: () => Promise<Audited>): Promise<Figure[]> {
  const runs: Audited[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await audit());
  const middle = (value: (run: Audited) => number) => median(runs.map(value));
  return [
    ...categories.map((name): Figure => {
      const value = middle((run) => run.score(name));
      return { name: `/: Lighthouse, mobile: ${name}`, unit: "points", value, budget: 100, atLeast: true };
    }),
    {
      name: "/: layout shift",
      unit: "",
      value: middle((run) => run.value("cumulative-layout-shift")),
      budget: 0.01,
    },
  ];
}

async function paintRatio(whole: () => Promise<number>, scriptless: () => Promise<number>): Promise<Figure> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // The order alternates, so that other load on the machine affects both.
    const first = round % 2 === 0 ? whole : scriptless;
    const second = first === whole ? scriptless : whole;
    const [firstRun, secondRun] = [await first(), await second()];
    ratios.push(first === whole ? firstRun / secondRun : secondRun / firstRun);
  }
  return {
    name: "/: largest paint, relative to a copy without script",
    unit: "",
    value: median(ratios),
    budget: 1.05,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
