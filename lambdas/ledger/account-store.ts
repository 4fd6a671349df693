import * as z from "zod/mini";
import { type Account, type AnyAccount, type OpenAccount, periodOf } from "../../shared/billing/account.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import { type Day, dayAt, endOfDay } from "../../shared/day.ts";
import { WITHHOLDING_TAX } from "../../shared/subscriptions/subscription.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { getItem, queryAll, scanPages, table } from "../platform/dynamo/database.ts";
import { newestPage } from "../platform/dynamo/newest-page.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { billed, endedFor } from "./billed-subscription.ts";
import { type ClientPaymentRow, hasClient, isCounted, PaymentRow, readPaymentRow } from "./payment-row.ts";
import { AccountRow, ChargeRow, toCharge } from "./rows.ts";

/** A client's account as stored, and as shared/billing changes it. */
export type StoredAccount<A extends AnyAccount = Account> = {
  client_id: string;
  row: AccountRow | undefined;
  subscriptions: subscriptions.Row[];
  charges: ChargeRow[];
  payments: ClientPaymentRow[];
  account: A;
};

/** A client's account with all charges, and the payments with credit or with one of the ids. @throws UnreadableRow */
export async function readAccount(
  client_id: string,
  paymentIds: readonly string[] = [],
): Promise<StoredAccount> {
  const account = await readStored(client_id);
  return paymentIds.length === 0 ? account : withPayments(account, await readClientPayments(paymentIds));
}

/**
 * Reads a client's account consistently: its row first, so that a change of what belongs to it is noticed.
 * @throws UnreadableRow, because a change must not build on a part of the account
 */
export const readStored = (client_id: string): Promise<StoredAccount> =>
  readWith(client_id, () => chargesOfClient(client_id));

/** The same without the closed charges, which are many after some years. */
export async function readOpen(client_id: string): Promise<StoredAccount<OpenAccount>> {
  const stored = await readWith(client_id, () => openChargesOfClient(client_id));
  return { ...stored, account: { ...stored.account, only_open: true } };
}

async function readWith(client_id: string, readCharges: () => Promise<ChargeRow[]>): Promise<StoredAccount> {
  const row = await readRow(client_id);
  const [items, charges, payments] = await Promise.all([
    batchGet("subscriptions", byId(row?.subscription_ids ?? [])),
    readCharges(),
    readClientPayments(row?.credit_ids ?? []),
  ]);
  const rows = items.map((item) => read(subscriptions.Row, item));
  const ownPayments = payments.filter((payment) => payment.client_id === client_id);
  return {
    client_id,
    row,
    subscriptions: rows,
    charges,
    payments: ownPayments,
    account: {
      active: !row?.inactive,
      promised_until: row?.promised_until,
      promised_on: row?.promised_on,
      subscriptions: rows.map(billed).sort((a, b) => (a.id < b.id ? -1 : 1)),
      charges: charges.map(toCharge),
      payments: accountPayments(ownPayments),
    },
  };
}

/** The account with more of its payments. Payments of other clients are left out. */
export function withPayments<A extends AnyAccount>(
  stored: StoredAccount<A>,
  more: readonly ClientPaymentRow[],
): StoredAccount<A> {
  const knownIds = new Set(stored.payments.map(({ id }) => id));
  const added = more.filter(({ id, client_id }) => client_id === stored.client_id && !knownIds.has(id));
  if (added.length === 0) return stored;
  const payments = [...stored.payments, ...added].sort(compareRecorded);
  return { ...stored, payments, account: { ...stored.account, payments: accountPayments(payments) } };
}

/** Stored payments as shared/billing needs them, without refunds: these are part of the payments whose credit they were. */
export const accountPayments = (rows: readonly ClientPaymentRow[]): Account["payments"] =>
  rows.filter(({ refund_of }) => !refund_of).map(accountPayment);

