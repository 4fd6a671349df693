import * as z from "zod/mini";
import { type Day, monthOf } from "../../../shared/day.ts";
import { type Currency, currencies, currencyOf, type Sums } from "../../../shared/money.ts";
import { Frequency, isFrequency, isReceived } from "../../../shared/subscriptions/subscription.ts";
import { batchGet } from "./batch-get.ts";
import { type TransactItem, table } from "./database.ts";

const active = { USD: "cents", KES: "kes" } as const satisfies Record<Currency, string>;
const received = { USD: "received", KES: "received_kes" } as const satisfies Record<Currency, string>;
const centsOf = (frequency: Frequency, currency: Currency) => `${active[currency]}_${frequency}` as const;
const receivedIn = (month: string, currency: Currency) => `${received[currency]}_${month}` as const;

const count = z._default(z.number(), 0);

/** The totals that the dashboard shows. */
const Figures = z.object({
  active_clients: count,
  active_subscriptions: count,
  cents_monthly: count,
  cents_quarterly: count,
  "cents_semi-annual": count,
  cents_yearly: count,
  kes_monthly: count,
  kes_quarterly: count,
  "kes_semi-annual": count,
  kes_yearly: count,
});
export type Figures = z.output<typeof Figures>;

/**
 * The dashboard's counters. Each changes in the same transaction as the record it counts, so the dashboard never reads
 * the records. A missing counter is 0. Real records are never removed, so `real_records` only grows.
 */
const Named = z.extend(Figures, {
  real_records: count,
  sample_records: count,
  // The part of the figures that samples have added.
  sample_active_clients: count,
  sample_active_subscriptions: count,
  sample_cents_monthly: count,
  sample_cents_quarterly: count,
  "sample_cents_semi-annual": count,
  sample_cents_yearly: count,
  sample_kes_monthly: count,
  sample_kes_quarterly: count,
  "sample_kes_semi-annual": count,
  sample_kes_yearly: count,
});
/** Payments for real subscriptions in a month, `YYYY-MM`: their sum in cents of a currency, and their number. */
type Monthly = { [name: `received_${string}` | `payments_${string}`]: number };
export type Counters = z.output<typeof Named> & Monthly;
export type Counts = Partial<z.output<typeof Named>> & Monthly;
type Name = keyof Counts;

const isMonthly = (name: string): name is keyof Monthly =>
  /^(received|received_kes|payments)_\d{4}-\d\d$/.test(name);
const allNames = (...counts: Counts[]) => [...new Set(counts.flatMap(Object.keys))] as Name[];

/** The counters of a stored row. */
export const countersIn = (row: object): Counters => ({
  ...Named.parse(row),
  ...Object.fromEntries(Object.entries(row).filter(([name]) => isMonthly(name))),
});

const figureNames = Object.keys(Figures.shape) as (keyof Figures)[];
const sampleCounter = (name: keyof Figures) => `sample_${name}` as const;

type Countable = { status: string; sample?: true | undefined };

function counts({ sample, status }: Countable, figures: Partial<Figures>): Counts {
  const active = status === "active" ? figures : {};
  if (!sample) return { real_records: 1, ...active };
  const sampleCounts = Object.entries(active).map(([name, value]) => [
    sampleCounter(name as keyof Figures),
    value,
  ]);
  return { sample_records: 1, ...active, ...Object.fromEntries(sampleCounts) };
}

/** The counters of one client. */
export const clientCounts = (client: Countable): Counts => counts(client, { active_clients: 1 });

/** The counters of one subscription. */
export const subscriptionCounts = (
  subscription: Countable & { frequency: string; amount_cents: number; currency?: Currency | undefined },
): Counts =>
  counts(subscription, {
    active_subscriptions: 1,
    ...(isFrequency(subscription.frequency) && {
      [centsOf(subscription.frequency, currencyOf(subscription))]: subscription.amount_cents,
    }),
  });

type CountedPayment = {
  paid_on: Day;
  cents: number;
  currency: Currency;
  method?: string | undefined;
  state: string;
};

