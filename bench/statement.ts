/** A statement of 10,000 lines in the browser. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { lookupKey } from "../lambdas/clients/lookup-store.ts";
import { addDays } from "../shared/day.ts";
import { launchBrowser } from "../test/browser.ts";
import { getBrowser } from "../test/get-browser.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedAccounts, seededClient, seedRows } from "../test/seed-rows.ts";
import { longestTask } from "./busy.ts";
import type { Figure } from "./figure.ts";
import { openSignedIn, print, seconds } from "./slow-page.ts";

const LINES = 10_000;
const CLIENTS = 2_000;
/** A good response, by https://web.dev/articles/inp. */
const INTERACTION_MS = 200;
/** Noticed, but nobody waits for it. */
const WORK_MS = 400;

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
    return await measurePage(browser, page);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Clients with a reference that payments find, who owe KES 1,000 since yesterday. */
async function seedClients(product: Product): Promise<void> {
  const clients = await seedRows(product, "Clients", CLIENTS, seededClient);
  await seedRows(product, "Lookups", CLIENTS, (_, index) => ({
    key: lookupKey("reference", referenceAt(index)),
    clients: new Set([clients[index]]),
  }));
  await seedAccounts(product, clients, () => ({
    frequency: "monthly",
    amount_cents: 1_000_00,
    currency: "KES",
    next_billing_date: addDays(today, -1),
  }));
}

/** Lines as M-Pesa writes them: a fifth pays what a client owes, the others name nobody. */
function statement(): string {
  const head =
    "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";
  const rows = Array.from({ length: LINES }, (_, index) => {
    const account = index % 5 === 0 ? referenceAt(index / 5) : "";
    const code = `UJ${String(index).padStart(8, "0")}`;
    return `${code},${today} 10:15:00,${today} 10:15:00,Pay Bill Online,Completed,"1,000.00",,"9,000.00",true,Pay Utility,2547${String(10_000_000 + index)} - PAYER ${index},,${account}`;
  });
  return ["Organization Name:,Mwamba", "", head, ...rows].join("\r\n");
}

async function measurePage(browser: Browser, page: Page): Promise<Figure[]> {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes("/payments")) requests.push(`${request.method()} ${pathname}`);
  });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = page.getByRole("dialog");
  const status = async () => String(await dialog.getByRole("status").textContent());
  const folder = mkdtempSync(join(tmpdir(), "statement-"));
  const file = join(folder, "statement.csv");
  writeFileSync(file, statement());
  const figures: Figure[] = [];
  /** Measures the page while somebody works, and prints how long that took. */
  const phase = async (name: string, budget: number, work: () => Promise<string | undefined>) => {
    const start = performance.now();
    let said: string | undefined;
    const value = await longestTask(browser, page, async () => {
      said = await work();
    });
    print(`10,000 lines: ${name}`, `${seconds(performance.now() - start)} ${said ?? ""}`);
    figures.push({ name: `10,000 lines: longest task while ${name}`, unit: "ms", value, budget });
  };

  await phase("reading", WORK_MS, async () => {
    await page.getByLabel("Statement (CSV or XLSX)").setInputFiles(file);
    await page.getByText("Matching the lines...").waitFor();
    return undefined;
  });
  rmSync(folder, { recursive: true });
  await phase("matching", WORK_MS, async () => {
    await page.waitForFunction(() => (document.querySelector("progress")?.value ?? 0) > 0.2);
    await button("Stop").click();
    await button("Continue").click();
    await button(/^Record/).waitFor();
    return undefined;
  });
  await phase("typing", INTERACTION_MS, async () => {
    await page.getByRole("searchbox").pressSequentially("payer 123", { delay: 300 });
    await page.getByText(/^\d+ shown$/).waitFor();
    return undefined;
  });
  await page.getByRole("searchbox").fill("");
  await page.getByText(/ shown$/).waitFor({ state: "detached" });
  await page.mouse.move(700, 600);
  await phase("scrolling", INTERACTION_MS, async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(100);
    }
    return undefined;
  });
  await phase("recording", WORK_MS, async () => {
    await button(/^Record/).click();
    await dialog.getByRole("button", { name: /^Record/ }).click();
    await dialog.getByRole("button", { name: "Stop" }).click();
    await dialog.getByRole("button", { name: /^Continue/ }).waitFor();
    const stopped = await status();
    await dialog.getByRole("button", { name: /^Continue/ }).click();
    await dialog.getByText("8,000 lines kept").waitFor();
    return `${stopped} ${await status()}`;
  });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("There is nothing to do").waitFor();
  for (const [name, all] of Map.groupBy(requests, (request) => request)) print(name, String(all.length));
  return [{ name: "10,000 lines: requests", unit: "", value: requests.length, budget: 60 }, ...figures];
}
