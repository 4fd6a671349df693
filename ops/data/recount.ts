import { isDeepStrictEqual } from "node:util";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { accountRow } from "../../lambdas/ledger/account-row.ts";
import { accountPayments, compareRecorded } from "../../lambdas/ledger/account-store.ts";
import { billed, subscriptionAfter } from "../../lambdas/ledger/billed-subscription.ts";
import {
  dueDaysOfRows,
  dueDayUpdates,
  keyOf,
  MonthRow,
  sumOfRows,
} from "../../lambdas/ledger/due-day-totals.ts";
import { type ClientPaymentRow, hasClient, PaymentRow } from "../../lambdas/ledger/payment-row.ts";
import { AccountRow, ChargeRow, chargeRow, toCharge } from "../../lambdas/ledger/rows.ts";
import { stamped } from "../../lambdas/platform/dynamo/changed-since.ts";
import {
  type Counts,
  clientCounts,
  counterDifferences,
  counterRowNames,
  countersIn,
  paymentCounts,
  subscriptionCounts,
  sumOf,
} from "../../lambdas/platform/dynamo/counters.ts";
import { Row } from "../../lambdas/stores/subscription-store.ts";
import { type Account, creditSums } from "../../shared/billing/account.ts";
import { type DueDays, dueDayChanges, storedDay, sumOfDays } from "../../shared/billing/due-days.ts";
import type { Day } from "../../shared/day.ts";
import { raiseLastNumbers } from "./papers.ts";
import { correctLookups } from "./recount-lookups.ts";
import type { TableMap } from "./tables.ts";

/**
 * Counts clients, subscriptions and payments and corrects the dashboard's counters; corrects the lists of open charges, the
 * accounts' rows, the date of subscriptions, the sums by due day, the look-up rows, and the last numbers of invoices. The tables must not change
 * meanwhile. Returns a sentence for each correction.
 */
export async function recount(database: DynamoDBClient, tableNames: TableMap, today: Day): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(database, { marshallOptions: { removeUndefinedValues: true } });
  const ledger = await readLedger(client, tableNames);
  return [
    ...(await recountTotals(client, tableNames)),
    ...(await correctCharges(client, tableNames, ledger)),
    ...(await correctSubscriptions(client, tableNames, ledger)),
    ...(await correctAccounts(client, tableNames, ledger, today)),
    ...(await correctDueDays(client, tableNames, ledger, today)),
    ...(await correctLookups(client, tableNames)),
    ...(await raiseLastNumbers(database, tableNames.papers)),
  ];
}

async function scan<T>(
  client: DynamoDBDocumentClient,
  TableName: string,
  row: z.ZodMiniType<T>,
): Promise<T[]> {
  const pages = paginateScan({ client }, { TableName, ConsistentRead: true });
  const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
  return items.flatMap((item) => row.safeParse(item).data ?? []);
}

/** The rows that others follow from. A corrected row takes the place of the one that was read. */
type Ledger = {
  accounts: AccountRow[];
  charges: ChargeRow[];
  payments: ClientPaymentRow[];
  subscriptions: Row[];
  /** The clients that are samples: they are in no sum. */
  samples: ReadonlySet<string>;
};

async function readLedger(client: DynamoDBDocumentClient, tableNames: TableMap): Promise<Ledger> {
  const accounts = await scan(client, tableNames.accounts, AccountRow);
  return {
    accounts,
    charges: await scan(client, tableNames.charges, ChargeRow),
    payments: (await scan(client, tableNames.payments, PaymentRow)).filter(hasClient),
    subscriptions: await scan(client, tableNames.subscriptions, Row),
    samples: new Set(accounts.filter(({ sample }) => sample).map(({ client_id }) => client_id)),
  };
}

const clientOf = ({ client_id }: { client_id: string }) => client_id;

