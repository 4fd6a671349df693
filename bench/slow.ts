import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { signIn } from "../test/admin-browser.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { link, slowLink } from "../test/slow-link.ts";
import { type Company, companyOf } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const repeats = 5;
const [few, many, most] = [50, 10_000, 100_000];

/** The back-office over a phone's link, at any size of the business. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const companies: Company[] = [];
  const open = async (...asked: Parameters<typeof companyOf>) => {
    const company = await companyOf(...asked);
    companies.push(company);
    return company;
  };
  try {
    const [small, large] = [await open(few), await open(many)];
    return [
      await compression(large),
      ...(await signingIn(browser, small)),
      ...(await weights(browser, small)),
      ...(await longList(browser, small, large)),
      ...(await whileRowsCome(browser, large)),
      ...(await hugeList(browser, await open(most, { subscribed: false }))),
    ];
  } finally {
    await browser.close();
    for (const { product } of companies) await product.stop();
  }
}

/** Prints what has no budget. */
const say = (what: string, found: string) => console.info(`  ${what.padEnd(64)} ${found.padStart(10)}`);
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;

/** An answer as it travels, over its own best in the time there is. */
async function compression({ product, person }: Company): Promise<Figure> {
  const { access } = await product.signIn(person);
  const answer = await fetch(`${product.site}/api/v1/clients`, {
    headers: { authorization: `Bearer ${access}`, "accept-encoding": "br" },
  });
  const whole = Buffer.from(await answer.arrayBuffer());
  const best = (quality: number) =>
    brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const travelled = Number(answer.headers.get("content-length"));
  return {
    what: "an API answer over 1 KB: bytes over its brotli size at quality 4",
    unit: "×",
    found: (answer.headers.get("content-encoding") === "br" ? travelled : whole.length) / best(4),
    budget: 1.15,
  };
}

/** What the figures wait for: the page, its script, who is there, and they themselves. */
const needed = /admin$|\.js$|config\.json$|stats$/;
const figures = (page: Page) => page.getByText("Active subscriptions").first();

/** From the button to the figures, and from a reload to them. */
async function signingIn(browser: Browser, { product, person }: Company): Promise<Figure[]> {
  const found: { rounds: number[]; took: number[]; reload: number[]; reloadTook: number[] } = {
    rounds: [],
    took: [],
    reload: [],
    reloadTook: [],
  };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const page = await visitor(browser);
    const slow = await slowLink(page);
    await page.goto(`${product.site}/admin/login`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("textbox", { name: "Password" }).fill(person.password);
    // As long as a person types.
    await page.waitForTimeout(2_000);
    slow.restart();
    const pressed = performance.now();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await figures(page).waitFor();
    found.took.push(performance.now() - pressed);
    found.rounds.push(slow.roundOf(needed));
    await page.waitForLoadState("networkidle");
    slow.restart();
    const reloaded = performance.now();
    await page.reload({ waitUntil: "commit" });
    await figures(page).waitFor();
    found.reloadTook.push(performance.now() - reloaded);
    found.reload.push(slow.roundOf(needed));
    await page.context().close();
  }
  say("slow link: from 'Sign in' to the figures", seconds(median(found.took)));
  say("slow link: a reload of the dashboard to its figures", seconds(median(found.reloadTook)));
  const unit = "rounds";
  return [
    { what: "slow link: from 'Sign in' to the figures", unit, found: median(found.rounds), budget: 5 },
    { what: "slow link: a reload to the figures", unit, found: median(found.reload), budget: 3 },
  ];
}

const visitor = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

