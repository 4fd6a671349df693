import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { addDays, Day } from "../shared/day.ts";
import { noSuchStretch, type SpanAsked, spanOf, spanProblem } from "../shared/span.ts";
import { tables } from "../shared/tables.ts";
import { cursorOf, KeyPart, placeOf } from "./cursor.ts";
import { database, table } from "./database.ts";
import { Invalid } from "./errors.ts";

/** What one answer has at most, unless more came in at one look. */
const mostRows = 500;
/** So many days are looked at at the same time. */
const daysAtOnce = 8;

/**
 * One page of what an index by day holds between two days, newest first. Days are looked at from the last one back, each
 * by itself, until there is enough for a page; nothing else is read.
 */
export async function pageByDay(
  name: "renewals" | "activity",
  { cursor, ...asked }: z.output<typeof SpanAsked>,
  today: Day,
) {
  const span = spanOf(asked, today);
  const problem = spanProblem(span);
  if (problem) throw new Invalid(problem);
  const index = indexOf(name);
  let place: DayPlace = cursor ? placeOf(index.Place, cursor, noSuchStretch) : { day: span.to };
  if (place.day < span.from || place.day > span.to) throw new Invalid(noSuchStretch);

  const items: Record<string, unknown>[] = [];
  let next: DayPlace | undefined = place;
  while (next && items.length < mostRows) {
    place = next;
    next = undefined;
    const days = Array.from({ length: daysAtOnce }, (_, back) => addDays(place.day, -back)).filter(
      (day) => day >= span.from,
    );
    const pages = await Promise.all(days.map((day) => index.pageOf(day === place.day ? place : { day })));
    for (const page of pages) {
      items.push(...page.items);
      // A day of more than a page goes on before the days before it.
      next = page.next;
      if (next) break;
    }
    const before = addDays(days.at(-1) ?? span.from, -1);
    if (!next && before >= span.from) next = { day: before };
  }
  return { items, ...span, ...(next && { cursor: cursorOf(next) }) };
}

/** Where in a day a page begins: at its newest, or after the item that is named. */
type DayPlace = { day: Day; after?: Record<string, string> | undefined };

function indexOf(name: "renewals" | "activity") {
  const { partition, sort, indexes } = tables[name];
  const index = indexes["by-day"];
  const names = [...new Set([index.sort, partition, sort])];
  const After = z.object(Object.fromEntries(names.map((key) => [key, KeyPart])));
  const Place = z.object({ day: Day, after: z.optional(After) });
  return {
    Place,
    async pageOf({ day, after }: DayPlace): Promise<{ items: Record<string, unknown>[]; next?: DayPlace }> {
      const { Items = [], LastEvaluatedKey } = await database.send(
        new QueryCommand({
          TableName: table(name),
          IndexName: "by-day",
          KeyConditionExpression: "#day = :day",
          ExpressionAttributeNames: { "#day": index.partition },
          ExpressionAttributeValues: { ":day": day },
          ScanIndexForward: false,
          Limit: mostRows,
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
