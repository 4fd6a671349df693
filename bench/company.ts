import { addDays } from "../shared/day.ts";
import { type Person, type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";

export type Company = { product: Product; person: Person; subscriptions: string[] };

/** A product with `size` clients, optionally with a subscription each, and a member of staff. */
export async function startCompany(size: number, { subscribed = true } = {}): Promise<Company> {
  const product = await startProduct();
  const person = await product.createStaff("staff");
  // One of each through the API, so that the dashboard's counters exist.
  const asStaff = product.callerFor((await product.signIn(person)).access);
  const body = { name: "Client 0", email: "client0@client.example" };
  const { client } = (await asStaff("POST /api/v1/clients", { body })).body;
  await asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, start_date: "2026-01-25", frequency: "monthly", amount: 100 },
  });
  const shared = { created_at: "2026-01-15T09:00:00.000Z", status: "active", version: 1 };
  const clients = await seedRows(product, "Clients", size - 1, (id, index) => ({
    ...shared,
    id,
    name: `Client ${index + 1}`,
    email: `client${index + 1}@client.example`,
    payment_reference: referenceAt(index + 1),
    phone: "",
    company: `Company ${index % 97}`,
    address: "",
  }));
  const subscriptions = await seedRows(product, "Subscriptions", subscribed ? size - 1 : 0, (id, index) => ({
    ...shared,
    id,
    client_id: clients[index],
    start_date: "2026-01-15",
    frequency: "yearly",
    amount_cents: 100_00,
    billing_anchor: "2026-01-15",
    renewals: 0,
    next_billing_date: addDays(today, 30 + (index % 300)),
  }));
  return { product, person, subscriptions };
}

export const PAYMENTS_PER_SUBSCRIPTION = 4;

/** Payments of the subscriptions, evenly over a year. Does not update the dashboard's counters. */
export async function seedPayments(product: Product, subscriptions: readonly string[]): Promise<void> {
  const count = subscriptions.length * PAYMENTS_PER_SUBSCRIPTION;
  await seedRows(product, "Renewals", count, (id, index) => {
    const paid_on = addDays(today, -Math.floor((index * 360) / count));
    return {
      id,
      subscription_id: subscriptions[index % subscriptions.length],
      period: paid_on,
      paid_on,
      amount_cents: 100_00,
      reference: `SLK${1_000_000 + index}`,
      method: "mpesa",
      next_billing_date: addDays(paid_on, 90),
      recorded_at: `${paid_on}T09:00:00.000Z`,
    };
  });
}
