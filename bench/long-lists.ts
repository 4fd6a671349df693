/** Lists of many clients over a phone's connection. */
import type { Browser, Page } from "playwright-core";
import { count } from "../shared/count.ts";
import { link, slowLink } from "../test/slow-link.ts";
import type { Company } from "./company.ts";
import { type Figure, median } from "./figure.ts";
import { HUGE, LARGE, openSignedIn, print, REPEATS, SMALL, seconds } from "./slow-page.ts";

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
  const all = await timeOf(`${count(size)} total in main`);
  const answers = slow.requests().filter(({ url }) => /\/api\/v1\/clients/.test(url));
  const bytes = answers.reduce((sum, { bytes }) => sum + bytes, 0);
  return { first, all, bytes, requests: answers.length };
}

export async function longList(browser: Browser, small: Company, large: Company): Promise<Figure[]> {
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
 * over a quarter of the link, so that all input happens while it loads.
 */
export async function inputWhileLoading(browser: Browser, company: Company): Promise<Figure[]> {
  const page = await openSignedIn(browser, company, "/admin/clients");
  const slow = await slowLink(page, link.bytesPerSecond / 4);
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
    await page
      .getByText(`${count(LARGE)} total`)
      .first()
      .waitFor();
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

export async function hugeList(browser: Browser, company: Company): Promise<Figure[]> {
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
