import { GetCommand } from "@aws-sdk/lib-dynamodb";
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
 * so the dashboard never has to read what it counts. A missing counter is 0.
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

export const place = () => ({ TableName: table("settings"), Key: { name: "counters" } });

/** The items of a transaction, none or one, that bring the counters from what was added before to what is added now. */
export function recount(before: Counts, after: Counts): TransactItem[] {
  const changes = names
    .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
    .filter(([, change]) => change !== 0);
  if (changes.length === 0) return [];
  return [
    {
      Update: {
        ...place(),
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
export const recountWhileAllAreSamples = (before: Counts, after: Counts): TransactItem[] =>
  recount(before, after).map((item) => ({
    Update: {
      ...(item.Update as NonNullable<TransactItem["Update"]>),
      ConditionExpression: "attribute_not_exists(real_records) OR real_records = :none",
      ExpressionAttributeValues: { ...item.Update?.ExpressionAttributeValues, ":none": 0 },
    },
  }));

/** As stored. Counters that an earlier version wrote do not tell yet what samples add. */
const Row = z.extend(Counters, { samples_apart: z._default(z.boolean(), false) });

export async function readCounters(): Promise<z.output<typeof Row>> {
  const { Item } = await database.send(new GetCommand({ ...place(), ConsistentRead: true }));
  return Row.parse(Item ?? {});
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
