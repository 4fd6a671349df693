/** A statement of 10,000 lines in the browser. */
import type { Page } from "playwright-core";
import { lookupKey } from "../lambdas/clients/lookup-store.ts";
import { addDays } from "../shared/day.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedAccounts, seedRows } from "../test/seed-rows.ts";
import { type Figure, median } from "./figure.ts";
import { openSignedIn, print, seconds } from "./slow-page.ts";

const LINES = 10_000;
const CLIENTS = 2_000;
/** What a slow laptop has of this machine's speed. */
const SLOWDOWN = 4;

export async function measure(): Promise<Figure[]> {
  getBrowser();
  const browser = await launchBrowser();
  const product = await startProduct();
  try {
    const person = await product.createStaff("staff");
    await seedClients(product);
    const page = await openSignedIn(
      browser,
      { product, person, subscriptions: [] },
      "/admin/payments/import",
    );
    return await measurePage(page);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Clients with a reference that payments find, who owe KES 1,000 since yesterday. */
async function seedClients(product: Product): Promise<void> {
  const clients = await seedRows(product, "Clients", CLIENTS, (id, index) => ({
    ...{ id, name: `Client ${index}`, email: `client${index}@client.example`, phone: "", company: "" },
    ...{ address: "", status: "active", version: 1, created_at: "2026-01-15T09:00:00.000Z" },
    payment_reference: referenceAt(index),
  }));
  await seedRows(product, "Lookups", CLIENTS, (_, index) => ({
    key: lookupKey("reference", referenceAt(index)),
    clients: new Set([clients[index]]),
  }));
  await seedAccounts(product, clients, () => ({
    ...{ frequency: "monthly", amount_cents: 1_000_00, currency: "KES" },
    next_billing_date: addDays(today, -1),
  }));
}

/** Lines as M-Pesa writes them: a fifth pays what a client owes, the others name nobody. */
function statement(): Buffer {
  const head =
    "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
  const rows = Array.from({ length: LINES }, (_, index) => {
    const account = index % 5 === 0 ? referenceAt(index / 5) : "";
    const code = `UJ${String(index).padStart(8, "0")}`;
    return `${code},${today} 10:15:00,${today} 10:15:00,Pay Bill Online,Completed,"1,000.00",,"9,000.00",true,Pay Utility,2547${String(10_000_000 + index)} - PAYER ${index},,${account}`;
  });
  return Buffer.from(["Organization Name:,Mwamba", "", head, ...rows].join("\r\n"));
}

async function measurePage(page: Page): Promise<Figure[]> {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes("/payments")) requests.push(`${request.method()} ${pathname}`);
  });
  const session = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => session.send("Emulation.setCPUThrottlingRate", { rate });
  await slowDown(SLOWDOWN);
  await watch(page);
  const start = performance.now();
  const since = () => seconds(performance.now() - start);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await page
    .getByLabel("Statement (CSV or XLSX)")
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: statement() });
  await page.getByText("Matching the lines...").waitFor();
  print("10,000 lines: read", since());
  await page.waitForFunction(() => (document.querySelector("progress")?.value ?? 0) > 0.2);
  await button("Stop").click();
  await button("Continue").click();
  await button(/^Record/).waitFor();
  print("10,000 lines: matched", since());
  const matching = await longestFrame(page);
  const typed = await typing(page);
  const scrolled = await scrolling(page);
  await button(/^Record/).click();
  const dialog = page.getByRole("dialog");
  await watch(page);
  await dialog.getByRole("button", { name: /^Record/ }).click();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByRole("button", { name: /^Continue/ }).waitFor();
  print("10,000 lines: stopped", `${since()} ${await dialog.getByRole("status").textContent()}`);
  await dialog.getByRole("button", { name: /^Continue/ }).click();
  await dialog.getByText("8,000 lines kept").waitFor();
  print("10,000 lines: recorded", `${since()} ${await dialog.getByRole("status").textContent()}`);
  const recording = await longestFrame(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("There is nothing to do").waitFor();
  for (const [name, all] of Map.groupBy(requests, (request) => request)) print(name, String(all.length));
  const unit = "ms";
  return [
    { name: "10,000 lines: requests", unit: "", value: requests.length, budget: 60 },
    { name: "10,000 lines: longest frame while matching", unit, value: matching, budget: 400 },
    { name: "10,000 lines: delay of typing", unit, value: typed, budget: 100 },
    { name: "10,000 lines: longest frame of a scroll", unit, value: scrolled, budget: 100 },
    { name: "10,000 lines: longest frame while recording", unit, value: recording, budget: 400 },
  ];
}

type Watched = { frames: number[]; keys: number[]; watching: number };

/** Collects the lengths of frames and the delays of keys from now on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const own = window as unknown as Watched;
    const id = (own.watching ?? 0) + 1;
    Object.assign(own, { frames: [], keys: [], watching: id });
    let before = performance.now();
    const next = (now: number) => {
      own.frames.push(now - before);
      before = now;
      if (own.watching === id) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") own.keys.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });

async function longestFrame(page: Page): Promise<number> {
  const frames = await page.evaluate(() => (window as unknown as Watched).frames);
  print(
    "frames over 100 ms",
    frames
      .filter((frame) => frame > 100)
      .map(Math.round)
      .join(" "),
  );
  return Math.max(...frames);
}

async function typing(page: Page): Promise<number> {
  await watch(page);
  await page.getByRole("searchbox").focus();
  for (const key of "payer 123".split("")) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.waitForTimeout(500);
  }
  const keys = await page.evaluate(() => (window as unknown as Watched).keys);
  await page.getByRole("searchbox").fill("");
  await page.getByText("9,999 shown").waitFor({ state: "detached" });
  return median(keys);
}

async function scrolling(page: Page): Promise<number> {
  await page.mouse.move(700, 600);
  await watch(page);
  for (let turn = 0; turn < 10; turn += 1) {
    await page.mouse.wheel(0, 3_000);
    await page.waitForTimeout(100);
  }
  return longestFrame(page);
}
