import { afterAll, beforeAll, expect, test } from "vitest";
import { meterOf } from "../../test/product/meter.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on.product.stop());

test("of a thousand entries, each page reads about what it shows", async () => {
  const { id } = await on.newClient({ email: "thousand@client.example" });
  const { id: subscription_id } = await on.subscribe(id, "2026-12-20", { frequency: "yearly" });
  const count = 250;
  const at = (index: number) => new Date(Date.UTC(2026, 11, 20 - index, 9)).toISOString();
  const dayOf = (index: number) => at(index).slice(0, 10);
  const minutesLater = (instant: string) => instant.replace("09:00", "09:10");
  const payments = await seedRows(on.product, "Payments", count, (payment_id, index) => ({
    id: payment_id,
    client_id: id,
    paid_on: dayOf(index),
    recorded_at: at(index),
    state: "recorded",
    cents: 149_99,
    currency: "USD",
    reference: `SK12ABC${index}`,
    method: "mpesa",
    source: "hand",
    receipt: true,
    allocations: [
      { charge_id: `${subscription_id}#${dayOf(index)}`, cents: 149_99, next_billing_date: "2027-01-20" },
    ],
  }));
  await seedRows(on.product, "Activity", count, (_, index) => ({
    subject: id,
    at: `${at(index)}#${index}`,
    day: dayOf(index),
    kind: "payment-recorded",
    name: "Grace",
    by: "9f2c",
    payment_id: payments[index],
    subscription_id,
    screen: "/admin/clients/:id",
    after: { amount: 149.99, reference: `SK12ABC${index}`, method: "mpesa", paid_on: dayOf(index) },
  }));
  const sent = { client_id: id, state: "delivered", message_id: "0102018d3c", delivery_rank: 4 };
  await seedRows(on.product, "Reminders", count, (_, index) => ({
    about: `${subscription_id}#${dayOf(index)}`,
    claim: "upcoming",
    subscription_id,
    period: dayOf(index),
    kind: "upcoming",
    ...sent,
    day: dayOf(index),
    at: at(index + 300),
    service: "Loan Management System",
  }));
  await seedRows(on.product, "Reminders", count, (_, index) => ({
    about: payments[index],
    claim: `receipt#${id}#${dayOf(index)}#14999#0`,
    ...sent,
    period: dayOf(index),
    kind: "receipt",
    day: dayOf(index),
    at: minutesLater(at(index)),
  }));
  const meter = meterOf(on.product);
  const idsSeen: string[] = [];
  let receipts = 0;
  let cursor: string | undefined;
  do {
    const { units } = await meter(async () => {
      const input = { params: { id }, ...(cursor && { query: { cursor } }) };
      const { body } = await on.call("GET /api/v1/clients/{id}/timeline", input);
      idsSeen.push(...body.entries.map(({ id }) => id));
      receipts += body.entries.filter((entry) => entry.kind === "payment" && entry.receipt).length;
      cursor = body.cursor;
    });
    expect(units).toBeLessThanOrEqual(10);
  } while (cursor);
  expect(new Set(idsSeen).size).toBe(idsSeen.length);
  expect(idsSeen).toEqual(expect.arrayContaining(payments));
  // A receipt is on the line of its payment, as is the record of the payment.
  expect([idsSeen.length, receipts]).toEqual([2 * count + 2, count]);
});
