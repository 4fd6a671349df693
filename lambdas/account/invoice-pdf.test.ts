import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { invoicePath, PDF_ENDING } from "../../shared/account-page-routes.ts";
import type { Client } from "../../shared/clients/client.ts";
import { papersOf } from "../../test/product/papers.ts";
import { textOfPdf } from "../../test/product/read-pdf.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

/** An invoice of a client who has a charge in each amount, opened as a PDF. */
async function opened(more: Partial<Client>, amounts: number[], number: string) {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body;
  const params = { id: client.id };
  for (const amount of amounts)
    await on.asStaff("POST /api/v1/clients/{id}/charges", {
      params,
      body: { id: crypto.randomUUID(), currency: "KES", service: "Hosting", amount, due: "2026-12-20" },
    });
  await papersOf(on.product).invoice(client, { number, day: "2026-12-20" });
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  const address = invoicePath(String(url), number) + PDF_ENDING;
  const response = await fetch(address);
  return { address, response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test("an invoice is a PDF on A4 with its title, language and tags, and says what its page says", async () => {
  const { response, bytes } = await opened(
    { name: "Grace Wanjikũ", company: "Amani Ltd", language: "sw" },
    [1_160],
    "INV-2026-000123",
  );
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(response.headers.get("content-disposition")).toBe('inline; filename="INV-2026-000123.pdf"');
  expect(bytes.length).toBeLessThan(150_000);
  const pdf = await getDocumentProxy(bytes.slice());
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({
    Title: "Ankara ya kodi INV-2026-000123: Amani Ltd",
    Language: "sw",
    IsAcroFormPresent: false,
  });
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const page = await pdf.getPage(1);
  expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
  expect(rolesIn(await page.getStructTree())).toEqual(
    expect.arrayContaining(["H1", "P", "Table", "TR", "TH", "TD"]),
  );
  const [text = ""] = await textOfPdf(bytes);
  for (const words of [
    "Tax invoice",
    "Grace Wanjikũ",
    "Ksh 1,000.00",
    "16%",
    "Ksh 160.00",
    "Ksh 1,160.00",
    "1 / 1",
  ])
    expect(text).toContain(words);
});

type Node = { role?: string; children?: readonly unknown[] } | null;
const rolesIn = (node: Node): string[] => [
  ...(node?.role ? [node.role] : []),
  ...(node?.children ?? []).flatMap((child) => rolesIn(child as Node)),
];

test("names in Arabic and Amharic are whole and in order, and one without glyphs stops nothing", async () => {
  const { bytes } = await opened(
    { name: "ሰላም አበበ 株式会社 🙂", company: "محمد علي (Kenya)" },
    [1_160],
    "INV-2026-000124",
  );
  expect(bytes.length).toBeLessThan(150_000);
  const pdf = await getDocumentProxy(bytes.slice());
  const [text = ""] = await textOfPdf(bytes);
  for (const words of ["ሰላም", "አበበ", "(Kenya)", "KES 1,160.00"]) expect(text).toContain(words);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const leftOf = (word: string) =>
    items.flatMap((item) => ("str" in item && item.str === word ? Number(item.transform[4]) : []))[0];
  // Its first word stands at the right of the second.
  expect(leftOf("محمد")).toBeGreaterThan(leftOf("علي") ?? Number.POSITIVE_INFINITY);
});

test("many lines go on over pages, each with its number and the headings", async () => {
  const { bytes } = await opened(
    { name: "Many" },
    Array.from({ length: 60 }, (_, at) => 116 + at),
    "INV-2026-000125",
  );
  const pages = await textOfPdf(bytes);
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, text] of pages.entries()) expect(text).toContain(`${at + 1} / ${pages.length}`);
  expect(pages[1]).toContain("With VAT");
  expect(pages.join(" ").match(/Hosting/g)).toHaveLength(60);
});

test("a number that the client has not is a page that says so", async () => {
  const { address } = await opened({ name: "Grace" }, [1_160], "INV-2026-000126");
  const other = await fetch(address.replace("000126", "000123"));
  expect([other.status, other.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  // A payment request is a page alone.
  expect((await fetch(address.replace("INV-2026-000126", "2026-12-20-KES"))).status).toBe(404);
});
