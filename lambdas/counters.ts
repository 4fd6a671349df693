import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Frequency, isFrequency } from "../shared/subscriptions.ts";
import { database, type TransactItem, table } from "./database.ts";

const centsOf = (frequency: Frequency) => `cents_${frequency}` as const;
const count = z._default(z.number(), 0);

/** What the dashboard shows. */
const Figures = z.object({
  active_clients: count,
  active_subscriptions: count,
  cents_monthly: count,
  cents_quarterly: count,
  "cents_semi-annual": count,
  cents_yearly: count,
});
export type Figures = z.output<typeof Figures>;

/**
 * The totals behind the dashboard. They change in the same transaction as the record they count,
 * so the dashboard never has to read what it counts. A missing counter is 0. Real records are never removed, so
 * `real_records` only grows.
 */
export const Counters = z.extend(Figures, {
  real_records: count,
  sample_records: count,
  // What samples have added to the figures.
  sample_active_clients: count,
  sample_active_subscriptions: count,
  sample_cents_monthly: count,
  sample_cents_quarterly: count,
  "sample_cents_semi-annual": count,
  sample_cents_yearly: count,
});
export type Counters = z.output<typeof Counters>;
export type Counts = Partial<Counters>;

export const names = Object.keys(Counters.shape) as (keyof Counters)[];
const figureNames = Object.keys(Figures.shape) as (keyof Figures)[];
const ofSamples = (name: keyof Figures) => `sample_${name}` as const;

type Countable = { status: string; sample?: true | undefined };

function counts({ sample, status }: Countable, figures: Partial<Figures>): Counts {
  const active = status === "active" ? figures : {};
  if (!sample) return { real_records: 1, ...active };
  const apart = Object.entries(active).map(([name, value]) => [ofSamples(name as keyof Figures), value]);
  return { sample_records: 1, ...active, ...Object.fromEntries(apart) };
}

/** What one client adds to the counters. */
export const clientCounts = (client: Countable): Counts => counts(client, { active_clients: 1 });

/** What one subscription adds to the counters. */
export const subscriptionCounts = (
  subscription: Countable & { frequency: string; amount_cents: number },
): Counts =>
  counts(subscription, {
    active_subscriptions: 1,
    ...(isFrequency(subscription.frequency) && {
      [centsOf(subscription.frequency)]: subscription.amount_cents,
    }),
  });

/** What several records add together. */
export function sumOf(all: Counts[]): Counters {
  const sum = Counters.parse({});
  for (const one of all) for (const name of names) sum[name] += one[name] ?? 0;
  return sum;
}

/**
 * DynamoDB cancels one of two transactions that meet at a row, so what is counted is spread over several, and added up
 * when it is read. The first is the only one that an earlier version knew.
 */
export const rowNames = ["counters", ...Array.from({ length: 7 }, (_, more) => `counters-${more + 1}`)];

export const placeOf = (name: string) => ({ TableName: table("settings"), Key: { name } });

const anyRow = (): string => rowNames[Math.floor(Math.random() * rowNames.length)] as string;

/** The items of a transaction, none or one, that bring the counters from what was added before to what is added now. */
export const recount = (before: Counts, after: Counts): TransactItem[] => recountIn(anyRow(), before, after);

function recountIn(row: string, before: Counts, after: Counts): TransactItem[] {
  const changes = names
    .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
    .filter(([, change]) => change !== 0);
  if (changes.length === 0) return [];
  return [
    {
      Update: {
        ...placeOf(row),
        UpdateExpression: `ADD ${changes.map((_, index) => `#c${index} :c${index}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(changes.map(([name], index) => [`#c${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          changes.map(([, change], index) => [`:c${index}`, change]),
        ),
      },
    },
  ];
}

/** As `recount`, for a sample that comes or goes: it fails once a real record exists. */
export function recountWhileAllAreSamples(before: Counts, after: Counts): TransactItem[] {
  const row = anyRow();
  const ConditionExpression = "attribute_not_exists(real_records) OR real_records = :none";
  const none = { ":none": 0 };
  const counted = recountIn(row, before, after).map(({ Update }) => ({
    Update: {
      ...(Update as NonNullable<TransactItem["Update"]>),
      ConditionExpression,
      ExpressionAttributeValues: { ...Update?.ExpressionAttributeValues, ...none },
    },
  }));
  const others = rowNames.filter((name) => name !== row);
  const checks = others.map((name) => ({
    ConditionCheck: { ...placeOf(name), ConditionExpression, ExpressionAttributeValues: none },
  }));
  return [...counted, ...checks];
}

/** The first row as stored. One that an earlier version wrote does not tell yet what samples add. */
const FirstRow = z.extend(Counters, { samples_apart: z._default(z.boolean(), false) });

/** Each row, in the order of their names. */
export async function readRows(): Promise<{ rows: Counters[]; samples_apart: boolean }> {
  const TableName = table("settings");
  const found = new Map<unknown, Record<string, unknown>>();
  let Keys: Record<string, unknown>[] = rowNames.map((name) => ({ name }));
  while (Keys.length > 0) {
    const { Responses, UnprocessedKeys } = await database.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
    );
    for (const row of Responses?.[TableName] ?? []) found.set(row.name, row);
    Keys = UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  const { samples_apart } = FirstRow.parse(found.get(rowNames[0]) ?? {});
  return { rows: rowNames.map((name) => Counters.parse(found.get(name) ?? {})), samples_apart };
}

export async function readCounters(): Promise<Counters & { samples_apart: boolean }> {
  const { rows, samples_apart } = await readRows();
  return { ...sumOf(rows), samples_apart };
}

/** Samples count as long as there is nothing else. */
export function figuresOf(counters: Counters): Figures {
  if (counters.real_records === 0) return counters;
  return Object.fromEntries(
    figureNames.map((name) => [name, counters[name] - counters[ofSamples(name)]]),
  ) as Figures;
}

export const centsByFrequency = (figures: Figures): Record<Frequency, number> =>
  Object.fromEntries(
    Frequency.options.map((frequency) => [frequency, figures[centsOf(frequency)]]),
  ) as Record<Frequency, number>;
