import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { phonesIn } from "../../shared/billing/matching/phones.ts";
import { MAX_SPAM_COUNTED, Message, MIN_FILLING_MS, type NewMessage } from "../../shared/messages/message.ts";
import { omit } from "../../shared/omit.ts";
import { addressKey } from "../../shared/people/address-key.ts";
import { expiresAt } from "../../shared/retention.ts";
import { RECOVERY_DAYS } from "../../shared/tables.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import {
  afterTransactions,
  database,
  getItem,
  isWritten,
  queryAll,
  queryPages,
  type TransactItem,
  table,
  tryTransact,
} from "../platform/dynamo/database.ts";
import * as lease from "../platform/dynamo/lease.ts";
import { newestPage } from "../platform/dynamo/newest-page.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { type Change, updateIf, updateItem } from "../platform/dynamo/update-if.ts";
import type { Moment } from "../platform/moment.ts";

const keyOf = (id: string) => ({ TableName: table("messages"), Key: { id } });

const looksLikeSpam = ({ website, elapsed }: NewMessage) =>
  Boolean(website) || (elapsed !== undefined && elapsed < MIN_FILLING_MS);

const keysOf = ({ email, phone }: Message) => ({
  address_key: addressKey(email),
  phone_key: phonesIn(phone)[0],
});

/** Stores a message. If its id exists, the stored one does not change, and `added` is false. */
export async function create(
  input: NewMessage,
  { now, today }: Moment,
): Promise<{ message: Message; added: boolean }> {
  const { id = randomUUID(), ...fields } = omit(input, "website", "elapsed");
  const state = looksLikeSpam(input) ? "spam" : "pending";
  const message: Message = { ...fields, id, state, day: today, received_at: now };
  const put = new PutCommand({
    TableName: table("messages"),
    Item: { ...message, ...keysOf(message), expires_at: expiresAt("messages", now) },
    ConditionExpression: "attribute_not_exists(id)",
  });
  return { message, added: await isWritten(afterTransactions(() => database.send(put))) };
}

/** Marks a message as spam if it is not mailed yet. */
export const markAsSpam = (id: string): Promise<boolean> =>
  updateIf(keyOf(id), {
    set: { state: "spam" },
    onlyIf: "#state = :pending",
    values: { pending: "pending" },
  });

/** How many messages between two instants were marked as spam automatically; at most `MAX_SPAM_COUNTED`. */
export async function countSpam(from: string, to: string): Promise<number> {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("messages"),
      IndexName: "by-state",
      KeyConditionExpression: "#state = :spam AND received_at BETWEEN :from AND :to",
      FilterExpression: "attribute_not_exists(moved)",
      Select: "COUNT",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":spam": "spam", ":from": from, ":to": to },
    },
  );
  let count = 0;
  for await (const { Count = 0 } of pages) {
    count += Count;
    if (count >= MAX_SPAM_COUNTED) return MAX_SPAM_COUNTED;
  }
  return count;
}

/** As stored. `mail_id` is the SES message id of the email to the company. */
const Row = z.extend(Message, { mail_id: z.optional(z.string()) });

export async function get(id: string): Promise<z.output<typeof Row> | undefined> {
  const { Item } = await database.send(new GetCommand({ ...keyOf(id), ConsistentRead: true }));
  return Item && !Item.deleted_at ? read(Row, Item) : undefined;
}

const NamedMessage = z.pick(Message, { id: true, name: true });

/** The visitors' names of the messages that exist, by id. */
export async function sendersOf(ids: Iterable<string>): Promise<Map<string, string>> {
  const items = await batchGet("messages", byId(ids), { attributes: ["id", "name"] });
  const { rows } = readable(
    NamedMessage,
    items.filter(({ name }) => name),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The transaction item that changes a message. */
export const messageUpdate = (id: string, change: Change): TransactItem => updateItem(keyOf(id), change);

const indexes = { address_key: "by-address", phone_key: "by-phone" } as const;
/** A normalised address or phone number. */
export type Sender = [attribute: keyof typeof indexes, key: string];

/** The newest messages from an address in any spelling, up to an instant. */
export async function ofAddress(email: string, until: string | undefined) {
  if (!email) return { items: [], nextBefore: undefined };
  const { items, nextBefore } = await newestPage(
    {
      TableName: table("messages"),
      IndexName: "by-address",
      partition: ["address_key", addressKey(email)],
      sort: "received_at",
    },
    until,
  );
  const { rows, ...unreadable } = readable(Message, items);
  return { items: rows, ...unreadable, nextBefore };
}

/** Every message from an address or phone number, also those that cannot be read. */
export const fromSender = ([attribute, key]: Sender): Promise<Record<string, unknown>[]> =>
  queryAll("messages", {
    IndexName: indexes[attribute],
    KeyConditionExpression: "#sender = :sender",
    ExpressionAttributeNames: { "#sender": attribute },
    ExpressionAttributeValues: { ":sender": key },
  });

/** Longer than backups, so that a restore does not bring it back. */
const DELETED_DAYS = RECOVERY_DAYS + 1;

/**
 * The transaction item that deletes a message, even while it is being mailed. A row without its texts stays for some weeks: then
 * a repeated call changes nothing, and the visitor's browser cannot send the message a second time.
 */
export const deletion = (id: string, { now }: Pick<Moment, "now">): TransactItem => ({
  Put: {
    TableName: table("messages"),
    Item: { id, deleted_at: now, expires_at: Math.floor(Date.parse(now) / 1_000) + DELETED_DAYS * 86_400 },
    ConditionExpression: "attribute_exists(received_at)",
  },
});

/** Deletes every message of a sender. */
export async function deleteFrom(sender: Sender, moment: Pick<Moment, "now">): Promise<void> {
  for (const { id } of await fromSender(sender)) await tryTransact([deletion(String(id), moment)]);
}

/** Whether a message was deleted in the last weeks. */
export const isDeleted = async (id: string): Promise<boolean> =>
  (await getItem("messages", { id }))?.deleted_at !== undefined;

/** The ids of all messages that are not mailed yet. */
export async function* pending(): AsyncGenerator<string> {
  const pages = queryPages("messages", {
    IndexName: "by-state",
    KeyConditionExpression: "#state = :pending",
    ProjectionExpression: "id",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":pending": "pending" },
  });
  for await (const rows of pages) yield* rows.map(({ id }) => String(id));
}

/** Claims a pending message for sending. */
export const claim = (id: string, clock?: number): Promise<lease.Claim> =>
  lease.claim(
    keyOf(id),
    { open: "#state = :pending", values: { pending: "pending" }, stored: lease.asEpoch },
    { clock },
  );

export const release = (id: string, owner: string): Promise<boolean> => lease.release(keyOf(id), owner);

/** Records that a message was mailed. If somebody moved it meanwhile, it stays in its box. */
export async function setMailed(id: string, mail_id: string): Promise<void> {
  const update = (set: object, condition: string) =>
    updateIf(keyOf(id), {
      set: { mail_id, ...set },
      remove: ["lease_until"],
      onlyIf: condition,
      values: { pending: "pending" },
    });
  const markMailed = () => update({ state: "mailed" }, "#state = :pending");
  const markMoved = () => update({}, "attribute_exists(#state) AND #state <> :pending");
  // Changes nothing: only the function for staff may read single messages.
  const isGone = () =>
    updateIf(keyOf(id), { remove: ["lease_until"], onlyIf: "attribute_exists(#deleted_at)" });
  // The second markMailed covers a message that became pending again between the first two.
  if ((await markMailed()) || (await markMoved()) || (await markMailed()) || (await isGone())) return;
  throw new Error("The message does not exist.");
}
