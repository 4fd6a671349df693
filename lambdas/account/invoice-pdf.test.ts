import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { invoicePath, PDF_ENDING } from "../../shared/account-page-routes.ts";
import type { Client } from "../../shared/clients/client.ts";
import { rowsOf } from "../../test/product/database.ts";
import { papersOf } from "../../test/product/papers.ts";
import { textOfPdf } from "../../test/product/read-pdf.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

/** A client with one charge of KES 1,160.00. */
async function chargedClient(more: Partial<Client>): Promise<Client> {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body;
  await on.asStaff("POST /api/v1/clients/{id}/charges", {
    params: { id: client.id },
    body: {
      id: crypto.randomUUID(),
      currency: "KES",
      service: "Hosting",
      amount: 1_160,
      due: "2026-12-20",
    },
  });
  return client;
}

/** The invoice of a client's charges, opened as a PDF. */
async function opened(client: Client, number: string) {
  await papersOf(on.product).invoice(client, { number, day: "2026-12-20" });
  const params = { id: client.id };
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  const address = invoicePath(String(url), number) + PDF_ENDING;
  const response = await fetch(address);
  return { address, response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test("an invoice is a PDF on A4 with its title, language and tags, and says what its page says", async () => {
  const client = await chargedClient({ name: "Grace Wanjikũ", company: "Amani Ltd", language: "sw" });
  const { response, bytes } = await opened(client, "INV-2026-000123");
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
  const client = await chargedClient({ name: "ሰላም አበበ 株式会社 🙂", company: "محمد علي (Kenya)" });
  const { bytes } = await opened(client, "INV-2026-000124");
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

test("400 lines go on over pages, each with its number and the headings", async () => {
  const client = await chargedClient({ name: "Many" });
  const [charge] = (await rowsOf(on.product, "Charges")).filter(({ client_id }) => client_id === client.id);
  await seedRows(on.product, "Charges", 399, (id) => ({ ...charge, id }));
  const { response, bytes } = await opened(client, "INV-2026-000125");
  expect(response.status).toBe(200);
  const pages = await textOfPdf(bytes);
  expect(pages.length).toBeGreaterThan(5);
  for (const [at, text] of pages.entries()) expect(text).toContain(`${at + 1} / ${pages.length}`);
  for (const text of pages.slice(0, -1)) expect(text).toContain("With VAT");
  expect(pages.join(" ").match(/Hosting/g)).toHaveLength(400);
  expect(pages.at(-1)).toContain("KES 464,000.00");
});

test("a number that the client has not is a page that says so", async () => {
  const { address } = await opened(await chargedClient({ name: "Grace" }), "INV-2026-000126");
  const other = await fetch(address.replace("000126", "000123"));
  expect([other.status, other.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  // A payment request is a page alone.
  expect((await fetch(address.replace("INV-2026-000126", "2026-12-20-KES"))).status).toBe(404);
});
