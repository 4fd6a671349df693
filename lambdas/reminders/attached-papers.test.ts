import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mail } from "../../test/product/product.ts";
import { textOfPdf } from "../../test/product/read-pdf.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";

const today = "2026-12-24";

type Properties = { Environment?: { Variables?: Record<string, unknown> } };

const settings = { vat_registered: true, invoices_from: "2026-12-01", send_receipts: true };

async function newClient(on: ReminderProduct, more: object = {}) {
  const email = `${randomUUID()}@client.example`;
  const client = await on.newClient({ name: "Grace", company: "Amani Ltd", email, ...more });
  const params = { id: client.id };
  return {
    params,
    owe: async (amount: number) =>
      on.call("POST /api/v1/clients/{id}/charges", {
        params,
        body: { id: randomUUID(), service: "Installation", amount, currency: "KES", due: today },
      }),
    pay: (amount: number, reference: string) =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params,
        body: { id: randomUUID(), amount, currency: "KES", paid_on: today, reference },
      }),
    mails: async () => {
      await on.product.idle();
      return (await on.product.inbox()).filter(({ to }) => to.includes(email));
    },
  };
}

describe("with a function that draws", () => {
  let on: ReminderProduct;
  beforeAll(async () => {
    on = await startReminderProduct();
    await on.saveSettings(settings);
  });
  afterAll(() => on.product.stop());

  const read = async ({ attachments = [] }: Mail): Promise<string> => {
    const [pdf, ...more] = attachments;
    expect([pdf?.contentType, more]).toEqual(["application/pdf", []]);
    return (await textOfPdf(Buffer.from(pdf?.content ?? "", "base64"))).join(" ");
  };

  test("the email that carries an invoice has it as a PDF, by the daily run and by hand", async () => {
    const [byRun, byHand] = [await newClient(on), await newClient(on, { language: "sw" })];
    const { body } = await byHand.owe(2_320);
    await on.call("POST /api/v1/clients/{id}/charges/{charge}/reminders", {
      params: { ...byHand.params, charge: body.charge.id },
    });
    const [first] = await byHand.mails();
    await byRun.owe(1_160);
    await on.sweep(today);
    const [second] = await byRun.mails();
    if (!first || !second) throw new Error("No email went out.");
    for (const [mail, amount] of [
      [first, "Ksh 2,320.00"],
      [second, "KES 1,160.00"],
    ] as const) {
      const number = /INV-2026-\d{6}/.exec(mail.subject)?.[0];
      expect(mail.attachments?.map(({ filename }) => filename)).toEqual([`${number}.pdf`]);
      const text = await read(mail);
      expect(text).toContain(number);
      expect(text).toContain(amount);
    }
  });

  test("a receipt has its PDF if the company wants that, and a statement always", async () => {
    const { owe, pay, mails, params } = await newClient(on);
    await owe(1_160);
    await pay(1_000, "SLK4H7TQ2A");
    expect((await mails()).map(({ attachments }) => attachments)).toEqual([undefined]);
    await on.saveSettings({ attach_receipts: true });
    await pay(100, "SLK4H7TQ2Z");
    const [receipt] = await mails();
    if (!receipt) throw new Error("No receipt went out.");
    expect(receipt.attachments).toHaveLength(1);
    const text = await read(receipt);
    for (const words of [
      "Receipt",
      "Amani Ltd",
      "SLK4H7TQ2Z",
      "KES 100.00",
      "Still owed in all",
      "KES 60.00",
    ])
      expect(text).toContain(words);
    expect(text).toContain(/\d{4}-\d{6}/.exec(receipt.subject)?.[0]);

    const body = { from: "2026-12-01", to: today };
    await on.call("POST /api/v1/clients/{id}/statements", { params, body });
    const [statement] = await mails();
    if (!statement) throw new Error("No statement went out.");
    const lines = await read(statement);
    for (const words of [
      "Statement of account",
      "Installation",
      "KES 1,160.00",
      "-KES 1,000.00",
      "Balance due",
      "KES 60.00",
    ])
      expect(lines).toContain(words);
  });

  test("more invoices than anybody files from one email are links alone", async () => {
    const { owe, mails, params } = await newClient(on);
    for (let at = 0; at < 11; at += 1) {
      const due = `2026-12-${String(at + 5).padStart(2, "0")}`;
      await on.call("POST /api/v1/clients/{id}/charges", {
        params,
        body: { id: randomUUID(), service: "Hosting", amount: 116 + at, currency: "KES", due },
      });
    }
    await owe(100);
    await on.sweep(today);
    const [mail] = await mails();
    expect(mail?.text?.match(/\/invoices\/INV-/g)?.length).toBeGreaterThan(10);
    expect(mail?.attachments).toBeUndefined();
  });
});

