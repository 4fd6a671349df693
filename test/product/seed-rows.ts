import { randomUUID } from "node:crypto";
import { BatchWriteCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { debtOf, nextWriting, openFields } from "../../lambdas/ledger/account-row.ts";
import { billed, owing, subscriptionAfter } from "../../lambdas/ledger/billed-subscription.ts";
import { dueDaysOfRows, dueDayUpdates } from "../../lambdas/ledger/due-day-totals.ts";
import { type ChargeRow, chargeRow, toCharge } from "../../lambdas/ledger/rows.ts";
import { stamped } from "../../lambdas/platform/dynamo/changed-since.ts";
import { type OwingRow, Row as SubscriptionRow } from "../../lambdas/stores/subscription-store.ts";
import type { Charge } from "../../shared/billing/account.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";
import { withCheckDigit } from "../../shared/payment-reference.ts";
import { databaseOf, tableNamed } from "./database.ts";
import { type Product, today } from "./product.ts";

export { databaseOf, tableNamed };

/** A valid payment reference for the client at this index. */
export const referenceAt = (index: number): string => withCheckDigit(String(100_000 + index));

/** The row of a client. */
export const seededClient = (id: string, index: number) => ({
  id,
  name: `Client ${index}`,
  email: `client${index}@client.example`,
  phone: "",
  company: "",
  address: "",
  status: "active",
  payment_reference: referenceAt(index),
  created_at: "2026-01-15T09:00:00.000Z",
  version: 1,
});

/** The row of a delivered reminder of a period that began on this day; `index` is the minute it was sent. */
export const seededReminder = (client_id: string, subscription_id: string, day: Day, index: number) => ({
  about: `${subscription_id}#${day}`,
  claim: "upcoming",
  subscription_id,
  period: day,
  kind: "upcoming",
  client_id,
  state: "delivered",
  day,
  at: new Date(Date.parse(`${day}T06:00:00.000Z`) + 60_000 * index).toISOString(),
});

export type SeededSubscription = {
  id: string;
  client_id: string;
  next_billing_date: Day;
  /** The day of the last reminder, which named all its open charges. */
  reminded_on?: Day;
  [field: string]: unknown;
};

/** A client's account as it is stored on a day, when the subscriptions are unpaid from their next billing date on. */
export function seededAccount(client_id: string, subscriptions: readonly SeededSubscription[], day = today) {
  const rows = subscriptions.map((seeded) =>
    SubscriptionRow.parse({
      start_date: "2026-01-15",
      frequency: "monthly",
      amount_cents: 149_99,
      status: "active",
      billing_anchor: "2026-01-15",
      created_at: "2026-01-15T09:00:00.000Z",
      version: 1,
      next_charge: seeded.next_billing_date,
      ...seeded,
    }),
  );
  const account = { active: true, subscriptions: rows.map(billed), charges: [] as Charge[], payments: [] };
  bringUpToDate(account, day);
  for (const charge of account.charges) {
    const { reminded_on } = subscriptions.find(({ id }) => id === charge.subscription_id) ?? {};
    if (reminded_on) Object.assign(charge, { told_on: reminded_on, reminded_on });
  }
  const charges = account.charges.map((charge) =>
    chargeRow(
      client_id,
      charge,
      rows.find(({ id }) => id === charge.subscription_id),
    ),
  );
  const subscription_ids = rows.map(({ id }) => id);
  return {
    account: stamped({
      client_id,
      version: 1,
      subscription_ids,
      credit_ids: [],
      ...openFields(account, { charges, sample: rows.some(({ sample }) => sample) }),
      ...debtOf(charges, day),
      ...nextWriting(client_id, account, day),
    }),
    subscriptions: rows.map((row) => subscriptionAfter(row, account)),
    charges,
  };
}

/** The subscription of such an account. */
export function seededSubscription(seeded: SeededSubscription, day = today): OwingRow {
  const { subscriptions, charges } = seededAccount(seeded.client_id, [seeded], day);
  return owing(subscriptions[0] as SubscriptionRow, charges.map(toCharge));
}

/** The limit of BatchWriteItem. */
const BATCH_ROWS = 25;
const CONCURRENCY = 8;

export type WriteRows = (table: string, rows: readonly Record<string, unknown>[]) => Promise<void>;

/** `writeRows` replaces DynamoDB's interface. */
export type SeedTarget = Pick<Product, "region" | "awsEndpoint"> & { writeRows?: WriteRows };

/** Writes many rows without the API, and returns the ids passed to `row`. */
export async function seedRows(
  product: SeedTarget,
  table: string,
  count: number,
  row: (id: string, index: number) => Record<string, unknown>,
): Promise<string[]> {
  const database = databaseOf(product);
  const name = await tableNamed(database, table);
  const ids = Array.from({ length: count }, () => randomUUID() as string);
  if (product.writeRows) {
    await product.writeRows(table, ids.map(row));
    return ids;
  }
  let next = 0;
  async function write() {
    while (next < count) {
      const start = next;
      next += BATCH_ROWS;
      const puts = ids
        .slice(start, next)
        .map((id, index) => ({ PutRequest: { Item: row(id, start + index) } }));
      await database.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
  return ids;
}

export type Subscribed = { id: string; client_id: string };

/** Writes the account of each client, with `each` subscriptions that have these fields. */
export async function seedAccounts(
  product: SeedTarget,
  clients: readonly string[],
  fields: (index: number) => Omit<SeededSubscription, "id" | "client_id">,
  each = 1,
  day = today,
): Promise<Subscribed[]> {
  const accounts = clients.map((client_id, index) =>
    seededAccount(
      client_id,
      Array.from(
        { length: each },
        (_, at) => ({ ...fields(index * each + at), id: randomUUID(), client_id }) as SeededSubscription,
      ),
      day,
    ),
  );
  const write = <Row extends Record<string, unknown>>(table: string, rows: readonly Row[]) =>
    seedRows(product, table, rows.length, (_, index) => rows[index] as Row);
  const subscriptions = accounts.flatMap((account) => account.subscriptions);
  await write(
    "Accounts",
    accounts.map(({ account }) => account),
  );
  await write(
    "Charges",
    accounts.flatMap(({ charges }) => charges),
  );
  await write("Subscriptions", subscriptions);
  await seedTotals(
    product,
    accounts.flatMap(({ charges }) => charges),
  );
  return subscriptions;
}

/** Adds charges that were written without the API to the sums by due day. */
export async function seedTotals(
  product: Pick<Product, "region" | "awsEndpoint">,
  charges: readonly ChargeRow[],
): Promise<void> {
  const real = charges.filter(({ asked_for }) => asked_for === "real");
  const database = databaseOf(product);
  const TransactItems = dueDayUpdates(dueDaysOfRows(real), today, await tableNamed(database, "Totals"));
  if (TransactItems.length > 0) await database.send(new TransactWriteCommand({ TransactItems }));
}
