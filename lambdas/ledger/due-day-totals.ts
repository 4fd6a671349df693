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
  queryAll,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { type ChargeRow, toCharge } from "./rows.ts";

/**
 * A row has a month's days as attributes: `05_KES`, `05_charges`. DynamoDB cancels one of two transactions that write the
 * same row, so each month has several rows, `2026-12#0` to `2026-12#7`, which are added up when they are read. `changes`
 * counts the writes.
 */
const PARTS = 8;
const NAME = "due";
export const MonthRow = z.catchall(
  z.object({ name: z.literal(NAME), month_part: z.string(), changes: z.number() }),
  z.unknown(),
);
export type MonthRow = z.output<typeof MonthRow>;

export const keyOf = ({ name, month_part }: MonthRow) => ({ name, month_part });
const monthIn = ({ month_part }: MonthRow) => month_part.slice(0, "2026-12".length);

/** The transaction items that add to the sums by day: one for each month. */
export function dueDayUpdates(changes: DueDays, today: Day, name?: string): TransactItem[] {
  if (changes.size === 0) return [];
  const TableName = name ?? table("totals");
  const part = Math.floor(Math.random() * PARTS);
  const stored = sumOfDays([...changes].map(([day, values]) => new Map([[storedDay(day, today), values]])));
  return [...Map.groupBy(stored, ([day]) => monthOf(day))].map(([month, days]) =>
    addition({ TableName, Key: { name: NAME, month_part: `${month}#${part}` } }, days),
  );
}

function addition(
  place: { TableName: string; Key: { name: string; month_part: string } },
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

/** Reads the sums that are asked for, by due day, until the end of a day's month. Reads consistently. */
export const readDueDays = async (until: Day): Promise<DueDays> => sumOfRows(await readRows(monthOf(until)));

async function readRows(lastMonth: string): Promise<MonthRow[]> {
  const items = await queryAll("totals", {
    KeyConditionExpression: "#name = :name AND month_part < :end",
    ExpressionAttributeNames: { "#name": "name" },
    // "$" is the character after "#".
    ExpressionAttributeValues: { ":name": NAME, ":end": `${lastMonth}$` },
    ConsistentRead: true,
  });
  return items.map((item) => MonthRow.parse(item));
}

export function sumOfRows(rows: readonly MonthRow[]): DueDays {
  const days: DueDays = new Map();
  for (const row of rows)
    for (const [attribute, value] of Object.entries(row)) {
      const field = dueDayFields.find((name) => name === attribute.slice("05_".length));
      if (field) addToDay(days, `${monthIn(row)}-${attribute.slice(0, 2)}`, field, Number(value));
    }
  return days;
}

/** The sums by due day of several clients' charges and credit. */
export const dueDaysOfRows = (charges: readonly ChargeRow[], credit: Sums = {}): DueDays =>
  sumOfDays([
    dueDaysOf([], credit),
    ...[...Map.groupBy(charges, ({ client_id }) => client_id).values()].map((ofClient) =>
      dueDaysOf(ofClient.map(toCharge), {}),
    ),
  ]);

/** Adds the rows of months that are over for long to one row, so that the number of rows stays the same over the years. */
export async function foldOldMonths(today: Day): Promise<void> {
  const rows = await readRows(monthOf(firstStoredDay(today)));
  const isOld = (row: MonthRow) =>
    monthIn(row) < monthOf(firstStoredDay(today)) && monthIn(row) !== monthOf(FIRST_DAY);
  for (const row of rows.filter(isOld)) {
    const removal = {
      Delete: {
        TableName: table("totals"),
        Key: keyOf(row),
        ConditionExpression: "changes = :seen",
        ExpressionAttributeValues: { ":seen": row.changes },
      },
    };
    try {
      await transact([removal, ...dueDayUpdates(sumOfRows([row]), today)]);
    } catch (error) {
      // Somebody changed the row meanwhile: the next run finds it again.
      if (!(error instanceof TransactionRefused)) throw error;
    }
  }
}
