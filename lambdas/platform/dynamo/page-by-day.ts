import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { addDays, Day } from "../../../shared/day.ts";
import { type DaySpanQuery, type Span, spanOf, spanProblem } from "../../../shared/day-span.ts";
import { tables } from "../../../shared/tables.ts";
import { invalidCursor } from "../../../shared/text.ts";
import { Invalid } from "../http/refusals.ts";
import { cursorOf, KeyPart, placeOf } from "./cursor.ts";
import { database, table } from "./database.ts";

/** A page ends after this number of rows. The last query may exceed it. */
const PAGE_ROWS = 500;
const MAX_PARALLEL_DAYS = 16;

/**
 * One page of the rows between two days, newest first. Queries day by day, from the last day back; more at once each
 * time, as far as the days so far were short.
 */
export async function pageByDay(
  name: "payments" | "activity",
  { cursor, ...asked }: z.output<typeof DaySpanQuery>,
  today: Day,
) {
  const span = checkedSpan(asked, today);
  const index = indexOf(name);
  let place: DayPlace = cursor ? placeOf(index.Place, cursor, invalidCursor) : { day: span.to };
  if (place.day < span.from || place.day > span.to) throw new Invalid(invalidCursor);

  const items: Record<string, unknown>[] = [];
  let next: DayPlace | undefined = place;
  let days = 1;
  while (next && items.length < PAGE_ROWS) {
    place = next;
    next = undefined;
    const batch = Array.from({ length: days }, (_, back) => addDays(place.day, -back)).filter(
      (day) => day >= span.from,
    );
    const pages = await Promise.all(batch.map((day) => index.queryDay(day === place.day ? place : { day })));
    for (const page of pages) {
      items.push(...page.items);
      // A day with more rows is continued before the days before it.
      next = page.next;
      if (next) break;
    }
    const rowsOfDay = pages.reduce((sum, page) => sum + page.items.length, 0) / pages.length;
    const fitting = Math.floor((PAGE_ROWS - items.length) / Math.max(1, rowsOfDay));
    days = Math.min(MAX_PARALLEL_DAYS, 2 * days, Math.max(1, fitting));
    const dayBefore = addDays(batch.at(-1) ?? span.from, -1);
    if (!next && dayBefore >= span.from) next = { day: dayBefore };
  }
  return { items, ...span, ...(next && { cursor: cursorOf(next) }) };
}

/** @throws Invalid */
export function checkedSpan(days: Parameters<typeof spanOf>[0], today: Day): Span {
  const span = spanOf(days, today);
  const problem = spanProblem(span);
  if (problem) throw new Invalid(problem);
  return span;
}

/** Where a page starts within a day: at its newest row, or after the row with these keys. */
type DayPlace = { day: Day; after?: Record<string, string> | undefined };

function indexOf(name: "payments" | "activity") {
  const { indexes, ...key } = tables[name];
  const index = indexes["by-day"];
  const names = [...new Set([index.sort, key.partition, ...("sort" in key ? [key.sort] : [])])];
  const After = z.object(Object.fromEntries(names.map((key) => [key, KeyPart])));
  const Place = z.object({ day: Day, after: z.optional(After) });
  return {
    Place,
    async queryDay({ day, after }: DayPlace): Promise<{ items: Record<string, unknown>[]; next?: DayPlace }> {
      const { Items = [], LastEvaluatedKey } = await database.send(
        new QueryCommand({
          TableName: table(name),
          IndexName: "by-day",
          KeyConditionExpression: "#day = :day",
          ExpressionAttributeNames: { "#day": index.partition },
          ExpressionAttributeValues: { ":day": day },
          ScanIndexForward: false,
          Limit: PAGE_ROWS,
          ...(after && { ExclusiveStartKey: { [index.partition]: day, ...after } }),
        }),
      );
      return {
        items: Items,
        ...(LastEvaluatedKey && { next: Place.parse({ day, after: LastEvaluatedKey }) }),
      };
    },
  };
}