/** Somebody signed in, at a page that is quiet. */
async function inside(browser: Browser, { product, person }: Company, path = "/admin"): Promise<Page> {
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

/** What each screen takes from an empty cache, by somebody signed in. */
async function weights(browser: Browser, company: Company): Promise<Figure[]> {
  const first = await inside(browser, company);
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
  const everywhere = [...(taken.get("") ?? [])]
    .map(([url]) => url)
    .filter((url) => [...taken.values()].every((files) => files.has(url)));
  const own = [...taken].map(([screen, files]) => ({
    screen,
    found: script([...files].filter(([url]) => !everywhere.includes(url))),
  }));
  for (const { screen, found } of own) say(`/admin/${screen}: script of its own`, `${found.toFixed(1)} KB`);
  for (const [screen, files] of taken) {
    const styles = [...files].filter(([url]) => url.endsWith(".css")).length;
    say(`/admin/${screen}: files of script and of style`, `${files.size - styles} + ${styles}`);
  }
  const unit = "KB brotli";
  return [
    { what: "dashboard with data: script", unit, found: script(taken.get("") ?? []), budget: 270 },
    {
      what: "a screen's script of its own, at most",
      unit,
      found: Math.max(...own.map(({ found }) => found)),
      budget: 40,
    },
    {
      what: "a screen's files of script and style, at most",
      unit: "requests",
      found: Math.max(...[...taken.values()].map((files) => files.size)),
      budget: 6,
    },
  ];
}

type Opened = { first: number; all: number; bytes: number; requests: number };

/** Milliseconds from a reload to the first row and to the last, and what the rows took. */
async function opening(
  page: Page,
  slow: Awaited<ReturnType<typeof slowLink>>,
  size: number,
): Promise<Opened> {
  slow.restart();
  await page.reload({ waitUntil: "commit" });
  const at = async (seen: string) => {
    const when = await page.waitForFunction(
      ([text, place]) => document.querySelector(place)?.textContent?.includes(text) && performance.now(),
      seen.split(" in ") as [string, string],
      { polling: 20 },
    );
    return Number(await when.jsonValue());
  };
  const first = await at("Client in tbody [role=row]");
  const all = await at(`${size} total in main`);
  const answers = slow.asked().filter(({ url }) => /\/api\/v1\/clients/.test(url));
  const bytes = answers.reduce((sum, { bytes }) => sum + bytes, 0);
  return { first, all, bytes, requests: answers.length };
}

async function longList(browser: Browser, small: Company, large: Company): Promise<Figure[]> {
  const open = async (company: Company) => {
    const page = await inside(browser, company, "/admin/clients");
    return { page, slow: await slowLink(page) };
  };
  const [short, long] = [await open(small), await open(large)];
  const [firsts, alls]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const usual = await opening(short.page, short.slow, few);
    const found = await opening(long.page, long.slow, many);
    firsts.push(found.first / usual.first);
    alls.push(found.all / ((1_000 * found.bytes) / link.bytesPerSecond));
    if (repeat > 0) continue;
    say("slow link, 50 clients: the first row", seconds(usual.first));
    say("slow link, 10,000 clients: the first row", seconds(found.first));
    say("slow link, 10,000 clients: all", seconds(found.all));
    say("slow link, 10,000 clients: requests", String(found.requests));
    say("slow link, 10,000 clients: bytes of their answers", String(found.bytes));
  }
  for (const { page } of [short, long]) await page.context().close();
  return [
    {
      what: "slow link, 10,000 clients: first row over that of 50",
      unit: "×",
      found: median(firsts),
      budget: 1.25,
    },
    {
      what: "slow link, 10,000 clients: all, over the time their bytes take",
      unit: "×",
      found: median(alls),
      budget: 3,
    },
  ];
}

/** What a page tells of itself. */
type Seen = { keys: number[]; frames: number[] };

/**
 * What a key and the wheel wait for while the rows of a long list come, at a quarter of the speed: the list is loaded
 * again for every few of them, so that all fall into the time of coming.
 */
async function whileRowsCome(browser: Browser, company: Company): Promise<Figure[]> {
  const page = await inside(browser, company, "/admin/clients");
  const slow = await slowLink(page);
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const keys: number[] = [];
    const frames: number[] = [];
    Object.assign(window, { keys, frames } satisfies Seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "keydown") keys.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const [keys, longest]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    slow.restart();
    await page.reload({ waitUntil: "commit" });
    await page.locator("tbody [role=row]").first().waitFor();
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.evaluate(() => {
      const { frames } = window as unknown as Seen;
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
    const scrolled = await page.evaluate(() => (window as unknown as Seen).frames.slice(1));
    await page.getByRole("searchbox").focus();
    for (const key of "cli") {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    if (!(await page.getByText("Loading the rest").isVisible()))
      throw new Error("All rows were there already.");
    const typed = await page.evaluate(() => (window as unknown as Seen).keys);
    longest.push(Math.max(...scrolled));
    keys.push(...typed);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.getByRole("searchbox").fill("");
    await page.getByText(`${many} total`).first().waitFor();
  }
  await page.context().close();
  return [
    {
      what: "10,000 clients, while they come: typing, to the next frame",
      unit: "ms",
      found: median(keys),
      budget: 50,
    },
    {
      what: "10,000 clients, while they come: longest frame of a scroll",
      unit: "frames of a sixtieth of a second",
      found: Math.round((median(longest) * 60) / 1_000),
      budget: 6,
    },
  ];
}

async function hugeList(browser: Browser, company: Company): Promise<Figure[]> {
  const page = await inside(browser, company, "/admin/clients");
  const slow = await slowLink(page);
  const found = await opening(page, slow, most);
  say("slow link, 100,000 clients: the first row", seconds(found.first));
  say("slow link, 100,000 clients: all", seconds(found.all));
  say("slow link, 100,000 clients: requests", String(found.requests));
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await page.context().close();
  return [
    {
      what: "slow link, 100,000 clients: all, over the time their bytes take",
      unit: "×",
      found: found.all / ((1_000 * found.bytes) / link.bytesPerSecond),
      budget: 3,
    },
    { what: "100,000 clients: memory of the page", unit: "MB", found: usedSize / 1e6, budget: 200 },
  ];
}
