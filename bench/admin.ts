import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { count } from "../shared/count.ts";
import { addDays } from "../shared/day.ts";
import { signIn } from "../test/browser/admin-browser.ts";
import { launchBrowser } from "../test/browser/browser.ts";
import { link, slowLink } from "../test/browser/slow-link.ts";
import { type Product, today } from "../test/product/product.ts";
import { getBrowser } from "../test/runner/get-browser.ts";
import { type Company, seedPayments, startCompany } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const LARGE = 10_000;
const SMALL = 50;
const ROUNDS = 5;

const screens = [
  { name: "dashboard", path: "", shows: "Revenue Due", budget: 245 },
  { name: "Money", path: "/money", shows: "Due", budget: 265 },
  { name: "received payments", path: "/money/received", shows: "Received", budget: 265 },
];

type List = { name: string; path: string; row: RegExp };
const year = `from=${addDays(today, -365)}&to=${today}`;
const lists: List[] = [
  { name: "10,000 clients", path: "clients", row: /Client \d/ },
  { name: "40,000 payments", path: `money/received?${year}`, row: /SLK\d/ },
];
const due: List = { name: "10,000 clients who owe", path: "money", row: /Client \d/ };

/** The scripts of screens, long tables compared with short ones, and both over a phone's connection. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const companies = [await startCompany(SMALL), await startCompany(LARGE)] as const;
  try {
    for (const { product, subscriptions } of companies) await seedPayments(product, subscriptions);
    const [small, large] = companies;
    const login = await loginWeight(small.product);
    const figures: Figure[] = [
      { name: "/admin/login: script", unit: "KB brotli", value: login, budget: 145 },
    ];
    for (const { name, path, shows, budget } of screens)
      figures.push({
        name: `${name} with data, from an empty cache: script`,
        unit: "KB brotli",
        value: await weightOfScreen(browser, small, path, shows),
        budget,
      });
    for (const list of lists) figures.push(...(await compareLists(browser, list, small, large)));
    figures.push(...(await dueList(browser)));
    return [...figures, ...(await slowSignIn(browser, small)), await slowList(browser, large)];
  } finally {
    await browser.close();
    await Promise.all(companies.map(({ product }) => product.stop()));
  }
}

async function compareLists(browser: Browser, list: List, small: Company, large: Company): Promise<Figure[]> {
  const [short, long] = [await openList(browser, list, small), await openList(browser, list, large)];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shortTime = await firstRow(short, list);
    ratios.push((await firstRow(long, list)) / shortTime);
  }
  await long.goto(`/admin/${list.path}`, { waitUntil: "networkidle" });
  const { name } = list;
  const figures = [
    {
      name: `${name}: first row, relative to 50 clients`,
      unit: "×",
      value: median(ratios),
      budget: 1.1,
    },
    ...(await longTable(long, name)),
  ];
  for (const page of [short, long]) await page.context().close();
  return figures;
}

/** The list of what is due is in groups, so its first row comes when all have loaded. */
async function dueList(browser: Browser): Promise<Figure[]> {
  const company = await startCompany(LARGE, { overdue: true });
  try {
    const page = await openList(browser, due, company);
    const figures = await longTable(page, due.name);
    await page.context().close();
    return figures;
  } finally {
    await company.product.stop();
  }
}

async function longTable(page: Page, name: string): Promise<Figure[]> {
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const search = page
    .getByRole("searchbox")
    .or(page.getByRole("textbox", { name: /Search/ }))
    .first();
  const delay = (what: string, value: number) => ({
    name: `${name}: ${what} at a quarter of the CPU speed`,
    unit: "ms",
    value,
    budget: 50,
  });
  await page.locator("[data-row]").first().focus();
  const moving = await keyDelay(page, Array(11).fill("j"));
  await search.focus();
  const typing = await keyDelay(page, "client 1234".split(""));
  return [
    { name: `${name}: nodes in the document`, unit: "", value: nodes, budget: 1_000 },
    delay("delay of a step to the next row", moving),
    delay("search input delay", typing),
  ];
}

