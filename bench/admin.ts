import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { addDays } from "../shared/day.ts";
import { signIn } from "../test/admin-browser.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { type Product, today } from "../test/product.ts";
import { type Company, companyOf, seedPayments } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const many = 10_000;
const few = 50;
const rounds = 5;

type List = { what: string; path: string; row: RegExp };
const year = `from=${addDays(today, -365)}&to=${today}`;
const lists: List[] = [
  { what: "10,000 clients", path: "clients", row: /Client \d/ },
  { what: "40,000 payments", path: `payments?${year}`, row: /SLK\d/ },
];

/** What staff download to sign in, and how a long table stands beside a short one. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const companies = [await companyOf(few), await companyOf(many)] as const;
  try {
    for (const { product, subscriptions } of companies) await seedPayments(product, subscriptions);
    const [small, large] = companies;
    const login = await loginWeight(small.product);
    const figures: Figure[] = [
      { what: "/admin/login: script", unit: "KB brotli", found: login, budget: 140 },
    ];
    for (const list of lists) figures.push(...(await long(browser, list, small, large)));
    return figures;
  } finally {
    await browser.close();
    await Promise.all(companies.map(({ product }) => product.stop()));
  }
}

async function long(browser: Browser, list: List, small: Company, large: Company): Promise<Figure[]> {
  const [short, long] = [await opened(browser, list, small), await opened(browser, list, large)];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const usual = await firstRow(short, list);
    ratios.push((await firstRow(long, list)) / usual);
  }
  await long.goto(`/admin/${list.path}`, { waitUntil: "networkidle" });
  const nodes = await long.evaluate(() => document.querySelectorAll("*").length);
  const { what } = list;
  const figures = [
    {
      what: `${what}: first row, over those of a company of 50 clients`,
      unit: "×",
      found: median(ratios),
      budget: 1.25,
    },
    { what: `${what}: nodes in the document`, unit: "", found: nodes, budget: 1_500 },
    {
      what: `${what}: typing in the search at a quarter of the speed, to the next frame`,
      unit: "ms",
      found: await typing(long),
      budget: 50,
    },
  ];
  for (const page of [short, long]) await page.context().close();
  return figures;
}

/** What the form waits for; the screen that comes while somebody types is not part of it. */
async function loginWeight(product: Product): Promise<number> {
  const html = await (await fetch(`${product.site}/admin/login`)).text();
  const scripts = [...html.matchAll(/\/assets\/[^"]+\.js/g)].map(async ([path]) =>
    Buffer.from(await (await fetch(product.site + path)).arrayBuffer()),
  );
  const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).length / 1_000);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A list, seen by somebody signed in. */
async function opened(browser: Browser, { path, row }: List, { product, person }: Company): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: product.site });
  page.setDefaultTimeout(180_000);
  await page.goto(`/admin/${path}`);
  await signIn(page, person);
  await page.getByText(row).first().waitFor();
  return page;
}

/** Milliseconds from the navigation to the first row on the screen. */
async function firstRow(page: Page, { path, row }: List): Promise<number> {
  await page.goto(`/admin/${path}`, { waitUntil: "commit" });
  const seen = await page.waitForFunction((text) => {
    const row = document.querySelector("tbody tr, [role=rowgroup] [role=row]");
    return row && new RegExp(text).test(document.body.textContent) ? performance.now() : false;
  }, row.source);
  const found = Number(await seen.jsonValue());
  // The rest of its rows is not to come while the other table is looked at.
  await page.goto("about:blank");
  return found;
}

/** Milliseconds from a key to the frame that shows it, by the browser's own account, of the middle one of many keys. */
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
  // What took less than a frame is not told of.
  return median([...times, ...Array(Math.max(0, 11 - times.length)).fill(16)]);
}
