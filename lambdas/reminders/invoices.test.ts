import { afterAll, beforeAll, expect, test } from "vitest";
import { type AwsCall, endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { PaperRow } from "../ledger/paper-row.ts";

const today = "2026-12-24";
const dueSoon = "2026-12-31";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ vat_registered: true, invoices_from: "2026-12-01", remind_before: [7] });
});
afterAll(() => on.product.stop());

const papersOf = async (client_id: string) =>
  (await on.rows("Papers"))
    .flatMap((row) => PaperRow.safeParse(row).data ?? [])
    .filter((paper) => paper.client_id === client_id);
const mailsTo = async (address: string) =>
  (await on.product.inbox()).filter(({ to }) => to.includes(address));

async function newClient(due: string, more: object = {}) {
  const email = `${crypto.randomUUID()}@client.example`;
  const client = await on.newClient({ name: "Amani Traders", email, ...more });
  const subscription = await on.subscribe(client.id, due, { amount: 116, currency: "KES" });
  return { client, email, subscription };
}

test("the first reminder brings the invoice, by the button and the daily run, once and with its number", async () => {
  const byHand = await newClient(dueSoon);
  const byRun = await newClient(dueSoon);
  const muted = await newClient(dueSoon, { muted: true });
  expect(await papersOf(byHand.client.id)).toEqual([]);
  await on.call("POST /api/v1/subscriptions/{id}/reminders", {
    params: { id: byHand.subscription.id },
    body: {},
  } as never);
  await on.sweep(today);
  for (const { client, email } of [byHand, byRun]) {
    const papers = await papersOf(client.id);
    expect(papers.map(({ due, gross_cents }) => [due, gross_cents])).toEqual([[dueSoon, 11_600]]);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining(papers[0]?.number ?? "no number"),
    ]);
    expect(mails[0]?.text).toContain(`/invoices/${papers[0]?.number}`);
  }
  // Nobody told this client of anything.
  expect([await papersOf(muted.client.id), await mailsTo(muted.email)]).toEqual([[], []]);
  await on.sweep(today);
  expect(await papersOf(byRun.client.id)).toHaveLength(1);
});

test("the button for all sends them when their invoices have numbers, and counts them", async () => {
  const { client, email } = await newClient(dueSoon);
  expect(await on.sendNow()).toMatchObject({ sent: 1, queued: 0 });
  const [paper] = await papersOf(client.id);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining(paper?.number ?? "no number"),
  ]);
});

test("the first run looks again at an account that it could not write", async () => {
  await on.saveSettings({ invoices_from: null });
  const { client } = await newClient("2026-12-26");
  const { status } = await on.call("POST /api/v1/clients/{id}/payments", {
    params: { id: client.id },
    body: { id: crypto.randomUUID(), amount: 116, currency: "KES", paid_on: today, reference: "A" },
  });
  expect(status).toBe(201);
  await on.saveSettings({ invoices_from: "2026-12-20" });
  let refused = 0;
  intercept(on.product, async ({ operation, body }: AwsCall, pass) => {
    if (operation !== "TransactWriteItems" || !body.includes(client.id)) return pass();
    refused += 1;
    return Response.json({ __type: "ValidationException", message: "refused" }, { status: 400 });
  });
  await on.sweep(today);
  endInterception(on.product);
  expect([refused > 0, await papersOf(client.id)]).toEqual([true, []]);
  await on.sweep(today);
  expect((await papersOf(client.id)).map(({ due }) => due)).toEqual(["2026-12-26"]);
  await on.saveSettings({ invoices_from: "2026-12-01" });
});

test.each(["before", "after"] as const)(
  "a sender that is killed %s it writes an invoice leaves one invoice, and one email that carries it",
  async (when) => {
    const { client, email } = await newClient(dueSoon);
    let isKilled = false;
    intercept(on.product, async ({ from, operation, body }: AwsCall, pass) => {
      const isWriting = operation === "TransactWriteItems" && body.includes('"to_number"');
      if (isKilled || !from?.startsWith("RemindersSend") || !isWriting) return pass();
      isKilled = true;
      if (when === "after") await pass();
      await on.product.kill(from);
      return undefined;
    });
    await on.sweep(today);
    expect(isKilled).toBe(true);
    const papers = await papersOf(client.id);
    expect(papers.map(({ gross_cents }) => gross_cents)).toEqual([11_600]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(papers[0]?.number ?? "no number"),
    ]);
  },
);

test("with days before the due day, the daily run writes it then, and a reminder before carries none", async () => {
  await on.saveSettings({ invoice_days_before: 3 });
  const soon = await newClient("2026-12-27");
  const later = await newClient(dueSoon);
  await on.sweep(today);
  expect((await papersOf(soon.client.id)).map(({ due }) => due)).toEqual(["2026-12-27"]);
  expect(await papersOf(later.client.id)).toEqual([]);
  const [mail] = await mailsTo(later.email);
  expect(mail?.text).not.toMatch(/INV-/);
  await on.saveSettings({ invoice_days_before: null });
});

test("emails wait for the number of the control unit, if the company wants that, and go out with it", async () => {
  await on.saveSettings({ invoice_emails_wait: true });
  const { client, email } = await newClient(dueSoon);
  await on.sweep(today);
  const [paper] = await papersOf(client.id);
  expect([paper?.number, await mailsTo(email)]).toEqual([expect.stringMatching(/^INV-/), []]);
  const { status } = await on.call("PUT /api/v1/invoices/{id}/control-unit", {
    params: { id: paper?.id ?? "" },
    body: { number: "KRASRN000012345/7" },
  });
  expect(status).toBe(200);
  await on.sweep(today);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining(paper?.number ?? ""),
  ]);
});
