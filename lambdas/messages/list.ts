import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { compareTexts } from "../../shared/compare-texts.ts";
import { type Box, Message, MessageState, statesIn } from "../../shared/messages/message.ts";
import { Id, Instant, invalidCursor } from "../../shared/text.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";

// A box is one or two states, and the index by state sorts by arrival. So a page reads only what it shows.

/** Rows of each state. The longest messages of two states stay below Lambda's 6 MB. */
const PAGE_ROWS = 100;

/** The last message read of each state that has more; null if none was read. */
const Position = z.nullable(z.tuple([Instant, Id]));
const Positions = z.partialRecord(MessageState, Position);
type Position = z.output<typeof Position>;

export async function list(box: Box, cursor?: string) {
  const positions = cursor === undefined ? undefined : placeOf(Positions, cursor, invalidCursor);
  const oldestFirst = box === "waiting";
  const states = statesIn[box].filter((state) => !positions || positions[state] !== undefined);
  const pages = await Promise.all(
    states.map((state) => pageOf(state, positions?.[state] ?? null, { oldestFirst })),
  );

  const byArrival = (a: Dated, b: Dated) =>
    compareTexts(a.received_at, b.received_at) * (oldestFirst ? 1 : -1);
  // A state with more rows may continue with messages that come before the last ones of the other state.
  const [end] = pages.flatMap(({ lastRead }) => lastRead ?? []).sort(byArrival);
  const isOnPage = (message: Dated) => !end || byArrival(message, end) <= 0;
  const messages = pages.flatMap(({ rows }) => rows.filter(isOnPage)).sort(byArrival);
  const unreadable = pages.reduce((sum, page) => sum + (page.unreadable ?? 0), 0);
  const next = pages.flatMap(({ state, rows, lastRead, more, start }): [MessageState, Position][] => {
    const last = rows.findLast(isOnPage);
    const isComplete = last?.id === rows.at(-1)?.id;
    if (isComplete && !more) return [];
    const position = isComplete ? lastRead : last;
    return [[state, position ? [position.received_at, position.id] : start]];
  });
  return {
    messages,
    ...(unreadable > 0 && { unreadable }),
    cursor: next.length > 0 ? cursorOf(Object.fromEntries(next)) : undefined,
  };
}

const Dated = z.object({ id: Id, received_at: Instant });
type Dated = z.output<typeof Dated>;

async function pageOf(state: MessageState, start: Position, { oldestFirst }: { oldestFirst: boolean }) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("messages"),
      IndexName: "by-state",
      KeyConditionExpression: "#state = :state",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":state": state },
      ScanIndexForward: oldestFirst,
      Limit: PAGE_ROWS,
      ...(start && { ExclusiveStartKey: { state, received_at: start[0], id: start[1] } }),
    }),
  );
  const { rows, unreadable } = readable(Message, Items);
  // The position of DynamoDB, not of the last valid row, because unreadable rows are skipped.
  const lastRead = LastEvaluatedKey && (Dated.safeParse(LastEvaluatedKey).data ?? rows.at(-1));
  return { state, start, rows, unreadable, lastRead, more: LastEvaluatedKey !== undefined };
}