const accountPayment = (row: ClientPaymentRow): Account["payments"][number] => ({
  id: row.id,
  currency: row.currency,
  cents: row.cents,
  refunded_cents: row.refunded_cents,
  is_tax: isTax(row.method),
  ...(row.state === "undone" && { undone: true as const }),
  allocations: row.allocations.map(({ charge_id, cents }) => ({ charge_id, cents })),
});

export const isTax = (method: string | undefined): true | undefined =>
  method === WITHHOLDING_TAX ? true : undefined;

export async function readRow(client_id: string): Promise<AccountRow | undefined> {
  const item = await getItem("accounts", { client_id });
  return item && read(AccountRow, item);
}

/** The charges of a client, or of one of its subscriptions, by subscription and due day. */
export const chargesOfClient = async (client_id: string, subscription_id?: string): Promise<ChargeRow[]> =>
  (await chargeItems(client_id, subscription_id)).map((item) => read(ChargeRow, item));

/** The open charges of a client, also those on hold, by due day. */
export const openChargesOfClient = async (client_id: string): Promise<ChargeRow[]> => {
  const items = await queryAll("charges", {
    IndexName: "open",
    KeyConditionExpression: "client_id = :client",
    ExpressionAttributeValues: { ":client": client_id },
    ConsistentRead: true,
  });
  return items.map((item) => read(ChargeRow, item));
};

/** A client's charges with these ids. */
export async function readCharges(client_id: string, ids: readonly string[]): Promise<ChargeRow[]> {
  const items = await batchGet(
    "charges",
    ids.map((id) => ({ client_id, id })),
  );
  return items.map((item) => read(ChargeRow, item));
}

const Service = z.pick(ChargeRow, { client_id: true, id: true, service: true });

type Paying = { client_id: string; allocations: readonly { charge_id: string }[] };

/** What the charges are for that these payments pay and that do not recur. Leaves out what cannot be read. */
export async function oneOffServices(
  payments: readonly Paying[],
): Promise<(client_id: string, charge_id: string) => string | undefined> {
  const nameOf = (client_id: string, charge_id: string) => `${client_id} ${charge_id}`;
  const keys = payments.flatMap(({ client_id, allocations }) =>
    allocations.flatMap(({ charge_id: id }) =>
      periodOf(id) ? [] : [[nameOf(client_id, id), { client_id, id }] as const],
    ),
  );
  const { rows } = readable(Service, await batchGet("charges", [...new Map(keys).values()]));
  const services = new Map(rows.map(({ client_id, id, service }) => [nameOf(client_id, id), service]));
  return (client_id, charge_id) => services.get(nameOf(client_id, charge_id));
}

const chargeItems = (client_id: string, subscription_id?: string) =>
  queryAll("charges", {
    // DynamoDB refuses to compare a key with an empty text.
    KeyConditionExpression: `client_id = :client${subscription_id ? " AND begins_with(id, :subscription)" : ""}`,
    ExpressionAttributeValues: {
      ":client": client_id,
      ...(subscription_id && { ":subscription": subscription_id }),
    },
    ConsistentRead: true,
  });

/** The payments with these ids. @throws UnreadableRow */
export const readPayments = async (ids: Iterable<string>): Promise<PaymentRow[]> =>
  (await batchGet("payments", byId(ids))).map(readPaymentRow);

export async function readPayment(id: string): Promise<PaymentRow | undefined> {
  const item = await getItem("payments", { id });
  return item && readPaymentRow(item);
}

/** The payments with these ids that a client has, in the order in which they were recorded. */
export const readClientPayments = async (ids: Iterable<string>): Promise<ClientPaymentRow[]> =>
  (await readPayments(ids)).filter(hasClient).sort(compareRecorded);

/** The payments with these ids that count, without those that cannot be read. */
export const findPayments = async (ids: Iterable<string>): Promise<ClientPaymentRow[]> =>
  countingAmong(await batchGet("payments", byId(ids))).rows;

