import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { signIn } from "../test/admin-browser.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { link, slowLink } from "../test/slow-link.ts";
import { type Company, startCompany } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const REPEATS = 5;
const [SMALL, LARGE, HUGE] = [50, 10_000, 100_000];

/** The back-office over a phone's connection, with small and large companies. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const companies: Company[] = [];
  const open = async (...args: Parameters<typeof startCompany>) => {
    const company = await startCompany(...args);
    companies.push(company);
    return company;
  };
  try {
    const [small, large] = [await open(SMALL), await open(LARGE)];
    return [
      await compression(large),
      ...(await signingIn(browser, small)),
      ...(await weights(browser, small)),
      ...(await longList(browser, small, large)),
      ...(await inputWhileLoading(browser, large)),
      ...(await hugeList(browser, await open(HUGE, { subscribed: false }))),
    ];
  } finally {
    await browser.close();
    for (const { product } of companies) await product.stop();
  }
}

/** Prints a figure without a budget. */
const print = (name: string, value: string) => console.info(`  ${name.padEnd(64)} ${value.padStart(10)}`);
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;

/** An API response's size, relative to good compression. */
async function compression({ product, person }: Company): Promise<Figure> {
  const { access } = await product.signIn(person);
  const answer = await fetch(`${product.site}/api/v1/clients`, {
    headers: { authorization: `Bearer ${access}`, "accept-encoding": "br" },
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const best = (quality: number) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const transferred = Number(answer.headers.get("content-length"));
  return {
    name: "an API response over 1 KB: bytes relative to brotli at quality 4",
    unit: "×",
    value: (answer.headers.get("content-encoding") === "br" ? transferred : body.length) / best(4),
    budget: 1.15,
  };
}

/** The requests that the dashboard's figures wait for. */
const needed = /admin$|\.js$|config\.json$|stats$/;
const figures = (page: Page) => page.getByText("Active subscriptions").first();

/** From the sign-in button to the figures, and from a reload to them. */
async function signingIn(browser: Browser, { product, person }: Company): Promise<Figure[]> {
  const results: { rounds: number[]; time: number[]; reloadRounds: number[]; reloadTime: number[] } = {
    rounds: [],
    time: [],
    reloadRounds: [],
    reloadTime: [],
  };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const page = await visitor(browser);
    const slow = await slowLink(page);
    await page.goto(`${product.site}/admin/login`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("textbox", { name: "Password" }).fill(person.password);
    // The time that a person needs to type.
    await page.waitForTimeout(2_000);
    slow.restart();
    const pressed = performance.now();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await figures(page).waitFor();
    results.time.push(performance.now() - pressed);
    results.rounds.push(slow.roundOf(needed));
    await page.waitForLoadState("networkidle");
    slow.restart();
    const reloaded = performance.now();
    await page.reload({ waitUntil: "commit" });
    await figures(page).waitFor();
    results.reloadTime.push(performance.now() - reloaded);
    results.reloadRounds.push(slow.roundOf(needed));
    await page.context().close();
  }
  print("slow link: from 'Sign in' to the figures", seconds(median(results.time)));
  print("slow link: a reload of the dashboard to its figures", seconds(median(results.reloadTime)));
  const unit = "rounds";
  return [
    { name: "slow link: from 'Sign in' to the figures", unit, value: median(results.rounds), budget: 5 },
    { name: "slow link: a reload to the figures", unit, value: median(results.reloadRounds), budget: 3 },
  ];
}

const visitor = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

/** A signed-in page that has finished loading. */
async function openSignedIn(browser: Browser, { product, person }: Company, path = "/admin"): Promise<Page> {
  const page = await visitor(browser);
  page.setDefaultTimeout(180_000);
  await page.goto(`${product.site}${path}`);
  await signIn(page, person);
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Sign in" }).waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}

const screens = ["", "clients", "subscriptions", "messages", "reminders", "settings", "settings/emails"];

const brotli = (bytes: Buffer | string, quality = 11) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;

type Files = Map<string, number>;

/** The size of each screen with an empty cache, after sign-in. */
async function weights(browser: Browser, company: Company): Promise<Figure[]> {
  const first = await openSignedIn(browser, company);
  const storageState = await first.context().storageState();
  await first.context().close();
  const taken = new Map<string, Files>();
  for (const screen of screens) {
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const bodies = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (/\.(js|css)$/.test(response.url())) bodies.set(response.url(), response.body());
    });
    await page.goto(`${company.product.site}/admin/${screen}`.replace(/\/$/, ""));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const files: Files = new Map();
    for (const [url, body] of bodies) files.set(url, brotli(await body) / 1_000);
    taken.set(screen, files);
    await context.close();
  }
  const script = (files: Iterable<[string, number]>) => {
    let sum = 0;
    for (const [url, size] of files) if (url.endsWith(".js")) sum += size;
    return sum;
  };
  const common = [...(taken.get("") ?? [])]
    .map(([url]) => url)
    .filter((url) => [...taken.values()].every((files) => files.has(url)));
  const own = [...taken].map(([screen, files]) => ({
    screen,
    value: script([...files].filter(([url]) => !common.includes(url))),
  }));
  for (const { screen, value } of own) print(`/admin/${screen}: its own script`, `${value.toFixed(1)} KB`);
  for (const [screen, files] of taken) {
    const styles = [...files].filter(([url]) => url.endsWith(".css")).length;
    print(`/admin/${screen}: script and style files`, `${files.size - styles} + ${styles}`);
  }
  const unit = "KB brotli";
  return [
    { name: "dashboard with data: script", unit, value: script(taken.get("") ?? []), budget: 270 },
    {
      name: "a screen's own script, maximum",
      unit,
      value: Math.max(...own.map(({ value }) => value)),
      budget: 40,
    },
    {
      name: "a screen's script and style files, maximum",
      unit: "requests",
      value: Math.max(...[...taken.values()].map((files) => files.size)),
      budget: 6,
    },
  ];
}

type Opened = { first: number; all: number; bytes: number; requests: number };

/** Milliseconds from a reload to the first row and to the last, with the bytes and requests. */
async function measureReload(
  page: Page,
  slow: Awaited<ReturnType<typeof slowLink>>,
  size: number,
): Promise<Opened> {
  slow.restart();
  await page.reload({ waitUntil: "commit" });
  const timeOf = async (expected: string) => {
    const time = await page.waitForFunction(
      ([text, place]) => document.querySelector(place)?.textContent?.includes(text) && performance.now(),
      expected.split(" in ") as [string, string],
      { polling: 20 },
    );
    return Number(await time.jsonValue());
  };
  const first = await timeOf("Client in tbody [role=row]");
  const all = await timeOf(`${size} total in main`);
  const answers = slow.requests().filter(({ url }) => /\/api\/v1\/clients/.test(url));
  const bytes = answers.reduce((sum, { bytes }) => sum + bytes, 0);
  return { first, all, bytes, requests: answers.length };
}

async function longList(browser: Browser, small: Company, large: Company): Promise<Figure[]> {
  const open = async (company: Company) => {
    const page = await openSignedIn(browser, company, "/admin/clients");
    return { page, slow: await slowLink(page) };
  };
  const [short, long] = [await open(small), await open(large)];
  const [firsts, alls]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const shortResult = await measureReload(short.page, short.slow, SMALL);
    const result = await measureReload(long.page, long.slow, LARGE);
    firsts.push(result.first / shortResult.first);
    alls.push(result.all / ((1_000 * result.bytes) / link.bytesPerSecond));
    if (repeat > 0) continue;
    print("slow link, 50 clients: the first row", seconds(shortResult.first));
    print("slow link, 10,000 clients: the first row", seconds(result.first));
    print("slow link, 10,000 clients: all", seconds(result.all));
    print("slow link, 10,000 clients: requests", String(result.requests));
    print("slow link, 10,000 clients: bytes of the responses", String(result.bytes));
  }
  for (const { page } of [short, long]) await page.context().close();
  return [
    {
      name: "slow link, 10,000 clients: first row, relative to 50 clients",
      unit: "×",
      value: median(firsts),
      budget: 1.25,
    },
    {
      name: "slow link, 10,000 clients: all rows, relative to their transfer time",
      unit: "×",
      value: median(alls),
      budget: 3,
    },
  ];
}