/** The counters of what was received with one payment of a real client. Payments of samples are not counted. */
export const paymentCounts = ({ paid_on, cents, currency, method, state }: CountedPayment): Counts =>
  state === "recorded" && isReceived({ method })
    ? { [receivedIn(monthOf(paid_on), currency)]: cents, [`payments_${monthOf(paid_on)}`]: 1 }
    : {};

/** The sum of several counts, without months that are 0. */
export function sumOf(all: Counts[]): Counters {
  const sum = countersIn({});
  for (const counts of all)
    for (const name of allNames(counts)) sum[name] = (sum[name] ?? 0) + (counts[name] ?? 0);
  for (const name of allNames(sum)) if (isMonthly(name) && sum[name] === 0) delete sum[name];
  return sum;
}

/**
 * DynamoDB cancels one of two transactions that write the same row, so the counters are spread over several rows, and
 * added up when they are read.
 */
export const counterRowNames = [
  "counters",
  ...Array.from({ length: 7 }, (_, index) => `counters-${index + 1}`),
];

const keyOf = (name: string) => ({ TableName: table("settings"), Key: { name } });

const randomRowName = (): string =>
  counterRowNames[Math.floor(Math.random() * counterRowNames.length)] as string;

/** The transaction items, one or none, that replace what was counted before with what is counted now. */
export const counterUpdates = (before: Counts, after: Counts): TransactItem[] =>
  updatesOfRow(randomRowName(), before, after);

function updatesOfRow(row: string, before: Counts, after: Counts): TransactItem[] {
  const changes = counterDifferences(before, after);
  if (changes.length === 0) return [];
  return [
    {
      Update: {
        ...keyOf(row),
        UpdateExpression: `ADD ${changes.map((_, index) => `#c${index} :c${index}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(changes.map(([name], index) => [`#c${index}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          changes.map(([, change], index) => [`:c${index}`, change]),
        ),
      },
    },
  ];
}

/** The counters that differ between two states, and by how much. */
export const counterDifferences = (before: Counts, after: Counts): [Name, number][] =>
  allNames(before, after)
    .map((name): [Name, number] => [name, (after[name] ?? 0) - (before[name] ?? 0)])
    .filter(([, change]) => change !== 0);

/** Like `counterUpdates`, for samples: the transaction fails once a real record exists. */
export function counterUpdatesIfOnlySamples(before: Counts, after: Counts): TransactItem[] {
  const row = randomRowName();
  const ConditionExpression = "attribute_not_exists(real_records) OR real_records = :none";
  const values = { ":none": 0 };
  const updates = updatesOfRow(row, before, after).map(({ Update }) => ({
    Update: {
      ...(Update as NonNullable<TransactItem["Update"]>),
      ConditionExpression,
      ExpressionAttributeValues: { ...Update?.ExpressionAttributeValues, ...values },
    },
  }));
  const checks = counterRowNames
    .filter((name) => name !== row)
    .map((name) => ({
      ConditionCheck: { ...keyOf(name), ConditionExpression, ExpressionAttributeValues: values },
    }));
  return [...updates, ...checks];
}

/** The counters of each row. */
export async function readCounterRows(): Promise<Counters[]> {
  const rows = await batchGet(
    "settings",
    counterRowNames.map((name) => ({ name })),
  );
  return rows.map(countersIn);
}

export const readCounters = async (): Promise<Counters> => sumOf(await readCounterRows());

/** Samples count only while there is no real record. */
export function figuresOf(counters: z.output<typeof Named>): Figures {
  if (counters.real_records === 0) return counters;
  return Object.fromEntries(
    figureNames.map((name) => [name, counters[name] - counters[sampleCounter(name)]]),
  ) as Figures;
}

/** The sum of the active subscriptions in a currency. */
export const centsByFrequency = (figures: Figures, currency: Currency): Record<Frequency, number> =>
  Object.fromEntries(
    Frequency.options.map((frequency) => [frequency, figures[centsOf(frequency, currency)]]),
  ) as Record<Frequency, number>;

/** The payments received in a month. */
export const receivedSums = (counts: Counts, month: string): Sums =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const cents = counts[receivedIn(month, currency)];
      return cents ? [[currency, cents]] : [];
    }),
  );