export const compareRecorded = (a: ClientPaymentRow, b: ClientPaymentRow): number =>
  compareTexts(a.recorded_at, b.recorded_at) || compareTexts(a.id, b.id);

const PaidBy = z.pick(ChargeRow, { paid_by: true });
const paymentIdsIn = (charges: Record<string, unknown>[]) =>
  readable(PaidBy, charges).rows.flatMap(({ paid_by = [] }) => paid_by);

/**
 * All payments of a client with its charges, consistently: those that paid a charge, those with credit, and refunds. Leaves
 * out and counts what cannot be read.
 */
export async function paymentsOfClient(client_id: string): Promise<{
  rows: ClientPaymentRow[];
  charges: ChargeRow[];
  version?: number | undefined;
  unreadable?: number;
}> {
  const [row, items] = await Promise.all([readRow(client_id), chargeItems(client_id)]);
  const { credit_ids = [], refund_ids = [] } = row ?? {};
  const paymentItems = await batchGet(
    "payments",
    byId([...paymentIdsIn(items), ...credit_ids, ...refund_ids]),
  );
  const { rows, ...rest } = countingAmong(paymentItems);
  const charges = readable(ChargeRow, items).rows;
  return { rows: rows.sort(compareRecorded), charges, version: row?.version, ...rest };
}

/**
 * The subscriptions that went to another client while this one has charges of them: as its own that ended, with the charges
 * that it still owes.
 */
export async function movedAway(
  client_id: string,
  ownSubscriptions: readonly { id: string }[],
  charges: readonly ChargeRow[],
): Promise<subscriptions.OwingRow[]> {
  const ids = new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? []));
  for (const { id } of ownSubscriptions) ids.delete(id);
  if (ids.size === 0) return [];
  const rows = [...(await subscriptions.getMany(ids)).values()];
  return rows.map((row) => endedFor(client_id, row, charges.map(toCharge)));
}

/** All charges of all clients, for tables with few. */
export async function allCharges(): Promise<ChargeRow[]> {
  const pages = await Array.fromAsync(scanPages("charges", { ConsistentRead: true }));
  return readable(ChargeRow, pages.flat()).rows;
}

/**
 * A page of a client's payments that count, without refunds, newest first, back from the day of an instant; the index may
 * lag behind by a second. All payments of a day are on the same page.
 */
export async function newestPayments(client_id: string, until: string | undefined) {
  const source = { TableName: table("payments"), IndexName: "by-client", sort: "paid_on" };
  const { items, nextBefore } = await newestPage(
    { ...source, partition: ["client_id", client_id] },
    until && dayAt(Date.parse(until)),
  );
  const { rows, ...rest } = countingAmong(items);
  return {
    rows: rows.filter(({ state }) => state === "recorded"),
    ...rest,
    nextBefore: nextBefore && endOfDay(nextBefore),
  };
}

/** All payments that count, a part of the table at a time. */
export async function* allPayments(Segment: number, TotalSegments: number): AsyncGenerator<ClientPaymentRow> {
  const pages = scanPages("payments", { ConsistentRead: true, Segment, TotalSegments });
  for await (const items of pages) yield* countingAmong(items).rows;
}

/** The payments that count among rows of the table. */
export function countingAmong(items: Record<string, unknown>[] = []) {
  const { rows, ...rest } = readable(PaymentRow, items.filter(isCounted));
  return { rows: rows.filter(hasClient), ...rest };
}

/** Removes a promise to pay that is still the one for this day. As other changes of an account, it makes a new version. */
export const clearPromise = (client_id: string, promised_until: Day): Promise<boolean> =>
  updateIf(
    { TableName: table("accounts"), Key: { client_id } },
    {
      remove: ["promised_until", "promised_on"],
      add: { version: 1 },
      onlyIf: "#promised_until = :seen",
      values: { seen: promised_until },
    },
  );
