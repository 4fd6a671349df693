import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

const accountant = "accountant@books.example";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({
    vat_registered: true,
    invoices_from: "2026-12-01",
    accountant_email: accountant,
    default_currency: "KES",
  });
});
afterAll(() => on.product.stop());

const mails = async () => {
  await on.product.idle();
  return (await on.product.inbox()).filter(({ to }) => to.includes(accountant));
};
const textOf = (text: string | null | undefined) => (text ?? "").replaceAll("\u00a0", " ");
/** The cells of a file; none of them has a comma within. */
const rowsOf = (content = "") =>
  Buffer.from(content, "base64")
    .toString("utf8")
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

test("a month without anything says so", async () => {
  await on.sweep("2026-12-01");
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Nov 2026 in figures: invoiced, received, owed");
  expect(textOf(mail?.text).match(/Nothing\./g)).toHaveLength(6);
});

test("on the first, also after a missed run, the accountant gets the month's sums and files, once", async () => {
  const client = await on.newClient({ name: "Amani", email: "a@amani.example" });
  const params = { id: client.id };
  const charge = async (amount: number, currency: "KES" | "USD", due: string) => {
    const body = { id: randomUUID(), service: "Installation", amount, currency, due };
    expect((await on.call("POST /api/v1/clients/{id}/charges", { params, body })).status).toBe(201);
    return body.id;
  };
  const pay = async (body: object) => {
    const answer = await on.call("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: randomUUID(), currency: "KES", ...body } as never,
    });
    expect(answer.status).toBe(201);
  };
  await charge(11_600, "KES", "2026-12-24");
  await charge(58, "USD", "2026-12-24");
  const lowered = await charge(2_320, "KES", "2026-12-24");
  await on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
    params: { ...params, charge: lowered },
    body: { waived: 1_160, why: "reduced", reason: "Half was delivered" },
  });
  await pay({ amount: 10_000, method: "mpesa", reference: "SLK4H7TQ2Z" });
  await pay({ amount: 200, method: "withholding_tax", reference: "KRAWHT0000123" });
  await pay({ amount: 2_860, method: "bank", reference: "FT1", credit: true });
  await on.call("POST /api/v1/clients/{id}/refunds", {
    params,
    body: {
      id: randomUUID(),
      amount: 100,
      currency: "KES",
      paid_on: "2026-12-24",
      method: "bank",
      reference: "R1",
    },
  });
  await on.numberPapers();
  // The run of the first was missed.
  await on.sweep("2027-01-02");
  await on.sweep("2027-01-02");
  await on.sweep("2027-01-03");
  const [mail, ...more] = (await mails()).filter(({ subject }) => subject.startsWith("Dec 2026"));
  expect(more).toEqual([]);
  const text = textOf(mail?.text);
  for (const words of [
    "Kenya shillings, 2 invoices, KES 13,920.00",
    "KES 12,000.00 without VAT, KES 1,920.00 VAT",
    "US dollars, 1 invoice, $58.00",
    "Kenya shillings, 1 credit note, KES 1,160.00",
    "M-Pesa, 1 payment, KES 10,000.00",
    "Bank, 1 payment, KES 2,860.00",
    "Kenya shillings, 1 certificate, KES 200.00",
    "Kenya shillings, 1 refund, KES 100.00",
    "1–30 days, US dollars, $58.00",
    "/admin/money/invoices?month=2026-12",
    "/admin/money?show=overdue",
    "/admin/money/received?from=2026-12-01&to=2026-12-31&method=mpesa",
  ])
    expect(text).toContain(words);

  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
    "invoices 2026-12.csv",
    "payments 2026-12.csv",
  ]);
  const [invoices, payments] = (mail?.attachments ?? []).map(({ content }) => rowsOf(content));
  const sumOf = (rows: string[][] = [], column: string, where: (row: string[]) => boolean = () => true) => {
    const [head = [], ...lines] = rows;
    return lines.filter(where).reduce((sum, row) => sum + Number(row[head.indexOf(column)]), 0);
  };
  expect(sumOf(invoices, "Gross", (row) => row.includes("KES"))).toBe(13_920 - 1_160);
  expect(sumOf(payments, "Amount")).toBe(10_000 + 200 + 2_860 - 100);
  // The same as the lists of the back-office say.
  const listed = (await on.call("GET /api/v1/payments", { query: { from: "2026-12-01", to: "2026-12-31" } }))
    .body;
  expect(listed.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(12_960);
});

test("without an address nobody gets it", async () => {
  await on.saveSettings({ accountant_email: "" });
  await on.sweep("2027-02-01");
  expect((await mails()).filter(({ subject }) => subject.startsWith("Jan 2027"))).toEqual([]);
});
