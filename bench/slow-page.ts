import type { Browser, Page } from "playwright-core";
import { signIn } from "../test/admin-browser.ts";
import type { Company } from "./company.ts";

export const REPEATS = 5;
/** The numbers of clients. */
export const [SMALL, LARGE, HUGE] = [50, 10_000, 100_000];

/** Prints a figure without a budget. */
export const print = (name: string, value: string) =>
  console.info(`  ${name.padEnd(64)} ${value.padStart(10)}`);
export const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;

export const newPage = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

/** A signed-in page that has finished loading. */
export async function openSignedIn(
  browser: Browser,
  { product, person }: Company,
  path = "/admin",
): Promise<Page> {
  const page = await newPage(browser);
  page.setDefaultTimeout(180_000);
  await page.goto(`${product.site}${path}`);
  await signIn(page, person);
  await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Sign in" }).waitFor();
  await page.waitForLoadState("networkidle");
  return page;
}