/** Timings that the page collects. */
type Timings = { keys: number[]; frames: number[] };

/**
 * Delays of keys and scrolling while a long list loads, at a quarter of the CPU speed. Each repeat loads the list again,
 * so that all input happens while it loads.
 */
async function inputWhileLoading(browser: Browser, company: Company): Promise<Figure[]> {
  const page = await openSignedIn(browser, company, "/admin/clients");
  const slow = await slowLink(page);
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const keys: number[] = [];
    const frames: number[] = [];
    Object.assign(window, { keys, frames } satisfies Timings);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "keydown") keys.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const [keys, longest]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    slow.restart();
    await page.reload({ waitUntil: "commit" });
    await page.locator("tbody [role=row]").first().waitFor();
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.evaluate(() => {
      const { frames } = window as unknown as Timings;
      let before = performance.now();
      const next = (now: number) => {
        frames.push(now - before);
        before = now;
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    });
    await page.mouse.move(700, 600);
    for (let turn = 0; turn < 3; turn += 1) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(100);
    }
    const scrolled = await page.evaluate(() => (window as unknown as Timings).frames.slice(1));
    await page.getByRole("searchbox").focus();
    for (const key of "cli") {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    if (!(await page.getByText("Loading the rest").isVisible()))
      throw new Error("The list has already loaded.");
    const typed = await page.evaluate(() => (window as unknown as Timings).keys);
    longest.push(Math.max(...scrolled));
    keys.push(...typed);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.getByRole("searchbox").fill("");
    await page.getByText(`${LARGE} total`).first().waitFor();
  }
  await page.context().close();
  return [
    {
      name: "10,000 clients, while loading: input delay",
      unit: "ms",
      value: median(keys),
      budget: 50,
    },
    {
      name: "10,000 clients, while loading: longest frame of a scroll",
      unit: "frames of a sixtieth of a second",
      value: Math.round((median(longest) * 60) / 1_000),
      budget: 6,
    },
  ];
}

async function hugeList(browser: Browser, company: Company): Promise<Figure[]> {
  const page = await openSignedIn(browser, company, "/admin/clients");
  const slow = await slowLink(page);
  const result = await measureReload(page, slow, HUGE);
  print("slow link, 100,000 clients: the first row", seconds(result.first));
  print("slow link, 100,000 clients: all", seconds(result.all));
  print("slow link, 100,000 clients: requests", String(result.requests));
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await page.context().close();
  return [
    {
      name: "slow link, 100,000 clients: all rows, relative to their transfer time",
      unit: "×",
      value: result.all / ((1_000 * result.bytes) / link.bytesPerSecond),
      budget: 3,
    },
    { name: "100,000 clients: memory of the page", unit: "MB", value: usedSize / 1e6, budget: 200 },
  ];
}
