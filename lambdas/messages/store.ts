import { randomUUID } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Message, type NewMessage } from "../../shared/messages.ts";
import { expiryOf } from "../../shared/retention.ts";
import { batchGet, byId } from "../batch-get.ts";
import { conditionFailed, database, type TransactItem, table } from "../database.ts";
import * as lease from "../lease.ts";
import type { Moment } from "../moment.ts";
import { newest } from "../newest.ts";
import { read, readable } from "../rows.ts";
import { type Change, updateCommand, updateIf } from "../update-if.ts";

export const place = (id: string) => ({ TableName: table("messages"), Key: { id } });

/** Nobody reads, fills in and sends four fields faster than this. */
const fastestPerson = 2_000;

const isSuspected = ({ website, elapsed }: NewMessage) =>
  Boolean(website) || (elapsed !== undefined && elapsed < fastestPerson);

/** Stores a message once: sent again with the same id it stays as it first came. */
export async function create(
  input: NewMessage,
  { now, today }: Moment,
  { overLimit = false } = {},
): Promise<Message> {
  const { website: _, elapsed: __, id = randomUUID(), ...fields } = input;
  const state = overLimit || isSuspected(input) ? "suspected" : "pending";
  const message: Message = { ...fields, id, state, day: today, received_at: now };
  try {
    await database.send(
      new PutCommand({
        TableName: table("messages"),
        Item: { ...message, expires_at: expiryOf("messages", now) },
        ConditionExpression: "attribute_not_exists(id)",
      }),
    );
  } catch (error) {
    if (!conditionFailed(error)) throw error;
  }
  return message;
}

/** As it is stored: with the message id of SES for the email in which the company got it. */
const Row = z.extend(Message, { mail_id: z.optional(z.string()) });

export async function get(id: string): Promise<z.output<typeof Row> | undefined> {
  const { Item } = await database.send(new GetCommand({ ...place(id), ConsistentRead: true }));
  return Item && read(Row, Item);
}

/** Who wrote those of the given messages that are there, by id. */
export async function sendersOf(ids: Iterable<string>): Promise<Map<string, string>> {
  const { rows } = readable(
    z.pick(Message, { id: true, name: true }),
    await batchGet("messages", byId(ids), ["id", "name"]),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The item of a transaction that changes a message. */
export function changing(id: string, change: Change): TransactItem {
  const { input } = updateCommand(place(id), change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
}

/** The newest messages from an address, as it was typed, up to an instant. */
export async function ofAddress(email: string, until: string | undefined) {
  const { items, horizon } = await newest(
    { TableName: table("messages"), IndexName: "by-address", of: ["email", email], sort: "received_at" },
    until,
  );
  const { rows: found, ...left } = readable(Message, items);
  return { found, ...left, horizon };
}

/** Takes away every message from an address, as it was typed, whoever is sending it. */
export async function forgetAddress(email: string): Promise<void> {
  const pages = paginateQuery(
    { client: database, pageSize: 25 },
    {
      TableName: table("messages"),
      IndexName: "by-address",
      KeyConditionExpression: "email = :email",
      ProjectionExpression: "id",
      ExpressionAttributeValues: { ":email": email },
    },
  );
  for await (const { Items = [] } of pages)
    await Promise.all(Items.map(({ id }) => database.send(new DeleteCommand(place(id)))));
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

/** Claims a message for sending: it is pending, and nobody else is sending it. */
export const claim = (id: string, clock?: number): Promise<lease.Claim> =>
  lease.claim(
    place(id),
    { open: "#state = :pending", values: { pending: "pending" }, stored: lease.asEpoch },
    clock,
  );

export const release = (id: string, owner: string): Promise<boolean> => lease.release(place(id), owner);

/** Notes that the company has it by mail. A message that somebody moved while it was sent stays where it is now. */
export async function setMailed(id: string, mail_id: string): Promise<void> {
  const note = (set: object, condition: string) =>
    updateIf(place(id), {
      set: { mail_id, ...set },
      remove: ["lease_until"],
      onlyIf: condition,
      values: { pending: "pending" },
    });
  const asMailed = () => note({ state: "mailed" }, "#state = :pending");
  const asMoved = () => note({}, "attribute_exists(id) AND #state <> :pending");
  // The third covers a message that came back to be sent in between.
  if ((await asMailed()) || (await asMoved()) || (await asMailed())) return;
  throw new Error("There is no such message.");
}
