import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Day, monthOf } from "../shared/day.ts";
import { type Currency, currencies, currencyOf, type Sums } from "../shared/money.ts";
import { Frequency, isFrequency } from "../shared/subscriptions.ts";
import { batchGet } from "./batch-get.ts";
import { type TransactItem, table } from "./database.ts";

// Dollars keep the names that a version knows which knows nothing else; it takes no notice of the others.
const active = { USD: "cents", KES: "kes" } as const satisfies Record<Currency, string>;
const received = { USD: "received", KES: "received_kes" } as const satisfies Record<Currency, string>;
const centsOf = (frequency: Frequency, currency: Currency) => `${active[currency]}_${frequency}` as const;
const receivedIn = (month: string, currency: Currency) => `${received[currency]}_${month}` as const;

const count = z._default(z.number(), 0);

/** What the dashboard shows. */
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
 * The totals behind the dashboard. They change in the same transaction as the record they count,
 * so the dashboard never has to read what it counts. A missing counter is 0. Real records are never removed, so
 * `real_records` only grows.
 */
const Named = z.extend(Figures, {
  real_records: count,
  sample_records: count,
  // What samples have added to the figures.
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
/** What came in for real subscriptions within a month, `YYYY-MM`, in cents of a currency, and how many payments it was. */
type Monthly = { [name: `received_${string}` | `payments_${string}`]: number };
export type Counters = z.output<typeof Named> & Monthly;
export type Counts = Partial<z.output<typeof Named>> & Monthly;
type Name = keyof Counts;

export const names = Object.keys(Named.shape) as (keyof z.output<typeof Named>)[];
export const isMonthly = (name: string): name is keyof Monthly =>
  /^(received|received_kes|payments)_\d{4}-\d\d$/.test(name);
const allNames = (...counts: Counts[]) => [...new Set(counts.flatMap(Object.keys))] as Name[];

/** The counters of a row as it is stored; what is not there is 0. */
export const countersIn = (row: object): Counters => ({
  ...Named.parse(row),
  ...Object.fromEntries(Object.entries(row).filter(([name]) => isMonthly(name))),
});

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
  subscription: Countable & { frequency: string; amount_cents: number; currency?: Currency | undefined },
): Counts =>
  counts(subscription, {
    active_subscriptions: 1,
    ...(isFrequency(subscription.frequency) && {
      [centsOf(subscription.frequency, currencyOf(subscription))]: subscription.amount_cents,
    }),
  });

type Counted = {
  paid_on: Day;
  amount_cents: number;
  currency?: Currency | undefined;
  more?: true | undefined;
};

/** What one row of a payment for a real subscription adds to the counters; one for a sample adds nothing. */
export const paymentCounts = ({ paid_on, amount_cents, currency, more }: Counted): Counts => ({
  [receivedIn(monthOf(paid_on), currencyOf({ currency }))]: amount_cents,
  [`payments_${monthOf(paid_on)}`]: more ? 0 : 1,
});

/** What several records add together. Of months, those in which something came in. */
export function sumOf(all: Counts[]): Counters {
  const sum = countersIn({});
  for (const one of all) for (const name of allNames(one)) sum[name] = (sum[name] ?? 0) + (one[name] ?? 0);
  for (const name of allNames(sum)) if (isMonthly(name) && sum[name] === 0) delete sum[name];
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
  const changes = differences(before, after);
  if (changes.length === 0) return [];
  const add = `ADD ${changes.map((_, index) => `#c${index} :c${index}`).join(", ")}`;
  const paid = changes.some(([name]) => isMonthly(name));
  return [
    {
      Update: {
        ...placeOf(row),
        UpdateExpression: paid ? `${add} SET paid_mark = :mark` : add,
        ExpressionAttributeNames: Object.fromEntries(changes.map(([name], index) => [`#c${index}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(changes.map(([, change], index) => [`:c${index}`, change])),
          ...(paid && { ":mark": randomUUID() }),
        },
      },
    },
  ];
}

/** By how much which counters change from one state to another. */
export const differences = (before: Counts, after: Counts): [Name, number][] =>
  allNames(before, after)
    .map((name): [Name, number] => [name, (after[name] ?? 0) - (before[name] ?? 0)])
    .filter(([, change]) => change !== 0);

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

/** What an earlier version's counters do not tell yet, each with its mark in the first row once they do. */
const Marks = z.object({
  /** What samples add to the figures. */
  samples_apart: z._default(z.boolean(), false),
  /** What came in, month by month. */
  payments_counted: z._default(z.boolean(), false),
});
type Mark = keyof z.output<typeof Marks>;

type Stored = { counters: Counters; paid_mark?: unknown };

/** Each row, in the order of their names. */
export async function readRows(): Promise<{ rows: Stored[] } & Record<Mark, boolean>> {
  const keys = rowNames.map((name) => ({ name }));
  const found = await batchGet("settings", keys);
  const stored = rowNames.map((name) => found.find((row) => row.name === name) ?? {});
  const rows = stored.map((row) => ({ counters: countersIn(row), paid_mark: row.paid_mark }));
  return { rows, ...Marks.parse(stored[0]) };
}

export async function readCounters(): Promise<{ counters: Counters } & Record<Mark, boolean>> {
  const { rows, ...marks } = await readRows();
  return { counters: sumOf(rows.map(({ counters }) => counters)), ...marks };
}

/** The items of a transaction that correct the counters and set a mark, if nobody wrote since the rows were read. */
export function corrections(rows: readonly Stored[], changes: [Name, number][], mark: Mark): TransactItem[] {
  const [first, ...others] = rows.map(unchanged) as [Unchanged, ...Unchanged[]];
  const add = changes.map((_, index) => `#apart${index} :apart${index}`).join(", ");
  const correct: TransactItem = {
    Update: {
      ...first,
      UpdateExpression: `SET #mark = :true${add && ` ADD ${add}`}`,
      ExpressionAttributeNames: {
        ...first.ExpressionAttributeNames,
        "#mark": mark,
        ...Object.fromEntries(changes.map(([name], index) => [`#apart${index}`, name])),
      },
      ExpressionAttributeValues: {
        ...first.ExpressionAttributeValues,
        ":true": true,
        ...Object.fromEntries(changes.map(([, change], index) => [`:apart${index}`, change])),
      },
    },
  };
  return [correct, ...others.map((one): TransactItem => ({ ConditionCheck: one }))];
}

type Unchanged = ReturnType<typeof unchanged>;

/** That nobody has written a row since it was read. Months come and go, so their writers leave a mark. */
function unchanged({ counters, paid_mark = "" }: Stored, row: number) {
  const seen = Object.entries({
    ...Object.fromEntries(names.map((name) => [name, counters[name]])),
    paid_mark,
  });
  return {
    ...placeOf(rowNames[row] as string),
    ConditionExpression: seen
      .map((_, index) => `(attribute_not_exists(#seen${index}) OR #seen${index} = :seen${index})`)
      .join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(seen.map(([name], index) => [`#seen${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(seen.map(([, value], index) => [`:seen${index}`, value])),
  };
}

/** Samples count as long as there is nothing else. */
export function figuresOf(counters: z.output<typeof Named>): Figures {
  if (counters.real_records === 0) return counters;
  return Object.fromEntries(
    figureNames.map((name) => [name, counters[name] - counters[ofSamples(name)]]),
  ) as Figures;
}

/** What active subscriptions come to in a currency. */
export const centsByFrequency = (figures: Figures, currency: Currency): Record<Frequency, number> =>
  Object.fromEntries(
    Frequency.options.map((frequency) => [frequency, figures[centsOf(frequency, currency)]]),
  ) as Record<Frequency, number>;

/** What came in within a month. */
export const receivedSums = (counts: Counts, month: string): Sums =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const cents = counts[receivedIn(month, currency)];
      return cents ? [[currency, cents]] : [];
    }),
  );
