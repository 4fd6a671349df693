import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import {
  addToDay,
  type DueDay,
  type DueDays,
  dueDayFields,
  dueDaysOf,
  firstStoredDay,
  storedDay,
  sumOfDays,
} from "../../shared/billing/due-days.ts";
import { type Day, FIRST_DAY, monthOf } from "../../shared/day.ts";
import type { Sums } from "../../shared/money.ts";
import {
  database,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { type ChargeRow, toCharge } from "./rows.ts";

/**
 * A row has a month's days as attributes: `05_KES`, `05_charges`. DynamoDB cancels one of two transactions that write the
 * same row, so each month has several rows, which are added up when they are read. `changes` counts the writes.
 */
const PARTS = Array.from({ length: 8 }, (_, part) => `due-${part}`);
export const MonthRow = z.catchall(
  z.object({ name: z.string(), month: z.string(), changes: z.number() }),
  z.unknown(),
);
export type MonthRow = z.output<typeof MonthRow>;

const keyOf = ({ name, month }: MonthRow) => ({ TableName: table("totals"), Key: { name, month } });

/** The transaction items that add to the sums by day: one for each month. */
export function dueDayUpdates(changes: DueDays, today: Day, name?: string): TransactItem[] {
  if (changes.size === 0) return [];
  const TableName = name ?? table("totals");
  const part = PARTS[Math.floor(Math.random() * PARTS.length)] as string;
  const stored = sumOfDays([...changes].map(([day, values]) => new Map([[storedDay(day, today), values]])));
  return [...Map.groupBy(stored, ([day]) => monthOf(day))].map(([month, days]) =>
    addition({ TableName, Key: { name: part, month } }, days),
  );
}

function addition(
  place: { TableName: string; Key: { name: string; month: string } },
  days: readonly [Day, DueDay][],
): TransactItem {
  const added = days.flatMap(([day, values]) =>
    dueDayFields.flatMap((field): [string, number][] =>
      values[field] === 0 ? [] : [[`${day.slice(-2)}_${field}`, values[field]]],
    ),
  );
  const all: [string, number][] = [...added, ["changes", 1]];
  return {
    Update: {
      ...place,
      UpdateExpression: `ADD ${all.map((_, index) => `#c${index} :c${index}`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(
        all.map(([attribute], index) => [`#c${index}`, attribute]),
      ),
      ExpressionAttributeValues: Object.fromEntries(all.map(([, more], index) => [`:c${index}`, more])),
    },
  };
}

/** What is asked for by due day, until the end of a day's month. Reads consistently. */
export const readDueDays = async (until: Day): Promise<DueDays> => sumOfRows(await readRows(monthOf(until)));

async function readRows(lastMonth: string): Promise<MonthRow[]> {
  const rows = await Promise.all(PARTS.map((name) => Array.fromAsync(pagesOf(name, lastMonth), toRows)));
  return rows.flat(2);
}
const toRows = ({ Items = [] }: { Items?: Record<string, unknown>[] }) =>
  Items.map((item) => MonthRow.parse(item));

const pagesOf = (name: string, lastMonth: string) =>
  paginateQuery(
    { client: database },
    {
      TableName: table("totals"),
      KeyConditionExpression: "#name = :name AND #month <= :last",
      ExpressionAttributeNames: { "#name": "name", "#month": "month" },
      ExpressionAttributeValues: { ":name": name, ":last": lastMonth },
      ConsistentRead: true,
    },
  );

export function sumOfRows(rows: readonly MonthRow[]): DueDays {
  const days: DueDays = new Map();
  for (const row of rows)
    for (const [attribute, value] of Object.entries(row)) {
      const field = dueDayFields.find((one) => one === attribute.slice("05_".length));
      if (field) addToDay(days, `${row.month}-${attribute.slice(0, 2)}`, field, Number(value));
    }
  return days;
}

/** What charges and credit of several clients add to the sums. */
export const dueDaysOfRows = (charges: readonly ChargeRow[], credit: Sums = {}): DueDays =>
  sumOfDays([
    dueDaysOf([], credit),
    ...[...Map.groupBy(charges, ({ client_id }) => client_id).values()].map((own) =>
      dueDaysOf(own.map(toCharge), {}),
    ),
  ]);

/** Adds the rows of months that are over for long to one row, so that the number of rows stays the same over the years. */
export async function foldOldMonths(today: Day): Promise<void> {
  const rows = await readRows(monthOf(firstStoredDay(today)));
  const isOld = ({ month }: MonthRow) =>
    month < monthOf(firstStoredDay(today)) && month !== monthOf(FIRST_DAY);
  for (const row of rows.filter(isOld)) {
    const removal = {
      Delete: {
        ...keyOf(row),
        ConditionExpression: "changes = :seen",
        ExpressionAttributeValues: { ":seen": row.changes },
      },
    };
    try {
      await transact([removal, ...dueDayUpdates(sumOfRows([row]), today)]);
    } catch (error) {
      // It changed meanwhile: the next run finds it again.
      if (!(error instanceof TransactionRefused)) throw error;
    }
  }
}
