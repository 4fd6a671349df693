import { expect, test } from "vitest";
import { accountPath, invoicePath, paymentRequestName } from "../../shared/account-page-routes.ts";
import { papersOf } from "../../test/product/papers.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

async function clientWith(more: object, charges: { service: string; amount: number; due: string }[]) {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body;
  const params = { id: client.id };
  const ids: string[] = [];
  for (const charge of charges) {
    const body = { id: crypto.randomUUID(), currency: "KES" as const, ...charge };
    expect((await on.asStaff("POST /api/v1/clients/{id}/charges", { params, body })).status).toBeLessThan(
      300,
    );
    ids.push(body.id);
  }
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  return { client, params, ids, url: String(url) };
}
const open = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const readable = (text: string) =>
  text
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("\u00a0", " ")
    .replace(/\s+/g, " ");

const hosting = { service: "Hosting", amount: 1_160, due: "2026-12-20" };

test("a client reads an invoice and its credit note, with what became of it; own page and statement link to it", async () => {
  const papers = papersOf(on.product);
  const { client, params, url } = await clientWith({ company: "Amani Ltd" }, [hosting]);
  const invoice = await papers.invoice(client, { number: "INV-2026-000123", day: "2026-12-20" });
  await papers.creditNote(client, invoice, 160_00, { number: "CRN-2026-000007" });
  const payment = { id: crypto.randomUUID(), amount: 400, currency: "KES" as const };
  const paid = await on.asStaff("POST /api/v1/clients/{id}/payments", { params, body: payment });
  expect(paid.status).toBeLessThan(300);

  const { status, headers, text } = await open(invoicePath(url, "INV-2026-000123"));
  expect(status).toBe(200);
  const page = readable(text);
  expect(page).toContain("Tax invoice To Amani Ltd");
  expect(page).toContain("Hosting KES 1,000.00 16% KES 160.00 KES 1,160.00");
  expect(page).toContain(
    "As of 24 Dec 2026: A credit note took back KES 160.00. KES 400.00 is paid. KES 600.00 is left to pay. Credit note CRN-2026-000007",
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/style-src( 'sha256-[^']+'){3};/),
  });
  const note = readable((await open(invoicePath(url, "CRN-2026-000007"))).text);
  expect(note).toContain("Credit note");
  expect(note).toContain("Of invoice INV-2026-000123");
  expect(note).toContain("Total credited KES 160.00");

  const { pathname } = new URL(url);
  for (const view of ["", "?view=statement"]) {
    const { text } = await open(url + view);
    expect(text).toContain(`href="${pathname}/invoices/INV-2026-000123"`);
    expect(readable(text)).toContain("Invoice INV-2026-000123");
  }
  const { entries } = (await on.asStaff("GET /api/v1/clients/{id}/statement", { params })).body;
  expect(entries.find(({ kind }) => kind === "charge")).toMatchObject({ invoices: ["INV-2026-000123"] });
});

test("another client's number, one that nobody has, and an invoice without a number are 404", async () => {
  const papers = papersOf(on.product);
  const first = await clientWith({ email: "a@a.example" }, [hosting]);
  const second = await clientWith({ email: "b@b.example" }, [hosting, { ...hosting, due: "2026-12-21" }]);
  const [early = ""] = second.ids;
  await papers.invoice(first.client, { number: "INV-2026-000201" });
  await papers.invoice(second.client, { number: "INV-2026-000202", charges: [early] });
  const waiting = await papers.invoice(second.client, { charges: second.ids.slice(1), unnumbered: true });
  expect((await open(invoicePath(second.url, "INV-2026-000202"))).status).toBe(200);
  const { text } = await open(second.url);
  expect(text).toContain("INV-2026-000202");
  expect(text).not.toContain(waiting.id);
  for (const wrong of [
    invoicePath(second.url, "INV-2026-000201"),
    invoicePath(second.url, "INV-2026-999999"),
    invoicePath(second.url, "inv-2026-000202"),
    invoicePath(second.url, "CRN-2026-000202"),
    invoicePath(second.url, "INV-2025-000202"),
    invoicePath(second.url, waiting.id),
    invoicePath(second.url, "undefined"),
    invoicePath(second.url, "%00"),
    invoicePath(on.product.site + accountPath("A".repeat(43)), "INV-2026-000202"),
  ]) {
    const { status, text, headers } = await open(wrong);
    expect([status, headers.get("x-robots-tag")], wrong).toEqual([404, "noindex"]);
    expect(text).toContain("This link does not work");
  }
});

test("what has no invoice yet is a payment request; once it has one, the same address shows the invoice", async () => {
  const papers = papersOf(on.product);
  const charges = [
    { ...hosting, service: "Training", due: "2026-12-28" },
    { ...hosting, due: "2026-12-29" },
  ];
  const { client, params, url, ids } = await clientWith(
    { email: "c@c.example", kra_pin: "P051234567X" },
    charges,
  );
  const address = invoicePath(url, paymentRequestName({ due: "2026-12-28", currency: "KES" }));
  const { status, text } = await open(address);
  expect(status).toBe(200);
  const page = readable(text);
  expect(page).toContain("Payment request To Amani Traders KRA PIN: P051234567X");
  expect(page).toContain("Due 28 Dec 2026");
  expect(page).toContain("Training KES 1,160.00");
  expect(page).not.toContain("Hosting");
  expect(await papers.rows()).not.toContainEqual(expect.objectContaining({ client_id: client.id }));
  const payment = { id: crypto.randomUUID(), amount: 160, currency: "KES" as const };
  await on.asStaff("POST /api/v1/clients/{id}/payments", { params, body: payment });
  const partPaid = readable((await open(address)).text);
  expect(partPaid).toContain("As of 24 Dec 2026: KES 160.00 is paid. KES 1,000.00 is left to pay.");
  for (const nothing of [
    "2026-12-28-USD",
    "2026-12-27-KES",
    "2026-02-30-KES",
    "2026-12-28-EUR",
    "2026-12-28",
  ])
    expect((await open(invoicePath(url, nothing))).status, nothing).toBe(404);

  const unnumbered = await papers.invoice(client, { charges: ids.slice(0, 1), unnumbered: true });
  expect((await open(address)).status).toBe(404);
  await papers.put([{ ...unnumbered, number: "INV-2026-000301", serial: 301, to_number: undefined }]);
  expect(readable((await open(address)).text)).toContain("Number INV-2026-000301");
});
