import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Client, type MailProblem } from "../../shared/clients.ts";
import type { ListPage } from "../../shared/list.ts";
import * as activity from "../activity/store.ts";
import { batchGet, byId } from "../batch-get.ts";
import { clientCounts, recount } from "../counters.ts";
import { database, type TransactItem, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile } from "../errors.ts";
import { listPage } from "../list-page.ts";
import { momentAt } from "../moment.ts";
import { type Occasion, unattended } from "../occasion.ts";
import { read, readable } from "../rows.ts";
import { samplesIn } from "../samples-in.ts";
import { updateCommand } from "../update-if.ts";
import * as reference from "./reference.ts";

/** As stored: with the digest of the request that made it, where that request gave the id. */
export const Row = z.extend(Client, { made_from: z.optional(z.string()) });
export type Row = z.output<typeof Row>;

export const fromRow = ({ made_from: _, ...client }: Row): Client => client;

export async function list(page: ListPage) {
  const { items, cursor } = await listPage("clients", page);
  const { rows: clients, ...left } = readable(Client, items);
  return { clients, ...left, cursor };
}

export async function get(id: string): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("clients"), Key: { id }, ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** The client with a payment reference, which one of a release before is given here. */
export const withReference = <C extends Client>(client: C): Promise<C> =>
  reference.withReference(client, get);

/** Those of the given clients that exist and can be read, by id. */
export async function getMany(ids: Iterable<string>): Promise<Map<string, Client>> {
  const { rows } = readable(Client, await batchGet("clients", byId(ids)));
  return new Map(rows.map((client) => [client.id, client]));
}

/** The items of a transaction that record what was changed of a client. */
export const recordOf = (before: Row, after: Row, occasion: Occasion): TransactItem[] =>
  activity.changed("client-changed", { subject: after.id }, fromRow(before), fromRow(after), occasion);

/** The item of a transaction that stores a new client. */
export const insert = (row: Row): TransactItem => ({
  Put: { TableName: table("clients"), Item: row, ConditionExpression: "attribute_not_exists(id)" },
});

/**
 * Writes `after` over exactly the version that was read as `before`, together with what the dashboard counts and the
 * record of what happened.
 * @throws Conflict when somebody else changed the client in between
 */
export async function replace(before: Row, after: Row, record: TransactItem[]): Promise<void> {
  const counts = recount(clientCounts(before), clientCounts(after));
  try {
    await transact([overwrite(before, after), ...counts, ...record]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this client") : error;
  }
}

/** The item of a transaction that writes `after` over exactly the version that was read as `before`. */
export const overwrite = (before: Row, after: Row): TransactItem => ({
  Put: {
    TableName: table("clients"),
    Item: after,
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": before.version },
  },
});

/** The item of a transaction that checks that a client is there and was not erased. */
export const notErased = (id: string): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: "attribute_exists(id) AND attribute_not_exists(erased_at)",
  },
});

/** All samples among the clients. */
export const samples = (abortSignal?: AbortSignal) => samplesIn("clients", Row, {}, abortSignal);

/** The item of a transaction that deletes exactly the version that was read. */
export const deletion = ({ id, version }: Row): TransactItem => ({
  Delete: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": version },
  },
});

/** No more than what tells of an address: whatever else is wrong with the record, mail to it must end. */
async function addressOf(id: string) {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("clients"), Key: { id }, ConsistentRead: true }),
  );
  return Item && read(z.pick(Client, { email: true, mail_problem: true, version: true }), Item);
}

/**
 * Notes that mail to an address is no use, if it still is the client's; false when it is not. A complaint weighs
 * more than a bounce, and the same again changes nothing.
 * @throws Conflict when somebody else changed the client at the same instant
 */
export async function noteMailProblem(id: string, address: string, problem: MailProblem): Promise<boolean> {
  const client = await addressOf(id);
  if (client?.email.toLowerCase() !== address.toLowerCase()) return false;
  const known = client.mail_problem?.kind;
  if (known === "complained" || known === problem.kind) return true;
  const occasion = unattended(momentAt(Date.parse(problem.at)));
  const said = (mail_problem: MailProblem | undefined) => ({ mail_problem: mail_problem?.kind });
  const { input } = updateCommand(
    { TableName: table("clients"), Key: { id } },
    {
      set: { mail_problem: problem, version: client.version + 1 },
      onlyIf: "#version = :seen",
      values: { seen: client.version },
    },
  );
  try {
    await transact([
      { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } },
      ...activity.changed(
        "client-changed",
        { subject: id },
        said(client.mail_problem),
        said(problem),
        occasion,
      ),
    ]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this client") : error;
  }
  return true;
}
