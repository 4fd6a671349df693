import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Message, type NewMessage } from "../../shared/messages.ts";
import { conditionFailed, database, table } from "../database.ts";
import type { Moment } from "../http.ts";
import { read } from "../rows.ts";
import { made, update } from "../update-if.ts";

/** Nobody reads, fills in and sends four fields faster than this. */
const fastestPerson = 2_000;

const isSuspected = ({ website, elapsed }: NewMessage) =>
  Boolean(website) || (elapsed !== undefined && elapsed < fastestPerson);

/** Stores a message once: sent again with the same id it stays as it first came. */
export async function keep(
  input: NewMessage,
  { now, today }: Moment,
  { flood = false } = {},
): Promise<Message> {
  const { website: _, elapsed: __, id = randomUUID(), ...fields } = input;
  const state = flood || isSuspected(input) ? "suspected" : "pending";
  const message: Message = { ...fields, id, state, day: today, received_at: now };
  try {
    await database.send(
      new PutCommand({
        TableName: table("messages"),
        Item: message,
        ConditionExpression: "attribute_not_exists(id)",
      }),
    );
  } catch (error) {
    if (!conditionFailed(error)) throw error;
  }
  return message;
}

/** As it is stored: with the mail service's id of the email in which the company got it. */
const Row = z.extend(Message, { mail_id: z.optional(z.string()) });

export async function get(id: string): Promise<z.output<typeof Row> | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("messages"), Key: { id }, ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** The ids of the messages that the company does not have by mail yet, however old they are. */
export async function* pending(): AsyncGenerator<string> {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("messages"),
      IndexName: "by-state",
      KeyConditionExpression: "#state = :pending",
      ProjectionExpression: "id",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":pending": "pending" },
    },
  );
  for await (const page of pages)
    yield* z
      .array(z.object({ id: z.string() }))
      .parse(page.Items)
      .map(({ id }) => id);
}

/** For how long one attempt has the mailing of a message to itself, in milliseconds. */
const lease = () => 1_000 * Number(process.env.LEASE_SECONDS ?? 60);

/** Whether the caller may mail the message now: it is pending, and nobody else is mailing it. */
export async function claim(id: string, now: number): Promise<boolean> {
  try {
    await database.send(
      new UpdateCommand({
        TableName: table("messages"),
        Key: { id },
        UpdateExpression: "SET lease_until = :until",
        ConditionExpression:
          "#state = :pending AND (attribute_not_exists(lease_until) OR lease_until < :now)",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":pending": "pending", ":now": now, ":until": now + lease() },
      }),
    );
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}

/** Notes that the company has it by mail. A message that somebody moved while it was mailed stays where it is now. */
export async function setMailed(id: string, mailId: string): Promise<void> {
  const place = { TableName: table("messages"), Key: { id } };
  const noted = { mail_id: mailId };
  const asMailed = update(place, {
    set: { ...noted, state: "mailed" },
    remove: ["lease_until"],
    onlyIf: "#state = :pending",
    values: { pending: "pending" },
  });
  const asMoved = update(place, {
    set: noted,
    remove: ["lease_until"],
    onlyIf: "attribute_exists(id) AND #state <> :pending",
    values: { pending: "pending" },
  });
  // The third covers a message that came back to be mailed in between.
  if ((await made(asMailed)) || (await made(asMoved)) || (await made(asMailed))) return;
  throw new Error("There is no such message.");
}

/** Gives the claim back, so that the next attempt need not wait for it to run out. */
export async function release(id: string): Promise<void> {
  await database.send(
    new UpdateCommand({
      TableName: table("messages"),
      Key: { id },
      UpdateExpression: "REMOVE lease_until",
      ConditionExpression: "attribute_exists(id)",
    }),
  );
}
