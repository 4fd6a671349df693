import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { addDays } from "../shared/day.ts";
import { signIn } from "../test/admin-browser.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { type Product, today } from "../test/product.ts";
import { type Company, seedPayments, startCompany } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const LARGE = 10_000;
const SMALL = 50;
const ROUNDS = 5;

type List = { name: string; path: string; row: RegExp };
const year = `from=${addDays(today, -365)}&to=${today}`;
const lists: List[] = [
  { name: "10,000 clients", path: "clients", row: /Client \d/ },
  { name: "40,000 payments", path: `payments?${year}`, row: /SLK\d/ },
];

/** The sizes of the login page and the dashboard, and long tables compared with short ones. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const companies = [await startCompany(SMALL), await startCompany(LARGE)] as const;
  try {
    for (const { product, subscriptions } of companies) await seedPayments(product, subscriptions);
    const [small, large] = companies;
    const login = await loginWeight(small.product);
    const figures: Figure[] = [
      { name: "/admin/login: script", unit: "KB brotli", value: login, budget: 140 },
      {
        name: "dashboard with data, from an empty cache: script",
        unit: "KB brotli",
        value: await dashboardWeight(browser, small),
        budget: 240,
      },
    ];
    for (const list of lists) figures.push(...(await compareLists(browser, list, small, large)));
    return figures;
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
  const nodes = await long.evaluate(() => document.querySelectorAll("*").length);
  const { name } = list;
  const figures = [
    {
      name: `${name}: first row, relative to 50 clients`,
      unit: "×",
      value: median(ratios),
      budget: 1.25,
    },
    { name: `${name}: nodes in the document`, unit: "", value: nodes, budget: 1_500 },
    {
      name: `${name}: search input delay at a quarter of the CPU speed`,
      unit: "ms",
      value: await typing(long),
      budget: 50,
    },
  ];
  for (const page of [short, long]) await page.context().close();
  return figures;
}

/** Only the scripts that the form needs, not those prefetched while a person types. */
async function loginWeight(product: Product): Promise<number> {
  const html = await (await fetch(`${product.site}/admin/login`)).text();
  const scripts = [...html.matchAll(/\/assets\/[^"]+\.js/g)];
  return weightOf(scripts.map(([path]) => product.site + path));
}

/** The scripts that had loaded when the figures were shown. */
async function dashboardWeight(browser: Browser, { product, person }: Company): Promise<number> {
  const context = await browser.newContext({ baseURL: product.site });
  const page = await context.newPage();
  await page.goto("/admin");
  await signIn(page, person);
  await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Revenue Due" }).waitFor();
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
async function typing(page: Page): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "keydown") times.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page
    .getByRole("searchbox")
    .or(page.getByRole("textbox", { name: /Search/ }))
    .first()
    .focus();
  for (const key of "client 1234".split("")) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.waitForTimeout(700);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const times = await page.evaluate(() => (window as { times?: number[] } & Window).times ?? []);
  // The browser reports no events faster than a frame.
  return median([...times, ...Array(Math.max(0, 11 - times.length)).fill(16)]);
}
