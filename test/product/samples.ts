import { expect } from "vitest";
import {
  clientCounts,
  counterRowNames,
  countersIn,
  paymentCounts,
  subscriptionCounts,
  sumOf,
} from "../../lambdas/platform/dynamo/counters.ts";
import type { Client } from "../../shared/clients/client.ts";
import { type AwsCall, intercept } from "./interception.ts";
import { type ReminderProduct, startReminderProduct } from "./reminder-product.ts";
import { aClient } from "./staffed.ts";

// Helpers for tests of sample data.

export let on: ReminderProduct;
export let asAdmin: ReminderProduct["call"];
/** Runs before each call of a function to AWS. */
let before: (call: AwsCall) => Promise<unknown> = async () => undefined;

export async function begin() {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
  await on.saveSettings();
  intercept(on.product, async (call, pass) => {
    await before(call);
    return pass();
  });
}
export const end = () => on?.product.stop();

/** Removes the callback of `onceBefore`. */
export function clearOnceBefore(): void {
  before = async () => undefined;
}

/** Runs a callback once, before a transaction, or another call, whose body contains all these words. */
export function onceBefore(
  words: string[],
  callback: () => Promise<unknown>,
  name = "TransactWriteItems",
): void {
  before = async ({ operation, body }) => {
    if (operation !== name || !words.every((word) => body.includes(word))) return;
    before = async () => undefined;
    await callback();
  };
}

export const due = "2026-12-26";
export const sampleClient = (more: object = {}) => on.newClient({ name: "Sample", sample: true, ...more });
export const sampleSubscription = (client: Client, more: object = {}) =>
  on.subscribe(client.id, due, { sample: true, ...more });
export const save = ({ id }: Client, more: object) =>
  on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, name: "Sample", ...more } });
export const remove = (call = on.call) => call("DELETE /api/v1/samples");
export const removed = (clients: number, subscriptions: number) => ({
  status: 200,
  body: { removed: { clients, subscriptions } },
});
export const dashboard = async () => (await on.call("GET /api/v1/dashboard/stats")).body;
export const listed = async () => ({
  clients: (await on.call("GET /api/v1/clients")).body.clients,
  subscriptions: (await on.call("GET /api/v1/subscriptions")).body.subscriptions,
});
export const find = async (id: string) =>
  (await listed()).subscriptions.find((subscription) => subscription.id === id);

/** Expects that the counters match the records, and that every subscription has its client. */
export async function expectConsistent() {
  const rows = { clients: await on.rows("Clients"), subscriptions: await on.rows("Subscriptions") };
  const stored = (await on.rows("Settings")).filter(({ name }) => counterRowNames.includes(String(name)));
  const samples = new Set(rows.clients.filter(({ sample }) => sample).map(({ id }) => id));
  const payments = (await on.rows("Payments")).filter(({ client_id }) => !samples.has(client_id));
  const counted = sumOf([
    ...rows.clients.map((row) => clientCounts(row as never)),
    ...rows.subscriptions.map((row) => subscriptionCounts(row as never)),
    ...payments.map((row) => paymentCounts(row as never)),
  ]);
  expect(sumOf(stored.map(countersIn))).toEqual(counted);
  const ids = new Set(rows.clients.map(({ id }) => id));
  expect(rows.subscriptions.filter(({ client_id }) => !ids.has(client_id))).toEqual([]);
  await expectCompleteAccounts(rows);
}

/** Expects that each account has all subscriptions of its client, and that no charge or payment is left without it. */
async function expectCompleteAccounts(rows: Record<"clients" | "subscriptions", Record<string, unknown>[]>) {
  const accounts = await on.rows("Accounts");
  const idsOf = (account: Record<string, unknown> | undefined) =>
    ((account?.subscription_ids ?? []) as string[]).toSorted();
  for (const { id } of rows.clients)
    expect(idsOf(accounts.find(({ client_id }) => client_id === id))).toEqual(
      rows.subscriptions
        .filter(({ client_id }) => client_id === id)
        .map((row) => String(row.id))
        .sort(),
    );
  const ids = {
    clients: rows.clients.map(({ id }) => id),
    subscriptions: rows.subscriptions.map(({ id }) => id),
  };
  const charges = await on.rows("Charges");
  expect(accounts.filter(({ client_id }) => !ids.clients.includes(client_id))).toEqual([]);
  expect(charges.filter(({ subscription_id }) => !ids.subscriptions.includes(subscription_id))).toEqual([]);
  expect((await on.rows("Payments")).filter(({ client_id }) => !ids.clients.includes(client_id))).toEqual([]);
}