/** Only the scripts that the form needs, not those prefetched while a person types. */
async function loginWeight(product: Product): Promise<number> {
  const html = await (await fetch(`${product.site}/admin/login`)).text();
  const scripts = [...html.matchAll(/\/assets\/[^"]+\.js/g)];
  return weightOf(scripts.map(([path]) => product.site + path));
}

/** The scripts that had loaded when the screen was shown. */
async function weightOfScreen(
  browser: Browser,
  { product, person }: Company,
  path: string,
  shows: string,
): Promise<number> {
  const context = await browser.newContext({ baseURL: product.site });
  const page = await context.newPage();
  const heading = page.getByRole("heading", { name: shows }).first();
  await page.goto(`/admin${path}`);
  await signIn(page, person);
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
  );
  await context.close();
  return weightOf(scripts);
}

/** In kilobytes, compressed with brotli. */
async function weightOf(urls: readonly string[]): Promise<number> {
  const scripts = urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()));
  const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length / 1_000);
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function openList(browser: Browser, { path, row }: List, { product, person }: Company): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: product.site });
  page.setDefaultTimeout(180_000);
  await page.goto(`/admin/${path}`);
  await signIn(page, person);
  await page.getByText(row).first().waitFor();
  return page;
}

/** Milliseconds from navigation until the first row shows. */
async function firstRow(page: Page, { path, row }: List): Promise<number> {
  await page.goto(`/admin/${path}`, { waitUntil: "commit" });
  const seen = await page.waitForFunction((text) => {
    const row = document.querySelector("tbody tr, [role=rowgroup] [role=row]");
    return row && new RegExp(text).test(document.body.textContent) ? performance.now() : false;
  }, row.source);
  const milliseconds = Number(await seen.jsonValue());
  // Stops loading the other rows while the other table is measured.
  await page.goto("about:blank");
  return milliseconds;
}

/** The median delay in milliseconds from a key press to the next frame, from the browser's event timing. */
async function keyDelay(page: Page, keys: readonly string[]): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "keydown") times.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const key of keys) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.waitForTimeout(700);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const times = await page.evaluate(() => (window as { times?: number[] } & Window).times ?? []);
  // The browser reports no events faster than a frame.
  return median([...times, ...Array(Math.max(0, keys.length - times.length)).fill(16)]);
}

/** Rounds of requests over a phone's connection, from the sign-in button to the dashboard's figures. */
async function slowSignIn(browser: Browser, { product, person }: Company): Promise<Figure[]> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({ baseURL: product.site });
    const slow = await slowLink(page);
    await page.goto("/admin/login");
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("textbox", { name: "Password" }).fill(person.password);
    // The time that a person needs to type.
    await page.waitForTimeout(2_000);
    slow.restart();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Active subscriptions").first().waitFor();
    // The requests that the figures wait for.
    rounds.push(slow.roundOf(/admin$|\.js$|config\.json$|stats\?/));
    await page.context().close();
  }
  const name = "slow link: from 'Sign in' to the figures";
  return [{ name, unit: "rounds", value: median(rounds), budget: 4 }];
}

/** How long all clients take over a phone's connection, relative to the time of their bytes. */
async function slowList(browser: Browser, company: Company): Promise<Figure> {
  const page = await openList(browser, { name: "clients", path: "clients", row: /Client \d/ }, company);
  await page.waitForLoadState("networkidle");
  const slow = await slowLink(page);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    slow.restart();
    await page.reload({ waitUntil: "commit" });
    const all = await page.waitForFunction(
      (text) => document.querySelector("main")?.textContent?.includes(text) && performance.now(),
      `${count(LARGE)} total`,
      { polling: 20 },
    );
    const answers = slow.requests().filter(({ url }) => /\/api\/v1\/clients/.test(url));
    const bytes = answers.reduce((sum, { bytes }) => sum + bytes, 0);
    ratios.push(Number(await all.jsonValue()) / ((1_000 * bytes) / link.bytesPerSecond));
  }
  await page.context().close();
  const name = "slow link, 10,000 clients: all rows, relative to their transfer time";
  return { name, unit: "×", value: median(ratios), budget: 1.6 };
}
