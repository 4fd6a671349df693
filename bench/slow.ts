import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { slowLink } from "../test/slow-link.ts";
import { type Company, startCompany } from "./company.ts";
import { type Figure, median } from "./figure.ts";
import { hugeList, inputWhileLoading, longList } from "./long-lists.ts";
import { HUGE, LARGE, newPage, openSignedIn, print, REPEATS, SMALL, seconds } from "./slow-page.ts";

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
const needed = /admin$|\.js$|config\.json$|stats\?/;
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
    const page = await newPage(browser);
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
    { name: "slow link: from 'Sign in' to the figures", unit, value: median(results.rounds), budget: 4 },
    { name: "slow link: a reload to the figures", unit, value: median(results.reloadRounds), budget: 3 },
  ];
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
    // The palette loads later.
    page.removeAllListeners("response");
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
  const isShared = (url: string) => [...taken.values()].filter((files) => files.has(url)).length > 1;
  const own = [...taken].map(([screen, files]) => ({
    screen,
    value: script([...files].filter(([url]) => !isShared(url))),
  }));
  for (const { screen, value } of own) print(`/admin/${screen}: its own script`, `${value.toFixed(1)} KB`);
  const dashboard = taken.get("") ?? new Map();
  const lists = [...(taken.get("clients") ?? [])].filter(([url]) => isShared(url) && !dashboard.has(url));
  const unit = "KB brotli";
  return [
    { name: "dashboard with data: script", unit, value: script(dashboard), budget: 270 },
    { name: "what lists and forms share: script", unit, value: script(lists), budget: 65 },
    {
      name: "a screen's own script, maximum",
      unit,
      value: Math.max(...own.map(({ value }) => value)),
      budget: 40,
    },
  ];
}