test("if nothing can be drawn, the email goes out with its link alone, and says nothing of a file", async () => {
  const on = await startReminderProduct({
    template: (template) => {
      for (const [id, { Properties }] of Object.entries(template.Resources))
        if (id.startsWith("PaperPdf") && Properties && "Handler" in Properties)
          Properties.Handler = "index.none";
      return shortTimeouts()(template);
    },
  });
  await on.saveSettings({ ...settings, attach_receipts: true });
  const { owe, mails } = await newClient(on);
  await owe(1_160);
  await on.sweep(today);
  const all = await mails();
  expect(all).toHaveLength(1);
  expect(all[0]?.attachments).toBeUndefined();
  expect(all[0]?.text).toMatch(/\/invoices\/INV-2026-\d{6}/);
  expect(all[0]?.text).not.toMatch(/attach/i);
  await on.product.stop();
});

/** Starts the product with another function that draws: the test's own. */
async function startDrawing(draw: (response: ServerResponse) => void): Promise<ReminderProduct> {
  const name = "draws-for-the-test";
  const on = await startReminderProduct({
    template: (template) => {
      for (const { Properties } of Object.values(template.Resources) as { Properties?: Properties }[]) {
        const variables = Properties?.Environment?.Variables;
        if (variables && "PAPER_PDF_FUNCTION" in variables) variables.PAPER_PDF_FUNCTION = name;
      }
      return shortTimeouts()(template);
    },
  });
  on.product.aws.handle(`/2015-03-31/functions/${name}/invocations`, (request, response) => {
    request.resume();
    draw(response);
  });
  await on.saveSettings(settings);
  return on;
}

test("a file that is larger than SES takes stays out of its email, which has the link", async () => {
  const base64 = Buffer.alloc(7_000_001).toString("base64");
  let drawn = 0;
  const on = await startDrawing((response) => {
    drawn += 1;
    response.end(JSON.stringify({ base64 }));
  });
  const { owe, mails } = await newClient(on);
  await owe(1_160);
  await on.sweep(today);
  const [mail, ...more] = await mails();
  expect([drawn, more, mail?.attachments]).toEqual([1, [], undefined]);
  expect(mail?.text).toMatch(/\/invoices\/INV-2026-\d{6}/);
  await on.product.stop();
});

test("a PDF that AWS throttles is asked for once more", async () => {
  const base64 = Buffer.from("%PDF").toString("base64");
  let asked = 0;
  const on = await startDrawing((response) => {
    asked += 1;
    if (asked > 1) return void response.end(JSON.stringify({ base64 }));
    response
      .writeHead(429, { "x-amzn-errortype": "TooManyRequestsException" })
      .end(JSON.stringify({ message: "Rate Exceeded." }));
  });
  const { owe, mails } = await newClient(on);
  await owe(1_160);
  await on.sweep(today);
  const [mail] = await mails();
  expect([asked, mail?.attachments?.map(({ content }) => content)]).toEqual([2, [base64]]);
  await on.product.stop();
});
