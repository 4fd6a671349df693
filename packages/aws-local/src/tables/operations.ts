import type { AttributeDefinitions, Index, Table } from "dynalite/db/index.js";
import { AwsError } from "../aws-error.ts";
import type { Database, StoredTable, TimeToLive } from "./database.ts";
import { defineTable, dropTable, saveTable, type TableDefinition } from "./definitions.ts";
import { type Input, type Output, prepare, validationError } from "./dynalite-operations.ts";

export async function createTable(database: Database, input: Input): Promise<Output> {
  return database.gate.alone(async () => {
    prepare("CreateTable", input);
    const definition = input as TableDefinition;
    if (database.tables.has(definition.TableName)) {
      throw new AwsError("ResourceInUseException", `Table already exists: ${definition.TableName}`);
    }
    return {
      TableDescription: await defineTable(database, { ...definition, TimeToLiveSpecification: undefined }),
    };
  });
}

type IndexUpdate = { Create?: Index; Delete?: { IndexName: string } };

/** Adds or removes one index; what concerns throughput and the like has no meaning here and is accepted. */
export async function updateTable(database: Database, input: Input): Promise<Output> {
  return database.gate.alone(async () => {
    const { description, timeToLive } = stored(database, input);
    const [update, ...more] = (input.GlobalSecondaryIndexUpdates ?? []) as IndexUpdate[];
    if (more.length > 0) {
      throw new AwsError(
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table",
      );
    }
    const indexes = updateIndexes(description, update ?? {});
    const attributes = [
      ...((input.AttributeDefinitions ?? []) as AttributeDefinitions),
      ...description.AttributeDefinitions,
    ];
    const used = new Set(
      [description, ...indexes].flatMap((each) => each.KeySchema.map((key) => key.AttributeName)),
    );
    const table = await defineTable(database, {
      TableName: description.TableName,
      KeySchema: description.KeySchema,
      AttributeDefinitions: [...used].flatMap(
        (name) => attributes.find((each) => each.AttributeName === name) ?? [],
      ),
      GlobalSecondaryIndexes: indexes,
      TimeToLiveSpecification: timeToLive,
    });
    return { TableDescription: table };
  });
}

function updateIndexes(table: Table, { Create: created, Delete: deleted }: IndexUpdate): Index[] {
  const indexes = table.GlobalSecondaryIndexes ?? [];
  const exists = (name: string) => indexes.some(({ IndexName }) => IndexName === name);
  if (created && exists(created.IndexName)) {
    throw validationError(`Attempting to create an index which already exists: ${created.IndexName}`);
  }
  if (deleted && !exists(deleted.IndexName)) {
    throw new AwsError(
      "ResourceNotFoundException",
      `Requested resource not found: Index: ${deleted.IndexName} not found`,
    );
  }
  return [
    ...indexes.filter(({ IndexName }) => IndexName !== deleted?.IndexName),
    ...(created ? [created] : []),
  ];
}

export async function deleteTable(database: Database, input: Input): Promise<Output> {
  return database.gate.alone(async () => {
    const { description } = stored(database, input);
    await dropTable(database, description.TableName);
    return { TableDescription: { ...description, TableStatus: "DELETING" } };
  });
}

export async function describeTable(database: Database, input: Input): Promise<Output> {
  return { Table: stored(database, input).description };
}

export async function listTables(database: Database, input: Input): Promise<Output> {
  const { Limit = 100, ExclusiveStartTableName: start = "" } = prepare("ListTables", input) as {
    Limit?: number;
    ExclusiveStartTableName?: string;
  };
  const names = [...database.tables.keys()].filter((name) => name > start).sort();
  const page = names.slice(0, Limit);
  const last = page.at(-1);
  return { TableNames: page, ...(names.length > Limit && last && { LastEvaluatedTableName: last }) };
}

export async function updateTimeToLive(database: Database, input: Input): Promise<Output> {
  return database.gate.alone(async () => {
    const { description, timeToLive } = stored(database, input);
    const { AttributeName, Enabled } = (input.TimeToLiveSpecification ?? {}) as Partial<TimeToLive>;
    if (!AttributeName || typeof Enabled !== "boolean") {
      throw validationError("TimeToLiveSpecification needs an AttributeName and Enabled");
    }
    if (Enabled === (timeToLive?.Enabled ?? false)) {
      throw validationError(`TimeToLive is already ${Enabled ? "enabled" : "disabled"}`);
    }
    const specification = { AttributeName, Enabled };
    await saveTable(database, { description, ...(Enabled && { timeToLive: specification }) });
    return { TimeToLiveSpecification: specification };
  });
}

export async function describeTimeToLive(database: Database, input: Input): Promise<Output> {
  const { timeToLive } = stored(database, input);
  return {
    TimeToLiveDescription: timeToLive
      ? { TimeToLiveStatus: "ENABLED", AttributeName: timeToLive.AttributeName }
      : { TimeToLiveStatus: "DISABLED" },
  };
}

/** There is no backup to restore here; whoever checks that a table has them is to find what is deployed. */
export async function describeContinuousBackups(database: Database, input: Input): Promise<Output> {
  stored(database, input);
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: "ENABLED",
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED" },
    },
  };
}

function stored(database: Database, { TableName }: Input): StoredTable {
  const table = database.tables.get(String(TableName));
  if (table) return table;
  throw new AwsError(
    "ResourceNotFoundException",
    `Requested resource not found: Table: ${TableName} not found`,
  );
}
