import { buffer } from "node:stream/consumers";
import type { EnvironmentOptions } from "aws-local";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Person, type Product, startProduct } from "../product/product.ts";
import { browserPath } from "./browser.ts";
import { acquirePage, type PageOptions } from "./page-pool.ts";

type PageSettings = Partial<PageOptions>;
type Caller = ReturnType<Product["callerFor"]>;

/** Messages that only tests cause: a user pool that is not Amazon's, and a blocked service worker. */
const causedByTests =
  /custom Amazon .*Cognito User Pool endpoint|Service Worker registration blocked by Playwright/;

/**
 * Runs the product for a test file and opens the back-office in Chromium. A test fails if the browser's console has
 * errors or warnings that the test did not allow.
 */
export function backOffice(options: Partial<EnvironmentOptions> = {}) {
  const running = {} as {
    product: Product;
    admin: Person;
    staff: Person;
    asStaff: Caller;
    asAdmin: Caller;
  };
  const acquired: (() => Promise<void>)[] = [];
  let consoleErrors: string[] = [];
  let allowed: RegExp[] = [];
  /** The stored session of each person who has signed in. */
  const sessions = new Map<Person, ReturnType<typeof storedSession>>();

  const preparations: (() => unknown)[] = [];

  async function start(): Promise<void> {
    const product = await startProduct(options);
    const [admin, staff] = [await product.createStaff("admin"), await product.createStaff("staff")];
    const callerOf = async (person: Person) => product.callerFor((await product.signIn(person)).access);
    const [asAdmin, asStaff] = [await callerOf(admin), await callerOf(staff)];
    Object.assign(running, { product, admin, staff, asStaff, asAdmin });
    for (const prepare of preparations) await prepare();
  }
  beforeAll(() => {
    // Throws without a browser, before the product starts.
    browserPath();
    return start();
  });
  // The first try may have left records.
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    await running.product.stop();
    await start();
  });
  afterEach(async () => {
    const errors = takeConsoleErrors();
    await Promise.all(acquired.splice(0).map((release) => release()));
    expect(errors.join("\n"), "errors in the console").toBe("");
  });
  afterAll(() => running.product?.stop());

  /** The errors so far that were not allowed; from now on none is allowed. */
  function takeConsoleErrors(): string[] {
    const errors = consoleErrors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    consoleErrors = [];
    allowed = [];
    return errors;
  }

  /** Opens a page with nobody signed in. */
  async function open(path: string, settings: PageSettings = {}): Promise<Page> {
    const { page, release } = await acquirePage({
      origin: running.product.site,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      ...settings,
    });
    acquired.push(release);
    page.on("console", (message) => {
      const text = message.text();
      if (["error", "warning"].includes(message.type()) && !causedByTests.test(text))
        consoleErrors.push(text);
    });
    page.on("pageerror", (error) => consoleErrors.push(String(error)));
    await page.goto(path);
    return page;
  }

  /** Opens a page and signs a person in through the form. */
  async function signInByForm(person: Person, path = "/admin", settings: PageSettings = {}): Promise<Page> {
    const page = await open(path, settings);
    await signIn(page, person);
    await navigation(page).waitFor();
    return page;
  }

  /** Opens a page with a person already signed in. */
  async function openAs(person: Person, path = "/admin", settings: PageSettings = {}): Promise<Page> {
    const { product } = running;
    const localStorage = sessions.get(person) ?? storedSession(product, await product.signIn(person));
    sessions.set(person, localStorage);
    const storageState = { cookies: [], origins: [{ origin: product.site, localStorage }] };
    const page = await open(path, { storageState, ...settings });
    await navigation(page).waitFor();
    return page;
  }

  return Object.assign(running, {
    /** Prepares the product before the first test of the file, and again before a test is retried. */
    prepare: (preparation: () => unknown) => void preparations.push(preparation),
    open,
    signInByForm,
    openAs,
    /** Allows console errors that this test, or its part until `checkConsole`, causes on purpose. */
    allowConsoleErrors: (...patterns: RegExp[]) => {
      allowed.push(...patterns);
    },
    checkConsole: () => expect(takeConsoleErrors(), "errors in the console").toEqual([]),
  });
}

const navigation = (page: Page) =>
  page.getByRole("navigation", { name: "Back-office" }).or(menuButton(page)).first();

/** Follows links by their names, one after the other. */
export async function follow(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole("link", { name, exact: true }).click();
}

/** Goes to another screen of the back-office by its router, without loading the program again. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Comes back to the page after ten minutes, which loads what is old. */
export const comeBackLater = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 10 * 60_000;
    window.dispatchEvent(new Event("visibilitychange"));
  });

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
}

export const menuButton = (page: Page) => page.getByRole("button", { name: "Open the menu" });

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The file that the browser saves when `press` runs. */
export async function downloaded(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

/** Chromium's console error for a failed request. */
export const failedRequest = /Failed to load resource/;

/** Polls until the expectation holds; the timeout suits a busy machine. */
export const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 60_000 });

/** Chooses an action from the menu of a row. */
export async function chooseAction(page: Page, row: string, action: string): Promise<void> {
  await page
    .getByRole("button", { name: `More actions: ${row}`, exact: true })
    .first()
    .click();
  await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
}

/** Chooses an item from the list's menu of files. */
export async function chooseFile(
  page: Page,
  item: "Import CSV" | "Export CSV" | "Download month for eTIMS" | "Import control unit numbers",
): Promise<void> {
  await page.getByRole("button", { name: "Import and export" }).press("Enter");
  await page.getByRole("menuitem", { name: item }).press("Enter");
}

type Pool = { userPoolClientId: string };
type Tokens = { access: string; id: string; refresh: string };

/** The local storage of a signed-in person, under the names that Amplify uses. */
export function storedSession({ userPoolClientId }: Pool, { access, id, refresh }: Tokens) {
  const { username }: { username: string } = JSON.parse(
    Buffer.from(access.split(".")[1] ?? "", "base64url").toString(),
  );
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const entries = {
    LastAuthUser: username,
    [`${username}.accessToken`]: access,
    [`${username}.idToken`]: id,
    [`${username}.refreshToken`]: refresh,
  };
  return Object.entries(entries).map(([name, value]) => ({ name: `${prefix}.${name}`, value }));
}
