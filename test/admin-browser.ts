import { buffer } from "node:stream/consumers";
import type { EnvironmentOptions } from "aws-local";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { browserPath } from "./browser.ts";
import { lendPage, type PageOptions } from "./lent-page.ts";
import { type Person, type Product, startProduct } from "./product.ts";
import { keptInBrowser } from "./sign-in.ts";

type Settings = Partial<PageOptions>;
type Caller = ReturnType<Product["callerFor"]>;

/**
 * The library's own remark about a pool that is not Amazon's, and the browser's about a worker that tests do without: no
 * user of the product ever sees them.
 */
const expected =
  /custom Amazon .*Cognito User Pool endpoint|Service Worker registration blocked by Playwright/;

/**
 * For a test file: the product running, and the back-office open in Chromium. Every test fails that
 * leaves a complaint of the browser behind (a refused script, an error of React) it did not expect.
 */
export function backOffice(options: Partial<EnvironmentOptions> = {}) {
  const running = {} as { product: Product; admin: Person; staff: Person; asStaff: Caller };
  const lent: (() => Promise<void>)[] = [];
  let complaints: string[] = [];
  let forgiven: RegExp[] = [];
  /** What is stored in the browser of somebody who has signed in. */
  const sessions = new Map<Person, ReturnType<typeof keptInBrowser>>();

  beforeAll(async () => {
    // Where there is no browser, no product is left running.
    browserPath();
    const product = await startProduct(options);
    const [admin, staff] = [await product.employ("admin"), await product.employ("staff")];
    const asStaff = product.callerFor((await product.signIn(staff)).access);
    Object.assign(running, { product, admin, staff, asStaff });
  });
  afterEach(async () => {
    const found = complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)));
    complaints = [];
    forgiven = [];
    await Promise.all(lent.splice(0).map((giveBack) => giveBack()));
    expect(found, "what the browser complained about").toEqual([]);
  });
  afterAll(() => running.product?.stop());

  /** A browser of its own, with nobody signed in. */
  async function open(path: string, settings: Settings = {}): Promise<Page> {
    const { page, giveBack } = await lendPage({
      origin: running.product.site,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      ...settings,
    });
    lent.push(giveBack);
    page.on("console", (message) => {
      const text = message.text();
      if (["error", "warning"].includes(message.type()) && !expected.test(text)) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(path);
    return page;
  }

  /** Somebody signs in by the form, in a browser of their own. */
  async function enterAs(person: Person, path = "/admin", settings: Settings = {}): Promise<Page> {
    const page = await open(path, settings);
    await signIn(page, person);
    await inside(page).waitFor();
    return page;
  }

  /** Somebody's browser at a page of the back-office, as if they had signed in by the form before. */
  async function openAs(person: Person, path = "/admin", settings: Settings = {}): Promise<Page> {
    const { product } = running;
    const localStorage = sessions.get(person) ?? keptInBrowser(product, await product.signIn(person));
    sessions.set(person, localStorage);
    const storageState = { cookies: [], origins: [{ origin: product.site, localStorage }] };
    const page = await open(path, { storageState, ...settings });
    await inside(page).waitFor();
    return page;
  }

  return Object.assign(running, {
    open,
    enterAs,
    openAs,
    /** What the browser may complain about in this test: failures that are brought about on purpose. */
    forgive: (...patterns: RegExp[]) => {
      forgiven.push(...patterns);
    },
  });
}

const inside = (page: Page) =>
  page.getByRole("navigation", { name: "Back-office" }).or(menuButton(page)).first();

export const menuButton = (page: Page) => page.getByRole("button", { name: "Open the menu" });

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The file that the browser saves when something is pressed. */
export async function downloaded(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

/** The browser's own words for an answer that says no, or does not come. */
export const failedRequest = /Failed to load resource/;

/** Looks until what is seen is as expected; machines that test are busy. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 60_000 });
