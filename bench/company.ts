import { chargeRow } from "../lambdas/ledger/rows.ts";
import { ofPeriod } from "../shared/billing/account.ts";
import { addDays } from "../shared/day.ts";
import { type Person, type Product, startProduct, today } from "../test/product/product.ts";
import {
  type SeedTarget,
  type Subscribed,
  seedAccounts,
  seededClient,
  seedRows,
} from "../test/product/seed-rows.ts";
import { startWithFastWrites } from "./stored-rows.ts";

export type Company = { product: Product; person: Person; subscriptions: Subscribed[] };

/** A product with `size` clients, optionally with a subscription each, which can be overdue, and a member of staff. */
export async function startCompany(
  size: number,
  { subscribed = true, overdue = false } = {},
): Promise<Company> {
  const product = await startProduct();
  const person = await product.createStaff("staff");
  // One of each through the API, so that the dashboard's counters exist.
  const asStaff = product.callerFor((await product.signIn(person)).access);
  const body = { name: "Client 0", email: "client0@client.example" };
  const { client } = (await asStaff("POST /api/v1/clients", { body })).body;
  await asStaff("POST /api/v1/subscriptions", {
    body: { client_id: client.id, start_date: "2026-01-25", frequency: "monthly", amount: 100 },
  });
  const clients = await seedRows(product, "Clients", size - 1, (id, index) => ({
    ...seededClient(id, index + 1),
    company: `Company ${index % 97}`,
  }));
  const subscriptions = await seedAccounts(product, clients.slice(0, subscribed ? size - 1 : 0), (index) => ({
    frequency: "yearly",
    amount_cents: 100_00,
    next_billing_date: addDays(today, overdue ? -1 - (index % 120) : 30 + (index % 300)),
  }));
  return { product, person, subscriptions };
}

export const SIZES = [1_000, 10_000, 100_000];
export type Caller = ReturnType<Product["callerFor"]>;

/** Such a company, and an administrator who calls its API. */
export async function startLargeCompany(size: number, settings: object, each?: Each) {
  const product = await startWithFastWrites();
  const call = await administratorOf(product);
  const { status, body } = await call("POST /api/v1/settings", { body: settings });
  if (status >= 300) throw new Error(`The settings were not saved: ${body.error}`);
  return { product, call, ...(await seedCompany(product, call, size, each)) };
}

const administratorOf = async (product: Product) =>
  product.callerFor((await product.signIn(await product.createStaff("admin"))).access);

type Each = { subscriptions: number; payments: number };

/**
 * Clients with subscriptions and payments: 60% monthly, 4% overdue, the others due evenly over their period. Returns also
 * how many charges fall due tomorrow.
 */
async function seedCompany(
  product: SeedTarget & Pick<Product, "idle">,
  call: Caller,
  size: number,
  each: Each = { subscriptions: 1, payments: PAYMENTS_PER_SUBSCRIPTION },
) {
  // Enough through the API to reach every counter row.
  const real = { name: "Real", email: "real@client.example" };
  for (let index = 0; index < 80; index += 1) await call("POST /api/v1/clients", { body: real });
  // While rows are written, nothing else runs: a job would time out, and be tried again after its queue's quarter of an hour.
  await product.idle();
  const clients = await seedRows(product, "Clients", size, seededClient);
  let falling = 0;
  const subscriptions = await seedAccounts(
    product,
    clients,
    (index) => {
      const isMonthly = index % 10 < 6;
      const isOverdue = index % 25 === 0;
      // Days until the next one is due, spread over the period.
      const spread = Math.floor(index / 25) % (isMonthly ? 30 : 365);
      const days = isOverdue ? -1 - (spread % 20) : 1 + spread;
      if (days === 1) falling += 1;
      return {
        frequency: isMonthly ? "monthly" : "yearly",
        amount_cents: 100_00 + index,
        next_billing_date: addDays(today, days),
      };
    },
    each.subscriptions,
  );
  await seedPayments(product, subscriptions, size * each.payments);
  return { subscriptions, falling };
}

export const PAYMENTS_PER_SUBSCRIPTION = 4;

/** Payments of the subscriptions, evenly over a year. Does not update the dashboard's counters. */
export async function seedPayments(
  product: SeedTarget,
  subscriptions: readonly Subscribed[],
  count = subscriptions.length * PAYMENTS_PER_SUBSCRIPTION,
): Promise<void> {
  const paidAt = (index: number) => {
    const { id: subscription_id, client_id } = subscriptions[index % subscriptions.length] as Subscribed;
    const paid_on = addDays(today, -1 - Math.floor((index * 360) / count));
    // Before every open charge of seedCompany.
    return { client_id, paid_on, charge: ofPeriod(subscription_id, addDays(paid_on, -30)) };
  };
  const payments = await seedRows(product, "Payments", count, (id, index) => {
    const { client_id, paid_on, charge } = paidAt(index);
    return {
      id,
      client_id,
      paid_on,
      cents: 100_00,
      currency: "USD",
      source: "hand",
      allocations: [{ charge_id: charge.id, cents: 100_00, next_billing_date: addDays(charge.period, 90) }],
      reference: `SLK${1_000_000 + index}`,
      method: "mpesa",
      recorded_at: `${paid_on}T09:00:00.000Z`,
      state: "recorded",
    };
  });
  await seedRows(product, "Charges", count, (_, index) => {
    const { client_id, charge } = paidAt(index);
    return chargeRow(client_id, {
      ...charge,
      currency: "USD",
      cents: 100_00,
      paid_cents: 100_00,
      paid_by: payments.slice(index, index + 1),
    });
  });
}
