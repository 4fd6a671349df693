import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type Box, Message, MessageState, statesIn } from "../../shared/messages.ts";
import { Id, Instant, noSuchPage } from "../../shared/text.ts";
import { cursorOf, placeOf } from "../cursor.ts";
import { database, table } from "../database.ts";
import { readable } from "../rows.ts";

// What staff see of the messages. A box is one or two states, so the index by state gives each box in the order of
// arrival: a page costs what it shows, and nothing that waits is out of reach, however old it is.

/** Of each state. Two states of the longest messages in the widest script stay below Lambda's 6 MB. */
const pageSize = 100;

/** The last message looked at of each state that has more; null where none was yet. */
const Place = z.nullable(z.tuple([Instant, Id]));
const Places = z.partialRecord(MessageState, Place);
type Place = z.output<typeof Place>;

export async function list(box: Box, cursor?: string) {
  const places = cursor === undefined ? undefined : placeOf(Places, cursor, noSuchPage);
  const oldestFirst = box === "waiting";
  const states = statesIn[box].filter((state) => !places || places[state] !== undefined);
  const pages = await Promise.all(states.map((state) => pageOf(state, places?.[state] ?? null, oldestFirst)));

  const inOrder = (a: Dated, b: Dated) =>
    (a.received_at < b.received_at ? -1 : a.received_at > b.received_at ? 1 : 0) * (oldestFirst ? 1 : -1);
  // A state that has more may go on with messages that come before the last ones of the other.
  const [end] = pages.flatMap(({ edge }) => edge ?? []).sort(inOrder);
  const isGiven = (message: Dated) => !end || inOrder(message, end) <= 0;
  const messages = pages.flatMap(({ found }) => found.filter(isGiven)).sort(inOrder);
  const unreadable = pages.reduce((sum, page) => sum + (page.unreadable ?? 0), 0);
  const next = pages.flatMap(({ state, found, edge, more, start }): [MessageState, Place][] => {
    const last = found.findLast(isGiven);
    const whole = last?.id === found.at(-1)?.id;
    if (whole && !more) return [];
    const place = whole ? edge : last;
    return [[state, place ? [place.received_at, place.id] : start]];
  });
  return {
    messages,
    ...(unreadable > 0 && { unreadable }),
    cursor: next.length > 0 ? cursorOf(Object.fromEntries(next)) : undefined,
  };
}

const Dated = z.object({ id: Id, received_at: Instant });
type Dated = z.output<typeof Dated>;

async function pageOf(state: MessageState, start: Place, oldestFirst: boolean) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("messages"),
      IndexName: "by-state",
      KeyConditionExpression: "#state = :state",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":state": state },
      ScanIndexForward: oldestFirst,
      Limit: pageSize,
      ...(start && { ExclusiveStartKey: { state, received_at: start[0], id: start[1] } }),
    }),
  );
  const { rows: found, unreadable } = readable(Message, Items);
  // Where DynamoDB stopped, and not the last that was found: what cannot be read has been passed all the same.
  const edge = LastEvaluatedKey && (Dated.safeParse(LastEvaluatedKey).data ?? found.at(-1));
  return { state, start, found, unreadable, edge, more: LastEvaluatedKey !== undefined };
}