async function correctDueDays(
  client: DynamoDBDocumentClient,
  tableNames: TableMap,
  { charges, payments, samples }: Ledger,
  today: Day,
): Promise<string[]> {
  const inStoredDays = (days: DueDays) =>
    sumOfDays([...days].map(([day, values]) => new Map([[storedDay(day, today), values]])));
  const counted = dueDaysOfRows(
    charges.filter(({ client_id }) => !samples.has(client_id)),
    creditSums(accountPayments(payments.filter(({ client_id }) => !samples.has(client_id)))),
  );
  const rows = await scan(client, tableNames.totals, MonthRow);
  const wrong = dueDayChanges(inStoredDays(sumOfRows(rows)), inStoredDays(counted));
  if (wrong.size === 0) return [];
  const TableName = tableNames.totals;
  for (const row of rows) await client.send(new DeleteCommand({ TableName, Key: keyOf(row) }));
  // A month at a time, as one transaction has a limit.
  for (const item of dueDayUpdates(counted, today, TableName))
    await client.send(new TransactWriteCommand({ TransactItems: [item] }));
  return [...wrong.keys()].sort().map((day) => `what is due on ${day}`);
}

/** The fields that put charges into the lists of open ones. */
const LISTING = ["state", "open_due", "asked_for"] as const;

async function correctCharges(
  client: DynamoDBDocumentClient,
  tableNames: TableMap,
  { charges, samples }: Ledger,
): Promise<string[]> {
  const corrected = new Set<string>();
  for (const [place, row] of charges.entries()) {
    const { client_id } = row;
    const after = chargeRow(client_id, toCharge(row), { sample: samples.has(client_id) || undefined });
    if (LISTING.every((field) => row[field] === after[field])) continue;
    await client.send(new PutCommand({ TableName: tableNames.charges, Item: after }));
    charges[place] = after;
    corrected.add(client_id);
  }
  return [...corrected].map((client_id) => `which charges of the client ${client_id} are open`);
}

/** The fields of a subscription that follow from its charges. */
const DERIVED = ["next_billing_date"] as const;

async function correctSubscriptions(
  client: DynamoDBDocumentClient,
  tableNames: TableMap,
  { charges, subscriptions }: Ledger,
): Promise<string[]> {
  const chargesOf = Map.groupBy(charges, clientOf);
  const corrections: string[] = [];
  for (const [place, row] of subscriptions.entries()) {
    const after = subscriptionAfter(row, {
      active: true,
      subscriptions: [billed(row)],
      charges: (chargesOf.get(row.client_id) ?? []).map(toCharge),
      payments: [],
    });
    // As text, because an absent field is like an undefined one.
    const textOf = (subscription: Row, field: (typeof DERIVED)[number]) =>
      JSON.stringify(Row.parse(subscription)[field]);
    const wrong = DERIVED.filter((field) => textOf(row, field) !== textOf(after, field));
    if (wrong.length === 0) continue;
    await client.send(new PutCommand({ TableName: tableNames.subscriptions, Item: stamped(after) }));
    subscriptions[place] = after;
    corrections.push(`${wrong.join(", ")} of the subscription ${row.id}`);
  }
  return corrections;
}

/** The daily run writes these fields again on the day in `writes_on`, because they depend on the day. */
const WRITTEN_BY_DAILY_RUN = ["in_debt", "debt_usd", "debt_kes", "writes", "writes_on"];

