import { randomUUID } from "node:crypto";
import { addDays } from "../shared/day.ts";
import { type Person, type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";

export type Company = { product: Product; person: Person };

/** The product with so many clients, each of whom has a subscription, and somebody who works there. */
export async function companyOf(size: number): Promise<Company> {
  const product = await startProduct();
  const person = await product.employ("staff");
  // One of each by the API, so that the counters behind the dashboard know of something.
  const asStaff = product.callerFor((await product.signIn(person)).access);
  const first = { name: "Client 0", email: "client0@client.example" };
  const { client } = (await asStaff("POST /api/v1/clients", { body: first })).body;
  await asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, start_date: "2026-01-25", frequency: "monthly", amount: 100 },
  });
  const shared = { created_at: "2026-01-15T09:00:00.000Z", status: "active", version: 1 };
  const clients = await seedRows(product, "Clients", size - 1, (id, index) => ({
    ...shared,
    ...{ id, name: `Client ${index + 1}`, email: `client${index + 1}@client.example` },
    ...{ payment_reference: referenceAt(index + 1) },
    ...{ phone: "", company: `Company ${index % 97}`, address: "" },
  }));
  await seedRows(product, "Subscriptions", size - 1, (_, index) => ({
    ...shared,
    ...{ id: randomUUID(), client_id: clients[index], start_date: "2026-01-15", frequency: "yearly" },
    ...{ amount_cents: 100_00, billing_anchor: "2026-01-15", renewals: 0 },
    next_billing_date: addDays(today, 30 + (index % 300)),
  }));
  return { product, person };
}
