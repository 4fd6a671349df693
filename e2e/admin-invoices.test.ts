import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, chooseFile, downloaded, eventually, navigate } from "../test/browser/admin-browser.ts";
import { region } from "../test/browser/client-on-screen.ts";
import { papersOf } from "../test/product/papers.ts";

const office = backOffice();

async function invoicedClient(name: string, amounts: readonly number[]) {
  const body = { name, email: `${name.toLowerCase()}@client.example`, kra_pin: "P051234567X" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const papers = papersOf(office.product);
  const invoices = [];
  for (const amount of amounts) {
    const charge = {
      id: crypto.randomUUID(),
      service: "Training",
      amount,
      currency: "KES",
      due: "2026-12-28",
    };
    await office.asStaff("POST /api/v1/clients/{id}/charges", { params: { id: client.id }, body: charge });
    invoices.push(await papers.invoice(client, { charges: [charge.id] }));
  }
  return { client, invoices };
}

const row = (page: Page, number = "") => page.getByRole("row").filter({ hasText: number });

test("the month's file for eTIMS goes out, its numbers come back, and a client's page has its invoices", async () => {
  const umoja = await invoicedClient("Umoja", [11_600, 5_800]);
  const amani = await invoicedClient("Amani", [1_160]);
  const [first, second] = umoja.invoices.map(({ number = "" }) => number);
  const page = await office.openAs(office.staff, "/admin/money/received", {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await row(page, first).waitFor();
  const sums = page.getByRole("table", { name: "Sums by VAT rate" });
  await eventually(() => sums.getByRole("row").last().textContent()).toMatch(
    /Standard rate, 16%KES.16,000\.00KES.2,560\.00KES.18,560\.00/,
  );

  // The sums follow the search.
  await page.getByLabel("Search invoices").fill("amani");
  await eventually(() => sums.getByRole("row").last().textContent()).toMatch(/KES.1,160\.00$/);
  await page.getByLabel("Search invoices").fill("");

  // One is confirmed by hand.
  await row(page, first)
    .getByRole("button", { name: first ?? "", exact: true })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Control unit number").fill("KRACU01/1");
  await dialog.getByRole("button", { name: "Record number" }).click();
  await page.getByText("The control unit number was recorded.").waitFor();
  await page.keyboard.press("Escape");
  await row(page, first).getByText("KRACU01/1").waitFor();

  await chooseFile(page, "Download month for eTIMS");
  await dialog.getByText(/KES.18,560\.00/).waitFor();
  const file = await downloaded(page, () => dialog.getByRole("button", { name: "Download CSV" }).click());
  expect(file.name).toBe("invoices for eTIMS 2026-12.csv");
  const [head = "", ...lines] = String(file.bytes).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  await page.keyboard.press("Escape");

  // The accountant fills in the column and sends the file back.
  const column = head.replace("\uFEFF", "").split(",").indexOf("Control unit number");
  const filled = lines.map((line, at) => {
    const cells = line.split(",");
    cells[column] ||= `KRACU01/${at + 1}`;
    return cells.join(",");
  });
  await chooseFile(page, "Import control unit numbers");
  await page.getByLabel("File of control unit numbers (CSV or XLSX)").setInputFiles({
    name: "etims.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([head, ...filled].join("\r\n")),
  });
  await page.getByRole("button", { name: /^Change (up to )?2$/ }).click();
  await office.product.idle();
  await navigate(page, "/admin/money/invoices?state=unconfirmed");
  await page.getByText("Nothing to confirm").waitFor();

  await navigate(page, `/admin/clients/${umoja.client.id}`);
  const invoices = region(page, "Invoices");
  await invoices.getByText(`${second}`).waitFor();
  await region(page, "Charges").getByText(`${second}`).waitFor();
  await invoices.getByRole("button", { name: `Open Invoice ${second}` }).click();
  await dialog.getByText("KRACU01/2").waitFor();

  // The page that the client gets, made in the browser.
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("button", { name: "Page to print (opens in a new tab)" }).click(),
  ]);
  await tab.getByRole("heading", { name: /^tax invoice$/i }).waitFor();
  await tab.getByText(`${second}`).waitFor();
  await tab.getByText("KRACU01/2").waitFor();
  await tab.getByRole("button", { name: "Print or save as PDF" }).waitFor();
  expect(amani.invoices).toHaveLength(1);
});
