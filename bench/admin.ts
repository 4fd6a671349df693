import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { signIn } from "../test/admin-browser.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { type Product, startProduct } from "../test/product.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";
import { type Figure, median } from "./figure.ts";

const many = 10_000;
const few = 50;
const rounds = 5;

/** What staff download to sign in, and how a long table stands beside a short one. */
export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const [small, large] = [await startProduct(), await startProduct()];
  try {
    const login = await loginWeight(small);
    const [short, long] = [await tableOf(browser, small, few), await tableOf(browser, large, many)];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const usual = await firstRow(short);
      ratios.push((await firstRow(long)) / usual);
    }
    await long
      .getByText(`${many} total`.replace(/(\d)(\d{3}) /, "$1,$2 "))
      .or(long.getByText(`${many} total`))
      .first()
      .waitFor();
    const nodes = await long.evaluate(() => document.querySelectorAll("*").length);
    return [
      { what: "/admin/login: script", unit: "KB brotli", found: login, budget: 140 },
      {
        what: "10,000 rows: first row, over a table of 50's",
        unit: "×",
        found: median(ratios),
        budget: 1.25,
      },
      { what: "10,000 rows: nodes in the document", unit: "", found: nodes, budget: 1_500 },
      {
        what: "10,000 rows: typing in the search at a quarter of the speed, to the next frame",
        unit: "ms",
        found: await typing(long),
        budget: 50,
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([small.stop(), large.stop()]);
  }
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

/** A page of the client directory with so many clients, seen by somebody signed in. */
async function tableOf(browser: Browser, product: Product, count: number): Promise<Page> {
  await seedRows(product, "Clients", count, (id, index) => ({
    id,
    name: `Client ${index}`,
    email: `client${index}@client.example`,
    ...{ payment_reference: referenceAt(index) },
    ...{ phone: "", company: `Company ${index % 97}`, address: "", status: "active", version: 1 },
    created_at: "2026-01-15T09:00:00.000Z",
  }));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${product.site}/admin/clients`);
  await signIn(page, await product.employ("staff"));
  await page.getByText("Client 1", { exact: false }).first().waitFor();
  return page;
}

/** Milliseconds from the navigation to the first row on the screen. */
async function firstRow(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  const seen = await page.waitForFunction(() => {
    const row = document.querySelector("tbody tr, [role=rowgroup] [role=row]");
    return row && /Client \d/.test(document.body.textContent) ? performance.now() : false;
  });
  const found = Number(await seen.jsonValue());
  // The rest of its rows is not to come while the other table is looked at.
  await page.waitForLoadState("networkidle");
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