async function correctAccounts(
  client: DynamoDBDocumentClient,
  tableNames: TableMap,
  ledger: Ledger,
  today: Day,
): Promise<string[]> {
  const charges = Map.groupBy(ledger.charges, clientOf);
  const subscriptions = Map.groupBy(ledger.subscriptions, clientOf);
  const payments = Map.groupBy(ledger.payments, clientOf);
  const corrections: string[] = [];
  for (const row of ledger.accounts) {
    const { client_id, writes_on } = row;
    const after = rebuilt(row, today, {
      subscriptions: subscriptions.get(client_id) ?? [],
      charges: charges.get(client_id) ?? [],
      payments: payments.get(client_id) ?? [],
    });
    const isForDailyRun = writes_on !== undefined && writes_on <= today;
    const wrong = z
      .keyof(AccountRow)
      .options.filter(
        (field) =>
          !(isForDailyRun && WRITTEN_BY_DAILY_RUN.includes(field)) &&
          !isDeepStrictEqual(inOneOrder(row[field]), inOneOrder(after[field])),
      );
    if (wrong.length === 0) continue;
    await client.send(new PutCommand({ TableName: tableNames.accounts, Item: stamped(after) }));
    corrections.push(`${wrong.join(", ")} of the account of the client ${client_id}`);
  }
  return corrections;
}

/** The ids in a row are in the order in which they came. */
const inOneOrder = (value: unknown) =>
  Array.isArray(value) && value.every((id) => typeof id === "string") ? value.toSorted() : value;

type OfClient = Pick<Ledger, "subscriptions" | "charges" | "payments">;

/** The account's row as it follows from all rows of its client. Since when it is in debt only its changes tell. */
function rebuilt(before: AccountRow, today: Day, { subscriptions, charges, payments }: OfClient): AccountRow {
  const { client_id, version, sample = false, inactive, promised_until, promised_on, debt_since } = before;
  const inOrder = payments.toSorted(compareRecorded);
  const account: Account = {
    active: !inactive,
    promised_until,
    promised_on,
    subscriptions: subscriptions.map(billed).sort((a, b) => (a.id < b.id ? -1 : 1)),
    charges: charges.map(toCharge),
    // One that was undone is part of the account as long as it pays something.
    payments: accountPayments(inOrder.filter((row) => row.state !== "undone" || row.allocations.length > 0)),
  };
  const refund_ids = inOrder.filter(({ state }) => state === "refund").map(({ id }) => id);
  const facts = { before, chargesBefore: charges, charges, sample, refund_ids, today };
  return AccountRow.parse({ ...accountRow(client_id, account, facts), version, debt_since });
}

async function recountTotals(client: DynamoDBDocumentClient, tableNames: TableMap): Promise<string[]> {
  let counted = sumOf([]);
  const samples = new Set<string>();
  const add = async <Row>(TableName: string, countsOf: (row: Row) => Counts) => {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      counted = sumOf([counted, ...Items.map((item) => countsOf(item as Row))]);
  };
  await add(tableNames.clients, (row: Parameters<typeof clientCounts>[0] & { id: string }) => {
    if (row.sample) samples.add(row.id);
    return clientCounts(row);
  });
  await add(tableNames.subscriptions, subscriptionCounts);
  // Lines of statements, and payments that nobody has, have no client.
  await add(tableNames.payments, (row: Parameters<typeof paymentCounts>[0] & { client_id?: string }) =>
    row.client_id === undefined || samples.has(row.client_id) ? {} : paymentCounts(row),
  );

  const TableName = tableNames.settings;
  const counterKeys = counterRowNames.map((name) => ({ TableName, Key: { name } }));
  const rows = await Promise.all(
    counterKeys.map((key) => client.send(new GetCommand({ ...key, ConsistentRead: true }))),
  );
  const stored = sumOf(rows.map(({ Item }) => countersIn(Item ?? {})));
  const wrong = counterDifferences(stored, counted);
  if (wrong.length > 0) {
    const Item = { name: counterRowNames[0], ...counted };
    // In one transaction: a counter row that remained would be counted twice.
    const TransactItems = [
      { Put: { TableName, Item } },
      ...counterKeys.slice(1).map((Delete) => ({ Delete })),
    ];
    await client.send(new TransactWriteCommand({ TransactItems }));
  }
  return wrong.map(([name]) => `${name}: ${stored[name] ?? 0}, now ${counted[name] ?? 0}`);
}
