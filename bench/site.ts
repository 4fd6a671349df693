import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import lighthouse, { type Flags } from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { browserPath } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { startProduct } from "../test/product.ts";
import { slowLink } from "../test/slow-link.ts";
import { type Figure, median } from "./figure.ts";

const rounds = 5;
/** A phone's processor is that many times as slow. */
const slower = 4;
/** Not where a container's root user runs it, who has no other way; the page is our own. */
const sandboxed = process.getuid?.() !== 0;
const kilobytes = (text: string | Buffer) => brotliCompressSync(text).length / 1000;

/** What a visitor of the public page downloads and waits for. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const executablePath = browserPath();
  const product = await startProduct();
  // The same page twice, through the same server: as it is, and without its script.
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
    return [
      ...(await weights(browser, product.site)),
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
  const found = { early: await weigh(early), all: await weigh([...scripts.keys()]) };
  await page.close();
  return [
    { what: "/: script before the load event", unit, found: found.early, budget: 3 },
    { what: "/: script in all", unit, found: found.all, budget: 65 },
    { what: "/: HTML with its CSS", unit, found: kilobytes(html ?? ""), budget: 20 },
  ];
}

/**
 * Over the slow link, in milliseconds. At this machine's speed: at a phone's, one and the same page differs by a third
 * from one time to the next, and the link's share, which is what a script costs, cannot be told.
 */
async function largestPaint(browser: Browser, address: string): Promise<number> {
  const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
  const page = await browser.newPage(phone);
  await slowLink(page);
  await page.goto(address);
  // Awake, and painted whatever it paints for that.
  await page.locator("html[data-awake], html:not(:has(script[src]))").waitFor();
  await wait(500);
  const found = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
        observer.observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.close();
  return found;
}

async function blockingTime(measure: () => Promise<number>): Promise<Figure> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) found.push(await measure());
  return { what: "/: blocking time", unit: "ms", found: median(found), budget: 0 };
}

/** Times in microseconds. */
type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number };

/**
 * Lighthouse's total blocking time, in milliseconds: what tasks take beyond 50 each, from the first paint on, on a
 * phone's processor. Here nothing but the browser's own trace looks on: for an inspector, Lighthouse's as well as
 * Playwright's, V8 works out the position of each instruction of React as it loads it, which takes three times as long
 * as all the rest of loading it.
 */
async function blocked(executablePath: string, address: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "blocking-"));
  const file = join(folder, "trace.json");
  const browser = spawn(
    executablePath,
    [
      ...(sandboxed ? [] : ["--no-sandbox"]),
      ...["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--window-size=412,823", `--user-data-dir=${folder}`, "--remote-debugging-port=0"],
      ...["--trace-startup=toplevel,loading,devtools.timeline", `--trace-startup-file=${file}`],
      ...["--trace-startup-format=json", "--trace-startup-duration=2", "--enable-logging=stderr"],
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
      throw new Error(`${address} did not wake.`);
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace);
    const paint = traceEvents.find(({ name }) => name === "firstContentfulPaint");
    if (!paint) throw new Error(`${address} was not painted.`);
    return traceEvents
      .filter(
        ({ name, ph, pid, tid }) =>
          ph === "X" && /RunTask$/.test(name) && pid === paint.pid && tid === paint.tid,
      )
      .map(({ ts, dur = 0 }) => (slower * Math.max(0, ts + dur - Math.max(ts, paint.ts))) / 1_000)
      .reduce((sum, milliseconds) => sum + Math.max(0, milliseconds - 50), 0);
  } finally {
    // With all that it has started: what is called a browser may be a script that starts one.
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
  if (!run) throw new Error(`Lighthouse could not look at ${url}.`);
  const { audits, categories } = run.lhr;
  return {
    score: (name: string) => (categories[name]?.score ?? 0) * 100,
    value: (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY,
  };
}

async function scores(audit: () => Promise<Audited>): Promise<Figure[]> {
  const runs: Audited[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await audit());
  const middle = (value: (run: Audited) => number) => median(runs.map(value));
  return [
    ...categories.map((name): Figure => {
      const found = middle((run) => run.score(name));
      return { what: `/: Lighthouse, mobile: ${name}`, unit: "points", found, budget: 100, atLeast: true };
    }),
    {
      what: "/: layout shift",
      unit: "",
      found: middle((run) => run.value("cumulative-layout-shift")),
      budget: 0.01,
    },
  ];
}

async function paintRatio(whole: () => Promise<number>, scriptless: () => Promise<number>): Promise<Figure> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Side by side, in turns first and second, so that a busy machine troubles both alike.
    const first = round % 2 === 0 ? whole : scriptless;
    const second = first === whole ? scriptless : whole;
    const [one, two] = [await first(), await second()];
    ratios.push(first === whole ? one / two : two / one);
  }
  return {
    what: "/: largest paint over that of a copy without script",
    unit: "",
    found: median(ratios),
    budget: 1.05,
  };
}

type Served = { status: number; headers: Record<string, string>; body: Buffer };

/** The site as it is served, its page changed on the way; compressed once, as at the edge. */
async function serve(site: string, change: (html: string) => string): Promise<Server> {
  const kept = new Map<string, Promise<Served>>();
  const fetched = async (path: string): Promise<Served> => {
    const answer = await fetch(site + path);
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = type.startsWith("text/html") ? Buffer.from(change(bytes.toString())) : bytes;
    const hop = /^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/;
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !hop.test(name)));
    if (/woff2|png/.test(type)) return { status: answer.status, headers, body };
    const compressed = { ...headers, "content-encoding": "br" };
    return { status: answer.status, headers: compressed, body: brotliCompressSync(body) };
  };
  const server = createServer(async ({ url = "/" }, response) => {
    const answer = kept.get(url) ?? fetched(url);
    kept.set(url, answer);
    const { status, headers, body } = await answer;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
