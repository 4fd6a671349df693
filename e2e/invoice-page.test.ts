import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { invoicePath } from "../shared/account-page-routes.ts";
import { backOffice } from "../test/browser/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/browser/axe.ts";
import { papersOf } from "../test/product/papers.ts";
import { aClient } from "../test/product/staffed.ts";

const office = backOffice();
const LINES = 40;
const unit = { number: "KRAMW017202212069432/123", link: "https://itax.example/check?invoiceNo=123" };

/** A client in Swahili with an invoice of many lines, with names as long as a stranger types them. */
async function invoicedClient() {
  const body = { ...aClient, language: "sw" as const, company: "Amani ".repeat(12).trim() };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const params = { id: client.id };
  for (let at = 0; at < LINES; at += 1) {
    const service = at % 2 === 0 ? "W".repeat(82) : "Loan system for all branches";
    const charge = { id: crypto.randomUUID(), service, amount: 1_234_567.89, due: "2026-12-24" };
    await office.asStaff("POST /api/v1/clients/{id}/charges", {
      params,
      body: { ...charge, currency: "KES" as const },
    });
  }
  await papersOf(office.product).invoice(client, { number: "INV-2026-000123", control_unit: unit });
  const { url } = (await office.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  return { url: String(url) };
}

async function printed(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  return {
    pdf,
    pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    size: [Number(width), Number(height)].map(Math.round),
  };
}

test("a client reads an invoice of 40 lines on the narrowest phone, and prints it on A4 without the secret address", async () => {
  const { url } = await invoicedClient();
  const page = await office.open(url, { viewport: { width: 320, height: 640 } });
  await page.getByRole("link", { name: "INV-2026-000123" }).first().click();
  await page.getByRole("heading", { name: /^Ankara ya kodi/i }).waitFor();
  expect(page.url()).toBe(invoicePath(url, "INV-2026-000123"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await violationsOf(page, wcag22)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await violationsOf(page, wcag22)).toEqual([]);
  expect(await page.locator("#print").isVisible()).toBe(true);

  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#print").isVisible()).toBe(false);
  const invoice = await printed(page);
  expect(invoice.size).toEqual([595, 842]);
  expect(invoice.pages).toBeGreaterThan(1);
  expect(invoice.pdf).toContain(unit.link);
  const { pathname } = new URL(url);
  expect(invoice.pdf).not.toContain(pathname);

  await page.goto(`${url}?view=statement`);
  await page.getByText("INV-2026-000123").last().waitFor();
  expect((await printed(page)).pdf).not.toContain(pathname);
});
