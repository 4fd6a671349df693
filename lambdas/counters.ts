import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Frequency } from "../shared/subscriptions.ts";
import { database, type Step, table } from "./database.ts";

const centsOf = (frequency: Frequency) => `cents_${frequency}` as const;

/**
 * The totals behind the dashboard. They change in the same transaction as the record they count,
 * so the dashboard never has to read what it counts. A missing counter is 0.
 */
export const Counters = z.object({
  active_clients: z._default(z.number(), 0),
  active_subscriptions: z._default(z.number(), 0),
  real_records: z._default(z.number(), 0),
  sample_records: z._default(z.number(), 0),
  cents_monthly: z._default(z.number(), 0),
  cents_quarterly: z._default(z.number(), 0),
  "cents_semi-annual": z._default(z.number(), 0),
  cents_yearly: z._default(z.number(), 0),
});
export type Counters = z.output<typeof Counters>;
export type Counts = Partial<Counters>;

type Countable = { status: string; sample?: true | undefined };

const recordCounts = ({ sample }: Countable): Counts =>
  sample ? { sample_records: 1 } : { real_records: 1 };

/** What one client adds to the counters. */
export const clientCounts = (client: Countable): Counts => ({
  ...recordCounts(client),
  ...(client.status === "active" && { active_clients: 1 }),
});

/** What one subscription adds to the counters. */
export const subscriptionCounts = (
  subscription: Countable & { frequency: Frequency; amount_cents: number },
): Counts => ({
  ...recordCounts(subscription),
  ...(subscription.status === "active" && {
    active_subscriptions: 1,
    [centsOf(subscription.frequency)]: subscription.amount_cents,
  }),
});

const place = () => ({ TableName: table("settings"), Key: { name: "counters" } });

/** The steps, none or one, that bring the counters from what a record added before to what it adds now. */
export function recount(before: Counts, after: Counts): Step[] {
  const changes = (Object.keys(Counters.shape) as (keyof Counters)[])
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

/** As `recount`, for a first sample: it fails once a real record exists. */
export const recountWhileAllAreSamples = (after: Counts): Step[] =>
  recount({}, after).map((step) => ({
    Update: {
      ...(step.Update as NonNullable<Step["Update"]>),
      ConditionExpression: "attribute_not_exists(real_records) OR real_records = :none",
      ExpressionAttributeValues: { ...step.Update?.ExpressionAttributeValues, ":none": 0 },
    },
  }));

export async function readCounters(): Promise<Counters> {
  const { Item } = await database.send(new GetCommand({ ...place(), ConsistentRead: true }));
  return Counters.parse(Item ?? {});
}

export const centsByFrequency = (counters: Counters): Record<Frequency, number> =>
  Object.fromEntries(
    Frequency.options.map((frequency) => [frequency, counters[centsOf(frequency)]]),
  ) as Record<Frequency, number>;
