import { randomUUID } from "node:crypto";
import { BatchGetCommand, GetCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import {
  Client,
  type ClientChange,
  hasSameDetails,
  type MailProblem,
  type NewClient,
} from "../../shared/clients.ts";
import { clientCounts, recount, recountWhileAllAreSamples } from "../counters.ts";
import { conditionFailed, database, type Step, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile, HttpError, notFound } from "../http.ts";
import { digestOf } from "../made-from.ts";
import { read, readable } from "../rows.ts";

/** As stored: with the digest of the request that made it, where that request gave the id. */
export const Row = z.extend(Client, { made_from: z.optional(z.string()) });
export type Row = z.output<typeof Row>;

export const fromRow = ({ made_from: _, ...client }: Row): Client => client;

const pageSize = 1_000;

export async function list(cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new ScanCommand({
      TableName: table("clients"),
      ConsistentRead: true,
      Limit: pageSize,
      ...(cursor && { ExclusiveStartKey: { id: cursor } }),
    }),
  );
  const { rows: clients, ...left } = readable(Client, Items);
  return { clients, ...left, cursor: LastEvaluatedKey?.id as string | undefined };
}

export async function get(id: string): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("clients"), Key: { id }, ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** Those of the given clients that exist and can be read, by id. */
export async function getMany(ids: Iterable<string>): Promise<Map<string, Client>> {
  const found = new Map<string, Client>();
  let keys = [...new Set(ids)].map((id) => ({ id }));
  while (keys.length > 0) {
    const { Responses, UnprocessedKeys } = await database.send(
      new BatchGetCommand({ RequestItems: { [table("clients")]: { Keys: keys.slice(0, mostOfABatch) } } }),
    );
    for (const client of readable(Client, Responses?.[table("clients")]).rows) found.set(client.id, client);
    const left = UnprocessedKeys?.[table("clients")]?.Keys ?? [];
    keys = [...keys.slice(mostOfABatch), ...left.map((key) => ({ id: String(key.id) }))];
  }
  return found;
}

/** DynamoDB's own limit. */
const mostOfABatch = 100;

/** Asked again with the same id and the same content, it answers the client as it is by then. */
export async function create(request: NewClient, now: string): Promise<Client> {
  const { id, ...input } = request;
  const made_from = id && digestOf(input);
  const there = id && (await get(id));
  if (there) {
    if (there.made_from !== made_from) throw storedOtherwise("client");
    return fromRow(there);
  }
  const row: Row = { ...input, id: id ?? randomUUID(), created_at: now, version: 1, made_from };
  const counts = clientCounts(row);
  try {
    await transact([
      { Put: { TableName: table("clients"), Item: row, ConditionExpression: "attribute_not_exists(id)" } },
      ...(row.sample ? recountWhileAllAreSamples({}, counts) : recount({}, counts)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request, at the same instant, came first.
    if (error.failed[0]) return create(request, now);
    throw realRecordsExist();
  }
  return fromRow(row);
}

export const storedOtherwise = (what: string) =>
  new HttpError(409, `This ${what} was stored by an earlier attempt, with other content.`);

export const realRecordsExist = () =>
  new HttpError(409, "There are real clients or subscriptions already, so no sample data can be added.");

export async function update(
  id: string,
  { version, ...fields }: ClientChange,
  write: (before: Row, after: Row) => Promise<void> = replace,
): Promise<Client> {
  const before = await get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) throw new HttpError(409, "This client was erased and cannot be changed any more.");
  if (version !== undefined && version !== before.version) throw changedMeanwhile("this client");

  const sameAddress = fields.email === before.email;
  const after: Row = {
    ...before,
    ...fields,
    mail_problem: sameAddress ? before.mail_problem : undefined,
    version: before.version + 1,
  };
  if (!hasSameDetails(before, after)) after.sample = undefined;
  await write(before, after);
  return fromRow(after);
}

/**
 * Writes `after` over exactly the version that was read as `before`, together with what the dashboard counts.
 * @throws HttpError when somebody else changed the client in between
 */
export async function replace(before: Row, after: Row): Promise<void> {
  try {
    await transact([overwrite(before, after), ...recount(clientCounts(before), clientCounts(after))]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this client") : error;
  }
}

/** The step that writes `after` over exactly the version that was read as `before`. */
export const overwrite = (before: Row, after: Row): Step => ({
  Put: {
    TableName: table("clients"),
    Item: after,
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": before.version },
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
 * @throws HttpError when somebody else changed the client at the same instant
 */
export async function noteMailProblem(id: string, address: string, problem: MailProblem): Promise<boolean> {
  const client = await addressOf(id);
  if (client?.email.toLowerCase() !== address.toLowerCase()) return false;
  const known = client.mail_problem?.kind;
  if (known === "complained" || known === problem.kind) return true;
  try {
    await database.send(
      new UpdateCommand({
        TableName: table("clients"),
        Key: { id },
        UpdateExpression: "SET mail_problem = :problem, version = :next",
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: {
          ":problem": problem,
          ":seen": client.version,
          ":next": client.version + 1,
        },
      }),
    );
    return true;
  } catch (error) {
    throw conditionFailed(error) ? changedMeanwhile("this client") : error;
  }
}
