import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AttributeDefinitions, Index, Item, KeySchema, Table } from "dynalite/db/index.js";
import { type Change, indexEntry, itemEntry, tableEntry } from "./data.ts";
import type { Database, StoredTable } from "./database.ts";
import { prepare, validationError } from "./dynalite-operations.ts";
import { inIndex } from "./secondary-indexes.ts";

/** The resolved properties of an AWS::DynamoDB::Table that matter here; others are ignored. */
export type TableDefinition = {
  TableName: string;
  KeySchema: KeySchema;
  AttributeDefinitions: AttributeDefinitions;
  GlobalSecondaryIndexes?: Index[] | undefined;
  TimeToLiveSpecification?: { AttributeName?: string | undefined; Enabled: boolean } | undefined;
};

/**
 * Makes the table as defined, in one commit: created if missing, its indexes added (with the items there
 * are), replaced (if their keys or projection changed) or removed. Items are never touched, so another key is
 * an error. Nothing else may be under way.
 */
export async function defineTable(database: Database, definition: TableDefinition): Promise<Table> {
  const { TableName: name } = definition;
  checkDefinition(definition);
  const known = database.tables.get(name)?.description;
  if (known) checkSameKey(known, definition);
  const table = describe(definition, known);
  const unchanged = (mine: Table, index: Index, theirs: Table | undefined) =>
    theirs?.GlobalSecondaryIndexes?.some((each) =>
      isDeepStrictEqual(identity(mine, index), identity(theirs, each)),
    );
  const changes: Change[] = [];
  for (const index of known?.GlobalSecondaryIndexes ?? []) {
    if (known && unchanged(known, index, table)) continue;
    changes.push(...(await removals(database, indexEntry(name, index.IndexName, ""))));
  }
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    if (!unchanged(table, index, known)) changes.push(...(await backfill(database, table, index)));
  }
  const { AttributeName, Enabled } = definition.TimeToLiveSpecification ?? {};
  const timeToLive = Enabled && AttributeName ? { timeToLive: { AttributeName, Enabled } } : {};
  await saveTable(database, { description: table, ...timeToLive }, changes);
  return table;
}

export async function saveTable(
  database: Database,
  stored: StoredTable,
  changes: Change[] = [],
): Promise<void> {
  const { TableName } = stored.description;
  await database.data.commit([...changes, { type: "put", key: tableEntry(TableName), value: stored }]);
  database.tables.set(TableName, stored);
}

/** Removes a table with its items and indexes. */
export async function dropTable(database: Database, name: string): Promise<void> {
  const indexes = database.tables.get(name)?.description.GlobalSecondaryIndexes ?? [];
  const prefixes = [itemEntry(name, ""), ...indexes.map(({ IndexName }) => indexEntry(name, IndexName, ""))];
  const entries = await Promise.all(prefixes.map((prefix) => removals(database, prefix)));
  await database.data.commit([{ type: "del", key: tableEntry(name) }, ...entries.flat()]);
  database.tables.delete(name);
}

function checkDefinition(definition: TableDefinition) {
  const { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = definition;
  if ("LocalSecondaryIndexes" in definition) {
    throw validationError(`${TableName}: local secondary indexes are not available on this machine.`);
  }
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  prepare("CreateTable", {
    TableName,
    KeySchema,
    AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  });
}

function checkSameKey(known: Table, definition: TableDefinition) {
  const [kept, wanted] = [known, definition].map((table) => keyWithTypes(table, table.KeySchema).join(", "));
  if (kept === wanted) return;
  throw new Error(
    `The table ${known.TableName} is kept here with the key ${kept}, but is now defined with the key ${wanted}. ` +
      "On AWS this would replace the table and its items. Give the table another name, or remove it here first.",
  );
}

function describe(definition: TableDefinition, known: Table | undefined): Table {
  const { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = definition;
  const { GlobalSecondaryIndexes: _, ...kept } = known ?? {
    TableId: randomUUID(),
    TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
    TableStatus: "ACTIVE",
    CreationDateTime: Date.now() / 1000,
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
    ItemCount: 0,
    TableSizeBytes: 0,
  };
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
    IndexStatus: "ACTIVE",
    ItemCount: 0,
    IndexSizeBytes: 0,
  }));
  return {
    ...kept,
    TableStatus: "ACTIVE",
    TableName,
    KeySchema,
    AttributeDefinitions,
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  };
}

const keyWithTypes = (table: Pick<Table, "AttributeDefinitions">, keys: KeySchema) =>
  keys.map(({ AttributeName, KeyType }) => {
    const type = table.AttributeDefinitions.find(
      (each) => each.AttributeName === AttributeName,
    )?.AttributeType;
    return `${AttributeName} (${type} ${KeyType})`;
  });

/** What makes an index another one when it changes. */
function identity(table: Table, { IndexName, KeySchema, Projection }: Index) {
  const attributes = (Projection.NonKeyAttributes ?? []).toSorted();
  return [IndexName, keyWithTypes(table, KeySchema), Projection.ProjectionType, attributes];
}

async function backfill(database: Database, table: Table, index: Index): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const [, item] of database.data.entries(itemEntry(table.TableName, ""))) {
    const entry = inIndex(table, index, item as Item);
    if (!entry) continue;
    changes.push({
      type: "put",
      key: indexEntry(table.TableName, index.IndexName, entry.key),
      value: entry.item,
    });
  }
  return changes;
}

async function removals(database: Database, prefix: string): Promise<Change[]> {
  const changes: Change[] = [];
  for await (const [key] of database.data.entries(prefix)) changes.push({ type: "del", key: prefix + key });
  return changes;
}
